import { QUOTE, SLOTS_OF_RECORD } from '../../kernel/constants.ts';
import { anyOf, boolean, count, integer, members, optional } from '../../options/shape.ts';
import type { BatchResult } from '../../solver/engine.ts';
import { erText, isRated, type Rating } from '../../solver/grade/rating.ts';
import { symbolsBySize } from '../records/recognise.ts';
import { Slot } from '../records/slots.ts';
import { earlierResult, type RecordLayout } from '../records/table.ts';
import { type Answer, AnswerWriter, RecordRuns } from '../records/writer.ts';
import { alphabetNames } from '../shared/alphabet.ts';
import { type Block, type BrokenRecord, puzzleRuns, recordText } from '../shared/block.ts';
import { bomLength, skipBlanks } from '../shared/bytes.ts';
import type { Format, OutputOptions, Writer } from '../shared/format.ts';
import { isStatusOrBlank, STATUSES } from '../shared/markers.ts';
import { noRoomYet, Splicer } from '../shared/splicer.ts';
import { csvReader } from './reader.ts';
import { type CsvState, recogniseCsv, textRows } from './recognise.ts';

/** Number of a column; -1 for none. */
const column = integer(-1, Number.MAX_SAFE_INTEGER);

/** Tables: fields parted by commas, semicolons, tabs or pipes, with a header in most cases. */
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
    return (block, record) => textRows(recordText(block, record), sign, 1).rows[0]?.fields[id];
  },
  columns: describeColumns,
  hasRatings: ({ rating }) => rating !== undefined,
  earlierResult,
  reader: csvReader,
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

/** What a row gets. */
interface RowAnswer {
  /** Undefined where the file's own stays. */
  solution: Uint8Array | undefined;
  status: Uint8Array;
  /** Undefined unless solutions are counted. */
  count: Uint8Array | undefined;
  /** Undefined where there is none to tell, or nothing is graded. */
  rating: Uint8Array | undefined;
}

/** Fills the columns for the answer, or adds them after the last one; all other bytes stay. */
export class CsvWriter implements Writer<RecordLayout> {
  readonly #state: CsvState;
  readonly #delimiter: Uint8Array;
  /** statuses with the delimiter before them: nearly all that most rows get */
  readonly #statuses: ReadonlyMap<Uint8Array, Uint8Array>;
  readonly #counted: boolean;
  readonly #limit: number;
  /** whether the file has a column for ratings that is to be filled */
  readonly #graded: boolean;
  readonly #answers = new AnswerWriter();
  readonly #room = noRoomYet();
  /** the columns that the file has, from left to right, and those that it lacks */
  readonly #present: readonly FilledRole[];
  readonly #added: readonly FilledRole[];

  constructor(state: CsvState, { solutions, limit, grade }: OutputOptions) {
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
  }

  *batch(block: Block<RecordLayout>, result: BatchResult, lent = false): Generator<Uint8Array> {
    const { bytes, layout } = block;
    const splicer = new Splicer(bytes, 0, bytes.length, lent ? this.#room : undefined);
    if (block.isHeader) this.#writeHeader(splicer, block);
    const isPlain = layout.kind?.digits && !this.#counted && !this.#graded;
    const runs = isPlain ? new RecordRuns(block, result, true) : undefined;
    const whole = lent ? runs?.whole() : undefined;
    if (whole) {
      yield whole;
      return;
    }
    let slot = 0;
    for (const { first, limit, broken } of puzzleRuns(block)) {
      for (let p = first; p < limit; ) {
        const written = runs?.write(splicer, p, limit, slot) ?? 0;
        if (written === 0) this.#writeRecord(splicer, block, result, p, slot);
        const rows = Math.max(written, 1);
        p += rows;
        slot += rows * SLOTS_OF_RECORD;
      }
      if (broken) {
        this.#writeRecord(splicer, block, result, broken, slot);
        slot += SLOTS_OF_RECORD;
      }
    }
    yield splicer.finish();
  }

  #writeRecord(
    splicer: Splicer,
    block: Block<RecordLayout>,
    result: BatchResult,
    record: number | BrokenRecord,
    slot: number,
  ): void {
    if (block.layout.slots[slot + Slot.untouched] !== 0) return;
    const answer = this.#answers.answer(block, result, record, slot);
    const isPuzzle = typeof record === 'number';
    const count = isPuzzle ? result.counts[record] : undefined;
    const rating = isPuzzle && this.#graded ? result.ratings?.[record] : undefined;
    const from = isPuzzle ? block.starts[record]! : record.start;
    this.#writeRow(splicer, block, slot, from, this.#rowAnswer(answer, count, rating));
  }

  #rowAnswer(
    { status, stays, solution }: Answer,
    count: number | undefined,
    rating: Rating | undefined,
  ): RowAnswer {
    return {
      solution: stays ? undefined : (solution ?? STATUSES[status]!),
      status: STATUSES[status]!,
      count: this.#counted
        ? Buffer.from(count === undefined ? '' : count > this.#limit ? `${this.#limit}+` : `${count}`)
        : undefined,
      rating: rating && isRated(rating) ? Buffer.from(erText(rating)) : undefined,
    };
  }

  #columnOf(role: FilledRole): number {
    return this.#state[role] ?? -1;
  }

  /** @param from where the row begins */
  #writeRow(
    splicer: Splicer,
    { bytes, layout }: Block<RecordLayout>,
    slot: number,
    from: number,
    answer: RowAnswer,
  ): void {
    const { slots } = layout;
    const fields = slots[slot + Slot.fields]!;
    // what is added to a row is quoted as its puzzle is
    const isQuoted = bytes[slots[slot + Slot.puzzleStart]! - 1] === QUOTE;
    for (const role of this.#present) {
      // in a row that is too long, nobody knows what the fields are
      if (this.#columnOf(role) >= fields || fields > this.#state.columns) break;
      const value = answer[role];
      if (!value) continue;
      const [start, end] =
        role === 'rating'
          ? fieldAt(bytes, from, slots[slot + Slot.rowEnd]!, this.#columnOf(role), this.#state.delimiter)
          : [slots[slot + STARTS[role]]!, slots[slot + STARTS[role] + 1]!];
      // somebody else's status or rating is not ours to change
      if (role === 'status' && !isStatusOrBlank(bytes, start, end)) continue;
      if (role === 'rating' && skipBlanks(bytes, start, end) < end) continue;
      const wantsQuotes = role === 'solution' && isQuoted && bytes[start - 1] !== QUOTE;
      splicer.replace(start, end, NOTHING);
      putValue(splicer, value, wantsQuotes);
    }
    splicer.copyTo(slots[slot + Slot.rowEnd]!);
    for (let column = fields; column < this.#state.columns; column++) {
      const role = this.#present.find((present) => this.#columnOf(present) === column);
      splicer.insert(this.#delimiter);
      putValue(splicer, (role && answer[role]) ?? NOTHING, isQuoted);
    }
    for (const role of this.#added) {
      if (role === 'status' && !isQuoted) splicer.insert(this.#statuses.get(answer.status)!);
      else {
        splicer.insert(this.#delimiter);
        putValue(splicer, answer[role] ?? NOTHING, isQuoted);
      }
    }
  }

  #writeHeader(splicer: Splicer, { bytes, layout }: Block<RecordLayout>): void {
    const end = layout.slots[Slot.rowEnd]!;
    splicer.copyTo(end);
    const isQuoted = bytes[end - 1] === QUOTE;
    for (const role of this.#added) {
      splicer.insert(this.#delimiter);
      putValue(splicer, Buffer.from(role), isQuoted);
    }
  }
}

const STARTS = { solution: Slot.solutionStart, status: Slot.statusStart, count: Slot.countStart } as const;

function putValue(splicer: Splicer, value: Uint8Array, inQuotes: boolean): void {
  if (inQuotes) splicer.insert(QUOTE_TEXT);
  splicer.insert(value);
  if (inQuotes) splicer.insert(QUOTE_TEXT);
}

/** Start and end of a field, without its quotes, of a row that begins at `from`, ends at `rowEnd` and has so many fields. */
export function fieldAt(
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
