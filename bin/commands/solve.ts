import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import type { AnyReport, PartialOptions } from '../../core/files/index.ts';
import type { Exit } from '../cli/exit.ts';
import { wholeNumber } from '../cli/flags.ts';
import { onInterrupt } from '../cli/interrupt.ts';
import { tellOfTerminal } from '../cli/paths.ts';
import { addSolvingFlags, type SolvingFlags, solvingOptions } from '../cli/solving-flags.ts';
import { withoutEffect } from '../solve/without-effect.ts';

interface SolveFlags extends SolvingFlags {
  readonly out: string;
  readonly concurrency: string | undefined;
  readonly report: string | undefined;
  readonly dryRun: boolean | undefined;
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
    .option('--dry-run', 'tell what each file is taken for, and solve nothing')
    .option('--report <page>', 'write an HTML page of what was solved, such as report.html')
    .option('--json', 'print progress, reports and the summary as JSON Lines')
    .option('-q, --quiet', 'print nothing but errors')
    .action(async (files: string[], flags: SolveFlags) => {
      const inputs = files.length > 0 ? files : ['-'];
      const concurrency =
        wholeNumber('--concurrency', flags.concurrency, 1, MAX_THREADS) ?? availableParallelism();
      const options = solvingOptions(flags);
      if (!flags.quiet && !flags.json) tellBeforehand(inputs, options);
      process.exitCode = flags.dryRun
        ? await tellOnly(inputs, options, flags)
        : await solve(inputs, concurrency, options, flags);
    });
}

/** What would surprise: flags that do nothing, and silence that waits for somebody to type. */
function tellBeforehand(paths: readonly string[], options: PartialOptions): void {
  for (const text of withoutEffect(options)) process.stderr.write(`sudoku: ${text}\n`);
  tellOfTerminal(paths);
}

async function tellOnly(paths: readonly string[], options: PartialOptions, flags: SolveFlags): Promise<Exit> {
  const [{ dryRun }, { reporterFor }, { inputsOf }] = await Promise.all([
    import('../solve/dry-run.ts'),
    import('../solve/reporters.ts'),
    import('../solve/inputs.ts'),
  ]);
  return dryRun(inputsOf(paths, flags.out), [options], reporterFor(flags), flags.json ?? false);
}

async function solve(
  paths: readonly string[],
  concurrency: number,
  options: PartialOptions,
  flags: SolveFlags,
): Promise<Exit> {
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
    const given = [options];
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
