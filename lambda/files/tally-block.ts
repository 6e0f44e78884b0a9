import { type Block, type BrokenRecord, recordsOf } from '../formats/block.ts';
import { type BatchResult, Status } from '../solver/engine.ts';
import type { Geometry } from '../solver/geometry.ts';
import { conflictIn } from './conflict.ts';
import { MAX_PROBLEMS, type Problem, type Tally } from './tally.ts';

/** Counter, name and reason of each {@link Status} code of a puzzle that is not solved. */
const OUTCOMES = {
  [Status.noSolution]: ['noSolution', 'no-solution', 'no grid fits the givens'],
  [Status.notUnique]: ['notUnique', 'not-unique', 'more than one grid fits the givens'],
  [Status.invalid]: ['invalid', 'invalid', 'expected different digits in each unit, got two equal ones'],
  [Status.unsolved]: ['unsolved', 'unsolved', 'the search budget was spent first'],
} as const satisfies Record<number, readonly [keyof Tally, Problem['status'], string]>;
type Unsolved = keyof typeof OUTCOMES;

/** Adds a solved block to the counts. */
export function tallyBlock(tally: Tally, block: Block, result: BatchResult): void {
  const { count, geometry, broken } = block;
  if (tally.problems.length < MAX_PROBLEMS) addProblems(tally, block, result);
  for (let p = 0; p < count; p++) {
    const status = result.statuses[p]!;
    if (status === Status.solved) tally.solved++;
    else tally[OUTCOMES[status as Unsolved][0]]++;
    tally.guesses += result.guesses[p]!;
    tally.solutions += result.counts[p]!;
  }
  const records = broken.length - (broken[0]?.continued ? 1 : 0);
  tally.invalid += records;
  tally.puzzles += count + records;
  if (geometry) tally.sizes[sizeName(geometry)] = (tally.sizes[sizeName(geometry)] ?? 0) + count;
  tally.lines += block.lineFeeds;
}

/** `9x9`, or `9x9 x` with diagonals. */
export function sizeName({ size, variant }: Geometry): string {
  return variant === 'x' ? `${size}x${size} x` : `${size}x${size}`;
}

function addProblems(tally: Tally, block: Block, { statuses }: BatchResult): void {
  const hasProblem =
    block.broken.length > 0 || statuses.subarray(0, block.count).some((status) => status > 0);
  if (!hasProblem) return;
  for (const record of recordsOf(block)) {
    const problem =
      typeof record === 'number' ? puzzleProblem(block, record, statuses[record]!) : brokenProblem(record);
    if (!problem) continue;
    tally.problems.push({ ...problem, line: problem.line + tally.lines + 1 });
    if (tally.problems.length === MAX_PROBLEMS) return;
  }
}

function puzzleProblem(block: Block, p: number, status: number): Problem | undefined {
  if (status === Status.solved) return undefined;
  const [, name, usual] = OUTCOMES[status as Unsolved];
  const reason = status === Status.invalid ? invalidReason(block, p) : usual;
  return { line: block.lines[p]!, column: 0, status: name, reason };
}

function invalidReason({ geometry, cells, alphabet }: Block, p: number): string {
  const puzzle = cells.subarray(p * geometry!.cells, (p + 1) * geometry!.cells);
  const conflict = conflictIn(geometry!, puzzle, alphabet?.symbols);
  return conflict ? `expected different digits in each unit, got ${conflict}` : OUTCOMES[Status.invalid][2];
}

function brokenProblem({ line, column, reason, continued }: BrokenRecord): Problem | undefined {
  return continued ? undefined : { line, column, status: 'invalid', reason };
}
