import type { BrokenRecord } from './block.ts';
import { CR, LF, skipBlanks } from './bytes.ts';
import { isCommentAt } from './comments.ts';
import { MAX_RECORD_BYTES } from './format.ts';

/** How far a piece of an overlong line goes: `end` after its line feed, `text` before its line ending. */
export function overlongLine(bytes: Uint8Array): { end: number; text: number; open: boolean } {
  const lineFeed = bytes.indexOf(LF);
  if (lineFeed < 0) return { end: bytes.length, text: bytes.length, open: true };
  const text = lineFeed > 0 && bytes[lineFeed - 1] === CR ? lineFeed - 1 : lineFeed;
  return { end: lineFeed + 1, text, open: false };
}

/** Takes a line that is too long to be held piece by piece: all of it is one broken record, or a comment, which stays. */
export class OverlongLines {
  #keeps = false;

  /** @param continued whether the piece goes on with the line of the one before */
  take(bytes: Uint8Array, continued: boolean): OverlongPiece {
    const { end, text, open } = overlongLine(bytes);
    if (!continued) this.#keeps = isCommentAt(bytes, skipBlanks(bytes, 0, text));
    const broken = this.#keeps ? [] : [overlongFault(text, continued)];
    return { bytes: bytes.subarray(0, end), lineFeeds: open ? 0 : 1, broken, open };
  }
}

export interface OverlongPiece {
  readonly bytes: Uint8Array;
  readonly lineFeeds: number;
  readonly broken: readonly BrokenRecord[];
  /** Whether the line goes on. */
  readonly open: boolean;
}

/** The record that such a piece is, of so many bytes of text. */
export function overlongFault(text: number, continued: boolean): BrokenRecord {
  return {
    start: 0,
    end: text,
    line: 0,
    column: MAX_RECORD_BYTES + 1,
    reason: `expected a line of at most ${MAX_RECORD_BYTES} bytes, got a longer one`,
    ...(continued && { continued }),
  };
}
