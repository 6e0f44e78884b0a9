// Bundles the function into dist/function/ (git-ignored), which the construct takes as its asset. By itself, or before a
// synth: bin/app.ts calls it, so that no synth takes a bundle that is older than its sources.
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { writeLicences } from './licences.ts';
import { builtinsAsUsed, loadApart, nameOf } from './plugins.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const OUTPUT = `${ROOT}dist/function`;

/**
 * Loaded where a stack or a file asks for it, so that no other start reads it: the page of reports, and what grades and
 * explains, which is called from the middle of a file.
 */
const APART = ['core/report/render-page.ts', 'core/files/grade-and-explain.ts'];

/**
 * The same sources give the same bytes on every machine: nothing in them tells of paths or times. What several modules share
 * is in modules of its own, and so is there once.
 */
export async function bundleFunction(): Promise<void> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: {
      index: 'lambda/handler.ts',
      direct: 'lambda/direct-handler.ts',
      ...Object.fromEntries(APART.map((path) => [nameOf(path), path])),
    },
    outdir: OUTPUT,
    outExtension: { '.js': '.mjs' },
    chunkNames: 'shared-[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    charset: 'utf8',
    format: 'esm',
    platform: 'node',
    target: 'node24',
    // the SDK is pinned with the rest; the runtime's own copy changes under the function
    mainFields: ['module', 'main'],
    write: false,
    metafile: true,
    plugins: [builtinsAsUsed, loadApart(APART, '.mjs')],
  });
  await mkdir(OUTPUT, { recursive: true });
  // whoever asks for others comes after them
  const files = outputFiles.map(({ path, contents }) => ({ name: basename(path), contents }));
  files.sort((a, b) => Number(b.name.startsWith('shared-')) - Number(a.name.startsWith('shared-')));
  for (const { name, contents } of files) await replace(`${OUTPUT}/${name}`, contents);
  await writeLicences(metafile, OUTPUT);
  await removeOthers(files.map(({ name }) => name));
}

/** A module of an earlier version would be deployed with the rest. */
async function removeOthers(made: readonly string[]): Promise<void> {
  const others = (await readdir(OUTPUT)).filter((name) => name.endsWith('.mjs') && !made.includes(name));
  for (const name of others) await rm(`${OUTPUT}/${name}`, { force: true });
}

/** Others may be reading the file at this moment: they see it as it was or as it is to be. */
async function replace(path: string, bytes: Uint8Array): Promise<void> {
  const present = await readFile(path).catch(() => undefined);
  if (present?.equals(bytes)) return;
  const made = `${path}.${randomUUID()}`;
  await writeFile(made, bytes);
  await rename(made, path);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundleFunction();
