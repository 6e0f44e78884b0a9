import type { BrokenRecord } from './block.ts';
import { CR, LF } from './bytes.ts';
import { MAX_RECORD_BYTES } from './format.ts';

/** How far a piece of an overlong line goes: `end` after its line feed, `text` before its line ending. */
export function overlongLine(bytes: Uint8Array): { end: number; text: number; open: boolean } {
  const lineFeed = bytes.indexOf(LF);
  if (lineFeed < 0) return { end: bytes.length, text: bytes.length, open: true };
  const text = lineFeed > 0 && bytes[lineFeed - 1] === CR ? lineFeed - 1 : lineFeed;
  return { end: lineFeed + 1, text, open: false };
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
