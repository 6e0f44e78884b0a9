// Bundles the command line into dist/cli/ (git-ignored) and writes its man page, since a hundred small modules take four times as long to load as a
// few files. In a clone, bin/sudoku.js runs the sources instead if one of them is newer.
import { createHash } from 'node:crypto';
import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { COMMANDS } from '../bin/commands/index.ts';
import { manPage } from '../bin/manual/man-page.ts';
import { programOf } from '../bin/program.ts';
import { writeLicences } from './licences.ts';
import { builtinsAsUsed, loadApart, schemasAsUsed } from './plugins.ts';

/** At the same depth as bin/solve/ and its siblings, so that paths relative to a module remain valid. */
const OUTPUT = 'dist/cli';

/** Some packages are CommonJS and call `require`, which ES modules lack. */
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

/** Modules that import clients of AWS. */
const awsImporters = new Set<string>();

/** Loads the clients of AWS, which are as much code as all the rest, from a file of their own. */
const awsApart: Plugin = {
  name: 'aws-apart',
  setup(bundler) {
    bundler.onResolve({ filter: /^@aws-sdk\// }, ({ importer }) => {
      awsImporters.add(importer);
      return { path: './aws.js', external: true };
    });
  },
};

/** A module with what {@link awsImporters} import. */
async function awsModule(): Promise<string> {
  const packages = new Map<string, string>();
  for (const path of awsImporters) {
    const text = await readFile(path, 'utf8');
    for (const [, names, from] of text.matchAll(/^import \{([^}]*)\} from '(@aws-sdk\/.*)';$/gm)) {
      for (const name of names!.match(/(?<!type )\b(?!type )\w+/g) ?? []) packages.set(name, from!);
    }
  }
  return [...packages].map(([name, from]) => `export { ${name} } from '${from}';`).join('\n');
}

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

/**
 * For bin/cli/stored-code.js: each in a single file, in ASCII as esbuild writes by default. A script has no `import()`. With short
 * names, V8 loads the one with all commands as fast as one with `solve` alone.
 */
const scripts = {
  ...common,
  entryPoints: {
    sudoku: 'bin/sudoku.ts',
    'solve-thread': 'bin/solve/solve-worker.ts',
    'task-thread': 'bin/threads/task-worker.ts',
  },
  splitting: false,
  minifyIdentifiers: true,
  format: 'cjs',
  banner: { js: '(function (require, bundleUrl) {' },
  footer: { js: '})' },
  define: { 'import.meta.url': 'bundleUrl' },
  supported: { 'dynamic-import': false },
  // the local cloud starts child processes from its own folder and exists in clones only
  external: ['../../local/*', 'aws-cdk-lib', 'constructs'],
  plugins: [noPrograms, awsApart, builtinsAsUsed, loadApart(APART, '.js')],
} as const satisfies BuildOptions;

/** A module that is written here, for a file of its own. */
const written = (name: string, contents: string): BuildOptions => ({
  ...common,
  stdin: { contents, resolveDir: '.' },
  outfile: `${OUTPUT}/${name}.js`,
  outdir: undefined,
  splitting: false,
});

/**
 * Replaces bin/solve/solve-worker.js and bin/threads/task-worker.js. Code is stored when the thread has worked for a while: it is
 * terminated, without an event.
 */
const workerOf = (script: keyof typeof scripts.entryPoints) =>
  `import { runBundle } from './bin/cli/stored-code.js';
runBundle(new URL('${script}.js', import.meta.url), '${script.replace('-', '')}', (store) => setTimeout(store, 100).unref());`;

await rm(OUTPUT, { recursive: true, force: true });
const parts = [
  await build(scripts),
  await build(written('solve-worker', workerOf('solve-thread'))),
  await build(written('task-worker', workerOf('task-thread'))),
  await build({
    ...written('aws', await awsModule()),
    banner: { js: REQUIRE },
    mainFields: ['module', 'main'],
    plugins: [builtinsAsUsed, schemasAsUsed],
  }),
  await build({ ...common, entryPoints: APART, plugins: [builtinsAsUsed] }),
];
for (const name of Object.keys(scripts.entryPoints)) {
  const path = `${OUTPUT}/${name}.js`;
  const hash = createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
    .slice(0, 16);
  await appendFile(path, `//# hash=${hash}\n`);
}
const metafile = { outputs: {}, inputs: Object.assign({}, ...parts.map((part) => part.metafile!.inputs)) };
// without packages: installing them rebuilds the bundle
const sources = Object.keys(metafile.inputs).filter((path) => !/^(node_modules\/|[a-z-]+:|<)/.test(path));
await writeFile(`${OUTPUT}/sources.json`, JSON.stringify(sources));
await writeLicences(metafile, OUTPUT);

await mkdir('dist/man', { recursive: true });
await writeFile('dist/man/sudoku.1', manPage(await programOf(COMMANDS.values())));
