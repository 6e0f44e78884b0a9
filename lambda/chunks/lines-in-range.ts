import { LF } from '../../core/files/index.ts';
import type { ByteRange } from '../aws/cloud.ts';

/** The lines that begin in a range of a file, cut out of the file's bytes. */
export interface LinesInRange {
  readonly lines: AsyncGenerator<Uint8Array, void, undefined>;
  /** Offset in the file of the first of them; the range's end if none begins in it. Known once `lines` has yielded or ended. */
  readonly begin: number;
}

/**
 * Every line belongs to the one range that it begins in, wherever a file is cut: the line under the cut goes to the range
 * before it.
 * @param bytes of the file from `readFrom(range)` on, until the reading of `lines` ends or the file does
 */
export function linesInRange(bytes: AsyncIterable<Uint8Array>, range: ByteRange): LinesInRange {
  const found = { begin: range.to, lines: lines() };
  return found;

  async function* lines() {
    let begun = range.from === 0;
    if (begun) found.begin = 0;
    // offset in the file of the piece's first byte
    let at = readFrom(range);
    for await (const piece of bytes) {
      let start = 0;
      if (!begun) {
        const feed = piece.indexOf(LF);
        start = feed < 0 ? piece.length : feed + 1;
        begun = feed >= 0;
        // the first line to begin here belongs to a later range
        if (at + start >= range.to) return;
        if (begun) found.begin = at + start;
      }
      // the last line of the range ends with the first line feed at or after the range's last byte
      const last = piece.indexOf(LF, Math.max(start, range.to - 1 - at));
      const end = last < 0 ? piece.length : last + 1;
      if (end > start) yield piece.subarray(start, end);
      if (last >= 0) return;
      at += piece.length;
    }
  }
}

/** Where to begin reading for a range: one byte early, to see whether a line begins with it. */
export const readFrom = ({ from }: ByteRange): number => Math.max(0, from - 1);
