import type { Block } from '../../formats/shared/block.ts';
import { decodeBase64 } from '../../solver/decode-base64.ts';
import type { BatchResult } from '../../solver/engine.ts';
import { lazy } from '../../solver/lazy.ts';
import { OUTCOMES } from '../../solver/status.ts';
import { LOG_BINS } from './histogram.ts';
import { kernel as encoded } from './kernel.generated.ts';

/** Exports of assembly/count.ts, described there; globals in capitals are byte addresses in `memory`, or as said there. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  readonly CELLS: WebAssembly.Global;
  readonly STATUSES: WebAssembly.Global;
  readonly SOLUTIONS: WebAssembly.Global;
  readonly GUESSES: WebAssembly.Global;
  readonly BY_GIVENS: WebAssembly.Global;
  readonly BY_STATUS: WebAssembly.Global;
  readonly BY_SOLUTIONS: WebAssembly.Global;
  readonly BY_GUESSES: WebAssembly.Global;
  readonly APART: WebAssembly.Global;
  readonly MAX_CELLS: WebAssembly.Global;
  readonly MAX_APART: WebAssembly.Global;
  readonly solutions: WebAssembly.Global;
  readonly guesses: WebAssembly.Global;
  readonly atLimit: WebAssembly.Global;
  readonly clear: () => void;
  readonly add: (count: number, cells: number, limit: number) => void;
}

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
  /** puzzles with as many solutions as the limit, or more */
  readonly atLimit: number;
}

/** Counts the puzzles of a solved block, of which there is one at least. */
export function countBlock(
  { cells, count, geometry }: Pick<Block, 'cells' | 'count' | 'geometry'>,
  { statuses, counts, guesses }: Pick<BatchResult, 'statuses' | 'counts' | 'guesses'>,
  limit: number,
): BlockCounts {
  const { exports, ...room } = kernel();
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

/** One for all: nothing of a call is left when it returns but what is read at once. */
const kernel = lazy(() => {
  const module = new WebAssembly.Module(decodeBase64(encoded));
  const exports = new WebAssembly.Instance(module).exports as unknown as Exports;
  const { buffer } = exports.memory;
  const bytes = (at: WebAssembly.Global, length: number) => new Uint8Array(buffer, at.value, length);
  const words = (at: WebAssembly.Global, length: number) => new Uint32Array(buffer, at.value, length);
  const puzzles = exports.SOLUTIONS.value - exports.STATUSES.value;
  return {
    exports,
    cells: bytes(exports.CELLS, exports.MAX_CELLS.value),
    statuses: bytes(exports.STATUSES, puzzles),
    solutions: words(exports.SOLUTIONS, puzzles),
    guesses: words(exports.GUESSES, puzzles),
    byGivens: words(exports.BY_GIVENS, (exports.BY_STATUS.value - exports.BY_GIVENS.value) / 4),
    byStatus: words(exports.BY_STATUS, OUTCOMES.length),
    bySolutions: words(exports.BY_SOLUTIONS, LOG_BINS),
    byGuesses: words(exports.BY_GUESSES, LOG_BINS),
    byGuessesApart: words(exports.APART, exports.MAX_APART.value + 1),
  };
});
