// Checks one result, record by record: each grid must solve its puzzle, each marker must be right, and everything else
// must be preserved.

import { ROOM } from '../../core/files/block-reader.ts';
import { compressionOf, contentOf } from '../../core/files/compression.ts';
import { placesOf } from '../../core/files/file-plan.ts';
import {
  type FilePlan,
  InternalError,
  MAX_PROBLEMS,
  needsRanges,
  type PartialOptions,
  RECOGNISED_BYTES,
  RejectedFile,
  rangedState,
} from '../../core/files/index.ts';
import type { CsvState } from '../../core/formats/csv/recognise.ts';
import { columnsOf, formatOf, placeFaultOf, tableOf } from '../../core/formats/formats.ts';
import { BYTES, isNpy, type NpyHeader, npyType } from '../../core/formats/npy/header.ts';
import { MARKERS, OUTCOMES } from '../../core/solver/model/status.ts';
import { UsageError } from '../cli/exit.ts';
import { fileContent } from '../files/archive-files.ts';
import {
  isPuzzle,
  type OpenedFile,
  openWithHead,
  type PlannedFile,
  planInput,
  planOpened,
} from '../files/inputs.ts';
import { fieldReader } from '../records/fields.ts';
import { type Grid, Records, recordBlocks } from '../records/records.ts';
import { TaskThreads } from '../threads/task-threads.ts';
import type { ProveTask } from '../threads/tasks.ts';
import { ExpectedText } from './expected-text.ts';
import { type DifferentLine, LineComparer } from './line-comparer.ts';
import { type SolutionList, takeSolutions } from './solution-lists.ts';
import {
  Claims,
  compareRecords,
  judgeClaim,
  judgeCount,
  type Proof,
  quotedExcerpt,
  type Verdict,
  withCount,
  wrong,
} from './verdict.ts';

/** A wrong record of a result, or a line that should have been preserved. */
export interface CheckProblem {
  /** 1-based, in the result; in the puzzles if the result has ended */
  readonly line: number;
  /** "expected …, got …" */
  readonly reason: string;
}

/** Counts of the records of a result. */
export interface Checked {
  records: number;
  right: number;
  wrong: number;
  /** `unsolved` in the result, or not proved within the budget */
  undecided: number;
  /** lines of the result in which something has not been preserved, and no record is wrong */
  changed: number;
  /** the first hundred */
  problems: CheckProblem[];
  /** what the result contains that is not checked: `guesses` */
  unchecked: string[];
  /** The outputs that results have by their columns or members, where `solve` would write another without the option. */
  outputs?: string[];
}

export function nothingChecked(): Checked {
  return { records: 0, right: 0, wrong: 0, undecided: 0, changed: 0, problems: [], unchecked: [] };
}

/** Checks the copy of a file that is no puzzle file. @param checked updated as the check proceeds */
export async function checkCopy(copyPath: string, filePath: string, checked: Checked): Promise<void> {
  const lines = new LineComparer((found) => {
    checked.changed++;
    if (checked.problems.length < MAX_PROBLEMS)
      checked.problems.push({ line: found.line, reason: describeDifference(found) });
  });
  const [copy, file] = await Promise.all([openWithHead(copyPath), openWithHead(filePath)]);
  try {
    const [got, expected] = [fileContent(copy), fileContent(file)];
    for (let areOpen = true; areOpen; lines.compare()) {
      const [ours, theirs] = [await expected.next(), await got.next()];
      if (!ours.done) lines.expect(ours.value);
      if (!theirs.done) lines.receive(theirs.value);
      areOpen = !ours.done || !theirs.done;
    }
    lines.end();
  } finally {
    await copy.input.close();
    await file.input.close();
  }
}

/** The largest value of the option `limit`. */
const MAX_LIMIT = 2 ** 32 - 1;

/** Lines with wrong records that are remembered, so that none of them is also reported as changed. */
const MAX_WRONG_LINES = 1_000_000;

/**
 * Checks a result against its puzzles, record by record, in bounded memory. Threads prove the claims that require solving.
 * @param threads used also for other results, or how many to start for this one; 0 solves on the calling thread
 * @param checked updated as the check proceeds
 * @throws UsageError if one of the files cannot be read, or if the options do not give one record per puzzle
 */
export async function checkResult(
  resultPath: string,
  puzzlesPath: string,
  requested: PartialOptions,
  threads: TaskThreads | number,
  checked = nothingChecked(),
): Promise<Checked> {
  const planned = await withPath(
    puzzlesPath,
    planInput({ path: puzzlesPath, ...puzzleIn(puzzlesPath) }, requested),
  );
  refuseArchive(puzzlesPath, planned.plan);
  const opened = await withPath(resultPath, openWithHead(resultPath, puzzleIn(resultPath).puzzle));
  const puzzles = await namedPlan(resultPath, opened, planned, puzzlesPath, requested);
  const given = puzzles === planned ? requested : { ...requested, output: puzzles.plan.options.output };
  const plans = await plansFor(resultPath, opened, puzzles, puzzlesPath, given);
  refuseArchive(resultPath, plans.result.plan);
  const found = plans.puzzles?.options.output ?? 'same';
  const usual = tableOf(formatOf(puzzles.plan), puzzles.plan.options);
  const isUnusual = usual !== undefined || puzzles.plan.format === plans.result.plan.format;
  if (isUnusual && found !== 'same' && found !== usual) checked.outputs = [found];
  const provers = typeof threads === 'number' ? new TaskThreads(threads) : threads;
  const { budget, limit, solutions: wanted, output } = (plans.puzzles ?? puzzles.plan).options;
  const areListed = wanted === 'all' && output !== 'npy';
  const hasTable = tableOf(formatOf(puzzles.plan), (plans.puzzles ?? puzzles.plan).options) !== undefined;
  // an array has no room for lists
  const solutions = wanted === 'all' && !areListed ? 'first' : wanted;
  // counting to one more than the limit shows whether a count or a list is complete or stopped there
  const most = solutions === 'count' || areListed ? Math.min(limit + 1, MAX_LIMIT) : undefined;
  const claims = new Claims(budget, most);
  const hasCounts = plans.puzzles !== undefined && !areListed && countsIn(plans.puzzles);
  const placeFault =
    plans.puzzles &&
    placeFaultOf(formatOf(plans.puzzles), plans.puzzles.state, plans.puzzles.options, plans.puzzles);
  const fieldsOf = plans.result.plan.compression === 'none' ? fieldReader(plans.result) : undefined;
  const wrongLines = new Set<number>();
  const expectedText =
    plans.puzzles &&
    new ExpectedText(plans.puzzles, plans.result.plan, (found) => {
      if (wrongLines.has(found.line)) return;
      checked.changed++;
      note(found.line, describeDifference(found, fieldsOf));
    });
  try {
    const columnFault = await expectedText?.columnFault();
    if (columnFault !== undefined) {
      checked.changed++;
      note(1, columnFault);
    }
    for await (const proofs of provers.inOrder(proofTasks())) {
      for (const [i, { line, claim, count: claimedCount, isOpen }] of claims.nextTask().entries()) {
        const proof = (MARKERS[proofs.statuses[i]!] || 'solved') as Proof;
        const outcome =
          claimedCount === undefined || claim === 'unsolved'
            ? judgeClaim(claim, proof, solutions)
            : judgeCount({ claim, count: claimedCount }, proof, proofs.counts[i]! + (isOpen ? 1 : 0), limit);
        count(line, outcome);
      }
    }
    checked.problems = checked.problems.sort((a, b) => a.line - b.line).slice(0, MAX_PROBLEMS);
    if (!plans.puzzles) checked.unchecked.push('values beside puzzles and solutions');
    else if (hasGuesses(plans.puzzles)) checked.unchecked.push('guesses');
    if (expectedText?.hasUncheckedSteps) checked.unchecked.push('steps, without --explain');
    return checked;
  } finally {
    if (provers !== threads) await provers.close();
    await puzzles.input.close();
    await opened.input.close();
  }

  async function* proofTasks(): AsyncGenerator<ProveTask> {
    const answers = new Records(plans.result, true, {
      onBlock: ({ bytes }) => expectedText?.receive(bytes),
      isAtLimit: atLimitReader(plans.result),
    });
    const nextAnswer = () => answers.nextInBlock() ?? withPath(resultPath, answers.next());
    // lists of many puzzles would take much memory
    let previous: Uint8Array | undefined;
    const blocks = recordBlocks(puzzles, false, areListed ? { room: LISTED_ROOM } : {});
    for (;;) {
      const { value, done } = await withPath(puzzlesPath, blocks.next());
      if (done) break;
      const { block, records } = value;
      expectedText?.beginBlock(block);
      for (const [[record, found], following] of withFollowing(records)) {
        if (areListed && typeof record === 'number' && 'cells' in found) {
          const list = await takeSolutions(found, answers, nextAnswer, {
            limit,
            isRuled: block.own !== undefined,
            previous,
            following: following?.[1],
            onSurplus: (line) => {
              checked.records++;
              count(
                line,
                wrong('expected a solution that is not listed yet, or the next puzzle; got neither'),
              );
            },
          });
          yield* listClaim(found, record, list);
          previous = found.cells.slice();
          continue;
        }
        const fault = typeof record === 'number' ? placeFault?.(block, record) : undefined;
        const puzzle = fault === undefined ? found : { line: found.line, text: fault };
        // no promise for most records: to await one takes longer than to check a record
        const answer = answers.nextInBlock() ?? (await nextAnswer());
        checked.records++;
        if (!answer) {
          count(
            puzzle.line,
            wrong(`expected a record for line ${puzzle.line} of the puzzles, got the end of the result`),
          );
          continue;
        }
        const compared = compareRecords(puzzle, answer, solutions);
        if (typeof record === 'number')
          expectedText?.addAnswer(record, answer, block, compared.kind === 'wrong');
        if ('cells' in puzzle && 'text' in answer && answer.isTooLong) {
          // compared as text with what the solver writes
          count(answer.line, expectedText ? { kind: 'right' } : { kind: 'undecided' });
          continue;
        }
        const outcome = hasCounts && 'cells' in puzzle ? withCount(compared, answer, solutions) : compared;
        if (outcome.kind !== 'claim') count(answer.line, outcome);
        else if ('cells' in puzzle) {
          yield* claims.add(puzzle, { line: answer.line, claim: outcome.claim, count: outcome.count });
        }
      }
      await expectedText?.endBlock(block);
      while (expectedText?.isFarAhead && (await withPath(resultPath, answers.readBlock())));
    }
    for (let answer = await nextAnswer(); answer; answer = await nextAnswer()) {
      checked.records++;
      count(answer.line, wrong('expected the end, as there are no more puzzles; got a record'));
    }
    expectedText?.finish();
    yield* claims.flush();
  }

  /** Compares the list of all solutions of a puzzle, which counts as one record. */
  function* listClaim(puzzle: Grid, p: number, list: SolutionList): Generator<ProveTask> {
    checked.records++;
    expectedText?.addList(p, list);
    const { line, fault, length, end } = list;
    if (fault !== undefined) return count(line, wrong(fault));
    if (end === 'unsolved') return yield* claims.add(puzzle, { line, claim: end, count: undefined });
    // only a table says whether there are more
    const isOpen = length === limit && !hasTable;
    const claimed = end === 'at-limit' || isOpen ? `${length}+` : `${length}`;
    const claim = end === undefined || end === 'at-limit' ? 'solved' : end;
    yield* claims.add(puzzle, { line, claim, count: claimed, isOpen });
  }

  function count(line: number, outcome: Verdict): void {
    checked[outcome.kind]++;
    if (outcome.kind !== 'wrong') return;
    if (wrongLines.size < MAX_WRONG_LINES) wrongLines.add(line);
    note(line, outcome.wrong);
  }

  /** Keeps the first problems by line: threads find them in any order. */
  function note(line: number, reason: string): void {
    const { problems } = checked;
    problems.push({ line, reason });
    if (problems.length < 3 * MAX_PROBLEMS) return;
    problems.sort((a, b) => a.line - b.line);
    problems.length = MAX_PROBLEMS;
  }
}

/** Each value with the one that follows it. */
function* withFollowing<T>(values: Iterable<T>): Generator<readonly [value: T, following: T | undefined]> {
  let before: T | undefined;
  for (const value of values) {
    if (before !== undefined) yield [before, value];
    before = value;
  }
  if (before !== undefined) yield [before, undefined];
}

/** How puzzles are read whose solutions are listed. */
const LISTED_ROOM = { ...ROOM, block: 4096 };

/** Tells whether the count in a row stopped at the limit, in tables that have a column for it. */
function atLimitReader(result: PlannedFile): ((row: Uint8Array) => boolean) | undefined {
  const isTyped = rangedState(result.plan)?.columns.some(({ name }) => name === 'at_limit');
  const fieldsOf = isTyped ? fieldReader(result) : undefined;
  return fieldsOf && ((row) => fieldsOf(row).get('at_limit') === 'true');
}

/** Whether a result contains numbers of solutions: in our tables, or in a column that is filled in if solutions are counted. */
function countsIn({ options }: FilePlan): boolean {
  return options.output !== 'same' || options.solutions === 'count';
}

/** Whether a result is a table that has the number of guesses of each puzzle. */
function hasGuesses({ format, state, options }: FilePlan): boolean {
  const table = tableOf(formatOf({ format }), options);
  return table !== undefined && table !== 'npy' && !columnsOf(formatOf({ format }), state, options).listed;
}

/** A puzzle, or a solution, that is given in place of a path. */
function puzzleIn(argument: string): { readonly puzzle?: string } {
  return isPuzzle(argument) ? { puzzle: argument } : {};
}

/** Adds the path and the line to the error of an unreadable file. */
export async function withPath<T>(path: string, result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    if (!(error instanceof RejectedFile) || error instanceof InternalError) throw error;
    const line = error.line === undefined ? '' : `:${error.line}`;
    throw new UsageError(`${path}${line}: ${error.message}`);
  }
}

/** The columns, or members, of each row of our tables of results, whatever the format of the puzzles. */
const COLUMNS = ['puzzle', 'solution', 'status', 'count', 'guesses'];

/** Of these, how many a table must have to be one of ours, of which another may have been renamed. */
const MIN_COLUMNS = 4;

/** The end of a row of ours in CSV, from its status on. */
const ROW_END = new RegExp(`,(${OUTCOMES.map(({ name }) => name).join('|')}),\\d+\\+?,\\d+(,|\\r?\\n|$)`);

/** @throws UsageError */
function refuseArchive(path: string, plan: FilePlan): void {
  if (!formatOf(plan).isArchive) return;
  throw new UsageError(
    `${path}: expected a file of puzzles, got a zip archive from a pipe: give the paths of both archives`,
  );
}

interface ResultPlans {
  /** The result, with how to read it. */
  readonly result: PlannedFile;
  /** The plan of the puzzles, with the output format of the result; undefined if the result is not one of our tables. */
  readonly puzzles: FilePlan | undefined;
}

/**
 * A result with solutions in place of the puzzles is read with the plan of the puzzles: full grids alone might be recognised
 * with another alphabet. A result with solutions beside the puzzles has columns or members that the puzzles lack.
 */
async function plansFor(
  path: string,
  opened: OpenedFile,
  file: PlannedFile,
  puzzlesPath: string,
  given: PartialOptions,
): Promise<ResultPlans> {
  const { head } = opened;
  const compression = compressionOf(head);
  const puzzles = file.plan;
  const expected = tableOf(formatOf(puzzles), puzzles.options);
  // rows of Parquet are no text
  const isText = !needsRanges(head) && !isNpy(head) && !formatOf(puzzles).isRanged;
  const asPuzzles = { result: { ...opened, plan: { ...puzzles, compression } }, puzzles };
  // another type of cells would make other numbers of them
  const typeFault = arrayTypeFault(head, puzzles);
  if (typeFault !== undefined) throw new UsageError(`${path}: ${typeFault}`);
  try {
    // the result may have another format than the puzzles, but has the same rules, which a table does not contain
    const { variant, boxes, regions, alphabet } = puzzles.options;
    const options = { ...given, variant, boxes, regions, alphabet, format: undefined };
    // where no name says so, a full grid of the result does not tell that it was a puzzle
    const { places: [place, ...others] = [] } = placesOf(puzzles);
    if (place !== undefined && others.length === 0 && expected === undefined) {
      const result = await planOpened(opened, path, { ...options, puzzle: place }).catch(refusal);
      if (result?.plan.format === puzzles.format && !tableIn(result, file)) {
        // from here on, it is read as the puzzles are
        const { puzzle } = puzzles.options;
        const { puzzle: _, ...others } = result.plan.options;
        const own = puzzle === undefined ? others : { ...others, puzzle };
        const state = withAddedColumns(result.plan, puzzles);
        return { result: { ...result, plan: { ...result.plan, options: own, state } }, puzzles };
      }
    }
    // steps and broken records in a table are no puzzles, wherever those of the file are
    const inTable = { ...options, puzzle: expected === 'npy' ? undefined : 'puzzle' };
    let result = await planOpened(opened, path, expected ? inTable : options);
    const { format } = result.plan;
    // solutions that have no place in the layout of the puzzles make a table of CSV unless another is requested
    const table = puzzles.options.output === 'same' ? (tableIn(result, file) ?? expected) : expected;
    if (table && TABLE_FORMATS[table] === format) {
      if (!expected && table !== 'npy') result = await planOpened(opened, path, inTable);
      // what the front of the file decides about a table, such as the type of its ids
      const { plan } = await planOpened(file, puzzlesPath, { ...given, output: table });
      return { result, puzzles: plan };
    }
    if (expected) {
      throw new UsageError(
        `${path}: expected a result of output=${expected}, got one of the format ${format}`,
      );
    }
    // solutions are in the place of the puzzles
    if (formatOf(result.plan).earlierResult === undefined)
      return isText || format === puzzles.format ? asPuzzles : { result, puzzles: undefined };
    return { result, puzzles: format === puzzles.format ? puzzles : undefined };
  } catch (error) {
    if (error instanceof RejectedFile && isText) return asPuzzles;
    throw error instanceof RejectedFile ? new UsageError(`${path}: ${error.message}`) : error;
  }
}

/** How the type of a result that is an array differs from what `solve` writes: that of an array of puzzles, or bytes. */
function arrayTypeFault(result: Uint8Array, { format, state, options }: FilePlan): string | undefined {
  const got = isNpy(result) ? npyType(result) : undefined;
  const isOwn = format === 'npy' && tableOf(formatOf({ format }), options) === undefined;
  const expected = isOwn ? (state as NpyHeader).type : BYTES;
  return got === undefined || got === expected
    ? undefined
    : `expected an array of the type ${expected}, got ${got}`;
}

/** The puzzles with the output that the name of the result requests, if the result has its format. */
async function namedPlan(
  path: string,
  opened: OpenedFile,
  puzzles: PlannedFile,
  puzzlesPath: string,
  given: PartialOptions,
): Promise<PlannedFile> {
  const layout = { out: path, canChange: true, canBeDirectory: false };
  const named = await planOpened(puzzles, puzzlesPath, given, layout).catch(refusal);
  const table = named?.plan.options.output ?? 'same';
  if (table === 'same' || table === puzzles.plan.options.output) return puzzles;
  const result = await planOpened(opened, path, { ...given, format: undefined }).catch(refusal);
  return result?.plan.format === TABLE_FORMATS[table] ? named! : puzzles;
}

/**
 * The state of the plan of a result in the layout of its puzzles: a table without a header does not say which columns the
 * solver has added.
 */
function withAddedColumns({ state }: FilePlan, puzzles: FilePlan): unknown {
  const [own, found] = [puzzles.state as CsvState, state as CsvState];
  if (puzzles.format !== 'csv' || own.header || own.width !== undefined) return state;
  const names = ['solution', 'status', 'count'] as const;
  const roles = puzzles.options.solutions === 'count' ? names : names.slice(0, 2);
  let next = own.columns;
  const columns = roles.map((role) => [role, own[role] >= 0 ? own[role] : next++]);
  return found.columns === next ? { ...found, ...Object.fromEntries(columns) } : state;
}

/** Nothing in place of a plan of a file that is rejected. */
function refusal(error: unknown): undefined {
  if (!(error instanceof RejectedFile)) throw error;
}

/** The formats of our tables and arrays. */
const TABLE_FORMATS = { csv: 'csv', jsonl: 'json', parquet: 'parquet', npy: 'npy' } as const;

/** Which of our tables a result is; undefined if it is none, or may have the layout of its puzzles. */
function tableIn(result: PlannedFile, puzzles: PlannedFile): keyof typeof TABLE_FORMATS | undefined {
  const { plan } = result;
  const isSameFormat = plan.format === puzzles.plan.format;
  if (plan.format === 'npy') return isSameFormat ? undefined : 'npy';
  const names = namesIn(result);
  // the file of puzzles may itself have the layout of a table
  if (isSameFormat && hasLayoutOf(names, puzzles)) return undefined;
  const table = (['csv', 'jsonl', 'parquet'] as const).find((one) => TABLE_FORMATS[one] === plan.format);
  // rows without a header may be those of the puzzles
  const isOurs = areOurs(names) || (plan.format === 'csv' && !isSameFormat && hasRowEnds(result));
  return isOurs ? table : undefined;
}

/** Whether a result with these columns or members can be the puzzles with their answers: tables have others, and lack some. */
function hasLayoutOf(names: readonly string[], puzzles: PlannedFile): boolean {
  const own = namesIn(puzzles);
  const added = puzzles.plan.options.solutions === 'count' ? ['guesses'] : ['count', 'guesses'];
  return (
    own.every((name) => names.includes(name)) &&
    added.every((name) => own.includes(name) || !names.includes(name))
  );
}

/** The columns of a table, or the members in the first line of JSON. */
function namesIn(file: PlannedFile): string[] {
  const state = rangedState(file.plan);
  if (state) return state.columns.map(({ name }) => name);
  const [first = ''] = firstLines(file);
  if (file.plan.format === 'json') return Array.from(first.matchAll(/"(\w+)":/g), ([, name]) => name!);
  return file.plan.format === 'csv' ? first.trim().split(',') : [];
}

function hasRowEnds(result: PlannedFile): boolean {
  return firstLines(result).some((line) => ROW_END.test(line));
}

function firstLines({ head, plan, complete }: PlannedFile): string[] {
  const { bytes } = contentOf({ bytes: head, complete }, plan.compression, RECOGNISED_BYTES);
  return Buffer.from(bytes.subarray(0, 65536)).toString('latin1').split('\n', 2);
}

function areOurs(names: readonly string[]): boolean {
  return COLUMNS.filter((name) => names.includes(name)).length >= MIN_COLUMNS;
}

type FieldReader = NonNullable<ReturnType<typeof fieldReader>>;

/** @param fieldsOf reads the columns or members of a line by name, in formats that have some */
function describeDifference({ expected, got }: DifferentLine, fieldsOf?: FieldReader): string {
  const name = fieldsOf && nameOf(fieldsOf, expected, got);
  // columns without a name have their number
  const where = name === undefined ? '' : `, in ${/^\d+$/.test(name) ? 'column ' : ''}${name}`;
  return `expected ${excerpt(expected, got)}, got ${excerpt(got, expected)}${where}`;
}

/** The name of the first field or member that differs; undefined if none does, or lines are no records. */
function nameOf(fieldsOf: FieldReader, expected: string, got: string): string | undefined {
  const [ours, theirs] = [expected, got].map((text) => fieldsOf(Buffer.from(text)));
  const names = new Set([...ours!.keys(), ...theirs!.keys()]);
  return names.values().find((name) => ours!.get(name) !== theirs!.get(name));
}

/** The part of a line that differs from another line, with some context before it. */
function excerpt(text: string, other: string): string {
  let at = 0;
  while (at < text.length && text[at] === other[at]) at++;
  const from = Math.max(0, at - 10);
  return text === '' ? 'no such line' : quotedExcerpt(`${from > 0 ? '…' : ''}${text.slice(from)}`);
}
