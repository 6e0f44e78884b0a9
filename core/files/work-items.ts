// Cuts a stream of bytes into items that end after a record, for threads that solve them apart.

import type { Rows } from '../formats/parquet/state.ts';
import type { FixedRecords } from '../formats/shared/format.ts';
import { LF } from '../kernel/constants.ts';
import { recordBoundary } from './file-plan.ts';

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
      if (!splittable) cut = Math.min(wanted, filled);
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
