// Stretches of a file that threads read, solve and write by themselves. A result that keeps the places of its puzzles
// can be written in any order: no bytes pass between threads, and none wait for those before them.
import { fstatSync } from 'node:fs';
import { LF, type StreamSolver, type WorkItem } from '../../core/files/index.ts';
import { hasBecomeShorter, readAt, readFullyAt, type WritableFile, writeAt } from '../files/stored-file.ts';

/** A file, with its bytes at first, and its result, which keeps the places of its puzzles. */
export interface Places {
  readonly from: { readonly fd: number; readonly bytes: number };
  readonly to: WritableFile;
}

/** Bytes that are read and written at a time: they stay in the second-level cache of a processor. */
const CHUNK_BYTES = 256 * 1024;

/** Limits of the length of a stretch, without the rest of its last line, unless the puzzles are hard. */
const MIN_BYTES = 256 * 1024;
const MAX_BYTES = 8 * 1024 * 1024;

/** Bytes in which a line end is searched at a time. */
const SEARCH_BYTES = 4096;

/**
 * Cuts a file into stretches that end with lines, in order and without gaps, up to its end at that time.
 * @param front bytes that stay in one piece
 * @param target returns the preferred bytes of the next stretch, at least 1
 * @param threads that solve; towards the end of the file, stretches become shorter, so that all threads end at about the same time
 * @throws RejectedFile if the file has become shorter
 */
export async function* stretches(
  { fd, bytes }: Places['from'],
  front: number,
  target: () => number,
  threads = 1,
): AsyncGenerator<WorkItem> {
  const searched = Buffer.allocUnsafeSlow(SEARCH_BYTES);
  for (let at = 0, isEnded = false; !isEnded; ) {
    const least = at === 0 ? front : 1;
    let { size: end } = fstatSync(fd);
    if (end < bytes) throw hasBecomeShorter(bytes, end);
    const share = Math.max(MIN_BYTES, Math.round((end - at) / (2 * threads)));
    const wanted = Math.max(least, Math.min(target(), share, MAX_BYTES));
    let from = at + wanted - 1;
    // a file that grows meanwhile may end within a line
    isEnded = true;
    while (from < end && isEnded) {
      const bytesRead = readAt(fd, searched, 0, from);
      if (bytesRead === 0) break;
      const lineFeed = searched.subarray(0, bytesRead).indexOf(LF);
      isEnded = lineFeed < 0;
      from += isEnded ? bytesRead : lineFeed + 1;
    }
    if (!isEnded) end = from;
    if (end > at) yield { buffer: new ArrayBuffer(0), at, length: end - at, continues: false };
    at = end;
  }
}

/** of this thread */
let chunk: Uint8Array | undefined;

/**
 * Solves a stretch of a file and writes its result, up to where the session is interrupted.
 * @param turn called often; the solver waits for the promise that it returns
 * @throws RejectedFile, FailureError
 */
export async function solveStretch(
  session: StreamSolver,
  { from, to }: Places,
  { at: start, length }: { readonly at: number; readonly length: number },
  turn?: () => Promise<void> | undefined,
): Promise<void> {
  chunk ??= Buffer.allocUnsafeSlow(CHUNK_BYTES);
  const end = start + length;
  let written = start;
  const write = (piece: Uint8Array) => {
    writeAt(to, piece, written);
    written += piece.length;
  };
  for (let at = start; at < end && !session.solved.interrupted; ) {
    // read into the memory of the solver, if it has any, and written from there
    const room = session.room ?? chunk;
    let bytes = room.subarray(0, Math.min(room.length, end - at));
    readFullyAt(from.fd, bytes, at, from.bytes);
    // a line that is cut would be solved by itself
    if (at + bytes.length < end) bytes = bytes.subarray(0, bytes.lastIndexOf(LF) + 1 || bytes.length);
    at += bytes.length;
    for await (const piece of session.take(bytes)) {
      write(piece);
      await turn?.();
    }
  }
  for await (const piece of session.end()) write(piece);
  if (written === end || session.solved.interrupted) return;
  throw new Error(`expected a result of ${length} bytes, got ${written - start}`);
}
