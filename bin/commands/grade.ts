import { availableParallelism } from 'node:os';
import { type Command, Option } from 'commander';
import { TABLES, type Table } from '../../core/options/options.ts';
import { addSolvingFlags, type SolvingFlags, solvingOptions, wholeNumber } from '../cli/flags.ts';
import { announceTerminalInput } from '../cli/paths.ts';

interface GradeFlags extends SolvingFlags {
  readonly output: Table;
  readonly path: boolean | undefined;
  readonly out: string;
  readonly concurrency: string | undefined;
  readonly quiet: boolean | undefined;
}

const MAX_THREADS = 256;

/** `sudoku grade`: how hard puzzles are for a person. */
export function addGrade(program: Command): void {
  const command = program
    .command('grade')
    .description(
      'Rate 9x9 puzzles as Sudoku Explainer does: ER, EP, ED, the hardest technique, and how often each is used.',
    )
    .argument('[files...]', 'puzzle files, or directories of them; - or none for standard input')
    .addOption(new Option('--output <format>', 'the format of the result').choices(TABLES).default('csv'))
    .option('--path', 'every step, in the notation of players');
  addSolvingFlags(command, ['variant', 'format'])
    .option('-o, --out <path>', 'a file, or a directory (new/ makes one) for one table a file', '-')
    .option('--concurrency <n>', 'threads (all cores)')
    .option('-q, --quiet', 'print nothing but errors')
    .action(async (files: string[], flags: GradeFlags) => {
      // `output` is about the table of ratings, not an option of how the puzzles are read
      const { output, path = false, out, concurrency, quiet = false, ...solving } = flags;
      const threads = wholeNumber('--concurrency', concurrency, 1, MAX_THREADS) ?? availableParallelism();
      const inputs = files.length > 0 ? files : ['-'];
      if (!quiet) announceTerminalInput(inputs);
      const { gradeFiles } = await import('../grade/grade-files.ts');
      process.exitCode = await gradeFiles(inputs, solvingOptions(solving), {
        output,
        path,
        out,
        threads,
        quiet,
      });
    });
}
