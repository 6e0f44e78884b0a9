// Builds lib/ into dist/cdk/ (git-ignored) for the package: the construct, its declarations, and the package's app.
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { writeDeclarations } from './declarations.ts';
import { bundleFunction } from './function.ts';

const OUTPUT = 'dist/cdk';

/** Replaces import.meta.url, which CommonJS lacks. */
const MODULE_URL = `const moduleUrl = require('node:url').pathToFileURL(__filename).href;`;

await rm(OUTPUT, { recursive: true, force: true });
await bundleFunction();
await build({
  entryPoints: ['lib/package/construct.ts'],
  outfile: `${OUTPUT}/construct.cjs`,
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node22.19',
  sourcemap: true,
  external: ['aws-cdk-lib', 'constructs'],
  banner: { js: MODULE_URL },
  define: { 'import.meta.url': 'moduleUrl' },
});
for (const name of ['index.cjs', 'app.cjs', 'check-peers.cjs']) {
  await copyFile(`lib/package/${name}`, `${OUTPUT}/${name}`);
}
const { context } = JSON.parse(await readFile('cdk.json', 'utf8')) as { context: object };
await writeFile(`${OUTPUT}/feature-flags.json`, `${JSON.stringify({ context }, null, 2)}\n`);
await writeDeclarations(['lib/index.ts'], `${OUTPUT}/types`, '.cjs');
