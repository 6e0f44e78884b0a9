import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Name, without its ending, of the bundle's file for a module that loads on first use. */
export const nameOf = (path: string): string => basename(path, '.ts');

/**
 * Replaces modules of a bundle by stubs that load them when one of their functions is called. The loaded file may have copies of
 * modules that the bundle has, too, so the replaced modules may export functions only, whose arguments are plain data.
 * @param paths from the project's root; each must also be an entry point of the bundle, under {@link nameOf}
 * @param ending of the bundle's files
 */
export function loadApart(paths: readonly string[], ending: string): Plugin {
  return {
    name: 'load-apart',
    setup(bundler) {
      for (const path of paths) {
        bundler.onResolve({ filter: new RegExp(`/${nameOf(path)}\\.ts$`) }, ({ kind }) => {
          if (kind === 'dynamic-import') return { path: `./${nameOf(path)}${ending}`, external: true };
          return kind === 'import-statement' ? { path, namespace: 'lazy' } : undefined;
        });
      }
      bundler.onLoad({ filter: /./, namespace: 'lazy' }, async ({ path }) => ({
        contents: await stubOf(path, ending),
      }));
    },
  };
}

/** A module with the same functions; the first call loads the actual module. */
async function stubOf(path: string, ending: string): Promise<string> {
  const functions = Object.keys((await import(`${ROOT}${path}`)) as object);
  const stubs = functions.map((name) => `export const ${name} = (...given) => load().${name}(...given);`);
  return `import { createRequire as requireOf } from 'node:module';
const load = () => requireOf(import.meta.url)('./${nameOf(path)}${ending}');
${stubs.join('\n')}`;
}
