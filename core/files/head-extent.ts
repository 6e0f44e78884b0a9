// How many bytes at the front of a file recognition needs: comments may precede the first record, and a table's header
// its first puzzle.

import { placeFault } from '../formats/json/recognise.ts';
import { bomLength, isCommentAt, lineEnd, skipBlanks } from '../formats/shared/bytes.ts';
import { headOf } from '../formats/shared/head.ts';
import { controlAt } from '../formats/signatures.ts';
import { checkBytes } from '../options/describe-value.ts';
import { owned } from './output-pieces.ts';

/** Bytes at the front of most files that planFile needs: a zstandard file's first block, of at most 128 KiB, must fit. */
export const HEAD_BYTES = 192 * 1024;

/** Bytes within which the first record must begin, after comments and blank lines, and the first puzzle of a file must be found. */
export const MAX_HEAD_BYTES = 1024 * 1024;

/** Bytes of content, from the first record on, from which the format is recognised at least. */
export const RECOGNISED_BYTES = 64 * 1024;

/** Lines within which a table has a puzzle. */
const FIRST_LINES = 2;

/** Lines that may describe the others: `sep=;`, and a header. */
const HEADER_LINES = 2;

/**
 * Bytes at the front of a file that planFile needs: {@link HEAD_BYTES} for most files, more for one that begins with many
 * comments or blank lines, whose first record is long, or whose JSON has no puzzle there, and at most {@link MAX_HEAD_BYTES}. If the result exceeds the length of the head, read on and call
 * it again. The front of a compressed file is never a comment.
 *
 * @param head what has been read so far
 * @returns bytes from the front; at most the head's length if the head suffices
 * @example
 * import { headBytes } from 'sudoku-batch';
 *
 * headBytes(new TextEncoder().encode('12.434..2.4343.1\n')); // => 196608
 * headBytes(new TextEncoder().encode('# a long licence\n'.repeat(20_000))); // => 680000
 */
export function headBytes(head: Uint8Array): number {
  checkBytes(head, 'head');
  if (head.length < HEAD_BYTES) return HEAD_BYTES;
  const at = firstRecord(head);
  if (at === head.length) return Math.min(2 * head.length, MAX_HEAD_BYTES);
  const end = recognisedEnd(at);
  return end <= head.length && lacksPuzzle(head, at) ? MAX_HEAD_BYTES : end;
}

/** Whether the first record of a text does not end in its head, or the head of a JSON file has no puzzle. */
function lacksPuzzle(head: Uint8Array, at: number): boolean {
  if (head.length >= MAX_HEAD_BYTES) return false;
  if (VALUES.includes(head[at]!)) {
    // in most files, a part of the head has a puzzle
    const parts = [head.subarray(0, at + FIRST_BYTES), head];
    return parts.every((part) => placeFault(headOf(part, false, '')) !== undefined);
  }
  let end = at;
  for (let lines = 0; lines < FIRST_LINES && end < head.length; lines++) end = lineEnd(head, end) + 1;
  return end > head.length && controlAt(head) < 0;
}

/** Bytes of JSON in which a puzzle is looked for at first. */
const FIRST_BYTES = 4096;

/** First bytes of JSON that holds records. */
const VALUES = Buffer.from('{[');

/** The head of a file that is entirely in memory. */
export function headIn(file: Uint8Array): Uint8Array {
  let head = file.subarray(0, HEAD_BYTES);
  for (let wanted = headBytes(head); wanted > head.length && head.length < file.length; ) {
    head = file.subarray(0, wanted);
    wanted = headBytes(head);
  }
  return head;
}

/** A file that arrives as a stream, whose front has been read. */
export interface Peeked {
  /** The first bytes: as many as {@link headBytes} requires, fewer only at the end of the file. */
  readonly head: Uint8Array;
  /** Whether `head` has been seen to be the entire file. */
  readonly complete: boolean;
  /** All bytes of the file; can be read once. */
  readonly all: AsyncIterable<Uint8Array>;
  /** Stops reading. */
  close(): Promise<void>;
}

/** Reads the head of a file without consuming it from its stream. @throws any error of the stream */
export async function peek(stream: AsyncIterable<Uint8Array>): Promise<Peeked> {
  const iterator = stream[Symbol.asyncIterator]();
  const close = async () => void (await iterator.return?.());
  let seen: Uint8Array = new Uint8Array(0);
  let wanted = HEAD_BYTES;
  let isOver = false;
  for (; seen.length < wanted && !isOver; wanted = headBytes(seen)) {
    const pieces = [seen];
    for (let length = seen.length; length < wanted && !isOver; ) {
      const step = await iterator.next();
      isOver = step.done === true;
      // the sender may reuse its memory
      if (!step.done) pieces.push(owned(step.value));
      length += step.value?.length ?? 0;
    }
    seen = Buffer.concat(pieces);
  }
  async function* all() {
    try {
      if (seen.length > 0) yield seen;
      for (let step = await iterator.next(); !step.done; step = await iterator.next()) yield step.value;
    } finally {
      await close();
    }
  }
  return { head: seen.subarray(0, wanted), complete: isOver && seen.length <= wanted, all: all(), close };
}

/** Where the content ends from which a format is recognised. @param at offset of the first record */
export const recognisedEnd = (at: number): number =>
  Math.min(Math.max(at + RECOGNISED_BYTES, HEAD_BYTES), MAX_HEAD_BYTES);

/** Offset of the first line that is neither a comment nor blank; the length of `bytes` if there is none. */
export function firstRecord(bytes: Uint8Array): number {
  return recordLine(bytes, bomLength(bytes)).at;
}

/** Where the lines end that only a file's first piece can read: comments, blank lines, and possible header lines below them. */
export function headerEnd(head: Uint8Array): number {
  let end = bomLength(head);
  for (let lines = 0; lines < HEADER_LINES && end < head.length; lines++) end = recordLine(head, end).next;
  return end;
}

/** The first line from `from` on that is neither a comment nor blank, and where the line after it begins. */
function recordLine(bytes: Uint8Array, from: number): { at: number; next: number } {
  for (let at = from; at < bytes.length; ) {
    const end = lineEnd(bytes, at);
    const start = skipBlanks(bytes, at, end);
    const next = Math.min(end + 1, bytes.length);
    if (start < end && !isCommentAt(bytes, start)) return { at, next };
    at = next;
  }
  return { at: bytes.length, next: bytes.length };
}
