import { COUNT, LOWEST } from '../bits.ts';
import type { Board } from '../board.ts';
import { kindOf } from '../shape.ts';

/** Cells of a loop in order, all with the same two candidates. */
export type Loop = readonly number[];

/**
 * Loops of cells that all hold the digits of `pair`, each two neighbours in a unit, each unit visited either not at all or
 * once by a cell of even and once by one of odd number: with nothing but the pair, its digits could be swapped.
 * At most two cells may have further candidates, or any number if all have the same one.
 *
 * @param start a cell with no other candidates
 * @returns true if `visit`, called with each loop, gave true
 */
export function visitLoops(
  board: Board,
  start: number,
  pair: number,
  visit: (loop: Loop) => boolean,
): boolean {
  const { places, shape } = board;
  const one = LOWEST[pair]!;
  const two = LOWEST[pair & (pair - 1)]!;
  // a loop leaves its start in two kinds of units
  let ways = 0;
  const units = shape.unitsOf[start]!;
  for (let i = 0; i < units.length; i++) {
    const both = places[units[i]! * 9 + one]! & places[units[i]! * 9 + two]!;
    if (COUNT[both]! >= 2) ways++;
  }
  if (ways < 2) return false;
  search = { board, start, pair, one, two, visit };
  loop.length = 0;
  return extend(start, 2, 0, -1, 0, 0);
}

interface Search {
  readonly board: Board;
  readonly start: number;
  readonly pair: number;
  readonly one: number;
  readonly two: number;
  readonly visit: (loop: Loop) => boolean;
}

/** the one at hand, and its path */
let search: Search;
const loop: number[] = [];

const KINDS = Uint8Array.from({ length: 29 }, (_, unit) => kindOf(unit));

/** @param mine, theirs sets of the units that cells of the parity of this one, and of the other, have visited */
function extend(
  cell: number,
  roomy: number,
  extras: number,
  lastKind: number,
  mine: number,
  theirs: number,
): boolean {
  const { board, start, pair, one, two } = search;
  const { candidates, places, shape } = board;
  const own = shape.unitSets[cell]!;
  // a unit may not be visited twice by cells of the same parity: a path that does is given up at once
  if ((mine & own) !== 0) return false;
  loop.push(cell);
  const units = shape.unitsOf[cell]!;
  for (let i = 0; i < units.length; i++) {
    const unit = units[i]!;
    const kind = KINDS[unit]!;
    if (kind === lastKind) continue;
    for (let rest = places[unit * 9 + one]! & places[unit * 9 + two]!; rest; rest &= rest - 1) {
      const next = shape.units[unit]![31 - Math.clz32(rest & -rest)]!;
      if (next === start && loop.length >= 4) {
        // the same units are visited by cells of even and of odd number
        if ((mine | own) === theirs && search.visit([...loop])) return true;
        continue;
      }
      const set = candidates[next]!;
      // a loop through an earlier start has been found from there, both ways round
      if ((set === pair && next < start) || loop.includes(next)) continue;
      const more = (extras | set) & ~pair;
      if (set !== pair && COUNT[more] !== 1 && roomy <= 0) continue;
      if (extend(next, set === pair ? roomy : roomy - 1, more, kind, theirs, mine | own)) return true;
    }
  }
  loop.pop();
  return false;
}
