import { bomLength, isCommentAt, lineEnd, skipBlanks } from '../formats/shared/bytes.ts';

/** Lines that may say what the others are: `sep=;`, and a header. */
const LINES = 2;

/** Bytes that only a file's first piece can read: comments and blank lines, and what may be a header below them. */
export function frontOf(head: Uint8Array): number {
  let at = bomLength(head);
  for (let lines = 0; lines < LINES && at < head.length; ) {
    const end = lineEnd(head, at);
    const start = skipBlanks(head, at, end);
    if (start < end && !isCommentAt(head, start)) lines++;
    at = Math.min(end + 1, head.length);
  }
  return at;
}
