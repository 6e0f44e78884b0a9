import type { Block, BrokenRecord } from './block.ts';
import { LF } from './bytes.ts';

/** Bytes of a record that are looked at for its name. */
const MAX_BYTES = 64 * 1024;

/** The front of a record, from its beginning on, or that of its line, as far as the record after it. */
export function recordText({ bytes, starts, count }: Block, record: number | BrokenRecord): string {
  const isPuzzle = typeof record === 'number';
  const start = isPuzzle
    ? starts[record]!
    : (record.recordStart ?? bytes.lastIndexOf(LF, Math.max(record.start - 1, 0)) + 1);
  const next = isPuzzle && record + 1 < count ? starts[record + 1]! : bytes.length;
  return Buffer.from(bytes.subarray(start, Math.min(next, start + MAX_BYTES))).toString();
}
