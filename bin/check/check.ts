import { type FilePlan, MAX_PROBLEMS, type PartialOptions, RejectedFile } from '../../core/files/index.ts';
import { MARKERS } from '../../core/solver/status.ts';
import { UsageError } from '../cli/exit.ts';
import { openPath, planPath } from '../solve/plan.ts';
import type { ProveTask } from '../threads/tasks.ts';
import { Threads } from '../threads/threads.ts';
import { Claims } from './claims.ts';
import { KeptText } from './kept-text.ts';
import { plansFor } from './plans.ts';
import { Records, stretches } from './records.ts';
import { countVerdict, judge, judgeCount, type Proof, shown, type Verdict, verdict } from './verdict.ts';

/** A record of a result that is wrong, or a line that was to stay as it was. */
export interface Wrong {
  /** 1-based, in the result; in the puzzles where the result has ended */
  readonly line: number;
  /** what was expected, what came */
  readonly reason: string;
}

/** Counts of the records of a result. */
export interface Checked {
  records: number;
  right: number;
  wrong: number;
  /** `unsolved` by their own word, or not proved within the budget */
  undecided: number;
  /** lines of the result in which something is not as it was to stay, with none of their records wrong */
  changed: number;
  /** the first hundred */
  problems: Wrong[];
  /** whether there are guesses in the result, which are not checked */
  guesses: boolean;
}

export function nothingChecked(): Checked {
  return { records: 0, right: 0, wrong: 0, undecided: 0, changed: 0, problems: [], guesses: false };
}

/** As the option `limit` has it. */
const MAX_LIMIT = 2 ** 32 - 1;

/**
 * Checks a result against the puzzles that it should answer, record by record, in bounded memory; what has to be proved by
 * solving, on threads.
 * @param checked counts as it goes
 * @throws UsageError if one of them cannot be read, or if no such result can be asked for
 */
export async function check(
  resultPath: string,
  puzzlesPath: string,
  given: PartialOptions,
  concurrency: number,
  checked = nothingChecked(),
): Promise<Checked> {
  const puzzles = await named(puzzlesPath, planPath(puzzlesPath, [given]));
  const { solutions, budget, limit } = puzzles.plan.options;
  if (solutions === 'all') {
    throw new UsageError(`expected options that give one record a puzzle, got solutions=${solutions}`);
  }
  const opened = await named(resultPath, openPath(resultPath));
  const plans = plansFor(resultPath, opened, puzzles.plan, given);
  const threads = new Threads(concurrency);
  // one more than the limit tells whether a count stopped there, or is complete
  const most = solutions === 'count' ? Math.min(limit + 1, MAX_LIMIT) : undefined;
  const claims = new Claims(budget, most);
  const hasCounts = plans.puzzles !== undefined && countsIn(plans.puzzles);
  checked.guesses = hasCounts && plans.puzzles?.options.output !== 'same';
  const wrongLines = new Set<number>();
  const kept =
    plans.puzzles &&
    new KeptText(plans.puzzles, ({ line, expected, got }) => {
      if (wrongLines.has(line)) return;
      checked.changed++;
      note(line, `expected ${excerpt(expected, got)}, got ${excerpt(got, expected)}`);
    });
  try {
    for await (const proofs of threads.inOrder(proofsWanted())) {
      for (const [i, { line, claim, count: said }] of claims.taken().entries()) {
        const proof = (MARKERS[proofs.statuses[i]!] || 'solved') as Proof;
        const outcome =
          said === undefined
            ? judge(claim, proof, solutions)
            : judgeCount({ claim, count: said }, proof, proofs.counts[i]!, limit);
        count(line, outcome);
      }
    }
    checked.problems = checked.problems.sort((a, b) => a.line - b.line).slice(0, MAX_PROBLEMS);
    return checked;
  } finally {
    await threads.close();
    await puzzles.input.close();
    await opened.input.close();
  }

  async function* proofsWanted(): AsyncGenerator<ProveTask> {
    const answers = new Records({ ...opened, plan: plans.result }, true, ({ bytes }) => kept?.met(bytes));
    const nextAnswer = () => answers.nextInBlock() ?? named(resultPath, answers.next());
    const blocks = stretches(puzzles, false);
    for (;;) {
      const { value: stretch, done } = await named(puzzlesPath, blocks.next());
      if (done) break;
      const { block, records } = stretch;
      kept?.begin(block);
      for (const [record, puzzle] of records) {
        const answer = await nextAnswer();
        checked.records++;
        if (!answer) {
          count(
            puzzle.line,
            wrong(`expected a record for line ${puzzle.line} of the puzzles, got the end of the result`),
          );
          continue;
        }
        if (typeof record === 'number') kept?.answer(record, answer, block);
        const outcome =
          hasCounts && 'cells' in puzzle
            ? countVerdict(verdict(puzzle, answer, solutions), answer, solutions)
            : verdict(puzzle, answer, solutions);
        if (outcome.kind !== 'claim') count(answer.line, outcome);
        else if ('cells' in puzzle) {
          yield* claims.add(puzzle, { line: answer.line, claim: outcome.claim, count: outcome.count });
        }
      }
      kept?.end(block);
      while (kept?.isWaiting && (await named(resultPath, answers.readOn())));
    }
    for (let answer = await nextAnswer(); answer; answer = await nextAnswer()) {
      checked.records++;
      count(answer.line, wrong('expected the end, as there are no more puzzles; got a record'));
    }
    kept?.finish();
    yield* claims.rest();
  }

  function count(line: number, outcome: Verdict): void {
    checked[outcome.kind]++;
    if (outcome.kind !== 'wrong') return;
    if (wrongLines.size < 1_000_000) wrongLines.add(line);
    note(line, outcome.wrong);
  }

  /** Keeps what is first, whichever thread tells it last. */
  function note(line: number, reason: string): void {
    const { problems } = checked;
    problems.push({ line, reason });
    if (problems.length < 3 * MAX_PROBLEMS) return;
    problems.sort((a, b) => a.line - b.line);
    problems.length = MAX_PROBLEMS;
  }
}

/** Whether a result has counts of ours: in a table of ours, or a column that is filled in where solutions are counted. */
function countsIn({ options }: FilePlan): boolean {
  return options.output !== 'same' || options.solutions === 'count';
}

function wrong(reason: string): { kind: 'wrong'; wrong: string } {
  return { kind: 'wrong', wrong: reason };
}

/** What of a line is not as in another one, with a little of what stands before it. */
function excerpt(text: string, other: string): string {
  let at = 0;
  while (at < text.length && text[at] === other[at]) at++;
  const from = Math.max(0, at - 10);
  return text === '' ? 'no such line' : shown(`${from > 0 ? '…' : ''}${text.slice(from)}`);
}

/** Says which file it is that cannot be read. */
async function named<T>(path: string, result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    if (!(error instanceof RejectedFile)) throw error;
    const line = error.line === undefined ? '' : `:${error.line}`;
    throw new UsageError(`${path}${line}: ${error.message}`);
  }
}
