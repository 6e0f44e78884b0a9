import type { FilePlan } from '../../core/files/index.ts';
import { formatOf, tableOf, writerOf } from '../../core/formats/formats.ts';
import { type Block, compareSolutions } from '../../core/formats/shared/block.ts';
import type { Writer } from '../../core/formats/shared/format.ts';
import type { Table } from '../../core/options/options.ts';
import { type BatchResult, batchResult } from '../../core/solver/engine.ts';
import { defaultBudget } from '../../core/solver/engines.ts';
import type { Geometry } from '../../core/solver/geometry.ts';
import { rate } from '../../core/solver/grade/grade.ts';
import type { Rating } from '../../core/solver/grade/rating.ts';
import { canGrade } from '../../core/solver/grade/rating.ts';
import { OUTCOMES, Status } from '../../core/solver/status.ts';
import { type DifferentLine, LineComparer } from './line-comparer.ts';
import type { FileRecord } from './records.ts';

const NO_RESULT: BatchResult = {
  statuses: new Uint8Array(0),
  solutions: new Uint8Array(0),
  counts: new Uint32Array(0),
  guesses: new Uint32Array(0),
};

/** Bytes of expected text that wait for their like, where no record comes that would have it read. */
const MAX_AHEAD = 1024 * 1024;

/**
 * Tells where a result differs from what the solver would have written had it found the same solutions: ids, columns,
 * statuses, comments, whatever is to stay.
 */
export class KeptText {
  readonly #writer: Writer;
  readonly #lines: LineComparer;
  readonly #rate: ((geometry: Geometry, givens: Uint8Array) => Rating) | undefined;
  #result = NO_RESULT;

  /** @param plan of the puzzles, with the options that the result was made with */
  constructor(plan: FilePlan, differs: (line: DifferentLine) => void) {
    const format = formatOf(plan);
    this.#writer = writerOf(format, plan.state, plan.options);
    const table = tableOf(format, plan.options);
    const { grade, budget } = plan.options;
    this.#rate = grade
      ? (geometry, givens) => rate(geometry, givens, { budget: budget ?? defaultBudget(geometry) })
      : undefined;
    this.#lines = new LineComparer((line) => {
      const comparable = table ? withSeen(table, line) : line;
      if (!table || !isSameRow(table, comparable)) differs(comparable);
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
    const { statuses, solutions, counts } = this.#result;
    // whether it is right, the verdict tells; one more than the limit stands for all that are more
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

  /** All answers of the block have come. */
  end(block: Block): void {
    compareSolutions(block, this.#result);
    this.#grade(block);
    for (const piece of this.#writer.batch(block, this.#result)) this.#lines.expect(piece);
    this.#lines.compare();
  }

  /** Rates what was solved, as the solver does where it is asked to. */
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

  /** Whether content of the result is to be taken, as much of what is expected waits for it. */
  get isWaiting(): boolean {
    return this.#lines.ahead > MAX_AHEAD;
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

/** What of a row only the solver knows: by how many guesses it was solved. Four ratings may follow. */
const SEEN = {
  csv: /(?<=,\d{1,10}\+?),\d+(?=(,[^,]*){4}\n?$|\n?$)/,
  jsonl: /"guesses":\d+/,
} as const;

/** Members of a row in JSON that are not checked. */
const UNCHECKED = ['explain'];

/** A row that was expected, with what only the solver knows as it is in the other. */
function withSeen(table: Table, { line, expected, got }: DifferentLine): DifferentLine {
  const seen = SEEN[table].exec(got)?.[0];
  return { line, expected: seen ? expected.replace(SEEN[table], () => seen) : expected, got };
}

/** Whether a row of a table says all that was expected; one in JSON may explain more. */
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
