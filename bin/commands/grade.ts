import { type Command, Option } from 'commander';
import { TABLES, type Table } from '../../core/options/options.ts';
import { addSolvingFlags, concurrencyOf, type SolvingFlags, solvingOptions } from '../cli/flags.ts';
import { announceTerminalInput } from '../cli/paths.ts';

interface GradeFlags extends SolvingFlags {
  readonly output: Table;
  readonly path: boolean | undefined;
  readonly out: string;
  readonly concurrency: string | undefined;
  readonly quiet: boolean | undefined;
}

/** `sudoku grade`: rates how hard puzzles are for a person. */
export function addGrade(program: Command): void {
  const command = program
    .command('grade')
    .description(
      'Rate 9x9 puzzles as Sudoku Explainer does: ER, EP, ED, the hardest technique, and how often each is used.',
    )
    .argument('[files...]', 'puzzle files, or directories of them; - or none for standard input')
    .addOption(new Option('--output <format>', 'format of the result').choices(TABLES).default('csv'))
    .option('--path', 'include every step, in the notation of players');
  addSolvingFlags(command, ['variant', 'format'])
    .option('-o, --out <path>', 'a file, or a directory (new/ creates one) for one table per file', '-')
    .option('--concurrency <n>', 'threads (all cores)')
    .option('-q, --quiet', 'print nothing but errors')
    .action(async (files: string[], flags: GradeFlags) => {
      // `output` is the format of the ratings here, not the solving option
      const { output, path = false, out, concurrency: _, quiet = false, ...solving } = flags;
      const concurrency = concurrencyOf(flags);
      const inputs = files.length > 0 ? files : ['-'];
      if (!quiet) announceTerminalInput(inputs);
      const { gradeFiles } = await import('../grade/grade-files.ts');
      process.exitCode = await gradeFiles(inputs, solvingOptions(solving), {
        output,
        path,
        out,
        concurrency,
        quiet,
      });
    });
}
