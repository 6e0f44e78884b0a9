// Bundles the command line into dist/cli/ (git-ignored): a hundred small modules take four times as long to load as the
// few files that they make. In the clone, bin/sudoku.js runs the sources instead as soon as one of them is newer.
import { rm, writeFile } from 'node:fs/promises';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { builtinsAsUsed } from './builtins.ts';
import { writeLicences } from './licences.ts';
import { loadApart } from './load-apart.ts';

/** As deep in the tree as the commands' own folder, so that paths relative to a module stay true. */
const OUTPUT = 'dist/cli';

/** commander is CommonJS, whose require an ES module lacks. */
const REQUIRE = `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`;

/** commander can start programs as commands of its own. None is one here, and what starts programs takes its time to load. */
const noPrograms: Plugin = {
  name: 'no-programs',
  setup(bundler) {
    bundler.onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
      importer.includes('/commander/') ? { path: 'child-process', namespace: 'empty' } : undefined,
    );
    bundler.onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: '' }));
  },
};

/** Loaded where they are asked for, which is seldom: what grades and explains, the page of reports. */
const APART = ['core/files/description.ts', 'core/report/render-page.ts'];

const common = {
  entryNames: '[name]',
  outdir: OUTPUT,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22.19',
  minifySyntax: true,
  minifyWhitespace: true,
  metafile: true,
} as const satisfies BuildOptions;

const forSolving = { ...common, plugins: [noPrograms, builtinsAsUsed, loadApart(APART, '.js')] };

await rm(OUTPUT, { recursive: true, force: true });
const parts = [
  // a file by itself: each takes half a millisecond to load
  await build({ ...forSolving, entryPoints: ['bin/sudoku-solve.ts'], splitting: false }),
  // the compile cache is on before the second file
  await build({ ...forSolving, entryPoints: ['bin/solve/solve-worker.js'] }),
  await build({ ...forSolving, entryPoints: APART, plugins: [builtinsAsUsed] }),
  await build({
    ...common,
    entryPoints: ['bin/sudoku.ts', 'bin/threads/task-worker.js'],
    banner: { js: REQUIRE },
    // the embedded cloud starts child processes from files beside its own, and is in the clone alone
    external: ['../../local/*', 'aws-cdk-lib', 'constructs'],
    plugins: [noPrograms],
  }),
];
const metafile = { outputs: {}, inputs: Object.assign({}, ...parts.map((part) => part.metafile.inputs)) };
// packages change when they are installed, and then it is built anew
const sources = Object.keys(metafile.inputs).filter((path) => !/^(node_modules\/|[a-z-]+:)/.test(path));
await writeFile(`${OUTPUT}/sources.json`, JSON.stringify(sources));
await writeLicences(metafile, OUTPUT);
