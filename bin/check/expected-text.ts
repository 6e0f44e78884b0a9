// Writes what the solver would have written with the solutions of a result, and finds the lines of the result that
// differ in ids, columns, statuses, comments, or anything else that has to be preserved.
import { readOptionsOf } from '../../core/files/block-reader.ts';
import { BlockSolver, budgetFor } from '../../core/files/block-solver.ts';
import { fillFacts } from '../../core/files/find-facts.ts';
import {
  type FilePlan,
  fixedRecords,
  frameOf,
  rangedState,
  rangesOf,
  readFooter,
  resultEncoder,
  resultEncoding,
  rowContent,
} from '../../core/files/index.ts';
import { canHoldFact, columnsOf, formatOf, tableOf } from '../../core/formats/formats.ts';
import { openWriter } from '../../core/formats/one-text.ts';
import type { ParquetColumn } from '../../core/formats/parquet/footer.ts';
import type { ParquetState } from '../../core/formats/parquet/state.ts';
import { type Block, compareSolutions } from '../../core/formats/shared/block.ts';
import type { Writer } from '../../core/formats/shared/format.ts';
import { columnsOfFact, FACT_NAMES, type FactName, requestedFacts } from '../../core/options/facts.ts';
import type { Options, OutputFormat } from '../../core/options/options.ts';
import { type BatchResult, batchResult, type ListEnd } from '../../core/solver/engine/engine.ts';
import { canHaveFact } from '../../core/solver/engine/facts.ts';
import { OUTCOMES, Status } from '../../core/solver/model/status.ts';
import type { FileRecord } from '../records/records.ts';
import { type DifferentLine, LineComparer } from './line-comparer.ts';
import type { SolutionList } from './solution-lists.ts';

const NO_RESULT: BatchResult = {
  statuses: new Uint8Array(0),
  solutions: new Uint8Array(0),
  counts: new Uint32Array(0),
  guesses: new Uint32Array(0),
};

/** Bytes by which the expected text may be ahead of the result before more of the result is read. */
const MAX_AHEAD = 1024 * 1024;

export class ExpectedText {
  readonly #writer: Writer;
  readonly #lines: LineComparer;
  readonly #options: Options;
  /** What is requested about each puzzle and has a place in the result. */
  readonly #facts: readonly FactName[];
  /** Set if the result is a Parquet file. */
  readonly #stored: StoredRows | undefined;
  #result = NO_RESULT;
  /** Of each puzzle of the block whose solutions are listed. */
  readonly #lists = new Map<number, SolutionList>();
  /** The puzzles of the block whose answers are wrong. */
  readonly #wrong: number[] = [];
  /** Solves puzzles whose answers are too long to be read. */
  readonly #solver: BlockSolver;
  /** Whether rows have explanations that the options do not request, so that they are not compared. */
  hasUncheckedSteps = false;

  /**
   * @param plan of the puzzles, with the options of the result
   * @param result its own plan
   */
  constructor(plan: FilePlan, result: FilePlan, onDifference: (line: DifferentLine) => void) {
    const format = formatOf(plan);
    const options = { ...plan.options, ...readOptionsOf(plan.options) };
    this.#writer = openWriter(format, plan.state, options, plan, 0);
    const made = tableOf(format, plan.options);
    const table = made === 'npy' ? undefined : made;
    const state = rangedState(result);
    const encoding = resultEncoding(plan);
    this.#stored = state && encoding === 'parquet' ? new StoredRows(plan, state) : undefined;
    this.#options = plan.options;
    this.#solver = new BlockSolver(plan.options, { deadline: Infinity });
    this.#facts = requestedFacts(plan.options).filter((name) => canHoldFact(name, plan));
    const { rules } = columnsOf(format, plan.state, plan.options);
    const columns = this.#facts.flatMap(columnsOfFact).length + rules.length;
    this.#lines = new LineComparer((line) => {
      const comparable = table ? this.#comparable(table, columns, line) : line;
      if (comparable.expected !== comparable.got) onDifference(comparable);
    });
    // the header of an array says how many records it has, which are compared one by one
    const records = encoding === 'npy' ? (fixedRecords(result)?.count ?? 0) : 0;
    const head = encoding === 'npy' && frameOf(plan)!.head([{ bytes: 0, records }]);
    if (head) this.#lines.expect(head);
    if (this.#writer.begin) for (const piece of this.#writer.begin()) this.#lines.expect(piece);
  }

  /** How the columns of a Parquet file differ from those that are expected; undefined if they do not, and in other files. */
  async columnFault(): Promise<string | undefined> {
    return this.#stored?.columnFault();
  }

  /** Begins a block of puzzles. */
  beginBlock({ geometry, count }: Block): void {
    this.#result = geometry ? batchResult(geometry, count) : NO_RESULT;
    this.#result.statuses.fill(Status.unsolved);
  }

  /** Adds the answer to puzzle `p` of the block. @param isWrong whether it is known to be wrong: then nothing can be found about it */
  addAnswer(p: number, answer: FileRecord, block: Block, isWrong: boolean): void {
    const { geometry } = block;
    const { statuses, solutions, counts } = this.#result;
    if (isWrong) this.#wrong.push(p);
    // compareRecords checks the count; one more than the limit stands for any larger number
    if (answer.count !== undefined) {
      const [, digits = '0', isMore] = /^(\d+)(\+)?/.exec(answer.count) ?? [];
      counts[p] = Number(digits) + (isMore ? 1 : 0);
    }
    if ('text' in answer && answer.isTooLong) {
      const own = this.#solver.solve(block);
      const { cells } = geometry!;
      statuses[p] = own.statuses[p]!;
      counts[p] = own.counts[p]!;
      solutions.set(own.solutions.subarray(p * cells, (p + 1) * cells), p * cells);
      return;
    }
    if ('text' in answer) {
      const name = answer.text || answer.status;
      statuses[p] = Math.max(
        OUTCOMES.findIndex((outcome) => outcome.name === name),
        0,
      );
      if (name === undefined || name === 'solved') statuses[p] = Status.unsolved;
      return;
    }
    if (answer.geometry.size !== geometry?.size) return;
    const status = OUTCOMES.findIndex(({ name }) => name === answer.status);
    statuses[p] = status > 0 ? status : Status.solved;
    solutions.set(answer.cells, p * geometry.cells);
  }

  /** Adds the list of solutions of puzzle `p` of the block. */
  addList(p: number, list: SolutionList): void {
    this.#lists.set(p, list);
  }

  /** Ends a block, after all of its answers. */
  async endBlock(block: Block): Promise<void> {
    compareSolutions(block, this.#result);
    this.#fillFacts(block);
    const pieces =
      this.#options.solutions === 'all' && this.#writer.list
        ? this.#writer.list(block, (p) => listed(this.#lists.get(p), this.#options.limit))
        : this.#writer.batch(block, this.#result);
    if (this.#stored) for await (const piece of this.#stored.read(pieces)) this.#lines.expect(piece);
    else for (const piece of pieces) this.#lines.expect(piece);
    this.#lines.compare();
    this.#lists.clear();
    this.#wrong.length = 0;
  }

  /** Finds out about the puzzles what the options request, as the solver does. */
  #fillFacts({ geometry, own, count, cells, allowed, alphabet }: Block): void {
    if (!geometry || this.#facts.length === 0) return;
    // explanations use the techniques of grading
    const isFound = (name: FactName) =>
      this.#facts.includes(name) || (name === 'grade' && this.#facts.includes('explain'));
    const names = FACT_NAMES.filter(
      (name) => isFound(name) && canHaveFact(name, geometry, own !== undefined),
    );
    this.#result.facts = Object.fromEntries(names.map((name) => [name, []]));
    const budget = budgetFor(this.#options, geometry.size, Infinity, own !== undefined);
    const statuses = this.#result.statuses.slice();
    for (const p of this.#wrong) statuses[p] = Status.unsolved;
    fillFacts(
      { geometry, own, count, cells, allowed, alphabet },
      { ...this.#result, statuses },
      { budget, deadline: Infinity },
    );
  }

  /** The rows without what is not compared: guesses, and explanations that are not requested. */
  #comparable(table: Table, columns: number, { line, expected, got }: DifferentLine): DifferentLine {
    const number = guessesIn(table, columns);
    const guesses = number.exec(got)?.[0];
    const withGuesses = guesses ? expected.replace(number, () => guesses) : expected;
    if (table !== 'jsonl' || this.#options.explain) return { line, expected: withGuesses, got };
    const steps = explanationIn(got);
    this.hasUncheckedSteps ||= steps !== undefined;
    return { line, expected: withGuesses, got: steps === undefined ? got : got.replace(steps, () => '') };
  }

  /** Whether the expected text is so far ahead that more of the result has to be read. */
  get isFarAhead(): boolean {
    return this.#lines.ahead > MAX_AHEAD;
  }

  /** Adds content of the result. */
  receive(bytes: Uint8Array): void {
    this.#lines.receive(bytes);
  }

  /** Compares the rest. */
  finish(): void {
    this.#lines.end();
  }
}

/** The solutions of a puzzle as a solver lists them. */
function* listed(list: SolutionList | undefined, limit: number): Generator<Uint8Array, ListEnd> {
  const { solutions = [], length = 0, end } = list ?? {};
  for (const solution of solutions) yield solution;
  const status = OUTCOMES.findIndex(({ name }) => name === end);
  const count = end === 'at-limit' ? limit + 1 : length;
  return { status: (status < 0 ? Status.solved : status) as ListEnd['status'], count, guesses: 0 };
}

/** A result that is a table of ours. */
type Table = Exclude<OutputFormat, 'same' | 'npy'>;

/** The number of guesses in a row, which only the solver knows. @param columns that follow it */
function guessesIn(table: Table, columns: number): RegExp {
  if (table === 'jsonl') return /"guesses":\d+/;
  // rows of Parquet have a field more before the guesses, and one that ends the row
  const [before, after] = table === 'parquet' ? [',(?:true|false)', columns + 1] : ['\\+?', columns];
  return new RegExp(`(?<=,\\d{1,10}${before}),\\d+(?=(?:,(?:"(?:[^"]|"")*"|[^",]*)){${after}}\\n?$)`);
}

/** The member `explain` of a row in JSON, with the comma before it; undefined if there is none. */
function explanationIn(row: string): string | undefined {
  if (!row.includes(',"explain":')) return undefined;
  try {
    const { explain } = JSON.parse(row) as { readonly explain?: unknown };
    return explain === undefined ? undefined : `,"explain":${JSON.stringify(explain)}`;
  } catch {
    return undefined;
  }
}

/**
 * Stores rows of CSV as the result of a plan, in Parquet, and reads them again, so that numbers, lists and quotes look as in
 * the rows of the result.
 */
class StoredRows {
  readonly #plan: FilePlan;
  readonly #found: readonly ParquetColumn[];

  /** @param plan of the puzzles, with the output format of the result @param result the state of its plan */
  constructor(plan: FilePlan, result: ParquetState) {
    this.#plan = plan;
    this.#found = result.columns;
  }

  /** How the columns of the result differ from those that are expected; undefined if they do not. */
  async columnFault(): Promise<string | undefined> {
    const { columns } = await readFooter(rangesOf(await this.#store([])));
    const { describeColumn } = await import('../../core/formats/parquet/content.ts');
    for (let i = 0; i < Math.max(columns.length, this.#found.length); i++) {
      const [expected, got] = [columns[i], this.#found[i]];
      if (expected && got && typeOf(expected) === typeOf(got)) continue;
      const inWords = (column: ParquetColumn | undefined) =>
        column ? `the column ${describeColumn(column)}` : 'the end of the columns';
      const isHidden = inWords(expected) === inWords(got);
      return `expected ${inWords(expected)}, got ${isHidden ? 'one of another type' : inWords(got)}`;
    }
    return undefined;
  }

  /** The rows as a reader of the result finds them. @param rows of a block */
  async *read(rows: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const ranges = rangesOf(await this.#store(rows));
    const footer = await readFooter(ranges);
    // which nested columns are only copied depends on what the reader of the file needs
    const columns = footer.columns.map((column, i) => ({
      ...column,
      kind: this.#found[i]?.kind ?? column.kind,
    }));
    yield* rowContent({ ...footer, columns }, ranges, { from: 0, to: footer.rows });
  }

  async #store(rows: Iterable<Uint8Array>): Promise<Uint8Array> {
    const encoder = resultEncoder(this.#plan);
    const pieces: Uint8Array[] = [];
    for (const row of rows) for await (const piece of encoder.push(row)) pieces.push(piece);
    for await (const piece of encoder.end()) pieces.push(piece);
    const frame = frameOf(this.#plan)!;
    const facts = [encoder.facts!];
    return Buffer.concat([frame.head(facts)!, ...pieces, frame.foot(facts)]);
  }
}

/** A column as the footer describes it: its name, its type, and the structs and lists around it. */
function typeOf({ schema }: ParquetColumn): string {
  return JSON.stringify(schema);
}
