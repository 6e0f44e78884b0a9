// Describes the records that were not solved, for reports: where each is, its status, and what was expected.

import {
  type Block,
  type BrokenRecord,
  FieldContent,
  recordsOf,
  SolutionVerdict,
} from '../formats/shared/block.ts';
import { LF } from '../kernel/constants.ts';
import { type BatchResult, geometryAt } from '../solver/engine/engine.ts';
import { allowedAt, cellWithoutDigit } from '../solver/model/allowed.ts';
import { brokenRule, cellName, type Geometry } from '../solver/model/geometry.ts';
import { type Marker, OUTCOMES, Status } from '../solver/model/status.ts';

/** A record that was not solved, and why. */
export interface Problem {
  /** name of its file in an archive */
  readonly file?: string;
  /** 1-based, in the file or piece that was read */
  readonly line: number;
  /** 1-based; 0 if the error concerns no single column */
  readonly column: number;
  /** the record's outcome, or that the file's own solution differs */
  readonly status: Marker | 'disagreement';
  /** what was expected, and what the file has */
  readonly reason: string;
  /** the record's first line, of at most 160 bytes */
  readonly record: string;
}

/** Most bytes of a record that a problem shows. */
const MAX_SHOWN = 160;

/** Most problems that a report lists; all are counted. */
export const MAX_PROBLEMS = 100;

/** Why a puzzle is unsolved whose budget is not used up. */
const OUT_OF_TIME = 'the time ran out before the search ended: set a smaller budget to end it earlier';

const UTF8 = new TextDecoder();

/**
 * Appends the problems of a solved block, up to {@link MAX_PROBLEMS} in all.
 * @param linesBefore line feeds of the file or piece before the block
 */
export function addProblems(
  problems: Problem[],
  block: Block,
  result: BatchResult,
  linesBefore: number,
): void {
  for (const record of recordsOf(block)) {
    const found =
      typeof record === 'number' ? puzzleProblems(block, result, record) : brokenProblems(block, record);
    for (const problem of found) {
      problems.push({ ...problem, line: problem.line + linesBefore + 1 });
      if (problems.length === MAX_PROBLEMS) return;
    }
  }
}

/** Adds the problem of a puzzle whose result an unexpected error has cost after the block was counted. */
export function addInternalProblem(
  problems: Problem[],
  block: Block,
  p: number,
  { reason, linesBefore }: { readonly reason: string; readonly linesBefore: number },
): void {
  const line = linesBefore + block.lines[p]! + 1;
  const record = shownAt(block, block.starts[p]!);
  problems.push({ line, column: 0, status: 'invalid', reason, record });
  problems.sort((a, b) => a.line - b.line);
  problems.splice(MAX_PROBLEMS);
}

function brokenProblems(
  block: Block,
  { start, line, column, reason, marker, continued }: BrokenRecord,
): Problem[] {
  return continued
    ? []
    : [{ line, column, status: marker ?? 'invalid', reason, record: shownAt(block, start) }];
}

function puzzleProblems(block: Block, result: BatchResult, p: number): Problem[] {
  const problems: Problem[] = [];
  const at = { line: block.lines[p]!, column: 0, record: shownAt(block, block.starts[p]!) };
  const status = result.statuses[p] as Exclude<Status, typeof Status.interrupted>;
  if (status !== Status.solved) {
    const { name, reason: usual } = OUTCOMES[status];
    const isOutOfTime = p === 0 && result.isFirstOutOfTime === true;
    const reason =
      result.faults?.get(p) ??
      (status === Status.invalid
        ? invalidReason(block, p)
        : status === Status.unsupported
          ? unsupportedReason(block, p)
          : isOutOfTime
            ? OUT_OF_TIME
            : usual);
    problems.push({ ...at, status: name, reason });
  }
  if (isDisagreement(block, result, p)) {
    problems.push({ ...at, status: 'disagreement', reason: disagreementReason(block, result, p) });
  }
  return problems;
}

/** Whether the file's own solution is wrong, or is one of several that a search for the first has not found (a count reports several by itself). */
export function isDisagreement({ fileSolutions }: Block, { counts }: BatchResult, p: number): boolean {
  const verdict = fileSolutions?.verdicts[p];
  return verdict === SolutionVerdict.wrong || (verdict === SolutionVerdict.another && counts[p]! < 2);
}

function disagreementReason(
  { fileSolutions, geometry }: Block,
  { solutions, statuses }: BatchResult,
  p: number,
): string {
  if (fileSolutions!.verdicts[p] === SolutionVerdict.another) {
    return 'the solution in the file fits, but so does another: more than one grid fits the givens';
  }
  if (fileSolutions!.contents[p] !== FieldContent.grid)
    return 'expected a solution in the file, got something else';
  if (statuses[p] !== Status.solved) return 'the solution in the file does not fit the puzzle';
  const from = p * geometry!.cells;
  const file = fileSolutions!.cells;
  let i = 0;
  while (file[from + i] === 0 || file[from + i] === solutions[from + i]) i++;
  return `expected ${solutions[from + i]} in ${cellName(geometry!, i)} of the solution in the file, got ${file[from + i]}`;
}

function invalidReason({ geometry, own, cells, allowed, alphabet }: Block, p: number): string {
  const shape = geometryAt({ geometry: geometry!, own }, p);
  const puzzle = cells.subarray(p * shape.cells, (p + 1) * shape.cells);
  const mayBe = allowedAt(allowed, shape, p);
  const empty = mayBe ? cellWithoutDigit(shape, puzzle, mayBe) : -1;
  if (empty >= 0) return noDigitReason(shape, empty);
  return conflictReason(shape, puzzle, alphabet?.symbols) ?? OUTCOMES[Status.invalid].reason;
}

function unsupportedReason({ geometry, own }: Block, p: number): string {
  const { unsupported } = geometryAt({ geometry: geometry!, own }, p);
  return `expected rules that are known, got ${unsupported}`;
}

/** Why a puzzle is invalid in which a cell can have no digit. */
export function noDigitReason(geometry: Geometry, cell: number): string {
  return `expected a candidate in ${cellName(geometry, cell)}, got none`;
}

/** Names the first rule that the values of a puzzle break; undefined if they break none. */
export function conflictReason(geometry: Geometry, cells: Uint8Array, symbols?: string): string | undefined {
  return brokenRule(geometry, cells, symbols)?.reason;
}

/** The line or the cells that begin at an offset, as far as a problem shows them. */
function shownAt({ bytes, text }: Block, start: number): string {
  if (text) return text(start, Math.min(start + MAX_SHOWN, bytes.length));
  const most = bytes.subarray(start, start + MAX_SHOWN);
  const end = most.indexOf(LF);
  return UTF8.decode(end < 0 ? most : most.subarray(0, end)).trimEnd();
}
