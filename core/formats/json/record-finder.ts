import { LF } from '../../kernel/constants.ts';
import { blankLines, isCommentAt, lineEnd, trimmedEnd } from '../shared/bytes.ts';
import { skipSpace } from './scan.ts';

/** How records follow one another: in lines of their own, after white space, or after a comma in an array. */
export type Sequence = 'lines' | 'values' | 'elements';

/** Finds the records of a file, buffer by buffer. Everything between them is preserved. */
export abstract class RecordFinder {
  start = 0;
  end = 0;
  /** Line feeds before the record, counted from the start of the block. */
  line = 0;
  /** The fault, if the record is misplaced. */
  fault: string | undefined;
  /** Offset up to which all records have been found. */
  taken = 0;
  protected bytes: Uint8Array = new Uint8Array(0);
  protected last = false;
  /** offset up to which line feeds have been counted */
  #counted = 0;
  /** bytes left of the file's front without records */
  #toSkip: number;

  constructor(toSkip: number) {
    this.#toSkip = toSkip;
  }

  begin(bytes: Uint8Array, from: number, last: boolean): void {
    this.bytes = bytes;
    this.last = last;
    this.taken = this.#counted = from;
    this.line = 0;
    if (this.#toSkip > 0) {
      const skipped = Math.min(this.#toSkip, bytes.length - from);
      this.#toSkip -= skipped;
      this.taken += skipped;
    }
  }

  /** Finds the next record; false if it is incomplete. */
  abstract next(): boolean;

  /** How the next record follows the last one; undefined if more than a separator can come between them. */
  abstract get sequence(): Sequence | undefined;

  /** Returns the last record, for the next block. */
  abstract back(): void;

  /** Line feeds of the block so far. */
  get lineFeeds(): number {
    this.countTo(this.taken);
    return this.line;
  }

  /** Continues after records that were read elsewhere. */
  moveTo(next: number, lineFeeds: number): void {
    this.taken = this.#counted = next;
    this.line += lineFeeds;
  }

  protected countTo(end: number): void {
    // search within these bytes only: searching for a distant line feed for each record would take longer than all else
    const passed = this.bytes.subarray(this.#counted, end);
    for (let at = passed.indexOf(LF); at >= 0; at = passed.indexOf(LF, at)) {
      const { next, lineFeeds } = blankLines(passed, at, passed.length);
      this.line += lineFeeds;
      at = next;
    }
    this.#counted = Math.max(this.#counted, end);
  }
}

/** Finds records of one line each. */
export class LineFinder extends RecordFinder {
  readonly sequence = 'lines';

  next(): boolean {
    const { bytes } = this;
    for (;;) {
      this.taken = blankLines(bytes, this.taken, bytes.length).next;
      const lineFeed = lineEnd(bytes, this.taken);
      const isWhole = lineFeed < bytes.length;
      if (this.taken === bytes.length || (!isWhole && !this.last)) return false;
      this.start = skipSpace(bytes, this.taken, lineFeed);
      this.end = trimmedEnd(bytes, this.start, lineFeed);
      this.taken = Math.min(lineFeed + 1, bytes.length);
      if (this.start === this.end || isCommentAt(bytes, this.start)) continue;
      this.countTo(this.start);
      return true;
    }
  }

  back(): void {
    this.taken = this.start;
  }
}
