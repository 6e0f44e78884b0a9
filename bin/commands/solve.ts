import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import type { AnyReport } from '../../core/files/index.ts';
import type { Exit } from '../cli/exit.ts';
import { wholeNumber } from '../cli/flags.ts';
import { onInterrupt } from '../cli/interrupt.ts';
import { addSolvingFlags, type SolvingFlags, solvingOptions } from '../cli/solving-flags.ts';

interface SolveFlags extends SolvingFlags {
  readonly out: string;
  readonly concurrency: string | undefined;
  readonly report: string | undefined;
  readonly json: boolean | undefined;
  readonly quiet: boolean | undefined;
}

const MAX_THREADS = 256;
/** Input from which on all threads are started at once; less may never need a second one. */
const LARGE_BYTES = 256 * 1024;

/** `sudoku solve`: offline, on this machine's cores. */
export function addSolve(program: Command): void {
  const command = program
    .command('solve')
    .description('Solve files on this machine. Results go to standard output, all else to standard error.')
    .argument('[files...]', 'puzzle files, or directories of them; - or none for standard input');
  addSolvingFlags(command)
    .option('-o, --out <path>', 'a file, or a directory (new/ makes one) for one result a file', '-')
    .option('--concurrency <n>', 'threads that solve (all cores)')
    .option('--report <page>', 'write an HTML page of what was solved, such as report.html')
    .option('--json', 'print progress, reports and the summary as JSON Lines')
    .option('-q, --quiet', 'print nothing but errors')
    .action(async (files: string[], flags: SolveFlags) => {
      const inputs = files.length > 0 ? files : ['-'];
      const concurrency =
        wholeNumber('--concurrency', flags.concurrency, 1, MAX_THREADS) ?? availableParallelism();
      process.exitCode = await solve(inputs, concurrency, flags);
    });
}

async function solve(paths: readonly string[], concurrency: number, flags: SolveFlags): Promise<Exit> {
  const [{ Pool }, { totalBytes }, { inputsOf }] = await Promise.all([
    import('../solve/pool.ts'),
    import('../solve/total-bytes.ts'),
    import('../solve/inputs.ts'),
  ]);
  const inputs = inputsOf(paths, flags.out);
  const bytes = totalBytes(inputs.map(({ path }) => path));
  const pool = new Pool(concurrency, bytes === undefined || bytes >= LARGE_BYTES);
  try {
    // while the threads start
    const [{ Run }, { reporterFor }, { collectingReporter }] = await Promise.all([
      import('../solve/run.ts'),
      import('../solve/reporters.ts'),
      import('../solve/collecting-reporter.ts'),
    ]);
    const given = [solvingOptions(flags)];
    const reports: AnyReport[] = [];
    const reporter = collectingReporter(reporterFor(flags), reports);
    const areMany = inputs.some(({ path }) => !paths.includes(path));
    const run = new Run({ inputs, areMany, to: flags.out, totalBytes: bytes, given, pool, reporter });
    onInterrupt((code) => run.interrupt(code));
    const exit = await run.toEnd();
    if (flags.report !== undefined) {
      const { writePage } = await import('../report/write-page.ts');
      writePage(flags.report, reports);
    }
    return exit;
  } finally {
    await pool.close();
  }
}
