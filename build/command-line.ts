// Bundles the command line into bin/generated/ (git-ignored): a hundred small modules take four times as long to load
// as the few files that they make. bin/sudoku.js runs the sources instead as soon as one of them is newer.
import { rm, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';

/** As deep in the tree as the commands' own folder, so that paths relative to a module stay true. */
const OUTPUT = 'bin/generated';

await rm(OUTPUT, { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: ['bin/sudoku.ts', 'bin/solve/worker.js', 'bin/threads/task-worker.js'],
  entryNames: '[name]',
  outdir: OUTPUT,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  // small ones that every command needs are in the bundle; what only `local` needs stays where it is
  external: ['../../local/*', '@aws-sdk/*', '@smithy/*', 'aws-cdk-lib', 'constructs'],
  // commander is CommonJS
  banner: {
    js: "import { createRequire as bundleRequire } from 'node:module'; const require = bundleRequire(import.meta.url);",
  },
  metafile: true,
});
// packages change when they are installed, and then it is built anew
const sources = Object.keys(metafile.inputs).filter((path) => !path.startsWith('node_modules/'));
await writeFile(`${OUTPUT}/sources.json`, JSON.stringify(sources));
