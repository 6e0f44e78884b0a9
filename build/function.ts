// Bundles the function into dist/function/ (git-ignored), which the construct takes as its asset. By itself, or before a
// synth: bin/app.ts calls it, so that no synth takes a bundle that is older than its sources.
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { writeLicences } from './licences.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const OUTPUT = `${ROOT}dist/function`;

/** The same sources give the same bytes on every machine: nothing in them tells of paths or times. */
export async function bundleFunction(): Promise<void> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: ['lambda/handler.ts'],
    outfile: `${OUTPUT}/index.mjs`,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    // the SDK is pinned with the rest; the runtime's own copy changes under the function
    mainFields: ['module', 'main'],
    write: false,
    metafile: true,
  });
  await mkdir(OUTPUT, { recursive: true });
  const [bundle] = outputFiles;
  await replace(`${OUTPUT}/index.mjs`, bundle!.contents);
  await writeLicences(metafile, OUTPUT);
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
