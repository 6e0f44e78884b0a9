// `sudoku augment`: writes random equivalents of puzzles and their solutions.
import type { Command } from 'commander';
import { numberFlag, seedFlag } from '../cli/flags.ts';
import { addExamples } from '../cli/help.ts';
import { addSetFlags, type SetFlags, setOptions } from '../sets/flags.ts';

interface AugmentFlags extends SetFlags {
  readonly times: number;
  readonly seed: number;
  readonly onlyNew: boolean | undefined;
}

export function addAugment(program: Command): void {
  const command = program
    .command('augment')
    .description(
      'Add random equivalents of each puzzle and its solution: no two alike, with rows, columns and digits exchanged, or what variants and rules allow.',
    )
    .argument('[files...]', 'files of puzzles, or directories of files; - or none for standard input')
    .addOption(numberFlag('--times <n>', 'copies of each record', [1, 10_000], 1))
    .addOption(seedFlag('another seed makes other copies'))
    .option('--only-new', 'leave out the records themselves');
  addExamples(
    command,
    ['make eleven pairs of each', 'sudoku augment --times 10 --seed 1 pairs.csv -o augmented.csv'],
    ['draw another equivalent of each puzzle', 'sudoku augment --only-new puzzles.txt -o other.txt'],
  );
  addSetFlags(command, 'a file, or a directory (new/ creates one) for one result per file').action(
    async (files: string[], flags: AugmentFlags) => {
      const { times, seed, onlyNew = false } = flags;
      const { inputs, options } = setOptions(files, flags);
      const { augmentFiles } = await import('../sets/augment.ts');
      process.exitCode = await augmentFiles(inputs, { ...options, times, seed, onlyNew });
    },
  );
}
