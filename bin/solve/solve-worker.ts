import { parentPort } from 'node:worker_threads';
import { type Reached, RejectedFile, StreamSolver } from '../../core/files/index.ts';
import type { FromThread, ToThread } from '../threads/thread-pool.ts';
import { ItemOutput, PartWriter, type SolvedItem, type SolveJob } from './solve-job.ts';

/** Sessions of files whose last item continues in the next. */
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
}: SolveJob): Promise<SolvedItem> {
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
  return {
    buffer,
    consumed: length,
    tally,
    milliseconds: milliseconds - before,
    outputLength: output.inPlace,
  };
}

async function run(job: SolveJob): Promise<void> {
  try {
    const done = await solve(job);
    post({ part: writer.rest(), done });
  } catch (error) {
    if (!(error instanceof RejectedFile)) throw error;
    post({ part: writer.rest(), rejected: { message: error.message, line: error.line } });
  }
}

function post(message: FromThread<SolvedItem>): void {
  const buffers = [message.part?.buffer, message.done?.buffer];
  parentPort!.postMessage(
    message,
    buffers.filter((buffer) => buffer !== undefined),
  );
}

post({ ready: true });
let last = Promise.resolve();
parentPort!.on('message', (message: ToThread<SolveJob>) => {
  if ('free' in message) writer.reuse(message.free);
  else last = last.then(() => run(message.job));
});
