import type { Plugin } from 'esbuild';

/**
 * Loads only the used parts of Node's modules. An import statement reads every export of a module, for which `node:fs` and
 * `node:util` load streams, workers and more: a quarter of the start-up time beyond Node's own.
 */
export const builtinsAsUsed: Plugin = {
  name: 'builtins-as-used',
  setup(bundler) {
    bundler.onResolve({ filter: /^node:/ }, ({ path, kind }) => {
      if (kind === 'dynamic-import') return { path, external: true };
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

const namesOf = (path: string) => Object.getOwnPropertyNames(process.getBuiltinModule(path));

/** A module with the same exports, of which the bundler drops the unused ones. */
function imported(path: string): string {
  const names = namesOf(path).filter((name) => name !== 'default');
  const exported = names.map((name) => `export const ${name} = /* @__PURE__ */ of('${name}');`);
  return `const module = process.getBuiltinModule('${path}');
const of = (name) => module[name];
export default module;
${exported.join('\n')}`;
}

/** Loads zlib, which loads streams, for the first compressed file. */
function zlibWhenCalled(): string {
  const names = namesOf('node:zlib').filter((name) => /^create|Sync$|^crc32$/.test(name));
  const stubs = names.map((name) => `export const ${name} = (...given) => load().${name}(...given);`);
  return `const load = () => process.getBuiltinModule('node:zlib');
export const constants = new Proxy({}, { get: (_, name) => load().constants[name] });
${stubs.join('\n')}`;
}
