// Bundles the command line into dist/cli/ (git-ignored) and writes its man page, since a hundred small modules take four times as long to load as a
// few files. In a clone, bin/sudoku.js runs the sources instead if one of them is newer.
import { createHash } from 'node:crypto';
import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { COMMANDS } from '../bin/commands/index.ts';
import { manPage } from '../bin/manual/man-page.ts';
import { programOf } from '../bin/program.ts';
import { writeLicences } from './licences.ts';
import { builtinsAsUsed, loadApart } from './plugins.ts';

/** At the same depth as bin/solve/ and its siblings, so that paths relative to a module remain valid. */
const OUTPUT = 'dist/cli';

/** commander is CommonJS and calls `require`, which ES modules lack. */
const REQUIRE = `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`;

/** commander imports node:child_process for stand-alone subcommands. The command line has none, and loading it takes time. */
const noPrograms: Plugin = {
  name: 'no-programs',
  setup(bundler) {
    bundler.onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
      importer.includes('/commander/') ? { path: 'child-process', namespace: 'empty' } : undefined,
    );
    bundler.onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: '' }));
  },
};

/** Loaded on first use: grading and explaining, and the page of reports. */
const APART = ['core/files/find-facts.ts', 'core/report/render-page.ts'];

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

/** For bin/cli/stored-code.js: each in a single file, in ASCII as esbuild writes by default. A script has no `import()`. */
const scripts = {
  ...common,
  entryPoints: { 'sudoku-solve': 'bin/sudoku-solve.ts', 'solve-thread': 'bin/solve/solve-worker.ts' },
  splitting: false,
  format: 'cjs',
  banner: { js: '(function (require, bundleUrl) {' },
  footer: { js: '})' },
  define: { 'import.meta.url': 'bundleUrl' },
  supported: { 'dynamic-import': false },
  plugins: [noPrograms, builtinsAsUsed, loadApart(APART, '.js')],
} as const satisfies BuildOptions;

/** Replaces bin/solve/solve-worker.js. Code is stored when the thread has solved for a while: it is terminated, without an event. */
const SOLVE_WORKER = `import { runBundle } from './bin/cli/stored-code.js';
runBundle(new URL('solve-thread.js', import.meta.url), (store) => setTimeout(store, 100).unref());`;

await rm(OUTPUT, { recursive: true, force: true });
const parts = [
  await build(scripts),
  await build({
    ...common,
    stdin: { contents: SOLVE_WORKER, resolveDir: '.' },
    outfile: `${OUTPUT}/solve-worker.js`,
    outdir: undefined,
    splitting: false,
  }),
  await build({ ...common, entryPoints: APART, plugins: [builtinsAsUsed] }),
  await build({
    ...common,
    entryPoints: ['bin/sudoku.ts', 'bin/threads/task-worker.js'],
    banner: { js: REQUIRE },
    // the local cloud starts child processes from its own folder and exists in clones only
    external: ['../../local/*', 'aws-cdk-lib', 'constructs'],
    plugins: [noPrograms],
  }),
];
for (const name of Object.keys(scripts.entryPoints)) {
  const path = `${OUTPUT}/${name}.js`;
  const hash = createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
    .slice(0, 16);
  await appendFile(path, `//# hash=${hash}\n`);
}
const metafile = { outputs: {}, inputs: Object.assign({}, ...parts.map((part) => part.metafile.inputs)) };
// without packages: installing them rebuilds the bundle
const sources = Object.keys(metafile.inputs).filter((path) => !/^(node_modules\/|[a-z-]+:|<)/.test(path));
await writeFile(`${OUTPUT}/sources.json`, JSON.stringify(sources));
await writeLicences(metafile, OUTPUT);

await mkdir('dist/man', { recursive: true });
await writeFile('dist/man/sudoku.1', manPage(programOf(COMMANDS.values())));
