// `sudoku select`: writes the records that meet a condition.
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { UsageError } from '../cli/exit.ts';
import { numberFlag, seedFlag } from '../cli/flags.ts';
import { addExamples } from '../cli/help.ts';
import { addSetFlags, type SetFlags, setOptions } from '../sets/flags.ts';

interface SelectFlags extends SetFlags {
  readonly where: string | undefined;
  readonly sample: number | undefined;
  readonly seed: number;
}

export function addSelect(program: Command): void {
  const command = program
    .command('select')
    .description(
      'Write the records that meet a condition, or a sample of them: conditions are about columns, clues, ratings or solutions.',
    )
    .argument('[files...]', 'files of puzzles, or directories of files; - or none for standard input')
    .option('--where <condition>', "such as 'er>=4.5 and clues<=24 and status=solved'")
    .addOption(
      numberFlag('--sample <n>', 'draw as many of them, in their order; reads files twice', [1, 1e9], 'all'),
    )
    .addOption(seedFlag('another seed draws another sample'));
  addExamples(
    command,
    ['keep hard puzzles with one solution', "sudoku select --where 'er>=4.5 and status=solved' puzzles.txt"],
    [
      'draw a thousand of a source',
      "sudoku select --where 'source=puzzles0' --sample 1000 train.csv -o some.csv",
    ],
  );
  addSetFlags(command, 'a file, or a directory (new/ creates one) for one result per file').action(
    async (files: string[], flags: SelectFlags) => {
      const { where, sample, seed } = flags;
      const condition = where === undefined ? files.find(isCondition) : undefined;
      if (condition !== undefined)
        throw new UsageError(`expected files, got ${condition} (did you mean --where '${condition}'?)`);
      const { inputs, options } = setOptions(files, flags);
      const { select } = await import('../sets/select.ts');
      process.exitCode = await select(inputs, { ...options, where, sample, seed });
    },
  );
}

/** Whether an argument was probably meant for --where. */
function isCondition(argument: string): boolean {
  return /[<>=]/.test(argument) && !existsSync(argument);
}
