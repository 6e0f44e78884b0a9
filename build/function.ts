// Bundles the function into dist/function/ (git-ignored), which the construct takes as its asset. By itself, or before a
// synth: bin/app.ts calls it, so that no synth takes a bundle that is older than its sources.
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { writeLicences } from './licences.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const OUTPUT = `${ROOT}dist/function`;

/** The page of reports, with its program: loaded where a stack asks for pages, so that no other start reads it. */
const PAGE = 'render-page';

const loadPageApart: Plugin = {
  name: 'load-page-apart',
  setup(bundler) {
    bundler.onResolve({ filter: new RegExp(`/${PAGE}\\.ts$`) }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: `./${PAGE}.mjs`, external: true } : undefined,
    );
  },
};

/** The same sources give the same bytes on every machine: nothing in them tells of paths or times. */
export async function bundleFunction(): Promise<void> {
  const common = {
    absWorkingDir: ROOT,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    // the SDK is pinned with the rest; the runtime's own copy changes under the function
    mainFields: ['module', 'main'],
    write: false,
    metafile: true,
    plugins: [loadPageApart],
  } as const satisfies BuildOptions;
  const handler = await build({ ...common, entryPoints: ['lambda/handler.ts'] });
  const page = await build({ ...common, entryPoints: [`core/report/${PAGE}.ts`] });
  await mkdir(OUTPUT, { recursive: true });
  await replace(`${OUTPUT}/index.mjs`, handler.outputFiles[0]!.contents);
  await replace(`${OUTPUT}/${PAGE}.mjs`, page.outputFiles[0]!.contents);
  const inputs = { ...handler.metafile.inputs, ...page.metafile.inputs };
  await writeLicences({ ...handler.metafile, inputs }, OUTPUT);
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
