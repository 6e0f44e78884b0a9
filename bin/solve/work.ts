import { parentPort } from 'node:worker_threads';
import { type Reached, RejectedFile, StreamSolver } from '../../core/files/index.ts';
import { ItemOutput } from './item-output.ts';
import { PartWriter } from './part-writer.ts';
import type { Done, FromThread, ToThread, Work } from './protocol.ts';

/** Files in the middle of something. */
const sessions = new Map<number, StreamSolver>();
const writer = new PartWriter((part) => post({ part }));

async function solve({
  file,
  plan,
  first,
  joint,
  listedGuesses,
  buffer,
  length,
  continues,
}: Work): Promise<Done> {
  const onProgress = (reached: Reached) => post({ reached });
  const session = sessions.get(file) ?? new StreamSolver(plan, { first, joint, listedGuesses, onProgress });
  sessions.delete(file);
  const before = session.solved.milliseconds;
  const output = new ItemOutput(buffer, writer);
  for await (const piece of session.take(new Uint8Array(buffer, 0, length))) await output.write(piece);
  for await (const piece of continues ? session.flush() : session.end()) await output.write(piece);
  if (continues) sessions.set(file, session);
  else session.close();
  const { tally, milliseconds } = session.solved;
  return { buffer, taken: length, tally, milliseconds: milliseconds - before, outputLength: output.inPlace };
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

post({ ready: true });
let last = Promise.resolve();
parentPort!.on('message', (message: ToThread) => {
  if ('return' in message) writer.give(message.return.buffer);
  else last = last.then(() => answer(message.work));
});
