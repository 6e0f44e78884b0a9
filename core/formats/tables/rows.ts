import { BACKSLASH, COMMA, LF, PLUS, QUOTE, ZERO } from '../../kernel/constants.ts';
import type { Explanation } from '../../solver/explain.ts';
import type { GradedExplanation } from '../../solver/grade/rating.ts';
import { isRated, type Rating, ratingJson, ratingTexts } from '../../solver/grade/rating.ts';
import { AT_LIMIT, AT_LIMIT_MEMBER, STATUSES } from '../shared/markers.ts';

/** One row of a table. The writer fills the same object again and again. */
export interface Row {
  /** What the file calls the record; undefined in tables that do without. */
  id: string | undefined;
  /** Of the puzzle, 1 for the file's first record; undefined in tables that do without. */
  number: number | undefined;
  /** Printable ASCII, one symbol a cell; undefined where the record is no puzzle. */
  puzzle: Uint8Array | undefined;
  /** What stands in place of a puzzle. */
  raw: string;
  /** As {@link puzzle}, or undefined if there is none. */
  solution: Uint8Array | undefined;
  /** A Status code. */
  status: number;
  /** Solutions found; undefined in a list of them, which does not know it yet. */
  count: number | undefined;
  /** Whether the count stopped there, or the list before this row, which is no solution. */
  atLimit: boolean;
  guesses: number | undefined;
  explanation: Explanation | GradedExplanation | undefined;
  /** Of a puzzle that was to be graded and could be. */
  rating: Rating | undefined;
}

/** What the rows of a table hold beside puzzle, solution and status. */
export interface Columns {
  /** The number of the puzzle: only then does a row not stand by itself. */
  readonly numbered: boolean;
  /** Each row is one of the solutions of its puzzle, not a puzzle: no count, no guesses. */
  readonly listed: boolean;
  /** Each row tells how hard its puzzle is. */
  readonly graded: boolean;
  /** Each row begins with what the file calls its record. */
  readonly identified: boolean;
}

/** How rows become bytes. */
export interface RowFormat {
  header(sink: Sink, columns: Columns): void;
  row(sink: Sink, row: Row, columns: Columns): void;
}

/** Comma-separated values as RFC 4180 has them, with a header; lines end in a line feed. */
export const csvRows: RowFormat = { header, row: csvRow };

function header(sink: Sink, { identified, numbered, listed, graded }: Columns): void {
  const columns = [
    identified ? 'id' : [],
    numbered ? 'number' : [],
    'puzzle',
    'solution',
    'status',
    listed ? [] : ['count', 'guesses'],
    graded ? ['er', 'ep', 'ed', 'hardest'] : [],
  ];
  sink.text(`${columns.flat().join(',')}\n`);
}

function csvRow(
  sink: Sink,
  { id, number, puzzle, raw, solution, status, count, atLimit, guesses, rating }: Row,
  { identified, graded }: Columns,
): void {
  if (identified) sink.text(`${quoted(id ?? '')},`);
  if (number !== undefined) {
    sink.number(number);
    sink.byte(COMMA);
  }
  if (puzzle) sink.bytes(puzzle);
  else sink.text(quoted(raw));
  sink.byte(COMMA);
  const told = atLimit && count === undefined ? AT_LIMIT : STATUSES[status]!;
  sink.bytes(solution ?? told);
  sink.byte(COMMA);
  sink.bytes(told);
  if (count !== undefined) {
    sink.byte(COMMA);
    sink.number(count);
    if (atLimit) sink.byte(PLUS);
  }
  if (guesses !== undefined) {
    sink.byte(COMMA);
    sink.number(guesses);
  }
  if (graded) sink.text(`,${ratingFields(rating).join(',')}`);
  sink.byte(LF);
}

function ratingFields(rating: Rating | undefined): string[] {
  if (!rating || !isRated(rating)) return ['', '', '', ''];
  return [...ratingTexts(rating), rating.hardest ?? ''];
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const [BEGIN, NUMBER, PUZZLE, SOLUTION, STATUS, COUNT, GUESSES, GRADE, EXPLAIN, END] = [
  '{',
  '"number":',
  '"puzzle":',
  ',"solution":',
  ',"status":',
  ',"count":',
  ',"guesses":',
  ',"grade":',
  ',"explain":',
  '}\n',
].map((text) => Buffer.from(text)) as [
  Buffer,
  Buffer,
  Buffer,
  Buffer,
  Buffer,
  Buffer,
  Buffer,
  Buffer,
  Buffer,
  Buffer,
];

const IS_AT_LIMIT = Buffer.from(AT_LIMIT_MEMBER);
/** What stays a number. */
const WHOLE = /^(0|[1-9]\d{0,14})$/;

/** JSON Lines: one object a row, in UTF-8. */
export const jsonlRows: RowFormat = { header() {}, row: jsonlRow };

function jsonlRow(sink: Sink, row: Row): void {
  const { rating } = row;
  const { id, number, puzzle, raw, solution, status, count, atLimit, guesses, explanation } = row;
  sink.bytes(BEGIN);
  if (id !== undefined) sink.text(`"id":${WHOLE.test(id) ? id : JSON.stringify(id)},`);
  if (number !== undefined) {
    sink.bytes(NUMBER);
    sink.number(number);
    sink.byte(COMMA);
  }
  sink.bytes(PUZZLE);
  if (puzzle) sink.jsonString(puzzle);
  else sink.text(JSON.stringify(raw));
  sink.bytes(SOLUTION);
  const told = atLimit && count === undefined ? AT_LIMIT : STATUSES[status]!;
  sink.jsonString(solution ?? told);
  sink.bytes(STATUS);
  sink.jsonString(told);
  if (count !== undefined) {
    sink.bytes(COUNT);
    sink.number(count);
    if (atLimit) sink.bytes(IS_AT_LIMIT);
  }
  if (guesses !== undefined) {
    sink.bytes(GUESSES);
    sink.number(guesses);
  }
  if (rating) {
    sink.bytes(GRADE);
    sink.text(JSON.stringify(ratingJson(rating)));
  }
  if (explanation) {
    sink.bytes(EXPLAIN);
    sink.text(JSON.stringify(explanation));
  }
  sink.bytes(END);
}

/** Output is handed on when it is longer. */
const CHUNK_BYTES = 64 * 1024;

/** Gathers output, so that rows can be written without an object each. */
export class Sink {
  #bytes: Uint8Array = Buffer.allocUnsafeSlow(2 * CHUNK_BYTES);
  #length = 0;

  get isFull(): boolean {
    return this.#length >= CHUNK_BYTES;
  }

  /**
   * What has been gathered.
   * @param lent whether it is used before anything else is gathered; else it is the caller's to keep
   */
  take(lent = false): Uint8Array {
    const taken = this.#bytes.subarray(0, this.#length);
    if (!lent) this.#bytes = Buffer.allocUnsafeSlow(2 * CHUNK_BYTES);
    this.#length = 0;
    return taken;
  }

  byte(byte: number): void {
    this.#makeRoom(1);
    this.#bytes[this.#length++] = byte;
  }

  bytes(bytes: Uint8Array): void {
    this.#makeRoom(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  text(text: string): void {
    this.bytes(Buffer.from(text));
  }

  /** A whole number, at least 0. */
  number(value: number): void {
    let digits = 1;
    for (let power = 10; value >= power; power *= 10) digits++;
    this.#makeRoom(digits);
    this.#length += digits;
    for (let at = this.#length - 1, rest = value; digits > 0; digits--, at--) {
      const tens = Math.floor(rest / 10);
      this.#bytes[at] = ZERO + rest - 10 * tens;
      rest = tens;
    }
  }

  /** Printable ASCII as a JSON string. */
  jsonString(ascii: Uint8Array): void {
    this.#makeRoom(2 * ascii.length + 2);
    const bytes = this.#bytes;
    let at = this.#length;
    bytes[at++] = QUOTE;
    for (let i = 0; i < ascii.length; i++) {
      const byte = ascii[i]!;
      if (byte === BACKSLASH || byte === QUOTE) bytes[at++] = BACKSLASH;
      bytes[at++] = byte;
    }
    bytes[at++] = QUOTE;
    this.#length = at;
  }

  #makeRoom(length: number): void {
    const needed = this.#length + length;
    if (needed <= this.#bytes.length) return;
    const wider = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#bytes.length));
    wider.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = wider;
  }
}
