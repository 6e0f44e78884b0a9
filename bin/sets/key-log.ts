// The keys of all records on disk, in order: what dedupe needs when they do not fit into memory.
import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { Status } from '../../core/solver/model/status.ts';
import { FailureError } from '../cli/exit.ts';
import { systemMessage } from '../cli/paths.ts';
import { openPartial, removePartial } from '../files/output-paths.ts';
import { KEY_WORDS } from '../threads/class-keys.ts';
import { KeySet } from './key-set.ts';

const KEY_BYTES = KEY_WORDS * 4;
/** Rows that are read at a time. */
const READ_ROWS = 64 * 1024;

/** Mode of files that only the user can open. */
export const PRIVATE = 0o600;

/** Writes words to a file. @param from of the file, in words */
export function storeWords(fd: number, words: Uint32Array, from: number): void {
  const bytes = new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
  for (let at = 0; at < bytes.length; )
    at += writeSync(fd, bytes, at, bytes.length - at, from * words.BYTES_PER_ELEMENT + at);
}

/** Reads words of a file. @param from of the file, in words */
export function readStored(fd: number, words: Uint32Array, from: number): void {
  const bytes = new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
  for (let at = 0; at < bytes.length; ) {
    const read = readSync(fd, bytes, at, bytes.length - at, from * words.BYTES_PER_ELEMENT + at);
    if (read === 0) throw new Error(`expected ${bytes.length} bytes of keys, got ${at}`);
    at += read;
  }
}

/** All rows of a file, many at a time, with the number of the first one. Each array is valid until the next. */
export function* storedRows(fd: number, rowWords: number, rows: number): Generator<[number, Uint32Array]> {
  const room = new Uint32Array(READ_ROWS * rowWords);
  for (let from = 0; from < rows; from += READ_ROWS) {
    const words = room.subarray(0, Math.min(READ_ROWS, rows - from) * rowWords);
    readStored(fd, words, from * rowWords);
    yield [from, words];
  }
}

/**
 * Opens a file for reading and writing, or creates it. In a directory that others share, its name may be taken.
 * @throws the system's error for a link; FailureError for a file of another user
 */
function openOwn(path: string): number {
  // Windows has no O_NOFOLLOW: undefined sets no bit
  const fd = openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW, PRIVATE);
  if (process.geteuid === undefined || fstatSync(fd).uid === process.geteuid()) return fd;
  closeSync(fd);
  throw new FailureError(`${path}: expected a file of your own, got one of another user`);
}

/** An error of a file of keys in `directory`, in words if it is one of the system. */
export function keyError(directory: string, error: unknown): unknown {
  const message = systemMessage(error);
  return message === undefined
    ? error
    : new FailureError(`${directory}: the keys cannot be written: ${message}`);
}

/** What the keys on disk belong to: an interrupted run can continue only with the same. */
export interface LogFacts {
  readonly by: string;
  readonly files: readonly { readonly path: string; readonly bytes: number; readonly modified: number }[];
}

/** Keys of records, and which of the records repeat an earlier one. */
export class KeyLog {
  readonly #fd: number;
  readonly #remove: () => void;
  /** Records with keys that an interrupted run has left. */
  readonly known: number;
  /** Records with keys. */
  size: number;

  /**
   * @param work directory in which the keys stay when the run is interrupted; undefined for a file in `directory` that is
   *   removed in any case
   */
  constructor(work: string | undefined, directory: string, facts: LogFacts) {
    if (work === undefined) {
      const { path, fd } = openPartial(directory, PRIVATE);
      this.#fd = fd;
      this.#remove = () => removePartial(path);
      this.known = 0;
    } else {
      mkdirSync(work, { recursive: true });
      const [keys, about] = [join(work, 'dedupe.keys'), join(work, 'dedupe.json')];
      const text = JSON.stringify(facts);
      this.#fd = openOwn(keys);
      const aboutFd = openOwn(about);
      if (readFileSync(aboutFd, 'utf8') !== text) {
        ftruncateSync(this.#fd);
        ftruncateSync(aboutFd);
        writeSync(aboutFd, text, 0);
      }
      closeSync(aboutFd);
      this.#remove = () => {
        for (const path of [keys, about]) rmSync(path, { force: true });
      };
      this.known = Math.floor(fstatSync(this.#fd).size / KEY_BYTES);
      ftruncateSync(this.#fd, this.known * KEY_BYTES);
    }
    this.size = this.known;
  }

  append(keys: Uint32Array): void {
    storeWords(this.#fd, keys, this.size * KEY_WORDS);
    this.size += keys.length / KEY_WORDS;
  }

  /**
   * Finds the records whose key an earlier record has. Reads all keys once for each part of them that fits into memory.
   * @param memory bytes for a part's set
   * @param onDuplicate called with each of them and the first record with its key, in no useful order
   * @param onStatus called with the status of each puzzle that has no key or is invalid
   * @param onMark called for each key by cells, as {@link markKey} has it
   */
  findDuplicates(
    memory: number,
    onDuplicate: ((record: number, first: number) => void) | undefined,
    onStatus: (status: number) => void,
    onMark: () => void = () => undefined,
  ): Uint8Array {
    const repeats = new Uint8Array(Math.ceil(this.size / 8));
    let parts = 1;
    while (KeySet.bytesFor((1.02 * this.size) / parts) > memory && parts < 2 ** 16) parts++;
    for (let part = 0; part < parts; part++)
      this.#findInPart([part, parts], repeats, onDuplicate, onStatus, onMark);
    return repeats;
  }

  /** Closes the file, and removes it when the work is done or cannot be continued. */
  close(isDone: boolean, isKept: boolean): void {
    closeSync(this.#fd);
    if (isDone || !isKept) this.#remove();
  }

  #findInPart(
    [part, parts]: readonly [number, number],
    repeats: Uint8Array,
    onDuplicate: ((record: number, first: number) => void) | undefined,
    onStatus: (status: number) => void,
    onMark: () => void,
  ): void {
    const set = new KeySet();
    const firsts = new NumberList();
    for (const [from, keys] of storedRows(this.#fd, KEY_WORDS, this.size)) {
      for (let at = 0; at < keys.length; at += KEY_WORDS) {
        if (hasNoKey(keys, at)) {
          if (part === 0 && keys[at + 3]! > 0) onStatus(keys[at + 3]!);
          continue;
        }
        if (part === 0 && (keys[at + 3]! & BY_CELLS) !== 0) onMark();
        if (part === 0 && (keys[at + 3]! & INVALID) !== 0) onStatus(Status.invalid);
        // not the first word, by which the set finds its slots
        if (keys[at + 3]! % parts !== part) continue;
        const before = set.size;
        const entry = set.add(keys, at);
        const record = from + at / KEY_WORDS;
        if (entry === before) {
          if (onDuplicate) firsts.push(record);
        } else {
          repeats[record >>> 3]! |= 1 << (record & 7);
          onDuplicate?.(record, firsts.at(entry));
        }
      }
    }
  }
}

/** The highest bits of the last word, by which keys on disk say how they are compared, and that their puzzle is invalid. */
const BY_CELLS = 0x80000000;
const INVALID = 0x40000000;

/** Notes in a key, of which 126 bits remain, whether it stands for the cells and not for their class, and for an invalid puzzle. */
export function markKey(keys: Uint32Array, at: number, isByCells: boolean, isInvalid: boolean): void {
  const bare = keys[at + 3]! & ~(BY_CELLS | INVALID);
  keys[at + 3] = bare | (isByCells ? BY_CELLS : 0) | (isInvalid ? INVALID : 0);
}

/** Three words of zeros, which keys do not have: the last word is the status of a puzzle, or 0 for a record that is none. */
export function hasNoKey(keys: Uint32Array, at: number): boolean {
  return keys[at] === 0 && keys[at + 1] === 0 && keys[at + 2] === 0;
}

/** A growing list of numbers below 2^32. */
export class NumberList {
  #numbers = new Uint32Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.#numbers.length) {
      const longer = new Uint32Array(this.length * 2);
      longer.set(this.#numbers);
      this.#numbers = longer;
    }
    this.#numbers[this.length++] = value;
  }

  at(index: number): number {
    return this.#numbers[index]!;
  }

  set(index: number, value: number): void {
    this.#numbers[index] = value;
  }
}
