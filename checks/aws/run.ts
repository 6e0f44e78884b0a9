// The check on AWS: deploys a stack, solves files with it, compares the results, and destroys it, whatever happens.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type Account, environmentOf, runNode } from './processes.ts';
import { type Compared, compareResults, writeExamples, writePuzzles } from './puzzle-files.ts';
import { CheckedStack, type StackSteps } from './stack.ts';

export interface AwsCheckOptions {
  readonly account: Account;
  readonly steps: StackSteps;
  /** name of the stack, which must not exist */
  readonly stack: string;
  /** puzzles in the large file */
  readonly puzzles: number;
  /** the examples to solve @default all */
  readonly examples?: readonly string[];
  /** Stops the check; everything is still destroyed. */
  readonly signal: AbortSignal;
  readonly print: (line: string) => void;
  readonly env?: NodeJS.ProcessEnv;
}

/** Emptying and deleting are retried, since a function may still write while its bucket is emptied. */
const ATTEMPTS = 3;

/** What a month of the stack's alarms and dashboard costs, in dollars: eight alarms, and a dashboard beyond the free three. */
const MONTHLY = 8 * 0.1 + 3;
const MONTH_SECONDS = 30 * 24 * 3600;

/** What the check creates and costs, for the person who decides whether to run it. */
export function planText({
  stack,
  account,
  puzzles,
}: Pick<AwsCheckOptions, 'stack' | 'account' | 'puzzles'>): string[] {
  const { profile = 'your credentials', region = 'their default region' } = account;
  return [
    `In the account of ${profile}, in ${region}, this check`,
    `- creates the stack ${stack}: three buckets, four queues, one function with its role and log group, eight alarms, a dashboard, an hourly schedule`,
    `- uploads the examples and a file of ${puzzles.toLocaleString('en')} puzzles, downloads the results, and compares them with sudoku solve`,
    '- deletes all of it, also if it fails or you stop it with Ctrl-C; the function bundle stays in the bucket of cdk bootstrap',
    'Expected: about ten minutes, and less than 0.10 dollars.',
  ];
}

/**
 * Deploys a stack, solves files with it, compares the results, and destroys the stack, whatever happens before.
 * @returns whether all results were right and everything is destroyed
 */
export async function runAwsCheck(options: AwsCheckOptions): Promise<boolean> {
  const { account, steps, stack, print, signal } = options;
  const checked = new CheckedStack(stack, account);
  try {
    await checked.buckets();
  } catch (error) {
    print(`AWS does not answer with these credentials: ${(error as Error).message}`);
    print('nothing was created; choose credentials and a region, such as by --profile and --region');
    checked.close();
    return false;
  }
  const directory = await mkdtemp(join(tmpdir(), 'sudoku-check-aws-'));
  const begun = performance.now();
  const seconds = () => (performance.now() - begun) / 1000;
  let isRight = false;
  let dollars = 0;
  try {
    print(`deploying ${stack}`);
    await steps.deploy(stack, signal);
    print(`deployed after ${seconds().toFixed()} s`);
    const examples = await writeExamples(join(directory, 'examples'), options.examples);
    const large = join(directory, 'puzzles.txt');
    await writePuzzles(large, options.puzzles);
    const parts = [
      await solveBoth(options, directory, 'examples', examples),
      await solveBoth(options, directory, 'puzzles', [large]),
    ];
    dollars = parts.reduce((sum, part) => sum + part, 0);
    isRight = !parts.some(Number.isNaN);
  } catch (error) {
    print(`failed: ${(error as Error).message}`);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
  const isDestroyed = await destroy(checked, options);
  checked.close();
  if (isRight) {
    const total = dollars + (MONTHLY * seconds()) / MONTH_SECONDS;
    print(
      `about ${total.toFixed(4)} dollars by list prices: ${dollars.toFixed(4)} for files, the rest for alarms and the dashboard in ${seconds().toFixed()} s`,
    );
  }
  print(isRight ? 'all results are those of sudoku solve' : 'THE CHECK FAILED');
  return isRight && isDestroyed;
}

/**
 * Solves files here and with the stack, and compares.
 * @returns dollars that the reports estimate; NaN if a result is wrong
 */
async function solveBoth(
  { account, stack, signal, print, env = process.env }: AwsCheckOptions,
  directory: string,
  name: string,
  files: readonly string[],
): Promise<number> {
  const expected = join(directory, `${name}-expected`);
  const actual = join(directory, `${name}-actual`);
  await Promise.all([mkdir(expected), mkdir(actual)]);
  // puzzles without solution, and files that are rejected
  const accepted = [0, 1, 2];
  await runNode(['bin/sudoku.js', 'solve', '--quiet', '--out', expected, ...files], {
    accepted,
    signal,
    env,
  });
  const begun = performance.now();
  const { profile, region, endpointUrl } = account;
  const where = Object.entries({ profile, region, 'endpoint-url': endpointUrl }).flatMap(([flag, value]) =>
    value === undefined ? [] : [`--${flag}`, value],
  );
  await runNode(['bin/sudoku.js', 'submit', ...files, '--stack', stack, '--out', actual, ...where], {
    accepted,
    signal,
    env: { ...environmentOf(account), ...env },
  });
  const seconds = (performance.now() - begun) / 1000;
  const compared = await compareResults(
    files.map((path) => basename(path)),
    expected,
    actual,
  );
  for (const line of compared.wrong) print(`wrong: ${line}`);
  print(`${name}: ${summary(compared)} in ${seconds.toFixed(1)} s with upload and download`);
  const dollars = compared.reports.reduce((sum, { cost }) => sum + (cost?.dollars ?? 0), 0);
  return compared.wrong.length > 0 ? Number.NaN : dollars;
}

function summary({ reports, wrong }: Compared): string {
  const sum = (value: (report: (typeof reports)[number]) => number | undefined) =>
    reports.reduce((all, report) => all + (value(report) ?? 0), 0);
  const puzzles = sum((report) => report.puzzles).toLocaleString('en');
  const lambda = sum(({ cost }) => cost?.lambdaSeconds).toFixed(1);
  return `${reports.length} files, ${puzzles} puzzles, ${wrong.length} wrong, ${lambda} s of Lambda`;
}

/** Empties the buckets and deletes the stack. @returns whether it is gone */
async function destroy(
  checked: CheckedStack,
  { steps, stack, print }: Pick<AwsCheckOptions, 'steps' | 'stack' | 'print'>,
): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      print(`destroying ${stack}`);
      const deleted = await checked.empty();
      if (deleted === undefined) {
        print(`${stack} does not exist: there is nothing to destroy`);
        return true;
      }
      print(`deleted ${deleted} objects`);
      await steps.destroy(stack);
      print(`destroyed ${stack}`);
      return true;
    } catch (error) {
      print(`${stack} could not be destroyed: ${(error as Error).message}`);
      if (attempt < ATTEMPTS) continue;
      print(
        `IT STILL EXISTS. Empty its buckets and delete it: aws cloudformation delete-stack --stack-name ${stack}`,
      );
      return false;
    }
  }
}
