import { COUNT, LOWEST } from '../bits.ts';
import type { Board } from '../board.ts';

/** by unit, the positions of cells that a loop may go through */
const both = new Uint16Array(29);
const cells = new Uint8Array(81);
/** by digit, cells of the pair and that digit */
const extras = new Uint8Array(9);

/**
 * Whether cells that hold a pair might be a loop at all: each has others in two kinds of units, and two have nothing but the pair,
 * or three have the same one more.
 */
export function mayLoop({ candidates, places, shape }: Board, pair: number): boolean {
  const one = LOWEST[pair]!;
  const two = LOWEST[pair & (pair - 1)]!;
  for (let unit = 0; unit < shape.units.length; unit++)
    both[unit] = places[unit * 9 + one]! & places[unit * 9 + two]!;
  let count = 0;
  for (let cell = 0; cell < 81; cell++) if ((candidates[cell]! & pair) === pair) cells[count++] = cell;
  for (let before = -1; before !== count; ) {
    before = count;
    count = 0;
    for (let i = 0; i < before; i++) {
      const cell = cells[i]!;
      const units = shape.unitsOf[cell]!;
      let ways = 0;
      for (let k = 0; k < units.length; k++) if (COUNT[both[units[k]!]!]! >= 2) ways++;
      if (ways >= 2) cells[count++] = cell;
      else
        for (let k = 0; k < units.length; k++)
          both[units[k]!]! &= ~(1 << shape.position[units[k]! * 81 + cell]!);
    }
    if (count < 4) return false;
  }
  let pairs = 0;
  extras.fill(0);
  for (let i = 0; i < count; i++) {
    const more = candidates[cells[i]!]! & ~pair;
    if (more === 0) pairs++;
    else if (COUNT[more] === 1) extras[LOWEST[more]!]!++;
  }
  return pairs >= 2 || (pairs === 1 && extras.some((has) => has >= 3));
}
