// The symmetry classes of several files: which records repeat an earlier one of their file, and which classes files
// share.
import type { Place } from '../../core/report/audit.ts';
import { NumberList } from './key-log.ts';
import { KeySet } from './key-set.ts';

/** Examples that are listed of each kind. */
export const EXAMPLES = 5;

/** A record, and the number of an earlier one of its class. */
export interface RecordPair {
  readonly place: Place;
  readonly first: number;
}

/** Classes that the same files have, by the numbers of the files. Every class belongs to one group: that of all its files. */
export interface ClassGroup {
  /** two or more */
  readonly files: readonly number[];
  readonly classes: number;
  /** those of them that {@link Classes.mark} has not marked */
  readonly unmarked: number;
  /** of the last of the files, of classes of this group */
  readonly examples: readonly SharedRecord[];
}

/** A record of the last file of a class, and the number of the first one of the class. */
export interface SharedRecord {
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
  examples: SharedRecord[] = [];
  /** the group with the last file that has some of these classes */
  #extended: Group | undefined;

  constructor(file: number, others?: Group) {
    this.file = file;
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
  with(file: number, added: Group[]): Group {
    if (this.#extended?.file === file) return this.#extended;
    this.#extended = new Group(file, this);
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
    let [from, to] = [0, this.starts.length];
    while (to - from > 1) {
      const middle = (from + to) >> 1;
      if (this.starts[middle]! <= record) from = middle;
      else to = middle;
    }
    return from;
  }
}

/** The classes of a set, by puzzle or by solution grid. */
export class Classes {
  readonly #places: RecordPlaces;
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
  #own = new Group(0);
  /** of several files, in the order in which they were found */
  readonly #groups: Group[] = [];

  constructor(places: RecordPlaces) {
    this.#places = places;
  }

  /** The classes that several files have. */
  get shared(): ClassGroup[] {
    // a class that a later file has, too, has taken its example along
    for (const [one, group] of this.#group.entries()) {
      const { examples } = group;
      if (!group.others || examples.length >= Math.min(EXAMPLES, group.classes)) continue;
      const first = this.#first.at(one);
      if (examples.some((example) => example.first === first)) continue;
      examples.push({ record: this.#latest.at(one), first, place: undefined });
    }
    return this.#groups.filter(({ classes }) => classes > 0);
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
  add(keys: Uint32Array, at: number, record: number, place: () => Place): number | undefined {
    const before = this.#keys.size;
    const one = this.#keys.add(keys, at);
    this.last = one;
    if (one === before) {
      this.#first.push(record);
      this.#latest.push(record);
      if (this.#own.file !== this.#places.file) this.#own = new Group(this.#places.file);
      this.#own.classes++;
      this.#group.push(this.#own);
      return undefined;
    }
    const latest = this.#latest.at(one);
    if (latest >= this.#places.fileStart) return latest;
    this.#latest.set(one, record);
    const others = this.#group[one]!;
    const group = others.with(this.#places.file, this.#groups);
    others.classes--;
    group.classes++;
    const first = this.#first.at(one);
    others.examples = others.examples.filter((example) => example.first !== first);
    if (group.examples.length < EXAMPLES) group.examples.push({ record, first, place: place() });
    this.#group[one] = group;
    return undefined;
  }
}
