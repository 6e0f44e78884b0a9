// The keys of an audit's records on disk, where they are compared part by part: each part holds all records of its classes, and
// as many as fit into memory.
import { closeSync } from 'node:fs';
import type { Place } from '../../core/report/audit.ts';
import { openPartial, removePartial } from '../files/output-paths.ts';
import { KEY_WORDS } from '../threads/class-keys.ts';
import {
  CLASS_KINDS,
  Classes,
  type ClassGroup,
  type ClassKind,
  type CurrentFile,
  EXAMPLES,
  type FileRepeats,
  type FoundClasses,
  fileAt,
  noRepeats,
  type RecordKeys,
  type RecordPair,
  type SetClasses,
} from './audit-classes.ts';
import { hasNoKey, keyError, NumberList, PRIVATE, readStored, storedRows, storeWords } from './key-log.ts';
import { KeySet } from './key-set.ts';

/** Words of a record: its key by puzzle and by grid, zeros for none, and its line. */
const ROW_WORDS = 2 * KEY_WORDS + 1;
const KEY_AT: Readonly<Record<ClassKind, number>> = { puzzle: 0, grid: KEY_WORDS };
const LINE_AT = 2 * KEY_WORDS;
/** Records that are written at a time. */
const WRITTEN_ROWS = 8192;
/** Bytes of a class or a record in memory beside its key. */
const LISTED_BYTES = 40;

/** Most bytes that the classes of this number of records take. */
export function auditMemory(records: number): number {
  return 2 * (KeySet.bytesFor(records) + records * LISTED_BYTES);
}

/** Counts files while records are read again in their order. */
class Cursor implements CurrentFile {
  readonly #starts: readonly number[];
  file = 0;

  constructor(starts: readonly number[]) {
    this.#starts = starts;
  }

  get fileStart(): number {
    return this.#starts[this.file]!;
  }

  moveTo(record: number): void {
    while (this.file + 1 < this.#starts.length && this.#starts[this.file + 1]! <= record) this.file++;
  }
}

export class ClassesOnDisk implements SetClasses {
  readonly starts: number[] = [];
  readonly #memory: number;
  readonly #directory: string;
  readonly #path: string;
  readonly #fd: number;
  readonly #unwritten = new Uint32Array(WRITTEN_ROWS * ROW_WORDS);
  #records = 0;
  #stored = 0;

  /** @param memory bytes for the classes of a part @param directory for a file that is removed at the end @throws FailureError */
  constructor(memory: number, directory: string) {
    this.#memory = memory;
    this.#directory = directory;
    const { path, fd } = this.#orThrow(() => openPartial(directory, PRIVATE));
    this.#path = path;
    this.#fd = fd;
  }

  beginFile(): void {
    this.starts.push(this.#records);
  }

  add(keys: RecordKeys, at: number, line: number): void {
    if (this.#records - this.#stored === WRITTEN_ROWS) this.#flush();
    const row = (this.#records++ - this.#stored) * ROW_WORDS;
    for (const kind of CLASS_KINDS)
      for (let word = 0; word < KEY_WORDS; word++)
        this.#unwritten[row + KEY_AT[kind] + word] = keys[kind]?.[at + word] ?? 0;
    this.#unwritten[row + LINE_AT] = line;
  }

  find(): FoundClasses {
    this.#flush();
    let parts = 1;
    // room for two parts: V8 has not collected the one before yet
    while (auditMemory(this.#records / parts) > this.#memory && parts < 2 ** 16) parts++;
    const repeats = this.starts.map(noRepeats);
    /** a bit for each record whose puzzle is in several files */
    const areShared = new Uint8Array(Math.ceil(this.#records / 8));
    const found = (kind: ClassKind) => {
      const groups: ClassGroup[] = [];
      for (let part = 0; part < parts; part++)
        groups.push(...this.#groupsOf(kind, [part, parts], repeats, areShared));
      return joined(groups);
    };
    const shared = { puzzle: found('puzzle'), grid: found('grid') };
    for (const file of repeats) file.pairs = firstOf(file.pairs);
    return { repeats, shared };
  }

  fileOf(record: number): number {
    return fileAt(this.starts, record);
  }

  lineOf(record: number): number {
    const line = new Uint32Array(1);
    readStored(this.#fd, line, record * ROW_WORDS + LINE_AT);
    return line[0]!;
  }

  close(): void {
    closeSync(this.#fd);
    removePartial(this.#path);
  }

  #flush(): void {
    const rows = this.#records - this.#stored;
    const words = this.#unwritten.subarray(0, rows * ROW_WORDS);
    this.#orThrow(() => storeWords(this.#fd, words, this.#stored * ROW_WORDS));
    this.#stored = this.#records;
  }

  /** @throws FailureError for an error of the system */
  #orThrow<T>(run: () => T): T {
    try {
      return run();
    } catch (error) {
      throw keyError(this.#directory, error);
    }
  }

  /** @param areShared set by puzzle, and used by grid: where puzzles are in several files, their solutions are, too */
  #groupsOf(
    kind: ClassKind,
    [part, parts]: readonly [number, number],
    repeats: readonly FileRepeats[],
    areShared: Uint8Array,
  ): ClassGroup[] {
    const cursor = new Cursor(this.starts);
    const classes = new Classes(cursor);
    /** by puzzle: records and their classes; by grid: classes of shared puzzles */
    const [records, ones] = [new NumberList(), new NumberList()];
    const found = this.starts.map(() => [] as RecordPair[]);
    for (const [from, rows] of storedRows(this.#fd, ROW_WORDS, this.#stored)) {
      for (let at = KEY_AT[kind], record = from; at < rows.length; at += ROW_WORDS, record++) {
        // not the first word, by which the set finds its slots
        if (hasNoKey(rows, at) || rows[at + 3]! % parts !== part) continue;
        cursor.moveTo(record);
        const first = classes.add(rows, at, record, noPlace);
        if (first !== undefined) {
          const pairs = found[cursor.file]!;
          repeats[cursor.file]!.count[kind]++;
          if (kind === 'puzzle' && pairs.length < EXAMPLES) pairs.push({ record, first, place: undefined });
        }
        if (kind === 'puzzle') records.push(record);
        if (kind === 'puzzle' || isSet(areShared, record)) ones.push(classes.last);
      }
    }
    for (const [file, pairs] of found.entries()) repeats[file]!.pairs.push(...pairs);
    for (let i = 0; i < ones.length; i++) {
      if (kind === 'grid') classes.mark(ones.at(i));
      else if (classes.isShared(ones.at(i))) areShared[records.at(i) >>> 3]! |= 1 << (records.at(i) & 7);
    }
    // copies, without the classes
    return classes.groups.map(({ files, unmarked, examples, since, classes: count }) => ({
      ...{ files, unmarked, examples, since },
      classes: count,
    }));
  }
}

const noPlace = (): Place | undefined => undefined;

function isSet(bits: Uint8Array, index: number): boolean {
  return ((bits[index >>> 3]! >>> (index & 7)) & 1) === 1;
}

function firstOf(pairs: readonly RecordPair[]): RecordPair[] {
  return pairs.toSorted((a, b) => a.record - b.record).slice(0, EXAMPLES);
}

/** The groups of all parts: one for the same files. */
function joined(groups: readonly ClassGroup[]): ClassGroup[] {
  const same = Map.groupBy(groups, ({ files }) => files.join());
  const sum = (of: readonly ClassGroup[], key: 'classes' | 'unmarked') =>
    of.reduce((all, group) => all + group[key], 0);
  return [...same.values()]
    .map((of) => ({
      files: of[0]!.files,
      classes: sum(of, 'classes'),
      unmarked: sum(of, 'unmarked'),
      examples: firstOf(of.flatMap(({ examples }) => examples)),
      since: Math.min(...of.map(({ since }) => since)),
    }))
    .filter(({ classes }) => classes > 0)
    .sort((a, b) => a.since - b.since);
}
