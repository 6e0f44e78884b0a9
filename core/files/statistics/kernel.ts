import { LOG_BINS } from '../../kernel/constants.ts';
import { kernelFactory, lazy } from '../../kernel/kernel.ts';
import { OUTCOMES } from '../../solver/status.ts';
import { code, type Exports } from './kernel.generated.ts';

const instantiate = kernelFactory<Exports>(code);

/** The kernel that counts puzzles, with views of its memory. One for all: its callers read what a call left at once. */
export const countKernel = lazy(() => {
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
    byGuessesApart: words(exports.APART, exports.MAX_APART.value + 1),
  };
});
