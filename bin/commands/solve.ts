// `sudoku solve`: solves files on this machine's cores.
import type { Command } from 'commander';
import { visible } from '../../core/formats/shared/bytes.ts';
import { Exit } from '../cli/exit.ts';
import {
  addSolvingFlags,
  concurrencyFlag,
  concurrencyOf,
  quietFlag,
  type SolvingFlags,
  solvingOptions,
} from '../cli/flags.ts';
import { addExamples } from '../cli/help.ts';
import { announceTerminalInput, statOf } from '../cli/paths.ts';
import type { OutputFlags } from '../solve/solve-paths.ts';

interface SolveFlags extends SolvingFlags, OutputFlags {
  readonly concurrency: number | undefined;
  readonly dryRun: boolean | undefined;
}

export function addSolve(program: Command): void {
  const command = program
    .command('solve')
    .description(
      'Solve files on this machine. Results go to standard output, everything else to standard error.',
    )
    .argument('[files...]', 'puzzles, files of them, or directories of files; - or none for standard input');
  addExamples(
    command,
    ['solve a puzzle', 'sudoku solve ....4..24.1.....533....2.4....6.....'],
    ['solve a file into another', 'sudoku solve puzzles.txt -o solved.txt'],
    ['solve all files of a directory', 'sudoku solve puzzles -o solved'],
    ['prove that each puzzle has one solution', 'sudoku solve --solutions unique puzzles.csv'],
  );
  addSolvingFlags(command)
    .option('-o, --out <path>', 'a file, or a directory (new/ creates one) for one result per file', '-')
    .addOption(concurrencyFlag('threads that solve'))
    .option('--dry-run', 'print the recognised format of each file, and solve nothing')
    .option('--report <page>', 'write an HTML page of all reports, such as report.html')
    .option('--json', 'print progress, reports and the summary as JSON Lines')
    .addOption(quietFlag())
    .action(async (files: string[], flags: SolveFlags) => {
      const inputs = files.length > 0 ? files : ['-'];
      const concurrency = concurrencyOf(flags);
      const options = solvingOptions(flags);
      if (!flags.quiet && !flags.json) announceTerminalInput(inputs);
      // one module: each that is imported separately takes about half a millisecond
      const { solvePaths, describePaths } = await import('../solve/solve-paths.ts');
      process.exitCode = flags.dryRun
        ? await describePaths(inputs, options, flags)
        : await solvePaths(inputs, concurrency, options, flags);
      const last = inputs.at(-1)!;
      const isResult = inputs.length > 1 && /\w\.\w+$/.test(last) && statOf(last) === undefined;
      if (isResult && process.exitCode === Exit.usage && !flags.json && !flags.dryRun)
        process.stderr.write(`sudoku: to write the result into ${visible(last)}: -o ${visible(last)}\n`);
    });
}
