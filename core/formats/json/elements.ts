import { blankLines, LF, lineEnd, quote, trimmedEnd } from '../shared/bytes.ts';
import { isCommentAt } from '../shared/comments.ts';
import type { JsonState } from './recognise.ts';
import { atStart, Json, scanValue, skipSpace } from './scan.ts';

/** What may come next in an array. */
const Due = { value: 0, valueOrEnd: 1, commaOrEnd: 2, nothing: 3 } as const;
type Due = (typeof Due)[keyof typeof Due];

/** White space before a value that is passed before the value is there: a buffer may not have room for both. */
const MAX_SPACE = 64 * 1024;

/** Steps through the records of a file as its buffers come, by their layout. Everything between them is left alone. */
export class Elements {
  start = 0;
  end = 0;
  /** Line feeds before the record, from where `begin` was told to start. */
  line = 0;
  /** What is wrong, if something is, with the record's place. */
  fault: string | undefined;
  /** Up to where all records have been given. */
  taken = 0;
  readonly #state: JsonState;
  #bytes: Uint8Array = new Uint8Array(0);
  #last = false;
  /** Up to where line feeds have been counted. */
  #counted = 0;
  /** bytes of the front that hold no records and have not come yet */
  #toSkip: number;
  #due: Due;
  #before: { taken: number; due: Due; line: number; counted: number } = {
    taken: 0,
    due: Due.value,
    line: 0,
    counted: 0,
  };

  constructor(state: JsonState, first: boolean) {
    this.#state = state;
    this.#toSkip = first ? state.start : 0;
    this.#due = first ? Due.valueOrEnd : Due.commaOrEnd;
  }

  begin(bytes: Uint8Array, from: number, last: boolean): void {
    this.#bytes = bytes;
    this.#last = last;
    this.taken = this.#counted = from;
    this.line = 0;
    if (this.#toSkip > 0) {
      const skipped = Math.min(this.#toSkip, bytes.length - from);
      this.#toSkip -= skipped;
      this.taken += skipped;
    }
  }

  /** Finds the next record; false if it is not all there. */
  next(): boolean {
    const { taken, line } = this;
    this.#before = { taken, due: this.#due, line, counted: this.#counted };
    this.fault = undefined;
    const found = this.#state.layout === 'lines' ? this.#nextLine() : this.#nextValue();
    if (found) this.#countTo(this.start);
    return found;
  }

  /** Line feeds before the line that comes next; undefined where records are no lines. */
  get nextLine(): number | undefined {
    if (this.#state.layout !== 'lines') return undefined;
    this.#countTo(this.taken);
    return this.line;
  }

  /** Passes over lines that were read elsewhere, to where the next one begins. */
  pass(next: number, lines: number): void {
    this.taken = this.#counted = next;
    this.line += lines;
  }

  /** Line feeds from where `begin` was told to start up to where all records have been given. */
  get lineFeeds(): number {
    this.#countTo(this.taken);
    return this.line;
  }

  #countTo(end: number): void {
    // within these bytes only: to look for a line feed that is far off, for each record, would take longer than all else
    const passed = this.#bytes.subarray(this.#counted, end);
    for (let at = passed.indexOf(LF); at >= 0; at = passed.indexOf(LF, at)) {
      const { next, lineFeeds } = blankLines(passed, at, passed.length);
      this.line += lineFeeds;
      at = next;
    }
    this.#counted = Math.max(this.#counted, end);
  }

  /** Gives the last record back, for the next block. */
  back(): void {
    const { taken, due, line, counted } = this.#before;
    this.taken = taken;
    this.#due = due;
    // line feeds before it are that block's
    this.line = line;
    this.#counted = counted;
  }

  /** Tells that a record has been passed over. */
  passed(): void {
    this.#due = Due.commaOrEnd;
  }

  #nextLine(): boolean {
    const bytes = this.#bytes;
    for (;;) {
      this.taken = blankLines(bytes, this.taken, bytes.length).next;
      const lineFeed = lineEnd(bytes, this.taken);
      const isWhole = lineFeed < bytes.length;
      if (this.taken === bytes.length || (!isWhole && !this.#last)) return false;
      this.start = skipSpace(bytes, this.taken, lineFeed);
      this.end = trimmedEnd(bytes, this.start, lineFeed);
      this.taken = Math.min(lineFeed + 1, bytes.length);
      if (this.start < this.end && !isCommentAt(bytes, this.start)) return true;
    }
  }

  #nextValue(): boolean {
    const bytes = this.#bytes;
    const limit = bytes.length;
    for (;;) {
      const at = skipSpace(bytes, this.taken, limit);
      // the last byte stays until more comes, so that the end of the file finds the reader at work
      if (at >= limit - 1 && !this.#last) return this.#wait(Math.min(at, limit - 1));
      if (at === limit) return this.#atEnd(limit);
      if (this.#due === Due.nothing && this.#state.wrapped) {
        this.taken = this.#last ? limit : limit - 1;
        return false;
      }
      if (this.#state.layout === 'elements' && this.#isPunctuation(bytes[at]!)) {
        const fault = this.#punctuation(bytes[at]!);
        this.taken = at + 1;
        if (fault === undefined) continue;
        return this.#found(at, at + 1, fault);
      }
      const end = scanValue(bytes, at, limit, atStart());
      if (end < 0 && !this.#last) return this.#wait(at);
      const fault = this.#misplaced(at, end < 0 ? limit : end);
      this.taken = end < 0 ? limit : end;
      if (this.#due !== Due.nothing && this.#state.layout === 'elements') this.#due = Due.commaOrEnd;
      return this.#found(at, this.taken, fault);
    }
  }

  /** For a value of which no more is there than what begins at `at`. */
  #wait(at: number): false {
    if (at - this.taken > MAX_SPACE) this.taken = at;
    return false;
  }

  #found(start: number, end: number, fault: string | undefined): true {
    this.start = start;
    this.end = end;
    this.fault = fault;
    return true;
  }

  /** An array that is not closed is told of as a record without bytes. */
  #atEnd(limit: number): boolean {
    this.taken = limit;
    if (this.#state.layout !== 'elements' || this.#due === Due.nothing) return false;
    this.#due = Due.nothing;
    return this.#found(limit, limit, 'expected ] at the end of the array, got the end of the file');
  }

  #isPunctuation(byte: number): boolean {
    return byte === Json.comma || byte === Json.close || (this.#due === Due.nothing && byte === Json.open);
  }

  /** Takes a comma or bracket between records. @returns what is wrong with it */
  #punctuation(byte: number): string | undefined {
    const due = this.#due;
    if (byte === Json.open) {
      // another array after the end of the first
      this.#due = Due.valueOrEnd;
      return undefined;
    }
    const sign = String.fromCharCode(byte);
    if (due === Due.nothing) return `expected the end of the file after the array, got ${sign}`;
    this.#due = byte === Json.comma ? Due.value : Due.nothing;
    const fits = due === Due.commaOrEnd || (due === Due.valueOrEnd && byte === Json.close);
    return fits ? undefined : `expected a record, got ${sign}`;
  }

  #misplaced(start: number, end: number): string | undefined {
    if (this.#state.layout !== 'elements') return undefined;
    if (this.#due === Due.nothing)
      return `expected the end of the file after the array, got ${quote(this.#bytes, start, end)}`;
    return this.#due === Due.commaOrEnd
      ? `expected , or ] after a record, got ${quote(this.#bytes, start, end)}`
      : undefined;
  }
}
