import type { FilePlan } from '../../core/files/index.ts';
import { formatOf, tableOf, writerOf } from '../../core/formats/formats.ts';
import { type Block, compareSolutions } from '../../core/formats/shared/block.ts';
import type { Writer } from '../../core/formats/shared/format.ts';
import type { Table } from '../../core/options/options.ts';
import { type BatchResult, batchResult } from '../../core/solver/engine.ts';
import { defaultBudget } from '../../core/solver/engines.ts';
import type { Geometry } from '../../core/solver/geometry.ts';
import { rate } from '../../core/solver/grade/grade.ts';
import { canGrade, type Rating } from '../../core/solver/grade/rating.ts';
import { OUTCOMES, Status } from '../../core/solver/status.ts';
import type { FileRecord } from '../records/records.ts';
import { type DifferentLine, LineComparer } from './line-comparer.ts';

const NO_RESULT: BatchResult = {
  statuses: new Uint8Array(0),
  solutions: new Uint8Array(0),
  counts: new Uint32Array(0),
  guesses: new Uint32Array(0),
};

/** Bytes by which the expected text may be ahead of the result before more of the result is read. */
const MAX_AHEAD = 1024 * 1024;

/**
 * Writes what the solver would have written with the solutions of a result, and finds the lines of the result that differ
 * in ids, columns, statuses, comments, or anything else that has to be preserved.
 */
export class ExpectedText {
  readonly #writer: Writer;
  readonly #lines: LineComparer;
  readonly #rate: ((geometry: Geometry, givens: Uint8Array) => Rating) | undefined;
  #result = NO_RESULT;

  /** @param plan of the puzzles, with the options of the result */
  constructor(plan: FilePlan, onDifference: (line: DifferentLine) => void) {
    const format = formatOf(plan);
    this.#writer = writerOf(format, plan.state, plan.options);
    const made = tableOf(format, plan.options);
    const table = made === 'csv' || made === 'jsonl' ? made : undefined;
    const { grade, budget } = plan.options;
    this.#rate = grade
      ? (geometry, givens) => rate(geometry, givens, { budget: budget ?? defaultBudget(geometry) })
      : undefined;
    this.#lines = new LineComparer((line) => {
      const comparable = table ? withGuesses(table, line) : line;
      if (!table || !isSameRow(table, comparable)) onDifference(comparable);
    });
    if (this.#writer.begin) for (const piece of this.#writer.begin()) this.#lines.expect(piece);
  }

  /** Begins a block of puzzles. */
  beginBlock({ geometry, count }: Block): void {
    this.#result = geometry ? batchResult(geometry, count) : NO_RESULT;
    this.#result.statuses.fill(Status.unsolved);
  }

  /** Adds the answer to puzzle `p` of the block. */
  addAnswer(p: number, answer: FileRecord, { geometry }: Block): void {
    const { statuses, solutions, counts } = this.#result;
    // compareRecords checks the count; one more than the limit stands for any larger number
    const [, digits = '0', isMore] = /^(\d+)(\+)?/.exec(answer.count ?? '') ?? [];
    counts[p] = Number(digits) + (isMore ? 1 : 0);
    if ('text' in answer) {
      const name = answer.text || answer.status;
      statuses[p] = Math.max(
        OUTCOMES.findIndex((outcome) => outcome.name === name),
        0,
      );
      if (name === undefined || name === 'solved') statuses[p] = Status.unsolved;
      return;
    }
    if (answer.geometry !== geometry) return;
    const status = OUTCOMES.findIndex(({ name }) => name === answer.status);
    statuses[p] = status > 0 ? status : Status.solved;
    solutions.set(answer.cells, p * geometry.cells);
  }

  /** Ends a block, after all of its answers. */
  endBlock(block: Block): void {
    compareSolutions(block, this.#result);
    this.#grade(block);
    for (const piece of this.#writer.batch(block, this.#result)) this.#lines.expect(piece);
    this.#lines.compare();
  }

  /** Rates the solved puzzles, as the solver does with `grade`. */
  #grade({ geometry, count, cells }: Block): void {
    const rateOne = this.#rate;
    if (!rateOne || !geometry || !canGrade(geometry)) return;
    const { statuses } = this.#result;
    this.#result.ratings = Array.from({ length: count }, (_, p) =>
      statuses[p] === Status.solved
        ? rateOne(geometry, cells.subarray(p * geometry.cells, (p + 1) * geometry.cells))
        : undefined,
    );
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

/** The number of guesses in a row, which only the solver knows. Four ratings may follow. */
const GUESSES = {
  csv: /(?<=,\d{1,10}\+?),\d+(?=(,[^,]*){4}\n?$|\n?$)/,
  jsonl: /"guesses":\d+/,
} as const;

/** Members of a row in JSON that are not checked. */
const UNCHECKED = ['explain'];

/** The expected row with the number of guesses of the other row. */
function withGuesses(table: Table, { line, expected, got }: DifferentLine): DifferentLine {
  const guesses = GUESSES[table].exec(got)?.[0];
  return { line, expected: guesses ? expected.replace(GUESSES[table], () => guesses) : expected, got };
}

/** Whether a row of a table is as expected; a row in JSON may contain explanations, too. */
function isSameRow(table: Table, { expected, got }: DifferentLine): boolean {
  if (table === 'csv') return expected === got;
  try {
    const [ours, theirs] = [JSON.parse(expected) as object, JSON.parse(got) as Record<string, unknown>];
    const names = new Set([...Object.keys(ours), ...UNCHECKED]);
    return (
      Object.keys(theirs).every((name) => names.has(name)) &&
      Object.entries(ours).every(([name, value]) => JSON.stringify(value) === JSON.stringify(theirs[name]))
    );
  } catch {
    return false;
  }
}
