import type { Command } from 'commander';
import { Exit, UsageError } from '../cli/exit.ts';
import { addSolvingFlags, type SolvingFlags, solvingOptions } from '../cli/solving-flags.ts';

interface CheckFlags extends SolvingFlags {
  readonly against: string;
  readonly json: boolean | undefined;
  readonly quiet: boolean | undefined;
}

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
    .option('--json', 'print the outcome as JSON')
    .option('-q, --quiet', 'print nothing but errors')
    .action(async (result: string, flags: CheckFlags) => {
      process.exitCode = await checkAndPrint(result, flags);
    });
}

async function checkAndPrint(result: string, flags: CheckFlags): Promise<Exit> {
  const { against, json, quiet } = flags;
  if (result === '-' && against === '-') throw new UsageError('standard input cannot be result and puzzles');
  const [{ check }, { printChecked }] = await Promise.all([
    import('../check/check.ts'),
    import('../check/print.ts'),
  ]);
  const checked = await check(result, against, solvingOptions(flags));
  const exitCode = checked.wrong > 0 ? Exit.someUnsolved : Exit.allSolved;
  if (json) process.stdout.write(`${JSON.stringify({ result, against, ...checked, exitCode })}\n`);
  else if (!quiet) printChecked(result, checked, process.stderr);
  return exitCode;
}
