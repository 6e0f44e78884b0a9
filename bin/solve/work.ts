import { parentPort } from 'node:worker_threads';
import { RejectedFile } from '../../core/files/index.ts';
import { PartWriter } from './part-writer.ts';
import type { Done, FromThread, ToThread, Work } from './protocol.ts';
import { openSession, type Session } from './session.ts';

/** Files in the middle of something. */
const sessions = new Map<number, Session>();
const writer = new PartWriter((part) => post({ part }));

async function solve({ file, plan, first, buffer, length, continues }: Work): Promise<Done> {
  const session = sessions.get(file) ?? openSession(plan, first);
  sessions.delete(file);
  let since = performance.now();
  let milliseconds = 0;
  for await (const piece of session.solve(new Uint8Array(buffer, 0, length), !continues)) {
    milliseconds += performance.now() - since;
    await writer.write(piece, buffer.byteLength); // may wait for whoever takes our output
    since = performance.now();
  }
  milliseconds += performance.now() - since;
  if (continues) sessions.set(file, session);
  return { buffer, tally: session.tally, milliseconds };
}

async function answer(work: Work): Promise<void> {
  try {
    const done = await solve(work);
    post({ part: writer.rest(), done });
  } catch (error) {
    if (!(error instanceof RejectedFile)) throw error;
    post({ part: writer.rest(), rejected: { message: error.message, line: error.line } });
  }
}

function post(message: FromThread): void {
  const buffers = [message.part?.buffer, message.done?.buffer];
  parentPort!.postMessage(
    message,
    buffers.filter((buffer) => buffer !== undefined),
  );
}

let last = Promise.resolve();
parentPort!.on('message', (message: ToThread) => {
  if ('return' in message) writer.give(message.return.buffer);
  else last = last.then(() => answer(message.work));
});
