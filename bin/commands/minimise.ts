// `sudoku minimise`: removes redundant givens.
import type { Command } from 'commander';
import { OPTIONS, type OptionEntry } from '../../core/options/options.ts';
import { addSolvingFlags, seedFlag } from '../cli/flags.ts';
import { addExamples } from '../cli/help.ts';
import { addSetFlags, type SetFlags, setOptions } from '../sets/flags.ts';

interface MinimiseFlags extends SetFlags {
  readonly seed: number;
}

/** Each given takes a search of its own. */
const BUDGET: OptionEntry<number> = {
  ...OPTIONS.budget,
  help: 'guesses (large grids: conflicts) that each search may cost before the puzzle is `undecided`',
};

export function addMinimise(program: Command): void {
  const command = program
    .command('minimise')
    .description(
      'Remove redundant givens from puzzles: of any size, until each given is needed for the only solution.',
    )
    .argument('[files...]', 'files of puzzles, or directories of files; - or none for standard input')
    .addOption(seedFlag('another seed may remove other givens'));
  addExamples(command, ['minimise the puzzles of a file', 'sudoku minimise puzzles.txt -o minimal.txt']);
  addSolvingFlags(command, ['budget'], { ...OPTIONS, budget: BUDGET });
  addSetFlags(command, 'a file, or a directory (new/ creates one) for one result per file').action(
    async (files: string[], flags: MinimiseFlags) => {
      const { inputs, options } = setOptions(files, flags);
      const { minimiseFiles } = await import('../sets/minimise.ts');
      process.exitCode = await minimiseFiles(inputs, { ...options, seed: flags.seed });
    },
  );
}
