import { LF } from '../../core/files/index.ts';
import type { ByteRange } from '../aws/cloud.ts';

/** The lines that begin in a range of a file, cut out of the file's bytes. */
export interface LinesInRange {
  /** Offset in the file of the first of them; the range's end if none begins in it. */
  readonly begin: number;
  /** To be iterated, which ends the reading. */
  readonly lines: AsyncGenerator<Uint8Array, void, undefined>;
}

/** A piece of the file that holds the beginning of a line, or ends where one begins. */
interface Piece {
  readonly bytes: Uint8Array;
  /** offset in the file of its first byte */
  readonly at: number;
  /** in the piece, of the line */
  readonly start: number;
}

/**
 * Every line belongs to the one range that it begins in, wherever a file is cut: the line under the cut goes to the range
 * before it.
 * @param bytes of the file from `readFrom(range)` on, until the reading of `lines` ends or the file does
 * @returns once it is read where they begin
 */
export async function linesInRange(
  bytes: AsyncIterable<Uint8Array>,
  range: ByteRange,
): Promise<LinesInRange> {
  const pieces = bytes[Symbol.asyncIterator]();
  const first = await firstIn(pieces, range);
  return { begin: first ? first.at + first.start : range.to, lines: linesFrom(pieces, first, range) };
}

/** undefined if no line begins in the range */
async function firstIn(pieces: AsyncIterator<Uint8Array>, range: ByteRange): Promise<Piece | undefined> {
  for (let at = readFrom(range); ; ) {
    const next = await pieces.next();
    if (next.done) return undefined;
    const bytes = next.value;
    const feed = range.from === 0 ? -1 : bytes.indexOf(LF);
    if (range.from === 0 || feed >= 0) {
      // the first line to begin here may belong to a later range
      return at + feed + 1 < range.to ? { bytes, at, start: feed + 1 } : undefined;
    }
    at += bytes.length;
    if (at >= range.to) return undefined;
  }
}

async function* linesFrom(
  pieces: AsyncIterator<Uint8Array>,
  first: Piece | undefined,
  range: ByteRange,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    if (!first) return;
    let { bytes, at, start } = first;
    for (;;) {
      // the last line of the range ends with the first line feed at or after the range's last byte
      const last = bytes.indexOf(LF, Math.max(start, range.to - 1 - at));
      const end = last < 0 ? bytes.length : last + 1;
      if (end > start) yield bytes.subarray(start, end);
      if (last >= 0) return;
      at += bytes.length;
      const next = await pieces.next();
      if (next.done) return;
      bytes = next.value;
      start = 0;
    }
  } finally {
    await pieces.return?.();
  }
}

/** Where to begin reading for a range: one byte early, to see whether a line begins with it. */
export const readFrom = ({ from }: ByteRange): number => Math.max(0, from - 1);
