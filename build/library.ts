// Builds the library into dist/library/ (for Node) and dist/browser/, with source maps, and its declarations into
// dist/types/ (all git-ignored). The package contains core/ in this form only.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { type BuildOptions, build } from 'esbuild';
import { FOR_BROWSERS } from './browser.ts';
import { writeDeclarations } from './declarations.ts';
import { writeLicences } from './licences.ts';

/**
 * Additional entries, whose code esbuild puts into separate files. index.js then only re-exports, so that the bundle of a
 * program that only imports `solve` contains no formats.
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
  ...FOR_BROWSERS,
  entryPoints: { index: 'core/browser.ts', ...APART },
});
await writeDeclarations(['core/index.ts', 'core/browser.ts'], 'dist/types', '.js');

/**
 * Adds a module that throws an error if Node is too old, and imports it first. Bundlers drop it, since the package declares
 * that it has no side effects.
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
  // in the first line, so that the source map remains valid
  await writeFile(index, `import './check-node.js'; ${await readFile(index, 'utf8')}`);
}

async function library(outdir: string, options: BuildOptions): Promise<void> {
  await rm(outdir, { recursive: true, force: true });
  const { metafile } = await build({ ...common, ...options, outdir });
  await writeLicences(metafile!, outdir);
  for (const path of Object.keys(metafile!.outputs)) if (path.endsWith('.map')) await removeKernels(path);
  for (const name of Object.keys(options.entryPoints!).filter((entry) => entry !== 'index')) {
    for (const ending of ['js', 'js.map']) await rm(`${outdir}/${name}.${ending}`);
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
