// Bundles the command line into dist/cli/ (git-ignored): a hundred small modules take four times as long to load as the
// few files that they make. In the clone, bin/sudoku.js runs the sources instead as soon as one of them is newer.
import { rm, writeFile } from 'node:fs/promises';
import { build, type Plugin } from 'esbuild';
import { writeLicences } from './licences.ts';

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

await rm(OUTPUT, { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: ['bin/sudoku.ts', 'bin/solve/worker.js', 'bin/threads/task-worker.js'],
  entryNames: '[name]',
  outdir: OUTPUT,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22.19',
  banner: { js: REQUIRE },
  minifySyntax: true,
  minifyWhitespace: true,
  // the embedded cloud starts child processes from files beside its own, and is in the clone alone
  external: ['../../local/*', 'aws-cdk-lib', 'constructs'],
  metafile: true,
  plugins: [noPrograms],
});
// packages change when they are installed, and then it is built anew
const sources = Object.keys(metafile.inputs).filter((path) => !/^(node_modules\/|empty:)/.test(path));
await writeFile(`${OUTPUT}/sources.json`, JSON.stringify(sources));
await writeLicences(metafile, OUTPUT);
