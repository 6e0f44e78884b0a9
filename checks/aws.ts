// npm run checks -- aws --yes: deploys a stack to your account, solves files with it, compares, and destroys everything
import { randomBytes } from 'node:crypto';
import { Command, InvalidArgumentError } from 'commander';
import type { Account } from './aws/processes.ts';
import { planText, runAwsCheck } from './aws/run.ts';
import { cdkSteps } from './aws/stack.ts';

interface Flags extends Account {
  readonly yes?: true;
  readonly puzzles: number;
}

/** The highest number of puzzles: more would cost more than the check promises. */
const MAX_PUZZLES = 10_000_000;

function count(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= MAX_PUZZLES) return number;
  throw new InvalidArgumentError(`expected a whole number from 1 to ${MAX_PUZZLES}`);
}

const flags = new Command('aws')
  .description(
    'Deploys a stack to your account, solves the examples and a million puzzles, compares the results with sudoku solve, prints times and cost, and destroys everything. Exits with 0 if all is right, 1 if not, and 2 without --yes.',
  )
  .option('--yes', 'do it; otherwise only print what it would create')
  .option('--puzzles <n>', `puzzles in the large file, up to ${MAX_PUZZLES}`, count, 1_000_000)
  .option('--profile <name>', 'profile of your AWS configuration')
  .option('--region <name>', "region, if it is not the profile's")
  .parse()
  .opts<Flags>();

const { puzzles, yes, ...account } = flags;
const stack = `SudokuCheck-${randomBytes(4).toString('hex')}`;
for (const line of planText({ stack, account, puzzles })) console.log(line);
if (!yes) {
  console.log('Nothing is created yet. To run it: npm run checks -- aws --yes');
  process.exitCode = 2;
} else {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      const first = !stop.signal.aborted;
      console.log(
        first ? 'stopping: everything is destroyed first' : 'please wait until everything is destroyed',
      );
      stop.abort(new Error(`stopped by ${signal}`));
    });
  }
  const isRight = await runAwsCheck({
    account,
    steps: cdkSteps(account),
    stack,
    puzzles,
    signal: stop.signal,
    print: console.log,
  });
  process.exitCode = isRight ? 0 : 1;
}
