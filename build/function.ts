// Bundles the function into dist/function/ (git-ignored), which the construct takes as its asset. By itself, or before a
// synth: bin/app.ts calls it, so that no synth takes a bundle that is older than its sources.
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { writeLicences } from './licences.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const OUTPUT = `${ROOT}dist/function`;

/** Loaded where a stack asks for it, so that no other start reads it: the page of reports. */
const APART = ['core/report/render-page.ts'];

const bundledName = (path: string) => `${basename(path, '.ts')}.mjs`;

const loadApart: Plugin = {
  name: 'load-apart',
  setup(bundler) {
    for (const path of APART) {
      bundler.onResolve({ filter: new RegExp(`/${basename(path, '.ts')}\\.ts$`) }, ({ kind }) =>
        kind === 'dynamic-import' ? { path: `./${bundledName(path)}`, external: true } : undefined,
      );
    }
  },
};

/** The same sources give the same bytes on every machine: nothing in them tells of paths or times. */
export async function bundleFunction(): Promise<void> {
  const common = {
    absWorkingDir: ROOT,
    bundle: true,
    minify: true,
    charset: 'utf8',
    format: 'esm',
    platform: 'node',
    target: 'node24',
    // the SDK is pinned with the rest; the runtime's own copy changes under the function
    mainFields: ['module', 'main'],
    write: false,
    metafile: true,
    plugins: [loadApart],
  } as const satisfies BuildOptions;
  const handler = await build({ ...common, entryPoints: ['lambda/handler.ts'] });
  await mkdir(OUTPUT, { recursive: true });
  const inputs = { ...handler.metafile.inputs };
  for (const path of APART) {
    const module = await build({ ...common, entryPoints: [path] });
    await replace(`${OUTPUT}/${bundledName(path)}`, module.outputFiles[0]!.contents);
    Object.assign(inputs, module.metafile.inputs);
  }
  // last: it asks for the others
  await replace(`${OUTPUT}/index.mjs`, handler.outputFiles[0]!.contents);
  await writeLicences({ ...handler.metafile, inputs }, OUTPUT);
  await removeOthers();
}

/** A module of an earlier version would be deployed with the rest. */
async function removeOthers(): Promise<void> {
  const made = ['index.mjs', ...APART.map(bundledName)];
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
