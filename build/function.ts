// Bundles the function into dist/function/ (git-ignored), the asset of the construct. Run it directly, or let bin/app.ts call
// it before a synth, so that the bundle is never older than its sources.
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { writeLicences } from './licences.ts';
import { builtinsAsUsed, loadApart, nameOf, schemasAsUsed, versionOnly } from './plugins.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const OUTPUT = `${ROOT}dist/function`;

/**
 * Modules that load on first use, so that no other start reads them: the page of reports, and grading and explaining, which
 * synchronous code calls.
 */
const APART = ['core/report/render-page.ts', 'core/files/find-facts.ts'];

/**
 * Bundles the function. The same sources give the same bytes on every machine: the bundle contains no paths or times. Code that
 * several entries share is in separate files, so that it exists once. The clients of SQS and EventBridge and all sources of credentials
 * except the environment are in separate files, too, since the SDK and lambda/aws/clients.ts import them dynamically.
 */
export async function bundleFunction(): Promise<void> {
  const { outputFiles, metafile } = await functionFiles();
  await mkdir(OUTPUT, { recursive: true });
  // modules are written before those that import them
  const files = outputFiles.map(({ path, contents }) => ({ name: basename(path), contents }));
  files.sort((a, b) => Number(b.name.startsWith('shared-')) - Number(a.name.startsWith('shared-')));
  for (const { name, contents } of files) await replace(`${OUTPUT}/${name}`, contents);
  await writeLicences(metafile, OUTPUT);
  await removeOthers(files.map(({ name }) => name));
}

/** Builds the bundle's files. @param plugins that change it, for tests */
export const functionFiles = (...plugins: Plugin[]) =>
  build({
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
    plugins: [...plugins, builtinsAsUsed, schemasAsUsed, versionOnly, loadApart(APART, '.mjs')],
  });

/** Removes modules of earlier builds, which would be deployed with the rest. */
async function removeOthers(written: readonly string[]): Promise<void> {
  const others = (await readdir(OUTPUT)).filter((name) => name.endsWith('.mjs') && !written.includes(name));
  for (const name of others) await rm(`${OUTPUT}/${name}`, { force: true });
}

/** Replaces a file atomically: other processes may be reading it. */
async function replace(path: string, bytes: Uint8Array): Promise<void> {
  const present = await readFile(path).catch(() => undefined);
  if (present?.equals(bytes)) return;
  const temporary = `${path}.${randomUUID()}`;
  await writeFile(temporary, bytes);
  await rename(temporary, path);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundleFunction();
