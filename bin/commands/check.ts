import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { type Exit, UsageError } from '../cli/exit.ts';
import { addSolvingFlags, type SolvingFlags, solvingOptions, wholeNumber } from '../cli/flags.ts';
import { announceTerminalInput } from '../cli/paths.ts';
import { ineffectiveFlags } from '../solve/flag-effects.ts';

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
    .argument('<result>', 'result file, or a directory of them; - for standard input')
    .requiredOption(
      '--against <puzzles>',
      'the puzzles that it answers, or a directory of them; - for standard input',
    );
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
  if (!quiet) announceTerminalInput([result, against]);
  if (result === '-' && against === '-') throw new UsageError('standard input cannot be result and puzzles');
  const concurrency =
    wholeNumber('--concurrency', flags.concurrency, 1, MAX_THREADS) ?? availableParallelism();
  const options = solvingOptions(flags);
  const notes = ineffectiveFlags(options);
  if (!quiet && !json) for (const text of notes) process.stderr.write(`sudoku: ${text}\n`);
  const { checkPairs, pairsOf } = await import('../check/check-pairs.ts');
  const format = json ? 'json' : quiet ? 'none' : 'text';
  return checkPairs(pairsOf(result, against), options, concurrency, format, notes);
}
