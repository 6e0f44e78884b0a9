// A thread that solves: it takes work items, and sends their results or writes them into the file by itself.
import { parentPort } from 'node:worker_threads';
import {
  InternalError,
  openStored,
  type Reached,
  RejectedFile,
  rangedState,
  rowContent,
  type StreamSolver,
  zstdPieceContent,
} from '../../core/files/index.ts';
import { FailureError } from '../cli/exit.ts';
import { storedRanges } from '../files/stored-file.ts';
import type { FromThread, ToThread } from '../threads/thread-pool.ts';
import { ItemOutput, PartWriter, type SolvedItem, type SolveJob } from './solve-job.ts';
import { solveStretch } from './stretches.ts';

/** Sessions of files whose last item continues in the next. */
const sessions = new Map<number, StreamSolver>();
const writer = new PartWriter((part) => post({ part }));

async function solve(job: SolveJob): Promise<SolvedItem> {
  const {
    file,
    plan,
    first,
    joint,
    listedGuesses,
    buffer,
    length,
    continues,
    rows,
    stored,
    places,
    at = 0,
  } = job;
  const onProgress = (reached: Reached) => post({ reached });
  const session =
    sessions.get(file) ??
    openStored(plan, { first, joint, listedGuesses, onProgress, rows }, { isContent: stored !== undefined });
  sessions.delete(file);
  const before = session.solved.milliseconds;
  const output = new ItemOutput(buffer, writer);
  if (places) await solveStretch(session, places, { at, length });
  else {
    for await (const bytes of contentOf(job)) {
      for await (const piece of session.take(bytes)) await output.write(piece);
    }
    for await (const piece of continues ? session.flush() : session.end()) await output.write(piece);
  }
  if (continues) sessions.set(file, session);
  else session.close();
  const { tally, milliseconds, facts } = session.solved;
  return {
    buffer,
    consumed: length,
    tally,
    milliseconds: milliseconds - before,
    facts: facts && !continues ? [facts] : [],
    outputLength: output.inPlace,
  };
}

function contentOf(job: SolveJob): AsyncIterable<Uint8Array> | Uint8Array[] {
  const { plan, buffer, length, rows, stored, at = 0 } = job;
  if (!stored) return [new Uint8Array(buffer, 0, length)];
  const ranges = storedRanges(stored);
  if (rows) return rowContent(rangedState(plan)!, ranges, rows);
  return zstdPieceContent(ranges, { from: at, to: at + length });
}

async function run(job: SolveJob): Promise<void> {
  try {
    const done = await solve(job);
    post({ part: writer.rest(), done });
  } catch (error) {
    const part = writer.rest();
    if (error instanceof FailureError) post({ part, failed: error.message });
    else {
      const { message, line } = error instanceof RejectedFile ? error : new InternalError(error);
      const isInternal = !(error instanceof RejectedFile) || error instanceof InternalError;
      post({ part, rejected: { message, line, isInternal } });
    }
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
