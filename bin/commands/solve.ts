import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { wholeNumber } from '../cli/flags.ts';
import { onInterrupt } from '../cli/interrupt.ts';
import { addSolvingFlags, type SolvingFlags, solvingOptions } from '../cli/solving-flags.ts';

interface SolveFlags extends SolvingFlags {
  readonly out: string;
  readonly concurrency: string | undefined;
  readonly json: boolean | undefined;
  readonly quiet: boolean | undefined;
}

const MAX_THREADS = 256;

/** `sudoku solve`: offline, on this machine's cores. */
export function addSolve(program: Command): void {
  const command = program
    .command('solve')
    .description('Solve files on this machine. Results go to standard output, all else to standard error.')
    .argument('[files...]', 'puzzle files; - or none for standard input');
  addSolvingFlags(command)
    .option('-o, --out <path>', 'a file, or a directory for one result a file', '-')
    .option('--concurrency <n>', 'threads that solve (all cores)')
    .option('--json', 'tell progress, reports and the summary as JSON Lines')
    .option('-q, --quiet', 'tell nothing but errors')
    .action(async (files: string[], flags: SolveFlags) => {
      const concurrency =
        wholeNumber('--concurrency', flags.concurrency, 1, MAX_THREADS) ?? availableParallelism();
      const given = [await solvingOptions(flags)];
      const [{ Run }, { reporterFor }] = await Promise.all([
        import('../solve/run.ts'),
        import('../solve/reporters.ts'),
      ]);
      const inputs = files.length > 0 ? files : ['-'];
      const run = new Run({ inputs, to: flags.out, given, concurrency, reporter: reporterFor(flags) });
      onInterrupt(() => run.interrupt());
      process.exitCode = await run.toEnd();
    });
}
