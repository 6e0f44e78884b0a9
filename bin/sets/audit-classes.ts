// The symmetry classes of several files: which records repeat an earlier one of their file, and which classes files share.
import type { Place } from '../../core/report/audit.ts';
import { NumberList } from './key-log.ts';
import { KeySet } from './key-set.ts';

/** Examples that are listed of each kind. */
export const EXAMPLES = 5;

/** A record, and the number of an earlier one of its class. */
export interface Pair {
  readonly place: Place;
  readonly first: number;
}

/** Classes that two files have in common, by the numbers of the files. */
export interface SharedClasses {
  readonly files: readonly [number, number];
  classes: number;
  readonly examples: Pair[];
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

  fileOf(record: number): number {
    return this.starts.findLastIndex((start) => start <= record);
  }
}

/** The classes of a set, by puzzle or by solution grid. */
export class Classes {
  readonly #places: RecordPlaces;
  readonly #keys = new KeySet();
  /** by class: its first record, and its first record in the last of its files */
  readonly #first = new NumberList();
  readonly #latest = new NumberList();
  /** the first records in their files of the classes that several files have */
  readonly #shared = new Map<number, number[]>();
  readonly #meetings = new Map<string, SharedClasses>();

  constructor(places: RecordPlaces) {
    this.#places = places;
  }

  get meetings(): SharedClasses[] {
    return [...this.#meetings.values()];
  }

  /**
   * Adds the record of a key.
   * @param place called for records that are examples
   * @returns the first record of its class in the same file; undefined if it is that record
   */
  add(keys: Uint32Array, at: number, record: number, place: () => Place): number | undefined {
    const before = this.#keys.size;
    const one = this.#keys.add(keys, at);
    if (one === before) {
      this.#first.push(record);
      this.#latest.push(record);
      return undefined;
    }
    const latest = this.#latest.at(one);
    if (latest >= this.#places.fileStart) return latest;
    const firsts = this.#shared.get(one) ?? [this.#first.at(one)];
    for (const first of firsts) this.#meet(record, first, place);
    this.#shared.set(one, [...firsts, record]);
    this.#latest.set(one, record);
    return undefined;
  }

  #meet(record: number, first: number, place: () => Place): void {
    const [other, file] = [this.#places.fileOf(first), this.#places.fileOf(record)];
    const key = `${other} ${file}`;
    const found = this.#meetings.get(key) ?? { files: [other, file], classes: 0, examples: [] };
    this.#meetings.set(key, found);
    found.classes++;
    if (found.examples.length < EXAMPLES) found.examples.push({ place: place(), first });
  }
}
