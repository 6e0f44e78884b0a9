// `sudoku dedupe`: drops puzzles that are equivalent to earlier ones.
import type { Command } from 'commander';
import { choiceFlag, numberFlag } from '../cli/flags.ts';
import { addExamples } from '../cli/help.ts';
import { addSetFlags, type SetFlags, setOptions } from '../sets/flags.ts';

interface DedupeFlags extends SetFlags {
  readonly by: 'puzzle' | 'grid';
  readonly exact: boolean | undefined;
  readonly duplicates: string | undefined;
  readonly memory: number;
  readonly work: string | undefined;
}

export function addDedupe(program: Command): void {
  const command = program
    .command('dedupe')
    .description(
      'Drop records whose puzzle repeats an earlier one up to symmetry: the first one stays, with all other bytes of its file.',
    )
    .argument('[files...]', 'files of puzzles, or directories of files; - or none for standard input')
    .addOption(
      choiceFlag(
        '--by <what>',
        'what may not repeat: the puzzle or its solution',
        ['puzzle', 'grid'],
        'puzzle',
      ),
    )
    .option('--exact', 'compare the cells as they are')
    .option('--duplicates <path>', 'write the dropped puzzles and the first ones to a CSV file')
    .addOption(numberFlag('--memory <MB>', 'memory for keys; beyond, they go to disk', [1, 1_000_000], 1000))
    .option('--work <directory>', 'keep the keys here, so that an interrupted run can continue');
  addExamples(
    command,
    ['drop repeated puzzles', 'sudoku dedupe puzzles.csv -o clean.csv'],
    ['drop what another file has', 'sudoku dedupe old.txt new.txt -o clean/ --duplicates dropped.csv'],
  );
  addSetFlags(command, 'a file, or a directory (new/ creates one) for one result per file').action(
    async (files: string[], flags: DedupeFlags) => {
      const { by, exact, duplicates, memory, work } = flags;
      const { inputs, options } = setOptions(files, flags);
      const { dedupe } = await import('../sets/dedupe.ts');
      const own = { by: exact ? 'exact' : by, duplicates, memory: memory * 1e6, work } as const;
      process.exitCode = await dedupe(inputs, { ...options, ...own });
    },
  );
}
