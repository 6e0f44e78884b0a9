// Counts the puzzles of a block in a kernel, in one pass, and selects those that took the most guesses.

import type { Block } from '../../formats/shared/block.ts';
import { LOG_BINS } from '../../kernel/constants.ts';
import { KernelPool, kernelFactory } from '../../kernel/kernel.ts';
import type { BatchResult } from '../../solver/engine/engine.ts';
import { OUTCOMES } from '../../solver/model/status.ts';
import { code, type Exports } from './kernel.generated.ts';

/** Counts of the puzzles of a block, by the index of each array. Valid until the next block is counted. */
export interface BlockCounts {
  /** by Status code */
  readonly byStatus: Uint32Array;
  /** by number of givens */
  readonly byGivens: Uint32Array;
  /** by the logarithmic bins of {@link Histogram}: solutions found, and guesses */
  readonly bySolutions: Uint32Array;
  readonly byGuesses: Uint32Array;
  /** by exact number of guesses; the last entry counts all puzzles with as many or more; without invalid and unsupported puzzles */
  readonly byExactGuesses: Uint32Array;
  /** sums */
  readonly solutions: number;
  readonly guesses: number;
  /** puzzles with more solutions than the limit; each adds the limit to the sum */
  readonly atLimit: number;
}

const instantiate = kernelFactory<Exports>(code);

/** The kernel that counts puzzles, with views of its memory. One is enough, as callers read the results of a call at once; after an error there is a new one. */
const countKernels = new KernelPool(() => {
  const exports = instantiate();
  const { buffer } = exports.memory;
  const puzzles = exports.MAX_PUZZLES.value;
  const words = ({ value }: WebAssembly.Global, length: number) => new Uint32Array(buffer, value, length);
  return {
    exports,
    cells: new Uint8Array(buffer, exports.CELLS.value, exports.MAX_CELLS.value),
    statuses: new Uint8Array(buffer, exports.STATUSES.value, puzzles),
    solutions: words(exports.SOLUTIONS, puzzles),
    guesses: words(exports.GUESSES, puzzles),
    selected: words(exports.SELECTED, puzzles),
    byGivens: words(exports.BY_GIVENS, (exports.BY_STATUS.value - exports.BY_GIVENS.value) / 4),
    byStatus: words(exports.BY_STATUS, OUTCOMES.length),
    bySolutions: words(exports.BY_SOLUTIONS, LOG_BINS),
    byGuesses: words(exports.BY_GUESSES, LOG_BINS),
    byExactGuesses: words(exports.BY_EXACT_GUESSES, exports.MAX_EXACT_GUESSES.value + 1),
  };
}, 1);

type CountKernel = ReturnType<(typeof countKernels)['take']>;

/** The largest u32: the kernel's counters go no further. */
const MAX_COUNTER = 2 ** 32 - 1;

/** Counts the puzzles of a solved block, which has at least one. */
export function countBlock(
  block: Pick<Block, 'cells' | 'count' | 'geometry'>,
  result: Pick<BatchResult, 'statuses' | 'counts' | 'guesses'>,
  limit: number,
): BlockCounts {
  return countKernels.run((kernel) => countIn(kernel, block, result, limit));
}

function countIn(
  { exports, ...room }: CountKernel,
  { cells, count, geometry }: Pick<Block, 'cells' | 'count' | 'geometry'>,
  { statuses, counts, guesses }: Pick<BatchResult, 'statuses' | 'counts' | 'guesses'>,
  limit: number,
): BlockCounts {
  const size = geometry!.cells;
  const most = Math.floor(room.cells.length / size);
  exports.clear();
  for (let from = 0; from < count; from += most) {
    const to = Math.min(from + most, count);
    room.cells.set(cells.subarray(from * size, to * size));
    room.statuses.set(statuses.subarray(from, to));
    room.solutions.set(counts.subarray(from, to));
    room.guesses.set(guesses.subarray(from, to));
    exports.add(to - from, size, Math.min(limit, MAX_COUNTER));
  }
  return {
    byStatus: room.byStatus,
    byGivens: room.byGivens.subarray(0, size + 1),
    bySolutions: room.bySolutions,
    byGuesses: room.byGuesses,
    byExactGuesses: room.byExactGuesses,
    solutions: exports.solutions.value,
    guesses: exports.guesses.value,
    atLimit: exports.atLimit.value,
  };
}

/**
 * Indices, ascending, of the puzzles that took more than `least` guesses, and of the first `ties` puzzles that took exactly
 * `least`. Leaves out invalid and unsupported puzzles, whose guesses mean nothing.
 */
export function selectHardest(
  result: Pick<BatchResult, 'guesses' | 'statuses'>,
  count: number,
  least: number,
  ties: number,
): number[] {
  // no puzzle takes more; a caller that wants none passes Infinity
  if (least > MAX_COUNTER) return [];
  return countKernels.run((kernel) => selectIn(kernel, result, count, least, ties));
}

function selectIn(
  { exports, ...room }: CountKernel,
  { guesses, statuses }: Pick<BatchResult, 'guesses' | 'statuses'>,
  count: number,
  least: number,
  ties: number,
): number[] {
  const most = room.guesses.length;
  const selected: number[] = [];
  let left = Math.min(ties, MAX_COUNTER);
  for (let from = 0; from < count; from += most) {
    const to = Math.min(from + most, count);
    room.guesses.set(guesses.subarray(from, to));
    room.statuses.set(statuses.subarray(from, to));
    const found = exports.select(to - from, Math.ceil(least), left);
    left = exports.tiesLeft.value >>> 0;
    for (let i = 0; i < found; i++) selected.push(from + room.selected[i]!);
  }
  return selected;
}
