// Lets Vite bundle the library's sources for browsers, as build/browser.ts lets esbuild.
import { fileURLToPath } from 'node:url';

/** The parts of a plugin of Vite that are used here. */
interface Plugin {
  readonly name: string;
  readonly enforce: 'pre';
  config(): { resolve: { alias: Record<string, string> } };
  transform(code: string, id: string): { code: string; map: null } | undefined;
  generateBundle(options: unknown, bundle: Readonly<Record<string, object>>): void;
}

/** @param bundled receives the paths of all files in the bundles */
export const solverInBrowsers = (bundled: Set<string>): Plugin => ({
  name: 'solver-in-browsers',
  enforce: 'pre',
  config: () => ({
    resolve: {
      alias: {
        'node:zlib': fileURLToPath(new URL('./try/files/zlib-in-browsers.ts', import.meta.url)),
      },
    },
  }),
  // modules that use Node's Buffer import it from the package `buffer`
  transform: (code, id) =>
    /\/core\/.*\.ts$/.test(id) && /\bBuffer\./.test(code)
      ? { code: `import { Buffer } from 'buffer/'; ${code}`, map: null }
      : undefined,
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      const { moduleIds = [] } = chunk as { moduleIds?: readonly string[] };
      for (const id of moduleIds) bundled.add(id.replace(/^\0|\?.*$/g, ''));
    }
  },
});
