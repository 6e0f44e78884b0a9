// Where files are cut, so that each piece has complete records: the front of a file, the items of a stream for threads, and the
// records of a range for functions. Records end with line feeds, or are equally long.

import type { Rows } from '../formats/parquet/state.ts';
import type { FixedRecords } from '../formats/shared/format.ts';
import { LF } from '../kernel/constants.ts';
import { type FilePlan, fixedRecords } from './file-plan.ts';

/** The first offset at or after `at` where a record begins, or the file. */
export function recordBoundary({ start, bytes }: FixedRecords, at: number): number {
  if (at <= 0) return 0;
  return start + Math.ceil(Math.max(0, at - start) / bytes) * bytes;
}

/** Bytes at the front of a splittable file that hold complete records. */
export function completeBytes(plan: FilePlan, front: Uint8Array): number {
  const records = fixedRecords(plan);
  if (!records) return front.lastIndexOf(LF) + 1;
  const end = recordBoundary(records, front.length);
  const complete = end > front.length ? end - records.bytes : end;
  return complete < records.start ? 0 : complete;
}

/** Bytes that can be read once, from the front. */
export interface ByteSource {
  /**
   * Reads 1 to `into.length` bytes into the front of `into` and returns how many; 0 at the end.
   * @throws RangeError if `into` is empty: the 0 would look like the end
   */
  read(into: Uint8Array): Promise<number>;
}

/**
 * Reads until `into` is full or the source ends.
 *
 * @returns bytes read; fewer than `into.length` only at the end
 * @throws RangeError if `into` is empty, or the source returns an impossible number of bytes; any error of the source
 */
export async function readFully(source: ByteSource, into: Uint8Array): Promise<number> {
  refuseEmpty(into);
  let filled = 0;
  while (filled < into.length) {
    const room = into.subarray(filled);
    const count = checkedSize('bytes read', await source.read(room));
    if (count > room.length)
      throw new RangeError(`expected at most ${room.length} bytes of a read, got ${count}`);
    if (count === 0) break;
    filled += count;
  }
  return filled;
}

/** @throws RangeError if a read has no room, so that its result would look like the end of the file */
export function refuseEmpty(into: Uint8Array): void {
  if (into.length === 0) throw new RangeError('expected room for at least one byte to read, got none');
}

/**
 * Checks a computed size before it is used: half a byte would make an empty `subarray`, and a read into that looks like the
 * end of a file.
 *
 * @param name what the number is, for the message
 * @returns the number
 * @throws RangeError unless it is an integer of at least `least`
 */
export function checkedSize(name: string, size: number, least = 0): number {
  if (Number.isSafeInteger(size) && size >= least) return size;
  throw new RangeError(`${name}: expected a whole number, ${least} or more, got ${size}`);
}

/** A piece of a file in a buffer of its own, so that it can move to another thread. */
export interface WorkItem {
  /** {@link WorkItemOptions.capacity} bytes long */
  readonly buffer: ArrayBuffer;
  /** bytes of `buffer` that are filled */
  readonly length: number;
  /** The offset of the piece, if `buffer` is empty and the thread reads the piece itself. */
  readonly at?: number;
  /** The rows that the item stands for, in a file that is read by rows: `buffer` has no bytes of it. */
  readonly rows?: Rows;
  /** Whether the file's next piece belongs to the same solver: the cut is no boundary between records. */
  readonly continues: boolean;
}

export interface WorkItemOptions {
  /** What has been read from the front already. At most `capacity` bytes. */
  readonly head: Uint8Array;
  /** Bytes at the front that stay in one piece. At most `capacity`. @default 0 */
  readonly front?: number;
  /** Whether every line feed is a boundary between records, or `records` says where they are. */
  readonly splittable: boolean;
  /** Where the records of a splittable file are, if they are equally long. */
  readonly records?: FixedRecords | undefined;
  /** Bytes that an item can hold. */
  readonly capacity: number;
  /** Returns a buffer of that capacity. */
  readonly buffer: () => ArrayBuffer;
  /** Returns the preferred size of the next item in bytes, at least 1. */
  readonly target: () => number;
}

/**
 * Cuts a file into work items, in order and without gaps; an empty file becomes one empty item. In a splittable file an item
 * ends after a record, unless the record is longer than an item can be.
 * @throws RangeError if a size is not an integer, or the head does not fit into an item; any error of `input`
 */
export async function* workItems(input: ByteSource, options: WorkItemOptions): AsyncGenerator<WorkItem> {
  const { splittable, records } = options;
  const capacity = checkedSize('bytes of a work item', options.capacity, 1);
  let rest = options.head;
  let atEnd = false;
  let continues = true;
  /** offset of the item in the file */
  let at = 0;
  let least = checkedSize('bytes before the first cut', options.front ?? 0);
  for (;;) {
    const bytes = new Uint8Array(options.buffer());
    bytes.set(rest);
    let filled = rest.length;
    let cut = 0;
    for (
      let wanted = Math.min(Math.max(checkedSize('bytes wanted', options.target(), 1), least), capacity);
      cut === 0;
      wanted = Math.min(2 * wanted, capacity)
    ) {
      if (filled < wanted && !atEnd) {
        filled += await readFully(input, bytes.subarray(filled, wanted));
        atEnd = filled < wanted;
      }
      // a last line without a line feed is no item of its own
      const isRest = atEnd && filled <= wanted && records === undefined;
      if (!splittable || isRest) cut = Math.min(wanted, filled);
      else cut = records ? recordsEnd(records, at, wanted, filled) : boundary(bytes, wanted, filled);
      if (cut === 0 && (atEnd || filled === capacity)) {
        cut = filled;
        break;
      }
    }
    if (cut === 0 && !continues) return;
    const isLast = atEnd && cut === filled;
    const isBoundary = records ? recordBoundary(records, at + cut) === at + cut : bytes[cut - 1] === LF;
    continues = !isLast && !(splittable && isBoundary);
    at += cut;
    rest = bytes.slice(cut, filled);
    least = 0;
    yield { buffer: bytes.buffer, length: cut, continues };
    if (isLast) return;
  }
}

/** Where to cut: after the last line feed within `wanted` bytes, else after the first one that follows; 0 if there is none. */
function boundary(bytes: Uint8Array, wanted: number, filled: number): number {
  const valid = bytes.subarray(0, filled); // an earlier use of the buffer left the rest
  return valid.subarray(0, wanted).lastIndexOf(LF) + 1 || valid.indexOf(LF, wanted) + 1;
}

/** As {@link boundary}, for records of equal length. @param at offset of the item in the file */
function recordsEnd(records: FixedRecords, at: number, wanted: number, filled: number): number {
  const next = recordBoundary(records, at + Math.min(wanted, filled));
  const cut = next - at > Math.min(wanted, filled) ? next - records.bytes - at : next - at;
  if (cut > 0 && at + cut >= records.start) return cut;
  return next - at <= filled ? next - at : 0;
}

/** Two offsets in a file, the second not included. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** The records that begin in a range of a file. */
export interface RecordsInRange {
  /** Offset in the file of the first record, once it is read; the range's end until then, or if none begins in it. */
  readonly begin: number;
  /** Iterating it to its end, or leaving the loop, ends the reading. */
  readonly bytes: AsyncGenerator<Uint8Array, void, undefined>;
}

/** Where to start reading for a range: one byte early, to see whether a line starts with it. */
export const readFrom = ({ from }: Stretch): number => Math.max(0, from - 1);

/**
 * Finds the records that begin in a range of a splittable file. Every record belongs to exactly one range, wherever the file is
 * cut: one across a cut belongs to the range before it.
 * @param bytes of the file from `readFrom(range)` on, at least to the end of the range's last record
 */
export function recordsInRange(
  plan: Pick<FilePlan, 'format' | 'state'>,
  bytes: AsyncIterable<Uint8Array>,
  range: Stretch,
): RecordsInRange {
  const records = fixedRecords(plan);
  if (!records) return linesInRange(bytes, range);
  const begin = Math.min(recordBoundary(records, range.from), range.to);
  const end = begin < range.to ? recordBoundary(records, range.to) : begin;
  return { begin, bytes: bytesBetween(bytes, begin - readFrom(range), end - readFrom(range)) };
}

/** As {@link recordsInRange}, for lines. */
export function linesInRange(bytes: AsyncIterable<Uint8Array>, range: Stretch): RecordsInRange {
  const found = { begin: range.to, bytes: lines() };
  return found;

  async function* lines(): AsyncGenerator<Uint8Array, void, undefined> {
    let at = readFrom(range);
    let isBefore = true;
    for await (const piece of bytes) {
      let start = 0;
      if (isBefore) {
        start = range.from === 0 ? 0 : piece.indexOf(LF) + 1;
        isBefore = range.from > 0 && start === 0;
        // the first line to begin here may belong to a later range
        if (at + (isBefore ? piece.length : start) >= range.to) return;
        if (!isBefore) found.begin = at + start;
      }
      if (!isBefore) {
        // the last line of the range ends with the first line feed at or after the range's last byte
        const last = piece.indexOf(LF, Math.max(start, range.to - 1 - at));
        const end = last < 0 ? piece.length : last + 1;
        if (end > start) yield piece.subarray(start, end);
        if (last >= 0) return;
      }
      at += piece.length;
    }
  }
}

/** The bytes of a stream between two of its offsets. */
async function* bytesBetween(
  bytes: AsyncIterable<Uint8Array>,
  from: number,
  to: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let at = 0;
  if (from >= to) return;
  for await (const piece of bytes) {
    const [start, end] = [Math.max(0, from - at), Math.min(piece.length, to - at)];
    if (start < end) yield piece.subarray(start, end);
    at += piece.length;
    if (at >= to) return;
  }
}
