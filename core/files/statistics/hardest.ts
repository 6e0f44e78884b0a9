import { latin1 } from '../../formats/shared/bytes.ts';
import { MAX_SIZE } from '../../options/options.ts';
import type { OutcomeName } from '../../solver/status.ts';

/** One of the puzzles of a file that took most guesses. */
export interface HardPuzzle {
  /** 1-based, in the file or piece that was read: its first line */
  readonly line: number;
  /** for large grids, conflicts */
  readonly guesses: number;
  /** `9x9`, `9x9 x` */
  readonly size: string;
  /** how it ended */
  readonly outcome: OutcomeName;
  /** Its cells row by row, a character each: `.` for empty, then 1-9, A-Z and 0. Of the very hardest only. */
  readonly puzzle?: string;
  /** Likewise; absent where none was found, or where all of them were listed. */
  readonly solution?: string;
}

/** Characters of the values 0 to 36. */
export const CELL_SYMBOLS = '.123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ0';

/** Puzzles kept. */
export const MAX_HARDEST = 100;
/** Those of them that are kept whole. */
export const MAX_DRAWN = 12;

/** Hardest first; among equals that which comes first in the file. */
export function compareHardness(a: HardPuzzle, b: HardPuzzle): number {
  return b.guesses - a.guesses || a.line - b.line;
}

/**
 * The hardest of several pieces, which is what one piece of all would have given: each keeps as many as are wanted in the
 * end, so that none of these can be missing.
 */
export function mergeHardest(pieces: readonly (readonly HardPuzzle[])[]): HardPuzzle[] {
  return pieces.reduce<HardPuzzle[]>(addAmong, []);
}

/** The hardest of those that are kept and of more; both are in order. */
export function addAmong(kept: HardPuzzle[], more: readonly HardPuzzle[]): HardPuzzle[] {
  // most pieces of most files are no harder than those before
  const [hardest] = more;
  if (!hardest || (kept.length === MAX_HARDEST && compareHardness(kept.at(-1)!, hardest) < 0)) return kept;
  // a look at all that is kept, for each block, takes longer than solving some hundred puzzles
  const all = kept.slice();
  let rank = 0;
  for (const puzzle of more) {
    rank = rankOf(puzzle, all, rank);
    if (rank === MAX_HARDEST) break;
    all.splice(rank, 0, rank < MAX_DRAWN ? puzzle : withoutGrid(puzzle));
    if (all.length > MAX_HARDEST) all.pop();
    rank++;
  }
  const pushedOut = all.slice(MAX_DRAWN, MAX_DRAWN + more.length);
  all.splice(MAX_DRAWN, pushedOut.length, ...pushedOut.map(withoutGrid));
  return all;
}

/** Where a puzzle belongs among others that are in order, `from` at least: after those that are as hard. */
function rankOf(puzzle: HardPuzzle, among: readonly HardPuzzle[], from: number): number {
  let [low, high] = [from, among.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareHardness(among[middle]!, puzzle) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Some cells as text. */
export function cellsText(cells: Uint8Array, from: number, to: number): string {
  for (let i = from; i < to; i++) codes[i - from] = SYMBOL_CODES[cells[i]!]!;
  return latin1(codes, 0, to - from);
}

/** Room for a grid of any size. */
const codes = new Uint8Array(MAX_SIZE ** 2);

const SYMBOL_CODES = Uint8Array.from(CELL_SYMBOLS, (symbol) => symbol.charCodeAt(0));

function withoutGrid(puzzle: HardPuzzle): HardPuzzle {
  if (puzzle.puzzle === undefined) return puzzle;
  const { line, guesses, size, outcome } = puzzle;
  return { line, guesses, size, outcome };
}
