// `sudoku check`: checks whether results are correct.
import type { Command } from 'commander';
import { type Exit, UsageError } from '../cli/exit.ts';
import {
  addSolvingFlags,
  concurrencyFlag,
  concurrencyOf,
  quietFlag,
  type SolvingFlags,
  solvingOptions,
} from '../cli/flags.ts';
import { addExamples } from '../cli/help.ts';
import { announceTerminalInput } from '../cli/paths.ts';
import { ineffectiveFlags } from '../files/flag-effects.ts';

interface CheckFlags extends SolvingFlags {
  readonly against: string;
  readonly concurrency: number | undefined;
  readonly json: boolean | undefined;
  readonly quiet: boolean | undefined;
}

export function addCheck(program: Command): void {
  const command = program
    .command('check')
    .description(
      'Check a result: every grid solves its puzzle, every marker is correct, and no record is lost.',
    )
    .argument('<result>', 'result file, or a directory of them; - for standard input')
    .requiredOption('--against <puzzles>', 'its puzzles, or a directory of them; - for standard input');
  addExamples(
    command,
    ['check a result', 'sudoku check solved.txt --against puzzles.txt'],
    ['check all results in a directory', 'sudoku check solved --against puzzles'],
    [
      'check that each solution is the only one',
      'sudoku check --solutions unique solved.txt --against puzzles.txt',
    ],
  );
  addSolvingFlags(command)
    .addOption(concurrencyFlag('threads that solve puzzles for the check'))
    .option('--json', 'print the outcome as JSON')
    .addOption(quietFlag())
    .action(async (result: string, flags: CheckFlags) => {
      process.exitCode = await checkAndPrint(result, flags);
    });
}

async function checkAndPrint(result: string, flags: CheckFlags): Promise<Exit> {
  const { against, json, quiet } = flags;
  if (!quiet) announceTerminalInput([result, against]);
  if (result === '-' && against === '-') throw new UsageError('standard input cannot be result and puzzles');
  const concurrency = concurrencyOf(flags);
  const options = solvingOptions(flags);
  const notes = ineffectiveFlags(options);
  if (!quiet && !json) for (const text of notes) process.stderr.write(`sudoku: ${text}\n`);
  const { checkPairs, pairsOf } = await import('../check/check-pairs.ts');
  const format = json ? 'json' : quiet ? 'none' : 'text';
  return checkPairs(pairsOf(result, against), options, concurrency, format, notes);
}
