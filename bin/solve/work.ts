import { parentPort } from 'node:worker_threads';
import { type FileSolver, openFile, RejectedFile } from '../../lambda/files/index.ts';
import { PartWriter } from './part-writer.ts';
import type { Done, FromThread, ToThread, Work } from './protocol.ts';

/** Solvers in the middle of something, by file. */
const open = new Map<number, FileSolver>();
const writer = new PartWriter((part) => post({ part }, part.buffer));

async function solve({ file, plan, first, buffer, length, continues }: Work): Promise<Done> {
  const solver = open.get(file) ?? openFile(plan, { first });
  open.delete(file);
  let since = performance.now();
  let milliseconds = 0;
  for (const piece of output(solver, new Uint8Array(buffer, 0, length), continues)) {
    milliseconds += performance.now() - since;
    await writer.write(piece, buffer.byteLength); // may wait for whoever takes our output
    since = performance.now();
  }
  milliseconds += performance.now() - since;
  writer.flush();
  if (continues) open.set(file, solver);
  return { buffer, tally: solver.tally, milliseconds };
}

function* output(solver: FileSolver, bytes: Uint8Array, continues: boolean): Generator<Uint8Array> {
  yield* solver.push(bytes);
  yield* continues ? solver.flush() : solver.end();
}

async function answer(work: Work): Promise<void> {
  try {
    const done = await solve(work);
    post({ done }, done.buffer);
  } catch (error) {
    if (!(error instanceof RejectedFile)) throw error;
    writer.flush();
    post({ rejected: { message: error.message, line: error.line } });
  }
}

function post(message: FromThread, ...transferred: ArrayBuffer[]): void {
  parentPort!.postMessage(message, transferred);
}

let last = Promise.resolve();
parentPort!.on('message', (message: ToThread) => {
  if ('return' in message) writer.give(message.return.buffer);
  else last = last.then(() => answer(message.work));
});
