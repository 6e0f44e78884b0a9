// Plugins of esbuild that make bundles start faster: they load only the code that is used, and some only when called.

import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * Loads only the used parts of Node's modules. An import statement reads every export of a module, for which `node:fs` and
 * `node:util` load streams, workers and more: a quarter of the start-up time beyond Node's own.
 */
export const builtinsAsUsed: Plugin = {
  name: 'builtins-as-used',
  setup(bundler) {
    bundler.onResolve({ filter: /^node:/ }, ({ path, kind }) => {
      return { path, namespace: kind === 'require-call' ? 'builtin-required' : 'builtin-imported' };
    });
    bundler.onLoad({ filter: /./, namespace: 'builtin-required' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule('${path}');`,
    }));
    bundler.onLoad({ filter: /./, namespace: 'builtin-imported' }, ({ path }) => ({
      contents: path === 'node:zlib' ? zlibWhenCalled() : imported(path),
    }));
  },
};

/**
 * Drops the descriptions of requests of AWS that no command uses: half of the code of a client. The bundler takes each for code with
 * effects, since the names of its members are constants in brackets; as the result of a call that is marked as pure, it is none.
 */
export const schemasAsUsed: Plugin = {
  name: 'schemas-as-used',
  setup(bundler) {
    bundler.onLoad({ filter: /[/\\]schemas[/\\]schemas_0\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replaceAll(
        /^((?:export )?var [\w$]+ = )(\[.*?\]);$/gms,
        '$1/* @__PURE__ */ (() => $2)();',
      ),
    }));
  },
};

/** Loads only the version from this project's package.json. */
export const versionOnly: Plugin = {
  name: 'version-only',
  setup(bundler) {
    bundler.onLoad({ filter: /[/\\]package\.json$/ }, async ({ path }) => {
      if (path !== `${ROOT}package.json`) return undefined;
      const { version } = JSON.parse(await readFile(path, 'utf8')) as { version: string };
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
  },
};

const namesOf = (path: string) => Object.getOwnPropertyNames(process.getBuiltinModule(path));

/** Exports of `node:http` that load a client for web sockets, which takes as long as Node's own start; `import()` reads all exports. */
const WEB_SOCKETS = new Set(['WebSocket', 'CloseEvent', 'MessageEvent']);

/** A module with the same exports, of which the bundler drops the unused ones. */
function imported(path: string): string {
  const names = namesOf(path).filter((name) => name !== 'default' && !WEB_SOCKETS.has(name));
  const exported = names.map((name) => `export const ${name} = /* @__PURE__ */ of('${name}');`);
  return `const module = process.getBuiltinModule('${path}');
const of = (name) => module[name];
export default module;
${exported.join('\n')}`;
}

/** Loads zlib, which loads streams, for the first compressed file. */
function zlibWhenCalled(): string {
  const names = namesOf('node:zlib').filter((name) => /^create|Sync$|^crc32$|^gzip$/.test(name));
  const stubs = names.map((name) => `export const ${name} = (...given) => load().${name}(...given);`);
  return `const load = () => process.getBuiltinModule('node:zlib');
export const constants = new Proxy({}, { get: (_, name) => load().constants[name] });
${stubs.join('\n')}`;
}

/** The name of the file with a separately loaded module, without its ending. */
export const nameOf = (path: string): string => basename(path, '.ts');

/**
 * Replaces modules by stubs that load them from separate files at the first call of one of their functions. These files
 * contain their own copies of the modules that they import, so they must export functions only, and must not compare their
 * arguments by identity.
 * @param paths relative to the project's root; each must also be an entry of the build, named {@link nameOf}
 * @param ending ending of the bundle's files
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

/** A module with the same functions, which load the real module at the first call. */
async function stubOf(path: string, ending: string): Promise<string> {
  const functions = Object.keys((await import(`${ROOT}${path}`)) as object);
  const stubs = functions.map((name) => `export const ${name} = (...given) => load().${name}(...given);`);
  return `import { createRequire as requireOf } from 'node:module';
const load = () => requireOf(import.meta.url)('./${nameOf(path)}${ending}');
${stubs.join('\n')}`;
}
