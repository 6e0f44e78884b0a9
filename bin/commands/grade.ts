// `sudoku grade`: rates how hard puzzles are for a person.
import type { Command } from 'commander';
import { TABLES, type Table } from '../../core/options/options.ts';
import { addSolvingFlags, choiceFlag, concurrencyFlag, quietFlag } from '../cli/flags.ts';
import { addExamples } from '../cli/help.ts';
import { type SetFlags, setOptions } from '../sets/flags.ts';

interface GradeFlags extends SetFlags {
  readonly output: Table | undefined;
  readonly path: boolean | undefined;
}

export function addGrade(program: Command): void {
  const command = program
    .command('grade')
    .description(
      'Rate 9x9 puzzles as Sudoku Explainer does: ER, EP, ED, the hardest technique, and how often each is used.',
    )
    .argument('[files...]', 'puzzles, files of them, or directories of files; - or none for standard input')
    .addOption(
      choiceFlag('--output <format>', 'format of the result', TABLES).default(
        undefined,
        'csv, or by the ending of the file',
      ),
    )
    .option('--path', 'include every step, in the notation of players');
  addExamples(
    command,
    ['rate a file into a table', 'sudoku grade puzzles.txt -o ratings.csv'],
    ['show every step', 'sudoku grade --path --output jsonl puzzles.txt'],
  );
  addSolvingFlags(command, ['variant', 'format', 'puzzle', 'ignore'])
    .option('-o, --out <path>', 'a file, or a directory (new/ creates one) for one table per file', '-')
    .addOption(concurrencyFlag('threads that grade'))
    .addOption(quietFlag())
    .action(async (files: string[], flags: GradeFlags) => {
      const { output, path = false } = flags;
      const { inputs, options } = setOptions(files, flags);
      const [{ rowFiles }, { ratingRows }] = await Promise.all([
        import('../rows/row-files.ts'),
        import('../rows/rating-rows.ts'),
      ]);
      const rows = {
        formats: { writes: TABLES, given: output },
        kindOf: (format: Table = 'csv') => ratingRows(format, path),
      };
      process.exitCode = await rowFiles(inputs, rows, options);
    });
}
