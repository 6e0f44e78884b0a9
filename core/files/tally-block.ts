import { type Block, type BrokenRecord, FieldContent, recordsOf, Verdict } from '../formats/shared/block.ts';
import { LF } from '../formats/shared/bytes.ts';
import type { BatchResult } from '../solver/engine.ts';
import type { Geometry } from '../solver/geometry.ts';
import { OUTCOMES, Status } from '../solver/status.ts';
import { cellName } from '../solver/unit-names.ts';
import { conflictIn } from './conflict.ts';
import { addBlock } from './statistics/add-block.ts';
import { countBlock } from './statistics/count-block.ts';
import { MAX_PROBLEMS, MAX_SHOWN, type Problem, type Tally } from './tally.ts';

type Unsolved = Exclude<Status, typeof Status.solved | typeof Status.interrupted>;

/** What bears on how a block is counted. */
export interface TallyOptions {
  /** Whether all solutions were listed, so that the result has none. */
  readonly isListed: boolean;
  /** Of solutions that were counted or listed. */
  readonly limit: number;
  /** Guesses that a puzzle took more of, if it is to be among the hardest. */
  readonly listedGuesses: number;
}

/** Adds a solved block to the counts. */
export function tallyBlock(tally: Tally, block: Block, result: BatchResult, options: TallyOptions): void {
  const { count, geometry, broken } = block;
  const records = broken.length - (broken[0]?.continued ? 1 : 0);
  let problems = broken.length;
  if (geometry && count > 0) {
    const counts = countBlock(block, result, options.limit);
    const disagreements = countDisagreements(block, result);
    const size = sizeName(geometry);
    problems += count - counts.byStatus[Status.solved]! + disagreements;
    for (const [status, { key }] of OUTCOMES.entries()) tally[key] += counts.byStatus[status]!;
    tally.disagreements += disagreements;
    tally.guesses += counts.guesses;
    tally.solutions += counts.solutions;
    if (counts.atLimit > 0) tally.atLimit = (tally.atLimit ?? 0) + counts.atLimit;
    tally.sizes[size] = (tally.sizes[size] ?? 0) + count;
    addBlock(tally.statistics, block, result, counts, { size, lines: tally.lines, ...options });
  }
  if (problems > 0 && tally.problems.length < MAX_PROBLEMS) addProblems(tally, block, result);
  tally.invalid += records;
  tally.puzzles += count + records;
  tally.lines += block.lineFeeds;
}

/** Solutions that the file brings and that are not ours. */
function countDisagreements(block: Block, result: BatchResult): number {
  const verdicts = block.fileSolutions?.verdicts.subarray(0, block.count);
  let disagreements = 0;
  for (const verdict of [Verdict.wrong, Verdict.another]) {
    // most files have none, and a search takes less than a loop
    for (let p = verdicts?.indexOf(verdict) ?? -1; p >= 0; p = verdicts!.indexOf(verdict, p + 1)) {
      if (isDisagreement(block, result, p)) disagreements++;
    }
  }
  return disagreements;
}

/** `9x9`, or `9x9 x` with diagonals. */
export function sizeName({ size, variant }: Geometry): string {
  return variant === 'x' ? `${size}x${size} x` : `${size}x${size}`;
}

function addProblems(tally: Tally, block: Block, result: BatchResult): void {
  for (const record of recordsOf(block)) {
    const problems =
      typeof record === 'number' ? puzzleProblems(block, result, record) : brokenProblems(block, record);
    for (const problem of problems) {
      tally.problems.push({ ...problem, line: problem.line + tally.lines + 1 });
      if (tally.problems.length === MAX_PROBLEMS) return;
    }
  }
}

/** Why a puzzle is unsolved whose budget was not spent. */
const OUT_OF_TIME = 'its time was over before the search was: a smaller budget ends it earlier';

function puzzleProblems(block: Block, result: BatchResult, p: number): Problem[] {
  const problems: Problem[] = [];
  const at = { line: block.lines[p]!, column: 0, record: shownAt(block.bytes, block.starts[p]!) };
  const status = result.statuses[p]!;
  if (status !== Status.solved) {
    const { name, reason: usual } = OUTCOMES[status as Unsolved];
    const isOutOfTime = p === 0 && result.isFirstOutOfTime === true;
    const reason = status === Status.invalid ? invalidReason(block, p) : isOutOfTime ? OUT_OF_TIME : usual;
    problems.push({ ...at, status: name, reason });
  }
  if (isDisagreement(block, result, p)) {
    const reason = disagreementReason(block, result, p);
    problems.push({ ...at, status: 'disagreement', reason });
  }
  return problems;
}

/** Whether the file's own solution is wrong, or right but not the only one (which a count tells by itself). */
function isDisagreement({ fileSolutions }: Block, { counts }: BatchResult, p: number): boolean {
  const verdict = fileSolutions?.verdicts[p];
  return verdict === Verdict.wrong || (verdict === Verdict.another && counts[p]! < 2);
}

function disagreementReason(
  { fileSolutions, geometry }: Block,
  { solutions, statuses }: BatchResult,
  p: number,
): string {
  if (fileSolutions!.verdicts[p] === Verdict.another) {
    return 'the solution in the file fits, but so does another: more than one grid fits the givens';
  }
  if (fileSolutions!.contents[p] !== FieldContent.grid)
    return 'expected a solution in the file, got something else';
  if (statuses[p] !== Status.solved) return 'the solution in the file does not fit the puzzle';
  const { cells } = geometry!;
  const from = p * cells;
  let i = 0;
  while (fileSolutions!.cells[from + i] === 0 || fileSolutions!.cells[from + i] === solutions[from + i]) i++;
  const [theirs, ours] = [fileSolutions!.cells[from + i], solutions[from + i]];
  return `expected ${ours} in ${cellName(geometry!, i)} of the solution in the file, got ${theirs}`;
}

function invalidReason({ geometry, cells, alphabet }: Block, p: number): string {
  const puzzle = cells.subarray(p * geometry!.cells, (p + 1) * geometry!.cells);
  const conflict = conflictIn(geometry!, puzzle, alphabet?.symbols);
  return conflict
    ? `expected different digits in each unit, got ${conflict}`
    : OUTCOMES[Status.invalid].reason;
}

function brokenProblems(
  { bytes }: Block,
  { start, line, column, reason, continued }: BrokenRecord,
): Problem[] {
  if (continued) return [];
  return [{ line, column, status: 'invalid', reason, record: shownAt(bytes, start) }];
}

/** The line that begins there, or its front. */
function shownAt(bytes: Uint8Array, start: number): string {
  const most = bytes.subarray(start, start + MAX_SHOWN);
  const end = most.indexOf(LF);
  return UTF8.decode(end < 0 ? most : most.subarray(0, end)).trimEnd();
}

const UTF8 = new TextDecoder();
