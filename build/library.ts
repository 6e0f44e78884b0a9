// Builds the library into dist/library/ (for Node) and dist/browser/, with source maps, and its declarations into
// dist/types/: all git-ignored, all that the package has of core/.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { type BuildOptions, build } from 'esbuild';
import { writeDeclarations } from './declarations.ts';
import { importBuffer } from './import-buffer.ts';
import { writeLicences } from './licences.ts';

/**
 * Entries whose code goes into files of its own, so that index.js has nothing but re-exports: who imports `solve` alone
 * bundles no formats.
 */
const APART = { solver: 'core/solver/index.ts', files: 'core/files/solve-text.ts' };

const common: BuildOptions = {
  bundle: true,
  splitting: true,
  format: 'esm',
  sourcemap: true,
  metafile: true,
};

await library('dist/library', {
  entryPoints: { index: 'core/index.ts', ...APART, stream: 'core/files/solve-stream.ts' },
  platform: 'node',
  target: 'node22.19',
});
await refuseOldNode('dist/library');
await library('dist/browser', {
  entryPoints: { index: 'core/browser.ts', ...APART },
  platform: 'browser',
  target: 'es2024',
  alias: { 'node:zlib': './build/browser/no-zlib.ts' },
  plugins: [importBuffer],
});
await writeDeclarations(['core/index.ts', 'core/browser.ts'], 'dist/types', '.js');

/**
 * Has the library say what it needs where Node is too old for it: in a module of its own, which comes before all others.
 * Bundlers know the package to have no side effects, and leave it out.
 */
async function refuseOldNode(directory: string): Promise<void> {
  const { engines } = JSON.parse(await readFile('package.json', 'utf8')) as { engines: { node: string } };
  const least = engines.node.replace('>=', '');
  const [major, minor] = least.split('.').map(Number);
  const check = `const [major, minor] = process.versions.node.split('.').map(Number);
if (major < ${major} || (major === ${major} && minor < ${minor})) {
  throw new Error(\`sudoku-batch: expected Node ${least} or later, got \${process.versions.node} (\${process.execPath})\`);
}
`;
  await writeFile(`${directory}/check-node.js`, check);
  const index = `${directory}/index.js`;
  // in the same line, so that the source map stays true
  await writeFile(index, `import './check-node.js'; ${await readFile(index, 'utf8')}`);
}

async function library(outdir: string, options: BuildOptions): Promise<void> {
  await rm(outdir, { recursive: true, force: true });
  const { metafile } = await build({ ...common, ...options, outdir });
  await writeLicences(metafile!, outdir);
  for (const path of Object.keys(metafile!.outputs)) if (path.endsWith('.map')) await leaveOutKernels(path);
  for (const name of Object.keys(options.entryPoints!).filter((entry) => entry !== 'index')) {
    for (const ending of ['js', 'js.map']) await rm(`${outdir}/${name}.${ending}`);
  }
}

/** Takes the text of generated modules out of a source map: WebAssembly as base64, which nobody reads and nothing packs. */
async function leaveOutKernels(path: string): Promise<void> {
  const map = JSON.parse(await readFile(path, 'utf8')) as {
    sources: string[];
    sourcesContent: (string | null)[];
  };
  map.sourcesContent = map.sourcesContent.map((text, index) =>
    map.sources[index]!.endsWith('.generated.ts') ? null : text,
  );
  await writeFile(path, JSON.stringify(map));
}
