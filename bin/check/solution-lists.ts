// Collects the rows or grids of a result that list all solutions of one puzzle.
import type { FileRecord, Grid, Records } from '../records/records.ts';
import { differentPuzzleFault, solutionFault } from './verdict.ts';

/** The list of solutions of a puzzle. */
export interface SolutionList {
  /** 1-based, of its first record */
  readonly line: number;
  readonly solutions: readonly Uint8Array[];
  readonly length: number;
  /** Of the record without a solution that ends it: a status, or `at-limit`. */
  readonly end: string | undefined;
  /** Why one of the solutions is none. */
  readonly fault: string | undefined;
}

interface ListOptions {
  /** Solutions at most. */
  readonly limit: number;
  /** Whether puzzles have rules of their own, so that the next one may have the same givens and other solutions. */
  readonly isRuled: boolean;
  /** The cells of the puzzle before. */
  readonly previous: Uint8Array | undefined;
  /** What follows the puzzle; undefined if that is not known. */
  readonly following: FileRecord | undefined;
  /** Called with the line of each record that belongs to the puzzle before, and is left of its list. */
  readonly onSurplus: (line: number) => void;
}

/**
 * Takes the records of a result that belong to a puzzle: those beside which it stands, or the grids that solve it. A solution
 * that occurs again belongs to an equal puzzle that follows, and to none if there is no such puzzle.
 */
export async function takeSolutions(
  puzzle: Grid,
  answers: Records,
  next: () => FileRecord | undefined | Promise<FileRecord | undefined>,
  { limit, isRuled, previous, following, onSurplus }: ListOptions,
): Promise<SolutionList> {
  const solutions: Uint8Array[] = [];
  const known = new Set<string>();
  let line: number | undefined;
  let end: string | undefined;
  let fault: string | undefined;
  for (;;) {
    const answer = await next();
    if (!answer) break;
    const wrong = 'cells' in answer ? solutionFault(puzzle, answer) : undefined;
    const isBeside = answer.puzzle && differentPuzzleFault(puzzle, answer.puzzle) === undefined;
    const isOwn = answer.puzzle ? isBeside : wrong === undefined;
    const { geometry } = puzzle;
    const isSurplus =
      line === undefined && !isOwn && previous && answer.puzzle
        ? differentPuzzleFault({ geometry, cells: previous }, answer.puzzle) === undefined
        : false;
    if (isSurplus) {
      onSurplus(answer.line);
      continue;
    }
    if ('text' in answer) {
      const status = answer.text || (answer.status ?? 'at-limit');
      // after solutions, only these end a list in a table, and none where no puzzles are beside them
      const mayFollow = answer.puzzle && ['at-limit', 'unsolved'].includes(status);
      if (isOwn && (solutions.length === 0 || mayFollow)) {
        line ??= answer.line;
        end = status;
      } else answers.unread(answer);
      break;
    }
    const key = Buffer.from(answer.cells).toString('latin1');
    const isOfNext = isRuled && wrong !== undefined && solutions.length > 0;
    if (isOwn && known.has(key) && !mayBeEqual(puzzle, following)) {
      fault ??= LISTED_TWICE;
      continue;
    }
    if (!isOwn || isOfNext || known.has(key) || solutions.length === limit) {
      answers.unread(answer);
      break;
    }
    line ??= answer.line;
    fault ??= wrong;
    known.add(key);
    solutions.push(answer.cells.slice());
  }
  if (line === undefined) fault = `expected solutions of line ${puzzle.line} of the puzzles, got none`;
  return { line: line ?? puzzle.line, solutions, length: solutions.length, end, fault };
}

const LISTED_TWICE = 'expected a solution that is not listed yet, got one again';

/** Whether a record can have the solutions of a puzzle. */
function mayBeEqual({ cells }: Grid, other: FileRecord | undefined): boolean {
  if (!other) return true;
  return 'cells' in other && Buffer.compare(cells, other.cells) === 0;
}
