import { POINT } from '../../kernel/constants.ts';
import { isAllowed } from '../../solver/allowed.ts';

/**
 * Writes a puzzle with a place for each digit of each cell, which holds the digit's symbol, or a point if it is excluded.
 * @param first number of the puzzle's first cell in `allowed`
 * @param symbols by value; entry 0 is unused
 * @param to receives the text, and is as long as it
 */
export function writePencilmarks(
  allowed: Uint32Array,
  first: number,
  symbols: Uint8Array,
  to: Uint8Array,
): void {
  const size = symbols.length - 1;
  for (let at = 0, cell = first; at < to.length; cell++) {
    for (let digit = 1; digit <= size; digit++)
      to[at++] = isAllowed(allowed, cell, digit) ? symbols[digit]! : POINT;
  }
}
