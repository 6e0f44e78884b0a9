import { isDigit, PIPE, POINT, SPACE } from '../shared/bytes.ts';
import type { HeadLine } from '../shared/head.ts';
import { isSize } from '../shared/sizes.ts';

/** Cells of a row that is plain. */
const CELLS = 9;

/** The cells of the row found last. */
const cells = new Uint8Array(CELLS);

/**
 * The cells of a row of a 9x9 grid as most are drawn: digits and points, and a digit among them, parted by blanks and bars
 * or not at all, with no bar at its ends. Undefined for any other line. They are valid until the next call.
 */
export function plainRow(bytes: Uint8Array, { start, length }: HeadLine): Uint8Array | undefined {
  let at = start;
  const end = start + length;
  while (at < end && bytes[at] === SPACE) at++;
  if (bytes[at] === PIPE || bytes[end - 1] === PIPE) return undefined;
  let count = 0;
  let digits = 0;
  let parts = 0;
  for (let isWithin = false; at < end; at++) {
    const byte = bytes[at]!;
    if (byte === SPACE || byte === PIPE) {
      isWithin = false;
      continue;
    }
    if (isDigit(byte)) digits++;
    else if (byte !== POINT) return undefined;
    if (count === CELLS) return undefined;
    cells[count++] = byte;
    if (!isWithin) parts++;
    isWithin = true;
  }
  // as many parts as a row has cells, of which some are longer, may be numbers
  const mayBeNumbers = parts < CELLS && isSize(parts);
  return count === CELLS && digits > 0 && !mayBeNumbers ? cells : undefined;
}
