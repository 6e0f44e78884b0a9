import {
  COUNT_START,
  FIELDS,
  PUZZLE_START,
  QUOTE,
  ROW_END,
  SOLUTION_START,
  STATUS_START,
} from '../../kernel/constants.ts';
import { anyOf, boolean, count, integer, members, optional } from '../../options/shape.ts';
import type { BatchResult } from '../../solver/engine.ts';
import { erText, isRated } from '../../solver/grade/rating.ts';
import { earlierResult, type RecordLayout } from '../records/table.ts';
import { type RecordResult, RecordWriter } from '../records/writer.ts';
import { alphabetNames, symbolsBySize } from '../shared/alphabet.ts';
import { type Block, type BrokenRecord, recordFront } from '../shared/block.ts';
import { bomLength, skipBlanks } from '../shared/bytes.ts';
import type { Format, OutputOptions } from '../shared/format.ts';
import { isStatusOrBlank, STATUSES } from '../shared/markers.ts';
import type { Splicer } from '../shared/splicer.ts';
import { CsvReader } from './reader.ts';
import { type CsvState, recogniseCsv, textRows } from './recognise.ts';

/** Number of a column; -1 for none. */
const column = integer(-1, Number.MAX_SAFE_INTEGER);

/** Tables: fields separated by commas, semicolons, tabs or pipes, usually with a header. */
export const csv: Format<CsvState, RecordLayout> = {
  name: 'csv',
  recognise: recogniseCsv,
  state: members<CsvState>({
    alphabets: symbolsBySize,
    empties: optional(symbolsBySize),
    delimiter: integer(0, 127),
    header: boolean,
    columns: count,
    puzzle: count,
    solution: column,
    status: column,
    count: column,
    rating: optional(column),
    multiline: boolean,
    separated: optional(anyOf(true)),
    id: optional(column),
    ruled: optional(anyOf(true)),
  }),
  splittable: ({ multiline }) => !multiline,
  holds: ['first', 'unique', 'count'],
  alphabets: alphabetNames,
  ids: ({ id, delimiter }) => {
    if (id === undefined) return undefined;
    const sign = String.fromCharCode(delimiter);
    return (block, record) => textRows(recordFront(block, record), sign, 1).rows[0]?.fields[id];
  },
  columns: describeColumns,
  hasRatings: ({ rating }) => rating !== undefined,
  earlierResult,
  reader: (state, options, first) => new CsvReader(state, options, first),
  writer: (state, options) => new CsvWriter(state, options),
};

function describeColumns({ header, columns, delimiter }: CsvState, front: Uint8Array): string {
  const separator = String.fromCharCode(delimiter);
  if (!header) return `of ${columns} fields separated by ${JSON.stringify(separator)}, without a header`;
  const text = Buffer.from(front.subarray(bomLength(front))).toString();
  const names = textRows(text, separator, 1).rows[0]?.fields ?? [];
  return `with the columns ${names.join(separator)}`;
}

const QUOTE_TEXT = Buffer.from('"');
const NOTHING = new Uint8Array(0);

type FilledRole = 'solution' | 'status' | 'count' | 'rating';

/** Texts of the columns that a result fills. */
interface RowValues {
  /** Undefined if the file's own solution is preserved. */
  solution: Uint8Array | undefined;
  status: Uint8Array;
  /** Undefined unless solutions are counted. */
  count: Uint8Array | undefined;
  /** Undefined if the puzzle has no rating. */
  rating: Uint8Array | undefined;
}

/** Fills the columns of the result, or adds them after the last column. */
class CsvWriter extends RecordWriter {
  readonly #state: CsvState;
  readonly #delimiter: Uint8Array;
  /** statuses after a delimiter: all that most rows add */
  readonly #statuses: ReadonlyMap<Uint8Array, Uint8Array>;
  readonly #counted: boolean;
  readonly #limit: number;
  /** whether the file has a column for ratings, and they are requested */
  readonly #graded: boolean;
  /** the columns that the file has, from left to right, and those that are added */
  readonly #present: readonly FilledRole[];
  readonly #added: readonly FilledRole[];
  protected override readonly writesPlainly: boolean;

  constructor(state: CsvState, { solutions, limit, grade }: OutputOptions) {
    super();
    this.#state = state;
    this.#delimiter = Uint8Array.of(state.delimiter);
    this.#statuses = new Map(STATUSES.map((status) => [status, Buffer.concat([this.#delimiter, status])]));
    this.#counted = solutions === 'count';
    this.#limit = limit;
    const roles: FilledRole[] = this.#counted ? ['solution', 'status', 'count'] : ['solution', 'status'];
    this.#added = roles.filter((role) => this.#columnOf(role) < 0);
    this.#graded = grade && this.#columnOf('rating') >= 0;
    this.#present = [...roles, ...(this.#graded ? (['rating'] as const) : [])]
      .filter((role) => this.#columnOf(role) >= 0)
      .sort((a, b) => this.#columnOf(a) - this.#columnOf(b));
    this.writesPlainly = !this.#counted && !this.#graded;
  }

  protected override writeRecord(
    splicer: Splicer,
    block: Block<RecordLayout>,
    slot: number,
    record: number | BrokenRecord,
    { status, isPreserved, solution }: RecordResult,
    { counts, ratings }: BatchResult,
  ): void {
    const isPuzzle = typeof record === 'number';
    const count = isPuzzle ? counts[record] : undefined;
    const rating = isPuzzle && this.#graded ? ratings?.[record] : undefined;
    this.#writeRow(splicer, block, slot, isPuzzle ? block.starts[record]! : record.start, {
      solution: isPreserved ? undefined : (solution ?? STATUSES[status]!),
      status: STATUSES[status]!,
      count: this.#counted ? this.#countText(count) : undefined,
      rating: rating && isRated(rating) ? Buffer.from(erText(rating)) : undefined,
    });
  }

  #countText(count: number | undefined): Uint8Array {
    return Buffer.from(count === undefined ? '' : count > this.#limit ? `${this.#limit}+` : `${count}`);
  }

  #columnOf(role: FilledRole): number {
    return this.#state[role] ?? -1;
  }

  /** @param from offset of the row */
  #writeRow(
    splicer: Splicer,
    { bytes, layout }: Block<RecordLayout>,
    slot: number,
    from: number,
    values: RowValues,
  ): void {
    const { slots } = layout;
    const fields = slots[slot + FIELDS]!;
    // added fields are quoted if the puzzle is
    const isQuoted = bytes[slots[slot + PUZZLE_START]! - 1] === QUOTE;
    for (const role of this.#present) {
      // the fields of a row that is too long have no known meaning
      if (this.#columnOf(role) >= fields || fields > this.#state.columns) break;
      const value = values[role];
      if (!value) continue;
      const [start, end] =
        role === 'rating'
          ? fieldAt(bytes, from, slots[slot + ROW_END]!, this.#columnOf(role), this.#state.delimiter)
          : [slots[slot + STARTS[role]]!, slots[slot + STARTS[role] + 1]!];
      // other statuses and ratings are the user's
      if (role === 'status' && !isStatusOrBlank(bytes, start, end)) continue;
      if (role === 'rating' && skipBlanks(bytes, start, end) < end) continue;
      const needsQuotes = role === 'solution' && isQuoted && bytes[start - 1] !== QUOTE;
      splicer.replace(start, end, NOTHING);
      putValue(splicer, value, needsQuotes);
    }
    splicer.copyTo(slots[slot + ROW_END]!);
    for (let column = fields; column < this.#state.columns; column++) {
      const role = this.#present.find((present) => this.#columnOf(present) === column);
      splicer.insert(this.#delimiter);
      putValue(splicer, (role && values[role]) ?? NOTHING, isQuoted);
    }
    for (const role of this.#added) {
      if (role === 'status' && !isQuoted) splicer.insert(this.#statuses.get(values.status)!);
      else {
        splicer.insert(this.#delimiter);
        putValue(splicer, values[role] ?? NOTHING, isQuoted);
      }
    }
  }

  protected override writeHeader(splicer: Splicer, { bytes, layout }: Block<RecordLayout>): void {
    const end = layout.slots[ROW_END]!;
    splicer.copyTo(end);
    const isQuoted = bytes[end - 1] === QUOTE;
    for (const role of this.#added) {
      splicer.insert(this.#delimiter);
      putValue(splicer, Buffer.from(role), isQuoted);
    }
  }
}

const STARTS = { solution: SOLUTION_START, status: STATUS_START, count: COUNT_START } as const;

function putValue(splicer: Splicer, value: Uint8Array, inQuotes: boolean): void {
  if (inQuotes) splicer.insert(QUOTE_TEXT);
  splicer.insert(value);
  if (inQuotes) splicer.insert(QUOTE_TEXT);
}

/** Start and end of a field, without its quotes, of a row from `from` to `rowEnd` that has enough fields. */
function fieldAt(
  bytes: Uint8Array,
  from: number,
  rowEnd: number,
  column: number,
  delimiter: number,
): [number, number] {
  let at = from;
  for (let i = 0; ; i++, at++) {
    const isQuoted = bytes[at] === QUOTE;
    const start = isQuoted ? at + 1 : at;
    let end = start;
    if (isQuoted) while (bytes[end] !== QUOTE || bytes[++end] === QUOTE) end++;
    else while (end < rowEnd && bytes[end] !== delimiter) end++;
    if (i === column) return [start, isQuoted ? end - 1 : end];
    for (at = end; at < rowEnd && bytes[at] !== delimiter; at++);
  }
}
