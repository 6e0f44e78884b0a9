import { availableParallelism } from 'node:os';
import { type Command, Option } from 'commander';
import { TABLES, type Table } from '../../core/options/options.ts';
import { addSolvingFlags, type SolvingFlags, solvingOptions, wholeNumber } from '../cli/flags.ts';
import { announceTerminalInput } from '../cli/paths.ts';

interface GradeFlags extends SolvingFlags {
  readonly table: Table;
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
    .addOption(new Option('--table <format>', 'of the result').choices(TABLES).default('csv'))
    .option('--path', 'every step, in the notation of players');
  addSolvingFlags(command, ['variant', 'format'])
    .option('-o, --out <path>', 'a file, or a directory (new/ makes one) for one table a file', '-')
    .option('--concurrency <n>', 'threads (all cores)')
    .option('-q, --quiet', 'print nothing but errors')
    .action(async (files: string[], flags: GradeFlags) => {
      const { table, path, out, quiet } = flags;
      const concurrency =
        wholeNumber('--concurrency', flags.concurrency, 1, MAX_THREADS) ?? availableParallelism();
      if (!quiet) announceTerminalInput(files.length > 0 ? files : ['-']);
      const { gradeFiles } = await import('../grade/grade-files.ts');
      process.exitCode = await gradeFiles(files.length > 0 ? files : ['-'], solvingOptions(flags), {
        format: table,
        path: path ?? false,
        out,
        concurrency,
        quiet: quiet ?? false,
      });
    });
}
