// Builds the library into dist/ (git-ignored): library/ for Node, Deno and Bun, with source maps; browser/;
// workerd/ for Cloudflare Workers; commonjs/ for tools that cannot `require` ES modules, such as jest; and the declarations
// into types/. The package contains core/ in this form only.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { FOR_BROWSERS } from './browser.ts';
import { writeDeclarations } from './declarations.ts';
import { writeLicences } from './licences.ts';
import { builtinsAsUsed } from './plugins.ts';

/**
 * Additional entries, whose code esbuild puts into separate files. index.js then only re-exports, so that the bundle of a
 * program that only imports `solve` contains no formats.
 */
const APART = {
  solver: 'core/solver/index.ts',
  check: 'core/puzzle/conflict.ts',
  parse: 'core/puzzle/parse.ts',
  canonical: 'core/puzzle/canonical.ts',
  grade: 'core/puzzle/grade.ts',
  generate: 'core/puzzle/generate.ts',
  files: 'core/files/solve/solve-text.ts',
  stream: 'core/files/solve/solve-source.ts',
};

/** Entries of the package beside index.js. */
const ENTRIES = { solve: 'core/puzzle/solve-on-demand.ts' };

const common: BuildOptions = {
  bundle: true,
  splitting: true,
  format: 'esm',
  sourcemap: true,
  minifyWhitespace: true,
  metafile: true,
};

/** Builds whose code is the same as that of another one need no source maps. */
const compact: BuildOptions = { sourcemap: false, minifySyntax: true };

/**
 * Imports the code of each kernel from a file of its own, `lanes.wasm`: Cloudflare Workers only run WebAssembly that was
 * compiled with the worker, and bundlers for them make `import` of such a file a WebAssembly.Module.
 */
const kernelsAsModules: Plugin = {
  name: 'kernels-as-modules',
  setup(bundler) {
    bundler.onLoad({ filter: /\/kernel\.generated\.ts$/ }, ({ path }) => ({
      contents: `import code from '${path}?${basename(dirname(path))}.wasm'; export { code };`,
    }));
    bundler.onResolve({ filter: /\.wasm$/ }, ({ path }) => {
      const [source, name] = path.split('?') as [string, string];
      return { path: name, namespace: 'kernel', pluginData: source };
    });
    bundler.onLoad({ filter: /./, namespace: 'kernel' }, async ({ pluginData }) => {
      const { code } = (await import(pluginData)) as { code: string };
      return { contents: Buffer.from(code, 'base64'), loader: 'copy' };
    });
  },
};

const checkNode = await nodeCheck();
await library('dist/library', {
  entryPoints: { index: 'core/index.ts', ...ENTRIES, ...APART, file: 'core/files/solve/solve-file.ts' },
  platform: 'node',
  target: 'node22.19',
});
// A module of its own, imported first. Bundlers drop it, since the package declares that it has no side effects.
await writeFile('dist/library/check-node.js', checkNode);
for (const entry of ['index', ...Object.keys(ENTRIES)]) {
  const path = `dist/library/${entry}.js`;
  // in the first line, so that the source map remains valid
  await writeFile(path, `import './check-node.js'; ${await readFile(path, 'utf8')}`);
}
await library('dist/browser', {
  ...FOR_BROWSERS,
  ...compact,
  entryPoints: { index: 'core/browser.ts', ...ENTRIES, ...APART },
});
await library('dist/workerd', {
  ...FOR_BROWSERS,
  ...compact,
  entryPoints: { index: 'core/browser.ts', ...ENTRIES, ...APART },
  assetNames: '[name]',
  plugins: [kernelsAsModules, ...FOR_BROWSERS.plugins],
});
await library('dist/commonjs', {
  ...compact,
  entryPoints: { index: 'core/index.ts' },
  format: 'cjs',
  splitting: false,
  outExtension: { '.js': '.cjs' },
  banner: { js: `'use strict';\n${checkNode}` },
  platform: 'node',
  target: 'node22.19',
  inject: ['build/text-coding.ts'],
  // without `require`, so that tools for browsers find no modules of Node
  plugins: [builtinsAsUsed],
});
// code for CommonJS is loaded as a whole
await writeFile(
  'dist/commonjs/solve.cjs',
  "'use strict';\nconst { solve } = require('./index.cjs');\nexports.solve = async (puzzle, options) => solve(puzzle, options);\n",
);
const apart = Object.values(ENTRIES);
await writeDeclarations(['core/index.ts', 'core/browser.ts', ...apart], 'dist/types', '.js');
await writeDeclarations(['core/index.ts', ...apart], 'dist/commonjs/types', '.cjs');

/** @returns code that throws an error if Node is too old */
async function nodeCheck(): Promise<string> {
  const { engines } = JSON.parse(await readFile('package.json', 'utf8')) as { engines: { node: string } };
  const least = engines.node.replace('>=', '');
  const [major, minor] = least.split('.').map(Number);
  return `{
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < ${major} || (major === ${major} && minor < ${minor})) {
    throw new Error(\`sudoku-batch: expected Node ${least} or later, got \${process.versions.node} (\${process.execPath})\`);
  }
}
`;
}

async function library(outdir: string, options: BuildOptions): Promise<void> {
  await rm(outdir, { recursive: true, force: true });
  const { metafile } = await build({ ...common, ...options, outdir });
  await writeLicences(metafile!, outdir);
  for (const path of Object.keys(metafile!.outputs)) if (path.endsWith('.map')) await removeKernels(path);
  for (const name of Object.keys(options.entryPoints!).filter(
    (entry) => entry !== 'index' && !(entry in ENTRIES),
  )) {
    for (const ending of ['js', 'js.map']) await rm(`${outdir}/${name}.${ending}`, { force: true });
  }
}

/** Removes the text of generated modules from a source map: WebAssembly as base64, large and unreadable. */
async function removeKernels(path: string): Promise<void> {
  const map = JSON.parse(await readFile(path, 'utf8')) as {
    sources: string[];
    sourcesContent: (string | null)[];
  };
  map.sourcesContent = map.sourcesContent.map((text, index) =>
    map.sources[index]!.endsWith('.generated.ts') ? null : text,
  );
  await writeFile(path, JSON.stringify(map));
}
