// `sudoku minimise`: removes redundant givens.
import type { Command } from 'commander';
import { addSolvingFlags, numberFlag } from '../cli/flags.ts';
import { addExamples } from '../cli/help.ts';
import { addSetFlags, type SetFlags, setOptions } from '../sets/flags.ts';

interface MinimiseFlags extends SetFlags {
  readonly seed: number;
}

export function addMinimise(program: Command): void {
  const command = program
    .command('minimise')
    .description(
      'Remove redundant givens from puzzles of any size, until each given is needed for the only solution.',
    )
    .argument('[files...]', 'files of puzzles, or directories of files; - or none for standard input')
    .addOption(
      numberFlag('--seed <n>', 'another seed may remove other givens', [0, Number.MAX_SAFE_INTEGER], 0),
    );
  addExamples(command, ['minimise the puzzles of a file', 'sudoku minimise puzzles.txt -o minimal.txt']);
  addSolvingFlags(command, ['budget']);
  addSetFlags(command, 'a file, or a directory (new/ creates one) for one result per file').action(
    async (files: string[], flags: MinimiseFlags) => {
      const { inputs, options } = setOptions(files, flags);
      const { minimiseFiles } = await import('../sets/minimise.ts');
      process.exitCode = await minimiseFiles(inputs, { ...options, seed: flags.seed });
    },
  );
}
