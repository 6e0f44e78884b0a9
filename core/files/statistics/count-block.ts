import type { Block } from '../../formats/shared/block.ts';
import type { BatchResult } from '../../solver/engine.ts';
import { countKernel } from './kernel.ts';

/** Puzzles of a block, counted. Arrays hold at each place how many puzzles are such, and are valid until the next block. */
export interface BlockCounts {
  /** by Status code */
  readonly byStatus: Uint32Array;
  /** by number of givens */
  readonly byGivens: Uint32Array;
  /** by {@link logBin} of solutions found, and of guesses */
  readonly bySolutions: Uint32Array;
  readonly byGuesses: Uint32Array;
  /** By guesses, those up to the last but one place; at the last, all with more. Without invalid puzzles. */
  readonly byGuessesApart: Uint32Array;
  /** sums */
  readonly solutions: number;
  readonly guesses: number;
  /** puzzles with more solutions than the limit, which count as so many */
  readonly atLimit: number;
}

/** Counts the puzzles of a solved block, of which there is one at least. */
export function countBlock(
  { cells, count, geometry }: Pick<Block, 'cells' | 'count' | 'geometry'>,
  { statuses, counts, guesses }: Pick<BatchResult, 'statuses' | 'counts' | 'guesses'>,
  limit: number,
): BlockCounts {
  const { exports, ...room } = countKernel();
  const size = geometry!.cells;
  const most = Math.floor(room.cells.length / size);
  exports.clear();
  for (let from = 0; from < count; from += most) {
    const to = Math.min(from + most, count);
    room.cells.set(cells.subarray(from * size, to * size));
    room.statuses.set(statuses.subarray(from, to));
    room.solutions.set(counts.subarray(from, to));
    room.guesses.set(guesses.subarray(from, to));
    exports.add(to - from, size, Math.min(limit, MAX_LIMIT));
  }
  return {
    byStatus: room.byStatus,
    byGivens: room.byGivens.subarray(0, size + 1),
    bySolutions: room.bySolutions,
    byGuesses: room.byGuesses,
    byGuessesApart: room.byGuessesApart,
    solutions: exports.solutions.value,
    guesses: exports.guesses.value,
    atLimit: exports.atLimit.value,
  };
}

/** No puzzle has so many solutions, as counting ends before. */
const MAX_LIMIT = 2 ** 32 - 1;
