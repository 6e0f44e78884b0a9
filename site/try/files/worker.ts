// A worker of the page "Try it": solves pieces of files, and generates puzzles.
import { type FileSolver, openFile, RejectedFile, solveStream } from '../../../core/browser.ts';
import { makePuzzles } from './make-puzzles.ts';
import { type FromWorker, MAX_PARTS, type PieceOfWork, type RangedWork, type ToWorker } from './protocol.ts';
import { rangesOf } from './ranges.ts';

const PART_BYTES = 4 * 1024 * 1024;

let solver: FileSolver | undefined;
/** Parts of output that the page has not received yet. */
let inTransit = 0;
let onTaken: (() => void) | undefined;

async function solve({ plan, first, buffer, length, continues }: PieceOfWork): Promise<void> {
  solver ??= openFile(plan, { first });
  let held: Uint8Array[] = [];
  let bytes = 0;
  const send = async () => {
    await sendPart(held, bytes);
    held = [];
    bytes = 0;
  };
  const take = async (pieces: Iterable<Uint8Array>) => {
    for (const piece of pieces) {
      held.push(piece);
      bytes += piece.length;
      if (bytes >= PART_BYTES) await send();
    }
  };
  await take(solver.take(new Uint8Array(buffer, 0, length)));
  await take(continues ? solver.flush() : solver.end());
  if (bytes > 0) await send();
  post({ kind: 'done', tally: continues ? undefined : solver.tally });
  if (!continues) solver = undefined;
}

async function solveRanged({ plan, blob }: RangedWork): Promise<void> {
  const { tally } = await solveStream(plan, rangesOf(blob), (bytes) => sendPart([bytes], bytes.length));
  post({ kind: 'done', tally });
}

async function sendPart(pieces: readonly Uint8Array[], length: number): Promise<void> {
  const joined = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  // the page may write more slowly than this worker solves
  if (inTransit >= MAX_PARTS) {
    await new Promise<void>((resolve) => {
      onTaken = resolve;
    });
  }
  inTransit++;
  post({ kind: 'part', bytes: joined.buffer }, [joined.buffer]);
}

async function answer(message: Exclude<ToWorker, { kind: 'taken' }>): Promise<void> {
  try {
    if (message.kind === 'solve') return await solve(message);
    if (message.kind === 'solve-ranged') return await solveRanged(message);
    const bytes = makePuzzles(message.seed, message.count);
    post({ kind: 'part', bytes: bytes.buffer }, [bytes.buffer]);
    inTransit++;
    post({ kind: 'done', tally: undefined });
  } catch (error) {
    solver = undefined;
    const { message: text } = error as Error;
    if (error instanceof RejectedFile) post({ kind: 'rejected', message: text, line: error.line });
    else post({ kind: 'failed', message: text });
  }
}

const post = (message: FromWorker, transfer: Transferable[] = []) => self.postMessage(message, { transfer });

let last: Promise<void> = Promise.resolve();
self.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'taken') {
    inTransit--;
    onTaken?.();
    onTaken = undefined;
  } else last = last.then(() => answer(data));
});
