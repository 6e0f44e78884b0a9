import type { BrokenRecord } from './block.ts';
import { bomLength, CR, lineEnd, skipBlanks } from './bytes.ts';
import { isCommentAt } from './comments.ts';

/** The next bytes of a record that is longer than a reader may hold. */
export interface OverlongInput {
  /** From the beginning of the record, or from where the last piece ended. At least two, unless `last`: then perhaps none. */
  readonly bytes: Uint8Array;
  /** Whether they go on with the record of the piece before. */
  readonly continued: boolean;
  /** Whether they begin the file. */
  readonly atFront: boolean;
  /** Whether nothing follows. */
  readonly last: boolean;
  /** Bytes that a record may have. */
  readonly limit: number;
}

/** A piece of such a record: text that stays as it is, or (the first part of) a broken record. */
export interface OverlongPiece {
  readonly bytes: Uint8Array;
  readonly lineFeeds: number;
  readonly broken: readonly BrokenRecord[];
  /** Whether the record goes on after the piece. */
  readonly open: boolean;
}

/** Bytes of a record's first piece: room for a marker, and for both slashes of a comment. */
const MIN_FIRST_PIECE = 16;

/**
 * Passes through lines that are too long to be held, piece by piece. A comment or a blank line stays as it is; any other
 * line is one broken record. Of a record of several lines, only the first line is taken.
 */
export class OverlongLines {
  /** Undefined while only blanks have come. */
  #isComment: boolean | undefined;

  take({ bytes, continued, atFront, last, limit }: OverlongInput): OverlongPiece {
    if (!continued) this.#isComment = undefined;
    const lineFeed = lineEnd(bytes, 0);
    const goesOn = lineFeed === bytes.length && !last;
    let text = lineFeed;
    // a carriage return may be half of a line end
    if (text > 0 && bytes[text - 1] === CR && (goesOn || lineFeed < bytes.length)) text--;
    const broken: BrokenRecord[] = [];
    if (this.#isComment === undefined) {
      const start = skipBlanks(bytes, atFront ? bomLength(bytes) : 0, text);
      if (goesOn && start > 0 && text - start < MIN_FIRST_PIECE) text = start;
      else if (start < text) {
        this.#isComment = isCommentAt(bytes, start);
        const what = goesOn || continued ? 'line' : 'record';
        if (!this.#isComment) broken.push(overlongFault(start, text, limit, what));
      }
    } else if (!this.#isComment && text > 0) {
      broken.push({ ...overlongFault(0, text, limit, 'line'), continued: true });
    }
    return {
      bytes: bytes.subarray(0, goesOn ? text : Math.min(lineFeed + 1, bytes.length)),
      lineFeeds: lineFeed < bytes.length ? 1 : 0,
      broken,
      open: goesOn,
    };
  }
}

/** A record of more than `limit` bytes, which stands from `start` to `end` of a piece. */
export function overlongFault(
  start: number,
  end: number,
  limit: number,
  what: 'line' | 'record',
): BrokenRecord {
  const column = what === 'line' ? limit + 1 : 0;
  return {
    start,
    end,
    line: 0,
    column,
    reason: `expected a ${what} of at most ${limit} bytes, got a longer one`,
  };
}
