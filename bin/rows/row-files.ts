// Commands that write a row for each record of their input, in order: what the rows say is computed on threads.

import { type PartialOptions, RejectedFile } from '../../core/files/index.ts';
import { formatOf } from '../../core/formats/formats.ts';
import { lineOf } from '../../core/formats/shared/alphabet.ts';
import { csvField, csvRows, jsonlRows } from '../../core/formats/tables/rows.ts';
import type { Table } from '../../core/options/options.ts';
import { WRITERS } from '../../core/puzzle/puzzle.ts';
import { allowedAt, restricts } from '../../core/solver/model/allowed.ts';
import type { Geometry } from '../../core/solver/model/geometry.ts';
import { type PlainGeometry, shapeOf } from '../../core/solver/model/shape.ts';
import { fileError } from '../cli/defects.ts';
import type { Exit } from '../cli/exit.ts';
import { STANDARD, statOf } from '../cli/paths.ts';
import { filesOf } from '../files/archive-files.ts';
import { countsEnd } from '../files/file-run.ts';
import { type InputFile, inputsOf, type PlannedFile } from '../files/inputs.ts';
import { Destination, layoutFor, type Output } from '../files/output.ts';
import { type FormatChoice, formatFor, outputName } from '../files/output-name.ts';
import { cellsAt, type RecordBatch } from '../records/whole-records.ts';
import { type SetOptions, SetReader } from '../sets/read-sets.ts';
import type { Result, Task } from '../threads/tasks.ts';

/** What a row says about a record, beside its id and its text or cells. */
export interface RowValues {
  readonly status: string;
  /** The other columns, in CSV; undefined if all are empty. */
  readonly fields: readonly string[] | undefined;
  /** The other members, in JSON. */
  readonly members?: object | undefined;
}

/** What the rows of a command contain. */
export interface RowFileKind<T extends Task> {
  /** of the whole output, for messages: `ratings` */
  readonly name: string;
  readonly format: Table | 'lines';
  /** Columns after `puzzle` and `status`. */
  readonly columns: readonly string[];
  /** Most records of a task. */
  readonly recordsPerTask: number;
  accepts(shape: Geometry): boolean;
  /** Whether puzzles may exclude candidates beside their givens, with which their rows then show them. */
  readonly hasCandidates?: true;
  /**
   * @param cells of puzzles of an accepted shape, one after another; a copy
   * @param allowed the digits that these may have; undefined if there are only givens
   */
  task(shape: PlainGeometry, cells: Uint8Array, allowed: Uint32Array | undefined): T;
  /** What a row says about a puzzle. @param puzzle its number in the batch */
  values(batch: RecordBatch, result: Result<T>, puzzle: number): RowValues;
  /** Writes the lines of a batch, without a table. @param statusOf counts and returns the status of a record's puzzle */
  lines?(batch: RecordBatch, result: Result<T> | undefined, statusOf: (puzzle: number) => string): Buffer;
  /** Statuses of records that are as good as they can be; any other makes the command exit with 1. */
  readonly good: readonly string[];
  /** The status of puzzles that are not accepted. */
  readonly otherShape: string;
  /** By status: what the summary adds if there are such records. */
  readonly notes: Readonly<Record<string, string>>;
}

/** The formats of the rows that a command writes. */
export interface RowChoice<F extends string, T extends Task> {
  readonly formats: FormatChoice<F>;
  /** @param format undefined unless a flag or the name of the output says it */
  readonly kindOf: (format: F | undefined) => RowFileKind<T>;
}

/** Writes a row for each record of files, and of all files in directories. */
export async function rowFiles<F extends string, T extends Task>(
  paths: readonly string[],
  { formats, kindOf }: RowChoice<F, T>,
  options: SetOptions,
): Promise<Exit> {
  const { out, given } = options;
  const inputs = inputsOf(paths, out);
  const layout = layoutFor(out, inputs, true);
  const kind = kindOf(layout ? formatFor(out, formats, layout.canBeDirectory) : formats.given);
  const compression = layout && outputName(out).compression;
  const extension = kind.format === 'lines' ? 'txt' : kind.format;
  /** Names the file of results in a directory. */
  const named = (input: InputFile): InputFile => ({ ...input, name: `${input.name}.${extension}` });
  const destination = new Destination(out, inputs.map(named), kind.name);
  const run = new SetReader(options);
  const counts: Record<string, number> = {};
  const isOneTable = layout !== undefined && kind.format === 'csv';
  /** whether the rows that are written have ids: in one table, all of them if any file has some */
  let haveIds = isOneTable && (await areIdsIn(inputs, given));
  let needsHeader = true;
  return run.end(async () => {
    await run.eachResult(inputs, destination, async ({ file, input }) => {
      const hasIds = isIdentified(file);
      const output = await open(named(input), hasIds);
      const write = async () => {
        const taskOf = ({ geometry, cells, allowed }: RecordBatch) =>
          geometry && cells.length > 0 && kind.accepts(geometry)
            ? kind.task(shapeOf(geometry), cells, allowed)
            : undefined;
        for await (const [batch, result] of run.batches<T>(file, taskOf, kind.recordsPerTask, {
          ids: hasIds,
          candidates: kind.hasCandidates === true,
        }))
          await output.write(rowsOf(batch, result));
      };
      return { output, write };
    });
    const total = Object.values(counts).reduce((sum, records) => sum + records, 0);
    const notes = Object.entries(kind.notes).flatMap(([status, note]) => (counts[status] ? [note] : []));
    const isGood = Object.keys(counts).every((status) => kind.good.includes(status));
    return total > 0 ? countsEnd(total, counts, isGood, notes) : undefined;
  });

  async function open(input: InputFile, hasIds: boolean): Promise<Output> {
    if (!isOneTable) haveIds = hasIds;
    else if (needsHeader) haveIds ||= hasIds;
    if (hasIds && !haveIds) {
      throw new RejectedFile(
        'expected a file without ids, as those before it in this table have none, got one from a pipe with ids: give -o a directory, or that file first',
      );
    }
    const output = await destination.open(input, kind.name, { compression });
    if (needsHeader && kind.format === 'csv') {
      const names = [...(haveIds ? ['id'] : []), 'puzzle', 'status', ...kind.columns];
      await output.write(Buffer.from(`${names.join(',')}\n`));
    }
    needsHeader = destination.isDirectory;
    return output;
  }

  function rowsOf(batch: RecordBatch, result: Result<T> | undefined): Buffer {
    /** @param puzzle -1 for a record that is none */
    const valuesOf = (puzzle: number): RowValues => {
      const status = puzzle < 0 ? 'invalid' : kind.otherShape;
      const values =
        puzzle >= 0 && result ? kind.values(batch, result, puzzle) : { status, fields: undefined };
      counts[values.status] = (counts[values.status] ?? 0) + 1;
      return values;
    };
    if (kind.lines) return kind.lines(batch, result, (puzzle) => valuesOf(puzzle).status);
    const rows: string[] = [];
    for (const [record, p] of batch.puzzles.entries()) {
      const { status, fields = kind.columns.map(() => ''), members } = valuesOf(p);
      const id = batch.ids?.[record];
      const puzzle = p < 0 ? batch.faults.get(record)!.text : puzzleText(batch, p);
      if (kind.format === 'csv') {
        const texts = [puzzle, status, ...fields].map((field) => csvField(field));
        rows.push(`${haveIds ? csvRows.id(id) : ''}${texts.join(',')}\n`);
      } else {
        const json = JSON.stringify({ puzzle, status, ...members });
        rows.push(`{${jsonlRows.id(id || undefined)}${json.slice(1)}\n`);
      }
    }
    return Buffer.from(rows.join(''));
  }
}

/** A puzzle as a line, with its candidates if these say more than its givens. */
function puzzleText(batch: RecordBatch, puzzle: number): string {
  const { geometry, allowed } = batch;
  const cells = cellsAt(batch, puzzle);
  const own = allowed && allowedAt(allowed, geometry!, puzzle)!;
  return own && restricts(geometry!, cells, own)
    ? WRITERS.pencilmarks(geometry!, cells, undefined, own)
    : lineOf(cells);
}

const isIdentified = ({ plan }: PlannedFile) => formatOf(plan).ids?.(plan.state) !== undefined;

/** Whether any file gives its records ids, as far as it can be read twice: a pipe cannot. */
async function areIdsIn(inputs: readonly InputFile[], given: PartialOptions): Promise<boolean> {
  for (const input of inputs) {
    const { path, puzzle } = input;
    if (puzzle === undefined && (path === STANDARD || !statOf(path)?.isFile())) continue;
    try {
      for await (const within of filesOf(input, given))
        if ('file' in within && isIdentified(within.file)) return true;
    } catch (error) {
      fileError(error); // one of this file is thrown again where its rows are read
    }
  }
  return false;
}
