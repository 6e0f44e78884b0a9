// node test/surfaces/builds.ts BUILD FROM TO: solves all files of a folder with a build of the library. Results and reasons of
// rejections go to another folder. Receivers take turns: some keep, some transfer, some overwrite the pieces.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type * as Library from '../../core/browser.ts';
import { RECEIVERS } from '../receivers.ts';

// Wrangler makes the import of a kernel a module of WebAssembly
registerHooks({
  load(url, context, next) {
    if (!url.endsWith('.wasm')) return next(url, context);
    const code = readFileSync(fileURLToPath(url)).toString('base64');
    const source = `export default new WebAssembly.Module(Uint8Array.fromBase64?.('${code}') ?? Buffer.from('${code}', 'base64'));`;
    return { format: 'module', source, shortCircuit: true };
  },
});

const [build, from, to] = process.argv.slice(2) as [string, string, string];
const library = (await import(build)) as typeof Library;
const receivers = Object.values(RECEIVERS);
mkdirSync(to);
for (const [i, name] of readdirSync(from).entries()) {
  const receiver = receivers[i % receivers.length]!();
  const { readable, writable, report } = library.solverStream();
  const file = new Blob([readFileSync(join(from, name))]).stream();
  try {
    await Promise.all([
      file.pipeTo(writable),
      (async () => {
        for await (const piece of readable as AsyncIterable<Uint8Array>) receiver.receive(piece);
      })(),
      report,
    ]);
    if (receiver.faults.length > 0) throw new Error(`${name}: ${receiver.faults.join(', ')}`);
    writeFileSync(join(to, name), Buffer.concat(receiver.result()));
  } catch (error) {
    if (!(error instanceof library.RejectedFile)) throw error;
    writeFileSync(join(to, `${name}.rejected`), error.message);
  }
}
