import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { Exit, UsageError } from '../cli/exit.ts';
import { wholeNumber } from '../cli/flags.ts';
import { onInterrupt } from '../cli/interrupt.ts';
import { liveLine } from '../cli/live-line.ts';
import { tellOfTerminal } from '../cli/paths.ts';
import { addSolvingFlags, type SolvingFlags, solvingOptions } from '../cli/solving-flags.ts';
import { withoutEffect } from '../solve/without-effect.ts';

interface CheckFlags extends SolvingFlags {
  readonly against: string;
  readonly concurrency: string | undefined;
  readonly json: boolean | undefined;
  readonly quiet: boolean | undefined;
}

const MAX_THREADS = 256;

/** `sudoku check`: whether a result is right. */
export function addCheck(program: Command): void {
  const command = program
    .command('check')
    .description(
      'Check a result: every grid solved by the rules with the givens in place, every marker true, no record lost.',
    )
    .argument('<result>', 'result file; - for standard input')
    .requiredOption('--against <puzzles>', 'the puzzles that it answers; - for standard input');
  addSolvingFlags(command)
    .option('--concurrency <n>', 'threads that prove by solving (all cores)')
    .option('--json', 'print the outcome as JSON')
    .option('-q, --quiet', 'print nothing but errors')
    .action(async (result: string, flags: CheckFlags) => {
      process.exitCode = await checkAndPrint(result, flags);
    });
}

async function checkAndPrint(result: string, flags: CheckFlags): Promise<Exit> {
  const { against, json, quiet } = flags;
  if (!quiet) tellOfTerminal([result, against]);
  if (result === '-' && against === '-') throw new UsageError('standard input cannot be result and puzzles');
  const concurrency =
    wholeNumber('--concurrency', flags.concurrency, 1, MAX_THREADS) ?? availableParallelism();
  const options = solvingOptions(flags);
  if (!quiet && !json) for (const text of withoutEffect(options)) process.stderr.write(`sudoku: ${text}\n`);
  const [{ check, nothingChecked }, { printChecked, summary }] = await Promise.all([
    import('../check/check.ts'),
    import('../check/print.ts'),
  ]);
  const checked = nothingChecked();
  const stop = json || quiet ? () => {} : liveLine(() => summary(checked), process.stderr);
  onInterrupt(() => {
    stop();
    if (!quiet) process.stderr.write(`interrupted after ${summary(checked)}\n`);
  });
  try {
    await check(result, against, options, concurrency, checked);
  } finally {
    stop();
  }
  const exitCode = checked.wrong + checked.changed > 0 ? Exit.someUnsolved : Exit.allSolved;
  if (json) process.stdout.write(`${JSON.stringify({ result, against, ...checked, exitCode })}\n`);
  else if (!quiet) printChecked(result, checked, process.stderr);
  return exitCode;
}
