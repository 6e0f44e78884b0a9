import { blankLines, LF, lineEnd, trimmedEnd } from '../shared/bytes.ts';
import { isCommentAt } from '../shared/comments.ts';
import { skipSpace } from './scan.ts';

/** Steps through the places of the records of a file as its buffers come. Everything between them is left alone. */
export abstract class Places {
  start = 0;
  end = 0;
  /** Line feeds before the record, from where `begin` was told to start. */
  line = 0;
  /** What is wrong, if something is, with the record's place. */
  fault: string | undefined;
  /** Up to where all records have been given. */
  taken = 0;
  protected bytes: Uint8Array = new Uint8Array(0);
  protected last = false;
  /** Up to where line feeds have been counted. */
  #counted = 0;
  /** bytes of the front that hold no records and have not come yet */
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

  /** Finds the next record; false if it is not all there. */
  abstract next(): boolean;

  /** Gives the record found last back, for the next block. */
  abstract back(): void;

  /** Line feeds from where `begin` was told to start up to where all records have been given. */
  get lineFeeds(): number {
    this.countTo(this.taken);
    return this.line;
  }

  /** Goes on behind lines that were read elsewhere. */
  protected moveTo(next: number, lines: number): void {
    this.taken = this.#counted = next;
    this.line += lines;
  }

  protected countTo(end: number): void {
    // within these bytes only: to look for a line feed that is far off, for each record, would take longer than all else
    const passed = this.bytes.subarray(this.#counted, end);
    for (let at = passed.indexOf(LF); at >= 0; at = passed.indexOf(LF, at)) {
      const { next, lineFeeds } = blankLines(passed, at, passed.length);
      this.line += lineFeeds;
      at = next;
    }
    this.#counted = Math.max(this.#counted, end);
  }
}

/** Of records that are a line each. */
export class LinePlaces extends Places {
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

  /** Line feeds before the line that comes next. */
  get nextLine(): number {
    return this.lineFeeds;
  }

  /** Passes over lines that were read elsewhere, to where the next one begins. */
  pass(next: number, lines: number): void {
    this.moveTo(next, lines);
  }
}
