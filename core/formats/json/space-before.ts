import { CR, SPACE, TAB } from '../shared/bytes.ts';
import { Json } from './scan.ts';

/** The white space before a key, or, for the first one in its object, the one that Python writes there: a space if one follows the colon. */
export function spaceBefore(bytes: Uint8Array, quote: number): Uint8Array {
  let start = quote;
  while (start > 0 && (bytes[start - 1] === SPACE || (bytes[start - 1]! >= TAB && bytes[start - 1]! <= CR)))
    start--;
  const isSpaced = bytes[bytes.indexOf(Json.colon, quote) + 1] === SPACE;
  if (start === quote && bytes[start - 1] === Json.openObject && isSpaced) return Uint8Array.of(SPACE);
  return bytes.subarray(start, quote);
}
