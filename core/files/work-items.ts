import { LF } from '../kernel/constants.ts';
import { type ByteSource, readFully, wholeSize } from './byte-source.ts';

/** A piece of a file in a buffer of its own, so that it can move to another thread. */
export interface WorkItem {
  /** {@link WorkItemOptions.capacity} bytes long */
  readonly buffer: ArrayBuffer;
  /** bytes of `buffer` that are filled */
  readonly length: number;
  /** Whether the file's next piece belongs to the same solver: the cut is no boundary between records. */
  readonly continues: boolean;
}

export interface WorkItemOptions {
  /** What has been read from the front already. At most `capacity` bytes. */
  readonly head: Uint8Array;
  /** Bytes at the front that are not cut. At most `capacity`. @default 0 */
  readonly front?: number;
  /** Whether every line feed is a boundary between records. */
  readonly splittable: boolean;
  /** Bytes that an item can hold. */
  readonly capacity: number;
  /** Gives a buffer of that capacity. */
  readonly buffer: () => ArrayBuffer;
  /** Bytes that the next item should have, at least 1; asked before each. */
  readonly target: () => number;
}

/**
 * Cuts a file into work items, in order and without a gap; at least one comes. In a splittable file an item ends after a
 * line feed, unless the line is longer than an item can be.
 * @throws RangeError if a size is not a whole number, or what is read already does not fit into an item; what `input` throws
 */
export async function* workItems(input: ByteSource, options: WorkItemOptions): AsyncGenerator<WorkItem> {
  const { splittable } = options;
  const capacity = wholeSize('bytes of a work item', options.capacity, 1);
  let rest = options.head;
  let atEnd = false;
  let continues = true;
  let least = wholeSize('bytes before the first cut', options.front ?? 0);
  for (;;) {
    const bytes = new Uint8Array(options.buffer());
    bytes.set(rest);
    let filled = rest.length;
    let cut = 0;
    for (
      let wanted = Math.min(Math.max(wholeSize('bytes wanted', options.target(), 1), least), capacity);
      cut === 0;
      wanted = Math.min(2 * wanted, capacity)
    ) {
      if (filled < wanted && !atEnd) {
        filled += await readFully(input, bytes.subarray(filled, wanted));
        atEnd = filled < wanted;
      }
      cut = splittable ? boundary(bytes, wanted, filled) : Math.min(wanted, filled);
      if (cut === 0 && (atEnd || filled === capacity)) {
        cut = filled;
        break;
      }
    }
    if (cut === 0 && !continues) return;
    const whole = atEnd && cut === filled;
    continues = !whole && !(splittable && bytes[cut - 1] === LF);
    rest = bytes.slice(cut, filled);
    least = 0;
    yield { buffer: bytes.buffer, length: cut, continues };
    if (whole) return;
  }
}

/** Where to cut: after the last line feed within `wanted` bytes, else after the first one that follows; 0 if there is none. */
function boundary(bytes: Uint8Array, wanted: number, filled: number): number {
  const valid = bytes.subarray(0, filled); // the rest is of an earlier use of the buffer
  return valid.subarray(0, wanted).lastIndexOf(LF) + 1 || valid.indexOf(LF, wanted) + 1;
}
