// Divides a set into parts, so that puzzles of a symmetry class are in the same part.
import { mkdirSync, rmdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { resultKind } from '../../core/files/index.ts';
import { Status } from '../../core/solver/model/status.ts';
import { type Exit, UsageError } from '../cli/exit.ts';
import { countText } from '../cli/terminal.ts';
import { countsEnd } from '../files/file-run.ts';
import { type InputFile, inputPaths, inputsOf, refuseStandardInput } from '../files/inputs.ts';
import { type Output, openOutput } from '../files/output.ts';
import { extensionLike } from '../files/output-name.ts';
import { refuseCollisions, refuseUnwritableDirectory } from '../files/output-paths.ts';
import { fieldReader } from '../records/fields.ts';
import { RecordRouter } from '../records/record-router.ts';
import { type RecordBatch, recordBytes } from '../records/whole-records.ts';
import { type ClassKeys, hashBytes, KEY_WORDS, type KeyTask, type Sameness } from '../threads/class-keys.ts';
import { FIELD_NAMES, isSlowField, SLOW_PER_TASK } from '../threads/computed-fields.ts';
import { keyTask, type SetOptions, SetReader } from './read-sets.ts';
import { assignStrata, type Part, Strata, shareOf } from './strata.ts';

export interface SplitOptions extends SetOptions {
  readonly by: Sameness;
  readonly parts: readonly Part[];
  readonly seed: number;
  /** Name of the column whose values are to have the same proportions in each part. */
  readonly stratify: string | undefined;
}

/** Chooses the part of a record by its key. */
type Choose = (key: Uint32Array, at: number) => number;

/** Removes a folder and those above it, up to the first that was created for it, unless something else is there. */
function removeEmpty(folder: string, first: string): void {
  try {
    rmdirSync(folder);
  } catch {
    return;
  }
  if (folder !== first) removeEmpty(dirname(folder), first);
}

/** Writes each record to the file of its part. */
export async function split(paths: readonly string[], options: SplitOptions): Promise<Exit> {
  const { out, parts, seed, stratify } = options;
  const inputs = inputsOf(paths, out);
  refuseUnwritableDirectory(join(out, '/'));
  const reader = new SetReader(options);
  const outputs: Output[] = [];
  const counts = Object.fromEntries(parts.map(({ name }) => [name, 0]));
  let invalid = 0;
  let byCells = 0;
  /** the first folder that has been created for the parts */
  let made: string | undefined;
  return reader.end(async () => {
    try {
      const choose =
        stratify === undefined ? byHash(parts, seed) : await byStratum(inputs, stratify, options, reader);
      if (reader.worst) return undefined;
      let kind: string | undefined;
      await reader.eachFile(inputs, async ({ file, input }, index) => {
        const own = resultKind(file.plan, file);
        if (kind !== undefined && own !== kind)
          throw new UsageError(`${input.path}: expected ${kind}, as the files before it have, got ${own}`);
        if (kind === undefined) {
          const files = partFiles(out, parts, inputs, extensionLike(input.path, file.plan));
          made = mkdirSync(out, { recursive: true });
          for (const path of files) outputs.push(await openOutput(path, out));
        }
        const joint = { goesOn: kind !== undefined, isFollowed: input.isWithin || index < inputs.length - 1 };
        kind = own;
        const writer = new RecordRouter(file.plan, outputs, joint);
        for await (const [batch, found] of reader.batches<KeyTask>(file, (batch) =>
          keyTask(batch, options.by),
        )) {
          const keys = recordKeys(batch, found);
          const routes = new Uint8Array(batch.starts.length);
          for (let i = 0; i < routes.length; i++) {
            routes[i] = choose(keys, i * KEY_WORDS);
            counts[parts[routes[i]!]!.name]!++;
            const puzzle = batch.puzzles[i]!;
            if (puzzle < 0 || found?.statuses[puzzle] !== Status.solved) invalid++;
            else if (found.byCells[puzzle]) byCells++;
          }
          await writer.write(batch, routes);
        }
        await writer.end();
      });
      // parts without a file's records would look like a complete set
      if (reader.worst) return undefined;
      for (const output of outputs) await output.commit();
      made = undefined;
    } finally {
      for (const output of outputs) output.discard();
      if (made !== undefined) removeEmpty(resolve(out), resolve(made));
    }
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
    const what =
      options.by === 'grid'
        ? `${countText(invalid, 'record')} without exactly one solution`
        : countText(invalid, 'invalid or unsupported record');
    const note = `${what}, assigned to a part by the cells or the text`;
    return countsEnd(total, counts, invalid === 0, [
      ...(invalid > 0 ? [note] : []),
      ...(byCells > 0 ? [`${countText(byCells, 'puzzle')} compared cell by cell`] : []),
    ]);
  });
}

/** The file of each part. @throws UsageError if one cannot be written */
function partFiles(
  out: string,
  parts: readonly Part[],
  inputs: readonly InputFile[],
  extension: string,
): string[] {
  const files = parts.map((part) => join(out, `${part.name}${extension}`));
  refuseCollisions(
    inputPaths(inputs),
    files.map((path, i) => ({ path, what: `the part ${parts[i]!.name}` })),
  );
  return files;
}

/** Keys of all records; that of a record without a puzzle is the hash of its text. */
function recordKeys(batch: RecordBatch, found: ClassKeys | undefined): Uint32Array {
  const keys = new Uint32Array(batch.puzzles.length * KEY_WORDS);
  for (let i = 0; i < batch.puzzles.length; i++) {
    const puzzle = batch.puzzles[i]!;
    if (puzzle >= 0) {
      for (let word = 0; word < KEY_WORDS; word++)
        keys[i * KEY_WORDS + word] = found!.keys[puzzle * KEY_WORDS + word]!;
    } else hashBytes(Buffer.from(textOf(batch, i)), keys, i * KEY_WORDS);
  }
  return keys;
}

function textOf(batch: RecordBatch, record: number): string {
  return Buffer.from(recordBytes(batch, record)).toString('latin1').trim();
}

function byHash(parts: readonly Part[], seed: number): Choose {
  const ends: number[] = [];
  for (const { share } of parts) ends.push((ends.at(-1) ?? 0) + share);
  return (keys, at) => {
    const place = shareOf(keys, at, seed);
    const part = ends.findIndex((end) => place < end);
    return part < 0 ? parts.length - 1 : part;
  };
}

/** Reads all files for the classes of each value of a column, or of what can be found about puzzles. */
async function byStratum(
  inputs: readonly InputFile[],
  column: string,
  options: SplitOptions,
  reader: SetReader,
): Promise<Choose> {
  refuseStandardInput(inputs, '--stratify');
  const strata = new Strata();
  await reader.eachFile(inputs, async ({ file, input }) => {
    const fieldsOf = fieldReader(file);
    const field = FIELD_NAMES.find((name) => name === column);
    // a column comes before a computed value of its name
    const isColumn = (batch: RecordBatch) => {
      const first = batch.puzzles.findIndex((puzzle) => puzzle >= 0);
      return first >= 0 && fieldsOf?.(recordBytes(batch, first)).has(column) === true;
    };
    const task = (batch: RecordBatch) => {
      const keys = keyTask(batch, options.by);
      return keys && field && !isColumn(batch) ? { ...keys, field } : keys;
    };
    const most = isSlowField(column) ? SLOW_PER_TASK : undefined;
    for await (const [batch, found] of reader.batches<KeyTask>(file, task, most)) {
      const keys = recordKeys(batch, found);
      for (let i = 0; i < batch.starts.length; i++) {
        const fields = found?.values ? undefined : fieldsOf?.(recordBytes(batch, i));
        const value = found?.values ? found.values[batch.puzzles[i]!]?.toString() : fields?.get(column);
        if (value === undefined && batch.puzzles[i]! >= 0 && !found?.values) {
          const names = [...new Set([...(fields?.keys() ?? []), ...FIELD_NAMES])].join(', ');
          throw new UsageError(`--stratify: expected a column of ${input.path} (${names}), got ${column}`);
        }
        strata.add(keys, i * KEY_WORDS, value ?? '');
      }
    }
  });
  const chosen = assignStrata(strata, options.parts, options.seed);
  return (keys, at) => chosen[strata.classOf(keys, at)]!;
}
