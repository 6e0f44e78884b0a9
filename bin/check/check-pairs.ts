// `sudoku check`: pairs results with the puzzles that they answer, by their names, and prints what is wrong with each.
import type { PartialOptions } from '../../core/files/index.ts';
import { visible } from '../../core/formats/shared/bytes.ts';
import { defectText, fileError, noteDefect } from '../cli/defects.ts';
import { Exit, onInterrupt, UsageError } from '../cli/exit.ts';
import { statOfInput } from '../cli/paths.ts';
import { countText, liveLine, number, StatusLine, sharesTerminal } from '../cli/terminal.ts';
import { FileRun, type RunEnd } from '../files/file-run.ts';
import { inputsOf } from '../files/inputs.ts';
import { TaskThreads } from '../threads/task-threads.ts';
import { areArchives, pairsWithin } from './archive-pairs.ts';
import { type Checked, checkCopy, checkResult, nothingChecked } from './check-result.ts';

/** Problems printed for each result; `--json` lists up to 100. */
const SHOWN_PROBLEMS = 10;

/** Files that `solve`, `submit` and `local` write beside results. */
const REPORT = /(^|[/.])report\.(json|html)$/;

/** The paths of a result and of the puzzles that it answers. */
export interface FilePair {
  readonly result: string;
  readonly against: string;
  /** Why one of them cannot be read, if the walk through the directories has shown that. */
  readonly unreadable?: string;
}

export interface Pairs {
  /** Whether directories were given, so that an error with one pair does not affect the others. */
  readonly areMany: boolean;
  readonly pairs: readonly FilePair[];
  /** Files among the results that answer no puzzles or cannot be read, with the reason. */
  readonly unpaired: readonly { readonly result: string; readonly reason: string }[];
}

/**
 * Pairs two files, or the files of two directories: each file of puzzles with the result of the same name, as `solve -o`
 * names it.
 * @throws UsageError if only one of them is a directory
 */
export function pairsOf(result: string, against: string): Pairs {
  const areDirectories = [result, against].map((path) => statOfInput(path)?.isDirectory() === true);
  if (!areDirectories.includes(true)) return { areMany: false, pairs: [{ result, against }], unpaired: [] };
  if (areDirectories.includes(false)) {
    const [directory, file] = areDirectories[0] ? [result, against] : [against, result];
    throw new UsageError(
      `expected two files, or two directories with files of the same names, got the directory ${directory} and ${file}`,
    );
  }
  const puzzles = inputsOf([against], result);
  const names = new Set(puzzles.map(({ name }) => name));
  const results = new Map(inputsOf([result], against).map((input) => [input.name, input]));
  return {
    areMany: true,
    pairs: puzzles.map((puzzle) => {
      const answer = results.get(puzzle.name);
      const fault = [puzzle, answer].find((input) => input?.unreadable !== undefined);
      return {
        result: answer?.path ?? `${result.replace(/\/$/, '')}/${puzzle.name}`,
        against: puzzle.path,
        ...(fault && { unreadable: `${fault.path}: cannot be read: ${fault.unreadable}` }),
      };
    }),
    unpaired: [...results.values()]
      .filter(({ name }) => !names.has(name) && !REPORT.test(name))
      .map(({ path, unreadable }) => ({
        result: path,
        reason:
          unreadable === undefined
            ? 'expected puzzles of the same name, got none'
            : `cannot be read: ${unreadable}`,
      })),
  };
}

/** How the outcome is printed: `json` on standard output, `text` on standard error. */
export type OutcomeFormat = 'json' | 'text' | 'none';

/**
 * Checks results one after another and prints the outcome.
 * @param notes warnings about flags, printed with each outcome in JSON
 * @throws UsageError if there is a single pair and it cannot be compared; in directories, the other pairs are still checked
 */
export async function checkPairs(
  { areMany, pairs, unpaired }: Pairs,
  options: PartialOptions,
  concurrency: number,
  format: OutcomeFormat,
  notes: readonly string[],
): Promise<Exit> {
  const run = new FileRun({ given: options, json: format === 'json', quiet: format === 'none' });
  const total = nothingChecked();
  let current = nothingChecked();
  const soFar = () => {
    const sum = { ...total };
    add(sum, current);
    return summary(sum) + (areMany ? ` · ${number(done)} of ${countText(pairs.length, 'file')}` : '');
  };
  let done = 0;
  // starting threads takes longer than checking a small file
  const threads = new TaskThreads(concurrency);
  const line = new StatusLine(process.stderr);
  const isShared = sharesTerminal(pairs.flatMap((pair) => [pair.result, pair.against]));
  const stop = format === 'text' ? liveLine(soFar, process.stderr, isShared, line) : () => {};
  onInterrupt(() => {
    stop();
    if (format !== 'none') process.stderr.write(`interrupted after ${soFar()}\n`);
  });
  return run.end(async () => {
    try {
      return await checkAll();
    } finally {
      stop();
      await threads.close();
    }
  });

  async function checkAll(): Promise<RunEnd> {
    for (const { unreadable, ...pair } of pairs) {
      try {
        if (unreadable !== undefined) reject(pair, unreadable);
        else if (await areArchives(pair.result, pair.against)) await checkArchive(pair);
        else await check(pair, (into) => checkResult(pair.result, pair.against, options, threads, into));
      } catch (error) {
        if (!areMany) throw error;
        rejectFor(pair, error);
      }
      done++;
    }
    for (const { result, reason } of unpaired) reject({ result }, `${result}: ${reason}`);
    return { lines: [summary(total)], isGood: total.wrong + total.changed === 0 };
  }

  /** Checks the files in an archive, each like one of a directory. */
  async function checkArchive(archive: FilePair): Promise<void> {
    for await (const { result, against, isCopy, given, files } of pairsWithin(
      archive.result,
      archive.against,
      options,
    )) {
      const pair = { ...(result !== undefined && { result }), ...(against !== undefined && { against }) };
      if (result === undefined) reject(pair, `${archive.result}: expected a file for ${against}, got none`);
      else if (against === undefined)
        reject(pair, `${result}: expected a file of this name in ${archive.against}, got none`);
      else {
        const run = (into: Checked) =>
          isCopy
            ? checkCopy(files.result, files.against, into)
            : checkResult(files.result, files.against, given, threads, into);
        await check({ result, against }, run).catch((error: unknown) => {
          if (!(error instanceof UsageError)) return rejectFor({ result, against }, error);
          const { message } = error;
          reject(pair, message.replace(files.result, result).replace(files.against, against));
        });
      }
    }
  }

  /** Checks a result and prints the outcome. */
  async function check(pair: FilePair, run: (into: Checked) => Promise<unknown>): Promise<void> {
    current = nothingChecked();
    try {
      await run(current);
      const exitCode = current.wrong + current.changed > 0 ? Exit.someUnsolved : Exit.allSolved;
      if (format === 'json') printJson(pair, { ...current, ...(notes.length > 0 && { notes }), exitCode });
      if (format === 'text') {
        line.clear();
        printProblems(pair.result, current);
      }
    } finally {
      add(total, current);
      current = nothingChecked();
    }
  }

  function rejectFor(pair: FilePair, error: unknown): void {
    reject(pair, error instanceof UsageError ? error.message : defectIn(pair.against, error));
  }

  function reject(pair: Partial<FilePair>, reason: string): void {
    run.fail(Exit.usage);
    line.clear();
    if (format === 'json') printJson(pair, { reason, exitCode: Exit.usage });
    else process.stderr.write(`sudoku: ${visible(reason)}\n`);
  }
}

/** The message of an unexpected error. @throws any other */
function defectIn(path: string, error: unknown): string {
  const { message } = fileError(error);
  noteDefect();
  return `${path}: ${message}; ${defectText(path)}`;
}

function printJson(pair: Partial<FilePair>, outcome: object): void {
  process.stdout.write(`${JSON.stringify({ ...pair, ...outcome })}\n`);
}

function printProblems(path: string, { wrong, changed, problems }: Checked): void {
  const print = (text: string) => process.stderr.write(`${visible(path)}:${text}\n`);
  for (const { line, reason } of problems.slice(0, SHOWN_PROBLEMS)) print(`${line}: ${visible(reason)}`);
  const more = wrong + changed - SHOWN_PROBLEMS;
  if (more > 0) print(` … and ${number(more)} more`);
}

/** The counts in one line. */
function summary({ records, right, wrong, undecided, changed, unchecked, outputs = [] }: Checked): string {
  return [
    `${countText(records, 'record')}: ${number(right)} right, ${number(wrong)} wrong`,
    undecided > 0 ? `, ${number(undecided)} undecided` : '',
    changed > 0 ? `; ${countText(changed, 'other line')} changed` : '',
    unchecked.length > 0 ? `; ${unchecked.join(' and ')} are not checked` : '',
    outputs.length > 0 ? `; compared as ${outputs.map((output) => `--output ${output}`).join(' and ')}` : '',
  ].join('');
}

const COUNTS = ['records', 'right', 'wrong', 'undecided', 'changed'] as const;

function add(to: Checked, other: Checked): void {
  for (const name of COUNTS) to[name] += other[name];
  to.unchecked = [...new Set([...to.unchecked, ...other.unchecked])];
  if (other.outputs) to.outputs = [...new Set([...(to.outputs ?? []), ...other.outputs])];
}
