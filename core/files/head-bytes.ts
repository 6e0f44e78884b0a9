import { bomLength, isCommentAt, lineEnd, skipBlanks } from '../formats/shared/bytes.ts';
import { HEAD_BYTES, MAX_HEAD_BYTES, RECOGNISED_BYTES } from './contract.ts';

/**
 * Bytes at the front of a file that planFile wants to see: {@link HEAD_BYTES} of most; of one that begins with many comments
 * or blank lines as many more as it takes to see its first records, {@link MAX_HEAD_BYTES} at most. Where that is more than
 * the head has, read on and ask again. What a compressed file begins with is no comment.
 *
 * @param head what is known of the front
 * @returns bytes from the front: at most those of the head where that is enough
 * @example
 * import { headBytes } from 'sudoku-batch';
 *
 * headBytes(new TextEncoder().encode('12.434..2.4343.1\n')); // => 196608
 * headBytes(new TextEncoder().encode('# a long licence\n'.repeat(20_000))); // => 680000
 */
export function headBytes(head: Uint8Array): number {
  if (head.length < HEAD_BYTES) return HEAD_BYTES;
  const at = firstRecord(head);
  return at < head.length ? recognisedEnd(at) : Math.min(2 * head.length, MAX_HEAD_BYTES);
}

/** The head of a file that is there as a whole. */
export function headIn(file: Uint8Array): Uint8Array {
  let head = file.subarray(0, HEAD_BYTES);
  for (let wanted = headBytes(head); wanted > head.length; wanted = headBytes(head)) {
    head = file.subarray(0, wanted);
    if (head.length < wanted) break;
  }
  return head;
}

/** Bytes of content that the format of a file is told from. @param at where its first record begins */
export const recognisedEnd = (at: number): number =>
  Math.min(Math.max(at + RECOGNISED_BYTES, HEAD_BYTES), MAX_HEAD_BYTES);

/** Where the first line begins that is neither a comment nor blank; the end if there is none. */
export function firstRecord(bytes: Uint8Array): number {
  for (let at = bomLength(bytes); at < bytes.length; ) {
    const end = lineEnd(bytes, at);
    const start = skipBlanks(bytes, at, end);
    if (start < end && !isCommentAt(bytes, start)) return at;
    at = end + 1;
  }
  return bytes.length;
}
