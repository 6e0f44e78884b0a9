// The format of tables: its stored state, and the writer that fills or adds the columns of results.

import {
  COUNT_START,
  FIELDS,
  LF,
  PIPE,
  PUZZLE_END,
  PUZZLE_START,
  QUOTE,
  ROW_END,
  SOLUTION_START,
  STATUS_START,
} from '../../kernel/constants.ts';
import { FACT_NAMES, type FactName, type FactRole, factEntry, requestedFacts } from '../../options/facts.ts';
import type { BatchResult } from '../../solver/engine/engine.ts';
import { columnTexts } from '../../solver/engine/facts.ts';
import { earlierResult, type RecordLayout } from '../records/table.ts';
import { type RecordResult, RecordWriter } from '../records/writer.ts';
import { RECORD_MEMBERS, ruleNameOf } from '../rules/members.ts';
import { alphabetNames } from '../shared/alphabet.ts';
import { type Block, type BrokenRecord, recordLimit, recordStart } from '../shared/block.ts';
import { bomLength, lineEnd, skipBlanks, trimmedEnd, wholeEnd } from '../shared/bytes.ts';
import type { Format, IdOf, OutputOptions } from '../shared/format.ts';
import { decodedLatin1 } from '../shared/latin1.ts';
import { isStatusOrBlank, STATUSES } from '../shared/markers.ts';
import type { Splicer } from '../shared/splicer.ts';
import { CsvReader } from './reader.ts';
import { type CsvState, columnFault, csvState, recogniseCsv } from './recognise.ts';
import { FieldScan, textRows } from './rows.ts';

/** Tables: fields separated by commas, semicolons, tabs or pipes, usually with a header. */
export const csv: Format<CsvState, RecordLayout> = {
  name: 'csv',
  recognise: recogniseCsv,
  state: csvState,
  unplaced: (head) => columnFault(head)?.reason(),
  splittable: ({ multiline }) => !multiline,
  holds: ['first', 'unique', 'count'],
  alphabets: alphabetNames,
  places: ({ place, byShape }) => ({ names: [place], byShape: byShape === true }),
  ids: ({ id, delimiter, multiline }) => {
    if (id === undefined) return undefined;
    const field = new FieldScan(delimiter, multiline);
    const find = (block: Block, record: number | BrokenRecord) => {
      const start = recordStart(block, record);
      return field.findAt(block.bytes, start, recordLimit(block, record, start), id);
    };
    const idOf: IdOf = (block, record) =>
      find(block, record) ? decodedLatin1(field.text(block.bytes)) : undefined;
    idOf.wholeAt = (block, p) => {
      const { bytes, starts } = block;
      // most tables begin with it
      const isFirst = id === 0;
      if (!isFirst && (!find(block, p) || field.isQuoted)) return -1;
      const start = isFirst ? starts[p]! : field.start;
      const end = wholeEnd(bytes, start);
      const isWhole = isFirst ? bytes[end] === delimiter : end === field.end;
      return isWhole && end > start ? start : -1;
    };
    return idOf;
  },
  unquoted: (text) => text.replaceAll('""', '"'),
  rules: ({ rules = [], linked }) => {
    const names = rules.flatMap(({ name }) => ruleNameOf(name) ?? []);
    if (linked || names.length === 0) return linked ? RECORD_MEMBERS : [];
    // a variant also says that a rule is not known
    return RECORD_MEMBERS.filter((each) => each === 'variant' || names.some(({ member }) => member === each));
  },
  columns: describeColumns,
  facts: (state) => FACT_NAMES.filter((name) => ownColumn(state, name) !== undefined),
  earlierResult,
  reader: (state, options, first) => new CsvReader(state, options, first),
  writer: (state, options) => new CsvWriter(state, options),
};

function describeColumns({ header, separated, columns, delimiter }: CsvState, front: Uint8Array): string {
  const separator = String.fromCharCode(delimiter);
  if (!header) return `of ${columns} fields separated by ${JSON.stringify(separator)}, without a header`;
  const table = front.subarray(separated ? lineEnd(front, 0) + 1 : bomLength(front));
  const names = textRows(table, delimiter, 1).rows[0]?.fields ?? [];
  return `with the columns ${names.map(decodedLatin1).join(separator)}`;
}

const QUOTE_TEXT = Buffer.from('"');
const NOTHING = new Uint8Array(0);

/** What a result fills a column with: a fact about the puzzle stands for the column that the file has for it. */
type FilledRole = 'puzzle' | 'solution' | 'status' | 'count' | FactName;

/** The number of the column that a file has for a fact. */
function ownColumn(state: CsvState, name: FactName): number | undefined {
  const role = factEntry(name).ownColumn?.role as FactRole | undefined;
  return role && state[role];
}

function isFact(role: FilledRole): role is FactName {
  return (FACT_NAMES as readonly string[]).includes(role);
}

/** Texts of the columns that a result fills, without those that stay as they are. */
interface RowValues extends Partial<Record<FilledRole, Uint8Array | undefined>> {
  readonly status: Uint8Array;
}

/** Fills the columns of the result, or adds them after the last column. */
class CsvWriter extends RecordWriter {
  readonly #state: CsvState;
  readonly #field: FieldScan;
  readonly #delimiter: Uint8Array;
  /** statuses after a delimiter: all that most rows add */
  readonly #statuses: ReadonlyMap<Uint8Array, Uint8Array>;
  readonly #counted: boolean;
  readonly #limit: number;
  /** requested facts for which the file has a column */
  readonly #facts: readonly FactName[];
  /** the columns that the file has, from left to right, and those that are added */
  readonly #present: readonly FilledRole[];
  readonly #added: readonly FilledRole[];
  protected override readonly writesPlainly: boolean;

  constructor(state: CsvState, options: OutputOptions) {
    const { solutions, limit } = options;
    super(state.width === undefined ? undefined : state.delimiter);
    this.#state = state;
    this.#field = new FieldScan(state.delimiter, state.multiline);
    this.#delimiter = Uint8Array.of(state.delimiter);
    this.#statuses = new Map(STATUSES.map((status) => [status, Buffer.concat([this.#delimiter, status])]));
    this.#counted = solutions === 'count';
    this.#limit = limit;
    // where each cell has a column, the solution takes the place of the puzzle
    const isInPlace = state.width !== undefined;
    const roles: FilledRole[] = [
      isInPlace ? 'puzzle' : 'solution',
      'status',
      ...(this.#counted ? (['count'] as const) : []),
    ];
    this.#added = roles.filter((role) => this.#columnOf(role) < 0 && !(isInPlace && role === 'status'));
    this.#facts = requestedFacts(options).filter((name) => this.#columnOf(name) >= 0);
    this.#present = [...roles, ...this.#facts]
      .filter((role) => this.#columnOf(role) >= 0)
      .sort((a, b) => this.#columnOf(a) - this.#columnOf(b));
    this.writesPlainly = !this.#counted && this.#facts.length === 0;
  }

  protected override writeRecord(
    splicer: Splicer,
    block: Block<RecordLayout>,
    slot: number,
    record: number | BrokenRecord,
    { status, isPreserved, solution }: RecordResult,
    { counts, facts }: BatchResult,
  ): void {
    const isPuzzle = typeof record === 'number';
    const count = isPuzzle ? counts[record]! : 0;
    const found: Partial<Record<FactName, Uint8Array>> = {};
    for (const name of this.#facts) {
      const [text] = columnTexts(name, isPuzzle ? facts?.[name]?.[record] : undefined);
      if (text !== undefined) found[name] = Buffer.from(text);
    }
    const written = isPreserved ? undefined : (solution ?? STATUSES[status]!);
    this.#writeRow(splicer, block, slot, isPuzzle ? block.starts[record]! : record.start, {
      ...(this.#state.width === undefined
        ? { solution: written }
        : { puzzle: solution ?? this.#inCells(STATUSES[status]!, block, slot) }),
      status: STATUSES[status]!,
      count: this.#counted ? this.#countText(count) : undefined,
      ...found,
    });
  }

  /** A marker in the first column of a puzzle whose cells have one each, which leaves the others empty. */
  #inCells(marker: Uint8Array, { bytes, layout }: Block<RecordLayout>, slot: number): Uint8Array {
    const { puzzle, width = 1, delimiter } = this.#state;
    const { slots } = layout;
    const others = Math.max(0, Math.min(slots[slot + FIELDS]! - puzzle, width) - 1);
    const isQuoteAt = (at: number) => others > 0 && bytes[at] === QUOTE;
    return Buffer.concat([
      marker,
      isQuoteAt(slots[slot + PUZZLE_START]! - 1) ? QUOTE_TEXT : NOTHING,
      Buffer.alloc(others, delimiter),
      isQuoteAt(slots[slot + PUZZLE_END]!) ? QUOTE_TEXT : NOTHING,
    ]);
  }

  #countText(count: number): Uint8Array {
    return Buffer.from(count > this.#limit ? `${this.#limit}+` : `${count}`);
  }

  #columnOf(role: FilledRole): number {
    return (isFact(role) ? ownColumn(this.#state, role) : this.#state[role]) ?? -1;
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
      if (this.#columnOf(role) >= fields || (fields > this.#state.columns && role !== 'puzzle')) break;
      const value = values[role];
      if (!value) continue;
      const [start, end] = isFact(role)
        ? this.#fieldAt(bytes, from, slots[slot + ROW_END]!, this.#columnOf(role))
        : [slots[slot + STARTS[role]]!, slots[slot + STARTS[role] + 1]!];
      // other statuses are the user's, and so are ratings and the like
      if (role === 'status' && !isStatusOrBlank(bytes, start, end)) continue;
      if (isFact(role) && skipBlanks(bytes, start, end) < end) continue;
      // what is there already stays, with quotes or without
      if (value.length === end - start && value.every((byte, i) => byte === bytes[start + i])) continue;
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

  /** Start and end of a field, without its quotes, of a row from `from` to `rowEnd`. */
  #fieldAt(bytes: Uint8Array, from: number, rowEnd: number, column: number): [number, number] {
    this.#field.findAt(bytes, from, rowEnd, column);
    return [this.#field.start, this.#field.end];
  }

  protected override writeHeader(splicer: Splicer, { bytes, layout }: Block<RecordLayout>): void {
    const end = layout.slots[ROW_END]!;
    splicer.copyTo(end);
    const isQuoted = bytes[end - 1] === QUOTE;
    for (const role of this.#added) {
      splicer.insert(this.#delimiter);
      putValue(splicer, Buffer.from(role), isQuoted);
    }
    // Markdown wants as many columns in the rule below a header
    const last = trimmedEnd(bytes, end, bytes.at(-1) === LF ? bytes.length - 1 : bytes.length);
    if (bytes[end] !== PIPE || last === end + 1 || bytes[last - 1] !== PIPE) return;
    splicer.copyTo(last);
    splicer.insert(Buffer.from('---|'.repeat(this.#added.length)));
  }
}

const STARTS = {
  puzzle: PUZZLE_START,
  solution: SOLUTION_START,
  status: STATUS_START,
  count: COUNT_START,
} as const;

function putValue(splicer: Splicer, value: Uint8Array, inQuotes: boolean): void {
  if (inQuotes) splicer.insert(QUOTE_TEXT);
  splicer.insert(value);
  if (inQuotes) splicer.insert(QUOTE_TEXT);
}
