import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { addSolvingFlags, type SolvingFlags, solvingOptions, wholeNumber } from '../cli/flags.ts';
import { announceTerminalInput } from '../cli/paths.ts';
import type { OutputFlags } from '../solve/solve-paths.ts';

interface SolveFlags extends SolvingFlags, OutputFlags {
  readonly concurrency: string | undefined;
  readonly dryRun: boolean | undefined;
}

const MAX_THREADS = 256;
/** `sudoku solve`: offline, on this machine's cores. */
export function addSolve(program: Command): void {
  const command = program
    .command('solve')
    .description('Solve files on this machine. Results go to standard output, all else to standard error.')
    .argument('[files...]', 'puzzle files, or directories of them; - or none for standard input');
  addSolvingFlags(command)
    .option('-o, --out <path>', 'a file, or a directory (new/ makes one) for one result a file', '-')
    .option('--concurrency <n>', 'threads that solve (all cores)')
    .option('--dry-run', 'tell what each file is taken for, and solve nothing')
    .option('--report <page>', 'write an HTML page of what was solved, such as report.html')
    .option('--json', 'print progress, reports and the summary as JSON Lines')
    .option('-q, --quiet', 'print nothing but errors')
    .action(async (files: string[], flags: SolveFlags) => {
      const inputs = files.length > 0 ? files : ['-'];
      const concurrency =
        wholeNumber('--concurrency', flags.concurrency, 1, MAX_THREADS) ?? availableParallelism();
      const options = solvingOptions(flags);
      if (!flags.quiet && !flags.json) announceTerminalInput(inputs);
      // one module: each that is loaded by itself costs a start about half a millisecond
      const { solvePaths, describePaths } = await import('../solve/solve-paths.ts');
      process.exitCode = flags.dryRun
        ? await describePaths(inputs, options, flags)
        : await solvePaths(inputs, concurrency, options, flags);
    });
}
