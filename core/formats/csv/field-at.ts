import { QUOTE } from '../../kernel/constants.ts';

/** Start and end of a field, without its quotes, of a row that begins at `from`, ends at `rowEnd` and has so many fields. */
export function fieldAt(
  bytes: Uint8Array,
  from: number,
  rowEnd: number,
  column: number,
  delimiter: number,
): [number, number] {
  let at = from;
  for (let i = 0; ; i++, at++) {
    const isQuoted = bytes[at] === QUOTE;
    const start = isQuoted ? at + 1 : at;
    let end = start;
    if (isQuoted) while (bytes[end] !== QUOTE || bytes[++end] === QUOTE) end++;
    else while (end < rowEnd && bytes[end] !== delimiter) end++;
    if (i === column) return [start, isQuoted ? end - 1 : end];
    for (at = end; at < rowEnd && bytes[at] !== delimiter; at++);
  }
}
