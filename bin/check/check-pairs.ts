import type { PartialOptions } from '../../core/files/index.ts';
import { visible } from '../../core/formats/shared/bytes.ts';
import { Exit, onInterrupt, UsageError } from '../cli/exit.ts';
import { liveLine } from '../cli/terminal.ts';
import { type Checked, check, nothingChecked } from './check.ts';
import type { Pair, Pairs } from './pairs.ts';
import { printProblems, summary } from './print.ts';

/** What is told of the outcome, and where: `json` on standard output, `text` on standard error. */
export type Telling = 'json' | 'text' | 'nothing';

/**
 * Checks results one after another and tells the outcome.
 * @param notes on flags, told with each outcome in JSON
 * @throws UsageError if the only pair cannot be compared; of several, the others still are
 */
export async function checkPairs(
  { areMany, pairs, unasked }: Pairs,
  options: PartialOptions,
  concurrency: number,
  telling: Telling,
  notes: readonly string[],
): Promise<Exit> {
  const total = nothingChecked();
  let current = nothingChecked();
  let worst: Exit = Exit.allSolved;
  const soFar = () => summary(sum(total, current));
  let stop = () => {};
  onInterrupt(() => {
    stop();
    if (telling !== 'nothing') process.stderr.write(`interrupted after ${soFar()}\n`);
  });
  for (const { unreadable, ...pair } of pairs) {
    if (unreadable !== undefined) {
      refuse(pair, unreadable);
      continue;
    }
    current = nothingChecked();
    stop = telling === 'text' ? liveLine(soFar, process.stderr) : () => {};
    try {
      await check(pair.result, pair.against, options, concurrency, current).finally(stop);
      const exitCode = current.wrong + current.changed > 0 ? Exit.someUnsolved : Exit.allSolved;
      worst ||= exitCode;
      if (telling === 'json') printJson(pair, { ...current, ...(notes.length > 0 && { notes }), exitCode });
      if (telling === 'text') printProblems(pair.result, current, process.stderr);
    } catch (error) {
      if (!areMany || !(error instanceof UsageError)) throw error;
      refuse(pair, error.message);
    }
    add(total, current);
  }
  current = nothingChecked();
  for (const { result, reason } of unasked) refuse({ result }, `${result}: ${reason}`);
  if (telling === 'text') process.stderr.write(`${summary(total)}\n`);
  return worst;

  function refuse(pair: Partial<Pair>, reason: string): void {
    worst = Exit.usage;
    if (telling === 'json') printJson(pair, { reason, exitCode: Exit.usage });
    else process.stderr.write(`sudoku: ${visible(reason)}\n`);
  }
}

function printJson(pair: Partial<Pair>, outcome: object): void {
  process.stdout.write(`${JSON.stringify({ ...pair, ...outcome })}\n`);
}

function sum(a: Checked, b: Checked): Checked {
  const both = { ...a };
  add(both, b);
  return both;
}

const COUNTS = ['records', 'right', 'wrong', 'undecided', 'changed'] as const;

function add(to: Checked, other: Checked): void {
  for (const name of COUNTS) to[name] += other[name];
  to.guesses ||= other.guesses;
}
