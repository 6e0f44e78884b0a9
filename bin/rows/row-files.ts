// Commands that write a row for each record of their input, in order: the rows' contents are computed on threads.
import { type FilePlan, type PartialOptions, RejectedFile, rejection } from '../../core/files/index.ts';
import { formatOf } from '../../core/formats/formats.ts';
import { type Block, textOf } from '../../core/formats/shared/block.ts';
import type { IdOf } from '../../core/formats/shared/format.ts';
import type { Geometry } from '../../core/solver/geometry.ts';
import { type Shape, shapeOf } from '../../core/solver/shape.ts';
import { fileError } from '../cli/defects.ts';
import { Exit, ReaderGone } from '../cli/exit.ts';
import { STANDARD, statOf } from '../cli/paths.ts';
import { reporterFor } from '../cli/reporter.ts';
import { countText, number } from '../cli/terminal.ts';
import { filesOf } from '../files/archive-files.ts';
import { type InputFile, inputsOf } from '../files/inputs.ts';
import { Destination, layoutFor, type Output } from '../files/output.ts';
import { type FormatChoice, formatFor, outputName } from '../files/output-name.ts';
import { recordBlocks, refuseCandidates } from '../records/records.ts';
import { type Result, TaskThreads } from '../threads/task-threads.ts';
import type { Task } from '../threads/tasks.ts';

/** What the rows of a command contain. */
export interface RowKind<T extends Task> {
  /** of the whole output, for messages: `ratings` */
  readonly name: string;
  /** Ends the name of each file of results in a directory. */
  readonly extension: string;
  /** The line above all rows, if they have columns. @param hasIds whether the first column has ids */
  header(hasIds: boolean): string;
  /** Most puzzles of a task. */
  readonly puzzlesPerTask: number;
  accepts(shape: Geometry): boolean;
  /** @param cells of puzzles of an accepted shape, one after another; a copy */
  task(shape: Shape, cells: Uint8Array): T;
  /**
   * The rows of a batch.
   * @param result of its task; undefined if its puzzles are not accepted
   * @param count is called with the status of each record
   * @param hasIds as of the header
   */
  rows(
    batch: Batch,
    result: Result<T> | undefined,
    count: (status: string, records?: number) => void,
    hasIds: boolean,
  ): Buffer;
  /** Statuses of records that are as good as they can be; any other makes the command exit with 1. */
  readonly good: readonly string[];
  /** The status of puzzles that are not accepted, and what the summary adds if there are any. */
  readonly otherShape: string;
  readonly note: string;
}

/** The records of a batch in order: the index of a puzzle, or the text of a record that is none; and the id of each. */
export function* recordsIn({
  count,
  broken,
  ids,
}: Batch): Generator<[record: number | string, id: string | undefined]> {
  let next = 0;
  for (const { before, text, id } of broken) {
    for (; next < before; next++) yield [next, ids?.[next]];
    yield [text, id];
  }
  for (; next < count; next++) yield [next, ids?.[next]];
}

/** Consecutive records of a file. */
export interface Batch {
  /** of its puzzles; undefined if there are none */
  readonly geometry: Geometry | undefined;
  readonly count: number;
  readonly cells: Uint8Array;
  /** Records that are no puzzles, in order: each with the number of puzzles of the batch before it. */
  readonly broken: readonly BrokenText[];
  /** The ids of its puzzles, if the file has some. */
  readonly ids: readonly (string | undefined)[] | undefined;
}

interface BrokenText {
  readonly before: number;
  readonly text: string;
  readonly id: string | undefined;
}

/** The formats of the rows that a command writes. */
export interface RowChoice<F extends string, T extends Task> {
  readonly formats: FormatChoice<F>;
  /** @param format undefined unless a flag or the name of the output says it */
  readonly kindOf: (format: F | undefined) => RowKind<T>;
}

export interface RowOptions {
  readonly out: string;
  readonly concurrency: number;
  readonly quiet: boolean;
}

interface FileBatch<T extends Task> {
  readonly input: InputFile;
  readonly batch: Batch;
  readonly task: T | undefined;
  /** Whether the file gives its records ids. */
  readonly hasIds: boolean;
  /** Set on the last batch of each file: whether the file was read to its end. */
  readonly end?: 'read' | RejectedFile;
}

/** Writes a row for each record of files, and of all files in directories. */
export async function rowFiles<F extends string, T extends Task>(
  paths: readonly string[],
  given: PartialOptions,
  { formats, kindOf }: RowChoice<F, T>,
  { out, concurrency, quiet }: RowOptions,
): Promise<Exit> {
  const inputs = inputsOf(paths, out);
  const layout = layoutFor(out, inputs, true);
  const kind = kindOf(layout ? formatFor(out, formats, layout.canBeDirectory) : formats.given);
  const compression = layout && outputName(out).compression;
  const destination = new Destination(out, inputs.map(nameAfter(kind)), kind.name);
  const reporter = reporterFor({ quiet });
  const threads = new TaskThreads(concurrency);
  const tally = new Map<string, number>();
  const count = (status: string, records = 1) => void tally.set(status, (tally.get(status) ?? 0) + records);
  /** batches whose rows have not been written, in order */
  const batches: FileBatch<T>[] = [];
  /** of files that are not at their end; undefined for those that have failed */
  const opened = new Map<InputFile, Output | undefined>();
  let needsHeader = true;
  const isOneTable = layout !== undefined && kind.header(false) !== '';
  /** whether the rows that are written have ids: in one table, all of them if any file has some */
  let haveIds = isOneTable && (await areIdsIn(inputs, given));
  /** the worst exit code of files that failed */
  let worst: Exit = Exit.allSolved;
  try {
    for await (const { result } of threads.results(tasks())) {
      await writeUntilTask();
      await write(batches.shift()!, result);
    }
    await writeUntilTask();
    await destination.commit();
  } catch (error) {
    if (!(error instanceof ReaderGone)) throw error;
    return Exit.allSolved;
  } finally {
    destination.discard();
    await threads.close();
  }
  if (!quiet && tally.size > 0) process.stderr.write(`${summary(tally, kind)}\n`);
  const hasOthers = [...tally.keys()].some((status) => !kind.good.includes(status));
  return worst || (hasOthers ? Exit.someUnsolved : Exit.allSolved);

  async function* tasks(): AsyncGenerator<T> {
    for (const input of inputs) {
      for await (const batch of batchesOf(input, given, kind)) {
        batches.push(batch);
        if (batch.task) yield batch.task;
      }
    }
  }

  /** Writes the batches before the next one that has a task. */
  async function writeUntilTask(): Promise<void> {
    while (batches.length > 0 && !batches[0]!.task) await write(batches.shift()!, undefined);
  }

  async function write(
    { input, batch, hasIds, end }: FileBatch<T>,
    result: Promise<Result<T> | undefined> | undefined,
  ): Promise<void> {
    try {
      if (end instanceof RejectedFile) throw end;
      if (!isOneTable) haveIds = hasIds;
      else if (needsHeader) haveIds ||= hasIds;
      const rows = kind.rows(batch, await result, count, haveIds);
      const output = opened.has(input) ? opened.get(input) : await open(input, hasIds);
      await output?.write(rows);
      if (end) await output?.commit();
    } catch (error) {
      reject(input, error);
    }
    if (end) opened.delete(input);
  }

  async function open(input: InputFile, hasIds: boolean): Promise<Output> {
    if (hasIds && !haveIds) {
      throw new RejectedFile(
        'expected a file without ids, as those before it in this table have none, got one from a pipe with ids: give -o a directory, or that file first',
      );
    }
    const output = await destination.open(input, kind.name, { compression });
    opened.set(input, output);
    if (needsHeader) await output.write(Buffer.from(kind.header(haveIds)));
    needsHeader = destination.isDirectory;
    return output;
  }

  /** Reports a file that cannot be read, or whose own result cannot be written. The others still are. */
  function reject(input: InputFile, error: unknown): void {
    const rejected = destination.toRejection(error);
    opened.get(input)?.discard();
    opened.set(input, undefined);
    worst = rejected === error ? worst || Exit.usage : Exit.failure;
    reporter.file(rejection({ key: input.path }, rejected));
  }
}

const idsOf = (plan: FilePlan): IdOf | undefined => formatOf(plan).ids?.(plan.state);

/** Whether any file gives its records ids, as far as it can be read twice: a pipe cannot. */
async function areIdsIn(inputs: readonly InputFile[], given: PartialOptions): Promise<boolean> {
  for (const input of inputs) {
    const { path, puzzle } = input;
    if (puzzle === undefined && (path === STANDARD || !statOf(path)?.isFile())) continue;
    try {
      for await (const within of filesOf(input, given))
        if ('file' in within && idsOf(within.file.plan)) return true;
    } catch (error) {
      fileError(error); // one of this file is thrown again where its rows are read
    }
  }
  return false;
}

const NOTHING: Batch = {
  geometry: undefined,
  count: 0,
  cells: new Uint8Array(0),
  broken: [],
  ids: undefined,
};

/** All records of a file, or of the files in an archive. */
async function* batchesOf<T extends Task>(
  input: InputFile,
  given: PartialOptions,
  kind: RowKind<T>,
): AsyncGenerator<FileBatch<T>> {
  const last = { batch: NOTHING, task: undefined, hasIds: false };
  try {
    for await (const within of filesOf(input, given)) {
      if ('isSkipped' in within) continue;
      const own = nameAfter(kind)(within.input);
      try {
        if ('rejected' in within) throw within.rejected;
        const { plan } = within.file;
        const idOf = idsOf(plan);
        const hasIds = idOf !== undefined;
        let lines = 0;
        for await (const { block } of recordBlocks(within.file, false)) {
          refuseCandidates(block, lines);
          lines += block.lineFeeds;
          for (const batch of batchesOfBlock(block, kind.puzzlesPerTask, idOf)) {
            const { geometry, cells } = batch;
            // those with rules of their own are of another shape, too
            const isPlain = geometry !== undefined && batch.count > 0 && !block.own;
            const isAccepted = isPlain && kind.accepts(geometry);
            const task = isAccepted ? kind.task(shapeOf(geometry), cells) : undefined;
            yield { input: own, batch, task, hasIds };
          }
        }
        yield { ...last, hasIds, input: own, end: 'read' };
      } catch (error) {
        yield { ...last, input: own, end: fileError(error) };
      }
    }
  } catch (error) {
    yield { ...last, input, end: fileError(error) };
  }
}

/** Names the file of results in a directory. */
const nameAfter =
  ({ extension }: Pick<RowKind<Task>, 'extension'>) =>
  (input: InputFile): InputFile => ({ ...input, name: `${input.name}.${extension}` });

/** The records of a block, which is valid until the next is read, as copies. */
function* batchesOfBlock(block: Block, most: number, idOf: IdOf | undefined): Generator<Batch> {
  const { geometry, count, cells, starts } = block;
  const broken = block.broken.filter(({ continued }) => !continued);
  let b = 0;
  for (let from = 0; from < count || b < broken.length; ) {
    const to = Math.min(from + most, count);
    const before: BrokenText[] = [];
    for (; b < broken.length; b++) {
      const { start, end } = broken[b]!;
      if (to < count && start >= starts[to]!) break;
      let puzzles = before.at(-1)?.before ?? 0;
      while (from + puzzles < to && starts[from + puzzles]! <= start) puzzles++;
      before.push({ before: puzzles, text: textOf(block, start, end).trim(), id: idOf?.(block, broken[b]!) });
    }
    const size = geometry?.cells ?? 0;
    const ids = idOf && Array.from({ length: to - from }, (_, i) => idOf(block, from + i));
    yield { geometry, count: to - from, cells: cells.slice(from * size, to * size), broken: before, ids };
    from = to;
  }
}

function summary(
  tally: ReadonlyMap<string, number>,
  { otherShape, note }: Pick<RowKind<Task>, 'otherShape' | 'note'>,
): string {
  const total = [...tally.values()].reduce((sum, count) => sum + count, 0);
  const parts = Array.from(tally, ([status, count]) => `${number(count)} ${status}`);
  return `${countText(total, 'puzzle')}: ${parts.join(', ')}${tally.has(otherShape) ? ` (${note})` : ''}`;
}

/** The text of a puzzle of a batch: digits, then letters, and `.` for empty. */
export function puzzleText({ geometry, cells }: Pick<Batch, 'geometry' | 'cells'>, index: number): string {
  const size = geometry!.cells;
  const puzzle = cells.subarray(index * size, (index + 1) * size);
  return Array.from(puzzle, (digit) => (digit === 0 ? '.' : digit.toString(36))).join('');
}

export function csvRow(fields: readonly string[]): string {
  return `${fields.map((field) => (/[",\n\r]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)).join(',')}\n`;
}
