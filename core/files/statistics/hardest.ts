// The puzzles of a file that took the most guesses. Lists of pieces merge to the list of the undivided file.

import type { Block } from '../../formats/shared/block.ts';
import { latin1 } from '../../formats/shared/latin1.ts';
import { MAX_SIZE } from '../../options/options.ts';
import { type BatchResult, geometryAt } from '../../solver/engine/engine.ts';
import { allowedAt, restricts } from '../../solver/model/allowed.ts';
import { defaultBoxes, type Geometry } from '../../solver/model/geometry.ts';
import type { Rule } from '../../solver/model/rule-kinds.ts';
import { type OutcomeName, Status, statusName } from '../../solver/model/status.ts';
import { regionSymbols } from '../../solver/model/variants.ts';
import { type BlockCounts, selectHardest } from './count-puzzles.ts';

/** One of the puzzles of a file that took the most guesses. */
export interface HardPuzzle {
  /** name of its file in an archive */
  readonly file?: string;
  /** its first line in the file, or in the piece that was read; 1-based */
  readonly line: number;
  /** for large grids, conflicts */
  readonly guesses: number;
  /** `9x9`, `9x9 x` */
  readonly size: string;
  /** how the puzzle ended: `solved`, `no-solution`, … */
  readonly outcome: OutcomeName;
  /** Its cells row by row, a character each: `.` for empty, then 1-9, A-Z and 0. Present for the first few only. */
  readonly puzzle?: string;
  /** Likewise; absent if none was found, or all solutions were listed. */
  readonly solution?: string;
  /** Regions in place of boxes: a symbol for each cell, equal for those of a region. Present with the puzzle. */
  readonly regions?: string;
  /** Names of its variants with commas, such as `x,anti-knight`. Present with the puzzle, unless it is `classic`. */
  readonly variant?: string;
  /** Rows and columns of a box, `3x2`, where they are not the usual ones. Present with the puzzle. */
  readonly boxes?: string;
  /** Rules of the puzzle itself; their cells count row by row from 0. Present with the puzzle, which is absent if they are many. */
  readonly rules?: readonly Rule[];
  /** Set if cells may have certain digits only, which `puzzle` does not say. */
  readonly hasCandidates?: true;
}

/** Characters of the values 0 to 36. */
export const CELL_SYMBOLS = '.123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ0';

/** Length of the list. */
export const MAX_HARDEST = 100;
/** Entries of the list that include their grids. */
export const MAX_WITH_GRID = 12;

/** A puzzle with rules of more cells than this in all is left out. */
export const MAX_SHOWN_CELLS = 4 * MAX_SIZE ** 2;

/** Orders the hardest first; equally hard ones by their place in the file. */
export function compareHardness(a: HardPuzzle, b: HardPuzzle): number {
  return b.guesses - a.guesses || a.line - b.line;
}

/** What a block's puzzles have in common. */
export interface BlockContext {
  /** name of the puzzles' size and variant */
  readonly size: string;
  /** line feeds of the file or piece before the block */
  readonly lines: number;
  /** whether all solutions were listed, so that the result holds none */
  readonly isListed: boolean;
  /** only puzzles that took more guesses than this can be among the hardest */
  readonly listedGuesses: number;
}

/** Adds the hardest puzzles of a solved block to a list of those before it. @returns the new list, or the same one */
export function addHardest(
  hardest: HardPuzzle[],
  { cells, geometry, own: ruled, allowed, count, lines: linesOf }: Block,
  { guesses, statuses, solutions }: Pick<BatchResult, 'statuses' | 'guesses' | 'solutions'>,
  { byExactGuesses }: BlockCounts,
  { size, lines, isListed, listedGuesses }: BlockContext,
): HardPuzzle[] {
  const isFull = hardest.length >= MAX_HARDEST;
  // once the list is full, a puzzle must be harder than its last entry: of equals, the first ones stay
  const floor = Math.max(isFull ? hardest.at(-1)!.guesses : -1, listedGuesses) + 1;
  if (!hasAny(byExactGuesses, floor)) return hardest;
  const own = thresholdOf(byExactGuesses);
  const least = Math.max(floor, own.guesses);
  const ties = own.guesses < floor ? count : own.ties;
  const candidates = selectHardest({ guesses, statuses }, count, least, ties);
  if (candidates.length === 0) return hardest;
  candidates.sort((a, b) => guesses[b]! - guesses[a]! || a - b);
  const lastWithGrid = hardest[MAX_WITH_GRID - 1];
  const found = candidates.slice(0, MAX_HARDEST).map((p, rank): HardPuzzle => {
    const outcome = statusName(statuses[p] as Status) as OutcomeName;
    const puzzle = { line: lines + linesOf[p]! + 1, guesses: guesses[p]!, size, outcome };
    if (rank >= MAX_WITH_GRID || (lastWithGrid && compareHardness(lastWithGrid, puzzle) < 0)) return puzzle;
    const range = [p * geometry!.cells, (p + 1) * geometry!.cells] as const;
    const shape = geometryAt({ geometry: geometry!, own: ruled }, p);
    const rules = rulesShown(shape);
    if (!rules) return puzzle;
    const sets = allowedAt(allowed, shape, p);
    const isFound = statuses[p] === Status.solved && !isListed;
    return {
      ...puzzle,
      puzzle: cellsText(cells, ...range),
      ...(isFound && { solution: cellsText(solutions, ...range) }),
      ...rules,
      ...(sets && restricts(shape, cells.subarray(...range), sets) && { hasCandidates: true }),
    };
  });
  return mergeTwo(hardest, found);
}

/** Whether any puzzle took `least` guesses or more, as far as the counts show. In most files, most puzzles took none. */
function hasAny(byExactGuesses: Uint32Array, least: number): boolean {
  const last = byExactGuesses.length - 1;
  for (let guesses = Math.min(least, last); guesses <= last; guesses++) {
    if (byExactGuesses[guesses] !== 0) return true;
  }
  return false;
}

/**
 * The fewest guesses among a block's {@link MAX_HARDEST} hardest puzzles, and how many puzzles with exactly as many are among
 * them.
 */
function thresholdOf(byExactGuesses: Uint32Array): { guesses: number; ties: number } {
  const last = byExactGuesses.length - 1;
  let harder = 0;
  let guesses = last;
  while (guesses > 0 && harder + byExactGuesses[guesses]! < MAX_HARDEST) harder += byExactGuesses[guesses--]!;
  // the last entry counts different numbers of guesses
  return { guesses, ties: guesses === last ? Infinity : MAX_HARDEST - harder };
}

/**
 * The hardest puzzles of several pieces of a file. The list is the same as for the undivided file, because each piece's list is as
 * long as the final one.
 */
export function mergeHardest(pieces: readonly (readonly HardPuzzle[])[]): HardPuzzle[] {
  return pieces.reduce<HardPuzzle[]>(mergeTwo, []);
}

/** The hardest puzzles of two ordered lists. Returns the first list itself if the second adds nothing. */
function mergeTwo(list: HardPuzzle[], more: readonly HardPuzzle[]): HardPuzzle[] {
  // most pieces of most files are no harder than those before
  const [hardest] = more;
  if (!hardest || (list.length === MAX_HARDEST && compareHardness(list.at(-1)!, hardest) < 0)) return list;
  // inserted by binary search: a scan of the list for each block would take longer than solving a hundred puzzles
  const all = list.slice();
  let rank = 0;
  for (const puzzle of more) {
    rank = rankOf(puzzle, all, rank);
    if (rank === MAX_HARDEST) break;
    all.splice(rank, 0, rank < MAX_WITH_GRID ? puzzle : withoutGrid(puzzle));
    if (all.length > MAX_HARDEST) all.pop();
    rank++;
  }
  const pushedOut = all.slice(MAX_WITH_GRID, MAX_WITH_GRID + more.length);
  all.splice(MAX_WITH_GRID, pushedOut.length, ...pushedOut.map(withoutGrid));
  return all;
}

/** The index in an ordered list, `from` or higher, where a puzzle belongs: after those that are as hard. */
function rankOf(puzzle: HardPuzzle, list: readonly HardPuzzle[], from: number): number {
  let [low, high] = [from, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareHardness(list[middle]!, puzzle) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A puzzle without its grids. */
export function withoutGrid(puzzle: HardPuzzle): HardPuzzle {
  if (puzzle.puzzle === undefined) return puzzle;
  const { file, line, guesses, size, outcome } = puzzle;
  return { ...(file !== undefined && { file }), line, guesses, size, outcome };
}

/** What a puzzle consists of beside its givens; undefined if its rules are too many. */
function rulesShown({
  size,
  variant,
  boxRows,
  boxColumns,
  regions,
  rules,
}: Geometry): Pick<HardPuzzle, 'regions' | 'variant' | 'boxes' | 'rules'> | undefined {
  if (rules.reduce((sum, { cells }) => sum + cells.length, 0) > MAX_SHOWN_CELLS) return undefined;
  const isUsual = regions !== undefined || defaultBoxes(size).rows === boxRows;
  return {
    ...(regions && { regions: regionSymbols(regions) }),
    ...(variant !== 'classic' && { variant }),
    ...(!isUsual && { boxes: `${boxRows}x${boxColumns}` }),
    ...(rules.length > 0 && { rules }),
  };
}

/** Room for the text of a grid of any size. */
const codes = new Uint8Array(MAX_SIZE ** 2);

const SYMBOL_CODES = Uint8Array.from(CELL_SYMBOLS, (symbol) => symbol.charCodeAt(0));

/** Cells as reports show them: a character each. */
export function cellsText(cells: Uint8Array, from: number, to: number): string {
  for (let i = from; i < to; i++) codes[i - from] = SYMBOL_CODES[cells[i]!]!;
  return latin1(codes, 0, to - from);
}
