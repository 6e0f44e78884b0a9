// The symmetry classes of several files: which records repeat an earlier one of their file, and which classes files
// share.
import type { Place } from '../../core/report/audit.ts';
import { NumberList } from './key-log.ts';
import { KeySet } from './key-set.ts';

/** Examples that are listed of each kind. */
export const EXAMPLES = 5;

/** Classes that the same files have, by the numbers of the files. Every class belongs to one group: that of all its files. */
export interface ClassGroup {
  /** two or more */
  readonly files: readonly number[];
  readonly classes: number;
  /** those of them that {@link Classes.mark} has not marked */
  readonly unmarked: number;
  /** of the last of the files, of classes of this group */
  readonly examples: readonly RecordPair[];
  /** the record that was the first of any class in exactly these files */
  readonly since: number;
}

/** A record, and the number of an earlier one of its class: of all, or of those in the same file. */
export interface RecordPair {
  readonly record: number;
  readonly first: number;
  /** undefined if it was no example when it was read */
  readonly place: Place | undefined;
}

/** A {@link ClassGroup} whose other files are those of another group, so that a group takes no more memory than a class. */
class Group {
  readonly file: number;
  readonly others: Group | undefined;
  classes = 0;
  marked = 0;
  examples: RecordPair[] = [];
  readonly since: number;
  /** the group with the last file that has some of these classes */
  #extended: Group | undefined;

  constructor(file: number, since: number, others?: Group) {
    this.file = file;
    this.since = since;
    this.others = others;
  }

  get unmarked(): number {
    return this.classes - this.marked;
  }

  get files(): number[] {
    const files = [this.file];
    for (let group = this.others; group; group = group.others) files.push(group.file);
    return files.reverse();
  }

  /** The group of these files and a later one; `added` gets it if it is new. */
  with(file: number, record: number, added: Group[]): Group {
    if (this.#extended?.file === file) return this.#extended;
    this.#extended = new Group(file, record, this);
    added.push(this.#extended);
    return this.#extended;
  }
}

/** The numbers of all records, from 0 through all files, and where each of them is. */
export class RecordPlaces {
  /** number of the first record of each file */
  readonly starts: number[] = [];
  readonly lines = new NumberList();

  beginFile(): void {
    this.starts.push(this.lines.length);
  }

  /** @param line 1-based @returns the record's number */
  add(line: number): number {
    this.lines.push(line);
    return this.lines.length - 1;
  }

  /** The number of the first record of the last file. */
  get fileStart(): number {
    return this.starts.at(-1)!;
  }

  /** The number of the last file. */
  get file(): number {
    return this.starts.length - 1;
  }

  fileOf(record: number): number {
    return fileAt(this.starts, record);
  }
}

/** The number of the file of a record. @param starts numbers of the first records of files */
export function fileAt(starts: readonly number[], record: number): number {
  let [from, to] = [0, starts.length];
  while (to - from > 1) {
    const middle = (from + to) >> 1;
    if (starts[middle]! <= record) from = middle;
    else to = middle;
  }
  return from;
}

/** The file that records are added from, and the number of its first record. */
export type CurrentFile = Pick<RecordPlaces, 'file' | 'fileStart'>;

/** The classes of a set, by puzzle or by solution grid. */
export class Classes {
  readonly #places: CurrentFile;
  readonly #keys = new KeySet();
  /** by class: its first record, and its first record in the last of its files */
  readonly #first = new NumberList();
  readonly #latest = new NumberList();
  /** by class */
  readonly #group: Group[] = [];
  #marked: Uint8Array | undefined;
  /** the class of the last record */
  last = 0;
  /** of the classes that only the last file has */
  #own = new Group(0, 0);
  /** of several files, in the order in which they were found */
  readonly #groups: Group[] = [];

  constructor(places: CurrentFile) {
    this.#places = places;
  }

  /** Groups of classes that several files have, also those whose classes have all got another file. */
  get groups(): ClassGroup[] {
    // a class that a later file has, too, has taken its example along
    for (const [one, group] of this.#group.entries()) {
      const { examples } = group;
      if (!group.others || examples.length >= Math.min(EXAMPLES, group.classes)) continue;
      const first = this.#first.at(one);
      if (examples.some((example) => example.first === first)) continue;
      examples.push({ record: this.#latest.at(one), first, place: undefined });
    }
    return this.#groups;
  }

  /** Whether several files have a class. */
  isShared(one: number): boolean {
    return this.#group[one]!.others !== undefined;
  }

  /** Marks a class, when all records have been added. */
  mark(one: number): void {
    this.#marked ??= new Uint8Array(this.#group.length);
    if (this.#marked[one] === 0) this.#group[one]!.marked++;
    this.#marked[one] = 1;
  }

  /**
   * Adds the record of a key.
   * @param place called for records that are examples
   * @returns the first record of its class in the same file; undefined if it is that record
   */
  add(keys: Uint32Array, at: number, record: number, place: () => Place | undefined): number | undefined {
    const before = this.#keys.size;
    const one = this.#keys.add(keys, at);
    this.last = one;
    if (one === before) {
      this.#first.push(record);
      this.#latest.push(record);
      if (this.#own.file !== this.#places.file) this.#own = new Group(this.#places.file, record);
      this.#own.classes++;
      this.#group.push(this.#own);
      return undefined;
    }
    const latest = this.#latest.at(one);
    if (latest >= this.#places.fileStart) return latest;
    this.#latest.set(one, record);
    const others = this.#group[one]!;
    const group = others.with(this.#places.file, record, this.#groups);
    others.classes--;
    group.classes++;
    const first = this.#first.at(one);
    others.examples = others.examples.filter((example) => example.first !== first);
    if (group.examples.length < EXAMPLES) group.examples.push({ record, first, place: place() });
    this.#group[one] = group;
    return undefined;
  }
}

/** What two records of a class have in common up to symmetry: the puzzle, or the only solution. */
export const CLASS_KINDS = ['puzzle', 'grid'] as const;
export type ClassKind = (typeof CLASS_KINDS)[number];

/** The keys of a record by kind, at the same offset; undefined where it is not compared. */
export type RecordKeys = Readonly<Record<ClassKind, Uint32Array | undefined>>;

/** Records of a file that repeat earlier ones of it. */
export interface FileRepeats {
  readonly count: Record<ClassKind, number>;
  /** the first ones by puzzle */
  pairs: RecordPair[];
}

export interface FoundClasses {
  /** by file */
  readonly repeats: readonly FileRepeats[];
  /** the groups of several files, in the order in which they were found */
  readonly shared: Readonly<Record<ClassKind, readonly ClassGroup[]>>;
}

/** Where the records of a set are compared: in memory, or on disk. */
export interface SetClasses {
  beginFile(): void;
  /** @param line 1-based @param place called for records that are examples */
  add(keys: RecordKeys, at: number, line: number, place: () => Place): void;
  /** To be called when all records have been added. */
  find(): FoundClasses;
  fileOf(record: number): number;
  lineOf(record: number): number;
  /** number of the first record of each file */
  readonly starts: readonly number[];
  /** Frees what is on disk. */
  close(): void;
}

export function noRepeats(): FileRepeats {
  return { count: { puzzle: 0, grid: 0 }, pairs: [] };
}

/** Compares records as they are added: 100 bytes of memory each. */
export class ClassesInMemory implements SetClasses {
  readonly #places = new RecordPlaces();
  readonly #classes = { puzzle: new Classes(this.#places), grid: new Classes(this.#places) };
  /** of each class of puzzles with one solution: the class of that, from 1 */
  readonly #gridOf: number[] = [];
  readonly #repeats: FileRepeats[] = [];

  get starts(): readonly number[] {
    return this.#places.starts;
  }

  beginFile(): void {
    this.#places.beginFile();
    this.#repeats.push(noRepeats());
  }

  add(keys: RecordKeys, at: number, line: number, place: () => Place): void {
    const record = this.#places.add(line);
    const { count, pairs } = this.#repeats.at(-1)!;
    const { puzzle, grid } = this.#classes;
    for (const kind of CLASS_KINDS) {
      const own = keys[kind];
      const first = own && this.#classes[kind].add(own, at, record, place);
      if (first === undefined) continue;
      count[kind]++;
      if (kind === 'puzzle' && pairs.length < EXAMPLES) pairs.push({ record, first, place: place() });
    }
    if (keys.puzzle && keys.grid) this.#gridOf[puzzle.last] = grid.last + 1;
  }

  find(): FoundClasses {
    const { puzzle, grid } = this.#classes;
    // where puzzles are in several files, their solutions are, too
    for (const [one, other] of this.#gridOf.entries())
      if (other !== undefined && puzzle.isShared(one)) grid.mark(other - 1);
    const shared = ({ groups }: Classes) => groups.filter(({ classes }) => classes > 0);
    return { repeats: this.#repeats, shared: { puzzle: shared(puzzle), grid: shared(grid) } };
  }

  fileOf(record: number): number {
    return this.#places.fileOf(record);
  }

  lineOf(record: number): number {
    return this.#places.lines.at(record);
  }

  close(): void {}
}
