// Drops records that repeat an earlier one. The keys of all records are in memory, or, if they would not fit, on disk:
// then the files are read twice.

import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import type { Place } from '../../core/report/audit.ts';
import type { Geometry } from '../../core/solver/model/geometry.ts';
import { OUTCOMES, Status } from '../../core/solver/model/status.ts';
import { type Exit, FailureError, UsageError } from '../cli/exit.ts';
import { isStandardOutput } from '../cli/paths.ts';
import { bytesText } from '../cli/terminal.ts';
import { countsEnd } from '../files/file-run.ts';
import { type InputFile, inputName, inputPaths, inputsOf, type PlannedFile } from '../files/inputs.ts';
import { Destination } from '../files/output.ts';
import { formatFor } from '../files/output-name.ts';
import { refuseCollisions, refuseUnwritableDirectory } from '../files/output-paths.ts';
import { DROPPED } from '../records/record-router.ts';
import type { RecordBatch } from '../records/whole-records.ts';
import {
  type ClassKeys,
  hasAllRules,
  KEY_WORDS,
  type KeyTask,
  type Sameness,
} from '../threads/class-keys.ts';
import { DuplicateTable, placeOfRecord } from './duplicates.ts';
import { KeyLog, keyError, markKey } from './key-log.ts';
import { KeySet } from './key-set.ts';
import {
  estimatedRecords,
  fileSize,
  keyTask,
  type RecordChange,
  type SetOptions,
  SetReader,
} from './read-sets.ts';

export interface DedupeOptions extends SetOptions {
  readonly by: Sameness;
  /** where the table of duplicates is written; undefined for none */
  readonly duplicates: string | undefined;
  /** bytes for the keys */
  readonly memory: number;
  /** directory in which the keys stay on disk when the run is interrupted */
  readonly work: string | undefined;
}

/** Bytes that a {@link Place} takes. */
const PLACE_BYTES = 200;

/** Writes the first record of each class. */
export async function dedupe(paths: readonly string[], options: DedupeOptions): Promise<Exit> {
  const { out, duplicates, memory, work } = options;
  const inputs = inputsOf(paths, out);
  const destination = new Destination(out, inputs, 'puzzles');
  if (duplicates !== undefined) {
    formatFor(duplicates, { writes: ['csv'], given: undefined });
    refuseCollisions(inputPaths(inputs), [
      { path: duplicates, what: 'the table of duplicates' },
      ...outputPaths(destination, out, inputs),
    ]);
  }
  const reader = new SetReader(options);
  const counts: Counts = {
    kept: 0,
    duplicates: 0,
    unsupported: 0,
    invalid: 0,
    noSolution: 0,
    notUnique: 0,
    unsolved: 0,
  };
  const run: Run = { inputs, options, reader, counts, byCells: 0 };
  const table = duplicates === undefined ? undefined : await DuplicateTable.open(duplicates);
  return reader.end(async () => {
    try {
      const needed = bytesNeeded(inputs, duplicates !== undefined);
      const isOnDisk = work !== undefined || needed > memory;
      const unsized = isOnDisk ? inputs.find((input) => fileSize(input) === undefined) : undefined;
      if (unsized && work !== undefined)
        throw new UsageError(`--work: expected files, which can be read twice, got ${inputName(unsized)}`);
      const find = isOnDisk && !unsized ? await onDisk(run, destination) : inMemory(memory);
      await writeKept(run, destination, find, table);
      await table?.commit();
      find.end?.();
    } finally {
      table?.discard();
    }
    const { kept, duplicates: dropped, ...others } = counts;
    const isGood = Object.values(others).every((count) => count === 0);
    const notes = dropped > 0 && options.by !== 'exact' ? [WHAT_DUPLICATES_ARE[options.by]] : [];
    return countsEnd(kept + dropped, { ...counts, comparedCellByCell: run.byCells }, isGood, notes);
  });
}

/** What records have in common that are dropped though their cells may differ. */
const WHAT_DUPLICATES_ARE = {
  puzzle: 'duplicates are equivalent by symmetry (--exact compares cells)',
  grid: 'duplicates have solutions that are equivalent by symmetry (--exact compares the cells of puzzles)',
} as const;

type Counts = Record<'kept' | 'duplicates' | Exclude<(typeof OUTCOMES)[number]['key'], 'solved'>, number>;

interface Run {
  readonly inputs: readonly InputFile[];
  readonly options: DedupeOptions;
  readonly reader: SetReader;
  readonly counts: Counts;
  /** puzzles that are compared cell by cell */
  byCells: number;
}

/** Finds out which records repeat earlier ones, in the order of the records. */
interface Finder {
  /** Whether it needs the keys of records. */
  readonly needsKeys: boolean;
  /** @param key offset in `keys`; undefined for a record that is not compared */
  isDuplicate(keys: Uint32Array | undefined, key: number): boolean;
  /** The first record that the last duplicate repeats. */
  first(): Place;
  /** Notes the last record, if others repeat it. */
  note(place: () => Place): void;
  /** Called before the result is published. @throws FailureError if the files have changed since their keys were found */
  check?(): void;
  /** Called when all is written. */
  end?(): void;
}

/** Writes the first record of each class, and the others to the table. */
function writeKept(
  run: Run,
  destination: Destination,
  finder: Finder,
  table: DuplicateTable | undefined,
): Promise<void> {
  const { inputs, options, reader, counts } = run;
  const changeFor = (_: PlannedFile, input: InputFile): RecordChange<KeyTask> => ({
    task: (batch) => (finder.needsKeys ? keyTask(batch, options.by) : undefined),
    async change(batch, found) {
      const { geometry } = batch;
      const routes = new Uint8Array(batch.starts.length);
      for (let i = 0; i < routes.length; i++) {
        const puzzle = batch.puzzles[i]!;
        const status = puzzle < 0 ? Status.invalid : (found?.statuses[puzzle] ?? Status.solved);
        if (status !== Status.solved) counts[countOf(status)]++;
        const hasKey = isCompared(options.by, puzzle < 0 ? undefined : geometry, status);
        if (hasKey && found?.byCells[puzzle]) run.byCells++;
        const repeats = finder.isDuplicate(hasKey ? (found?.keys ?? EMPTY) : undefined, puzzle * KEY_WORDS);
        counts[repeats ? 'duplicates' : 'kept']++;
        if (repeats) {
          routes[i] = DROPPED;
          await table?.add(placeOfRecord(batch, i, input), finder.first());
        } else if (table && hasKey) finder.note(() => placeOfRecord(batch, i, input));
      }
      return { routes };
    },
  });
  return reader.changeFiles(inputs, destination, changeFor, () => finder.check?.());
}

const EMPTY = new Uint32Array(0);

/** The counter of a status other than solved. */
function countOf(status: number): Exclude<keyof Counts, 'kept' | 'duplicates'> {
  return OUTCOMES[status as 1 | 2 | 3 | 4 | 5].key;
}

/**
 * A puzzle without exactly one solution has no solution grid to compare, and one with unknown rules may be another than one with
 * the same cells.
 */
function isCompared(by: Sameness, geometry: Geometry | undefined, status: number): boolean {
  return by === 'grid' ? status === Status.solved : geometry !== undefined && hasAllRules(geometry);
}

/** Finds duplicates as the records are read. */
function inMemory(memory: number): Finder {
  const set = new KeySet();
  const places: Place[] = [];
  let last = 0;
  return {
    needsKeys: true,
    isDuplicate(keys, key) {
      if (!keys) return false;
      const before = set.size;
      last = set.add(keys, key);
      if (last === before && (before & 0xffff) === 0 && KeySet.bytesFor(before) > memory) {
        throw new FailureError(
          `expected at most ${bytesText(memory)} of keys, got more from input that cannot be read twice: give files or a larger --memory`,
        );
      }
      return last < before;
    },
    first: () => places[last]!,
    note(place) {
      places[last] = place();
    },
  };
}

/** Writes all keys to disk, and compares them part by part. */
async function onDisk(run: Run, destination: Destination): Promise<Finder> {
  const { inputs, options } = run;
  const { work, by, duplicates, memory, out } = options;
  const folder = destination.isDirectory || isStandardOutput(out) ? tmpdir() : dirname(out);
  const files = inputs.map(({ path, puzzle }) => {
    if (puzzle !== undefined) return { path: puzzle, bytes: puzzle.length, modified: 0 };
    const stats = statSync(path, { throwIfNoEntry: false });
    return { path, bytes: stats?.size ?? 0, modified: stats?.mtimeMs ?? 0 };
  });
  if (work !== undefined) refuseUnwritableDirectory(work);
  const failed = (error: unknown) => keyError(work ?? folder, error);
  const log = orThrow(
    () => new KeyLog(work, folder, { by: `3 ${by} ${JSON.stringify(options.given)}`, files }),
    failed,
  );
  /** pairs of a record and the first one of its class, each as one number */
  const pairs: bigint[] = [];
  try {
    let read = 0;
    /** records of which tasks were made, of which those at the front have keys on disk */
    let tasked = 0;
    const silent = new SetReader({ ...options, quiet: true, json: false });
    await silent.eachFile(inputs, async ({ file }) => {
      const taskOf = (batch: RecordBatch) => {
        tasked += batch.starts.length;
        return tasked > log.known ? keyTask(batch, by) : undefined;
      };
      for await (const [batch, found] of silent.batches<KeyTask>(file, taskOf)) {
        const first = Math.max(0, log.known - read);
        const count = batch.starts.length;
        read += count;
        if (first < count) log.append(keysOf(batch, found, by).subarray(first * KEY_WORDS));
      }
    });
    await silent.close();
    const repeats = log.findDuplicates(
      memory,
      duplicates === undefined
        ? undefined
        : (record, first) => void pairs.push((BigInt(record) << 32n) | BigInt(first)),
      (status) => run.counts[countOf(status)]++,
      () => run.byCells++,
    );
    return readTwice(repeats, BigUint64Array.from(pairs).sort(), log);
  } catch (error) {
    log.close(false, work !== undefined);
    throw failed(error);
  }
}

function orThrow<T>(make: () => T, failed: (error: unknown) => unknown): T {
  try {
    return make();
  } catch (error) {
    throw failed(error);
  }
}

function keysOf({ puzzles, geometry }: RecordBatch, found: ClassKeys | undefined, by: Sameness): Uint32Array {
  const keys = new Uint32Array(puzzles.length * KEY_WORDS);
  for (const [i, puzzle] of puzzles.entries()) {
    if (!found || puzzle < 0) continue;
    const status = found.statuses[puzzle]!;
    if (!isCompared(by, geometry, status)) {
      keys[i * KEY_WORDS + KEY_WORDS - 1] = status;
      continue;
    }
    keys.set(found.keys.subarray(puzzle * KEY_WORDS, (puzzle + 1) * KEY_WORDS), i * KEY_WORDS);
    markKey(keys, i * KEY_WORDS, found.byCells[puzzle] === 1, status === Status.invalid);
  }
  return keys;
}

/** Knows the duplicates among the records, which are read again. */
function readTwice(repeats: Uint8Array, pairs: BigUint64Array, log: KeyLog): Finder {
  const firsts = new Map<number, Place | undefined>();
  for (const pair of pairs) firsts.set(Number(pair & 0xffffffffn), undefined);
  let record = -1;
  let pair = -1;
  return {
    needsKeys: false,
    isDuplicate() {
      record++;
      const isRepeat = ((repeats[record >>> 3]! >>> (record & 7)) & 1) === 1;
      if (isRepeat && pairs.length > 0) pair++;
      return isRepeat;
    },
    first: () => firsts.get(Number(pairs[pair]! & 0xffffffffn))!,
    note(place) {
      if (firsts.has(record)) firsts.set(record, place());
    },
    check() {
      if (record + 1 === log.size) return;
      throw new FailureError(
        `expected ${log.size} records, as before, got ${record + 1}: a file has changed`,
      );
    },
    end: () => log.close(true, false),
  };
}

function bytesNeeded(inputs: readonly InputFile[], withPlaces: boolean): number {
  const records = estimatedRecords(inputs);
  return KeySet.bytesFor(records) + (withPlaces ? records * PLACE_BYTES : 0);
}

function outputPaths(destination: Destination, out: string, inputs: readonly InputFile[]) {
  const results = destination.isDirectory ? inputs.map((input) => destination.resultOf(input)) : [out];
  return results.map((path) => ({ path, what: 'the puzzles' }));
}
