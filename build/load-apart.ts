import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Of a bundle's file that holds a module by itself, without its ending. */
export const nameOf = (path: string): string => basename(path, '.ts');

/**
 * Keeps modules out of a bundle until one of their functions is called: then the file beside it is loaded that holds the
 * module, with copies of its own of what that imports: they export functions only, which take what they are given by its
 * contents.
 * @param paths from the project's root; each is to be an entry of the bundle too, under {@link nameOf}
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

/** A module with the same functions, the first of which to be called loads the module itself. */
async function stubOf(path: string, ending: string): Promise<string> {
  const functions = Object.keys((await import(`${ROOT}${path}`)) as object);
  const stubs = functions.map((name) => `export const ${name} = (...given) => load().${name}(...given);`);
  return `import { createRequire as requireOf } from 'node:module';
const load = () => requireOf(import.meta.url)('./${nameOf(path)}${ending}');
${stubs.join('\n')}`;
}
