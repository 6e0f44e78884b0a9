import type { FilePlan } from '../../core/files/index.ts';
import { textRows } from '../../core/formats/csv/head-rows.ts';
import type { CsvState } from '../../core/formats/csv/recognise.ts';
import { formatOf } from '../../core/formats/formats.ts';
import { tableOf, writerOf } from '../../core/formats/output.ts';
import type { Block } from '../../core/formats/shared/block.ts';
import { compareSolutions } from '../../core/formats/shared/compare-solutions.ts';
import type { Writer } from '../../core/formats/shared/format.ts';
import type { Table } from '../../core/options/options.ts';
import { type BatchResult, batchResult } from '../../core/solver/engine.ts';
import { OUTCOMES, Status } from '../../core/solver/status.ts';
import { type DifferentLine, LineComparer } from './line-comparer.ts';
import type { FileRecord } from './records.ts';

const NO_RESULT: BatchResult = {
  statuses: new Uint8Array(0),
  solutions: new Uint8Array(0),
  counts: new Uint32Array(0),
  guesses: new Uint32Array(0),
};

/**
 * Tells where a result differs from what the solver would have written had it found the same solutions: ids, columns,
 * statuses, comments, whatever is to stay.
 */
export class KeptText {
  readonly #writer: Writer;
  readonly #lines: LineComparer;
  #result = NO_RESULT;

  /** @param plan of the puzzles, with the options that the result was made with */
  constructor(plan: FilePlan, differs: (line: DifferentLine) => void) {
    const format = formatOf(plan);
    this.#writer = writerOf(format, plan.state, plan.options);
    const table = tableOf(format, plan.options);
    const rated = plan.format === 'csv' && plan.options.grade ? (plan.state as CsvState) : undefined;
    this.#lines = new LineComparer((line) => {
      const isSame = table ? isSameRow(table, line) : rated !== undefined && isSameButRating(rated, line);
      if (!isSame) differs(line);
    });
    if (this.#writer.begin) for (const piece of this.#writer.begin()) this.#lines.expect(piece);
  }

  /** Begins a block of puzzles, whose answers follow. */
  begin({ geometry, count }: Block): void {
    this.#result = geometry ? batchResult(geometry, count) : NO_RESULT;
    this.#result.statuses.fill(Status.unsolved);
  }

  /** Takes the answer to puzzle `p` of the block. */
  answer(p: number, answer: FileRecord, { geometry }: Block): void {
    const { statuses, solutions } = this.#result;
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

  /** All answers of the block have come. */
  end(block: Block): void {
    compareSolutions(block, this.#result);
    for (const piece of this.#writer.batch(block, this.#result)) this.#lines.expect(piece);
    this.#lines.compare();
  }

  /** Takes content of the result. */
  met(bytes: Uint8Array): void {
    this.#lines.get(bytes);
  }

  /** Nothing follows. */
  finish(): void {
    this.#lines.end();
  }
}

/** Whether two rows of a table say the same but for what only the solver knows: guesses, ratings, explanations. */
function isSameRow(table: Table, { expected, got }: DifferentLine): boolean {
  if (table === 'csv') return firstFields(expected) === firstFields(got);
  try {
    const [ours, theirs] = [JSON.parse(expected) as object, JSON.parse(got) as object];
    const { count: _, guesses: __, ...told } = ours as Record<string, unknown>;
    return Object.entries(told).every(
      ([name, value]) => JSON.stringify(value) === JSON.stringify((theirs as Record<string, unknown>)[name]),
    );
  } catch {
    return false;
  }
}

const RATING = /^>?\d{1,2}\.\d$/;

/** Whether a row differs in nothing but a rating that was filled in where its column was blank. */
function isSameButRating({ rating, delimiter }: CsvState, { expected, got }: DifferentLine): boolean {
  let front = 0;
  while (front < expected.length && expected[front] === got[front]) front++;
  const back = expected.slice(front).trimStart();
  if (!got.endsWith(back)) return false;
  const before = textRows(got.slice(0, front), String.fromCharCode(delimiter), 1).rows[0]?.fields.length ?? 1;
  return before - 1 === rating && RATING.test(got.slice(front, got.length - back.length).trim());
}

/** Fields of a row up to the status, and how many there are. */
function firstFields(row: string): string {
  const fields = textRows(row, ',', 1).rows[0]?.fields ?? [];
  return JSON.stringify([fields.slice(0, -2), fields.length]);
}
