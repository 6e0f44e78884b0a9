import { decodeBase64 } from '../../solver/decode-base64.ts';
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
  readonly SELECTED: WebAssembly.Global;
  readonly MAX_CELLS: WebAssembly.Global;
  readonly MAX_APART: WebAssembly.Global;
  readonly solutions: WebAssembly.Global;
  readonly guesses: WebAssembly.Global;
  readonly atLimit: WebAssembly.Global;
  readonly tiesLeft: WebAssembly.Global;
  readonly clear: () => void;
  readonly add: (count: number, cells: number, limit: number) => void;
  readonly select: (count: number, least: number, ties: number) => number;
}

/** One for all: nothing of a call is left when it returns but what is read at once. */
export const countKernel = lazy(() => {
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
    selected: words(exports.SELECTED, puzzles),
    byGivens: words(exports.BY_GIVENS, (exports.BY_STATUS.value - exports.BY_GIVENS.value) / 4),
    byStatus: words(exports.BY_STATUS, OUTCOMES.length),
    bySolutions: words(exports.BY_SOLUTIONS, LOG_BINS),
    byGuesses: words(exports.BY_GUESSES, LOG_BINS),
    byGuessesApart: words(exports.APART, exports.MAX_APART.value + 1),
  };
});
