import { COUNT, LOWEST } from '../bits.ts';
import type { Board } from '../board.ts';

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
  const { candidates, places, shape } = board;
  const one = LOWEST[pair]!;
  const two = LOWEST[pair & (pair - 1)]!;
  const loop: number[] = [];
  // a unit may not be visited twice by cells of the same parity: a path that does is given up at once
  const visited = [new Uint8Array(shape.units.length), new Uint8Array(shape.units.length)];

  function extend(cell: number, roomy: number, extras: number, lastKind: number): boolean {
    const units = shape.unitsOf[cell]!;
    const mine = visited[loop.length & 1]!;
    for (let i = 0; i < units.length; i++) if (mine[units[i]!]) return false;
    for (let i = 0; i < units.length; i++) mine[units[i]!] = 1;
    loop.push(cell);
    const stop = neighbours(cell, roomy, extras, lastKind);
    loop.pop();
    for (let i = 0; i < units.length; i++) mine[units[i]!] = 0;
    return stop;
  }

  function neighbours(cell: number, roomy: number, extras: number, lastKind: number): boolean {
    for (const unit of shape.unitsOf[cell]!) {
      const kind = unit < 27 ? Math.floor(unit / 9) : unit;
      if (kind === lastKind) continue;
      for (let rest = places[unit * 9 + one]! & places[unit * 9 + two]!; rest; rest &= rest - 1) {
        const next = shape.units[unit]![31 - Math.clz32(rest & -rest)]!;
        if (next === start && loop.length >= 4) {
          if (isClosed() && visit([...loop])) return true;
          continue;
        }
        const set = candidates[next]!;
        // a loop through an earlier start has been found from there, both ways round
        if ((set === pair && next < start) || loop.includes(next)) continue;
        const more = (extras | set) & ~pair;
        if (set === pair) {
          if (extend(next, roomy, more, kind)) return true;
        } else if (COUNT[more] === 1 || roomy > 0) {
          if (extend(next, roomy - 1, more, kind)) return true;
        }
      }
    }
    return false;
  }

  /** Whether the same units are visited by cells of even and of odd number. */
  function isClosed(): boolean {
    return visited[0]!.every((is, unit) => is === visited[1]![unit]);
  }

  // a loop leaves its start in two kinds of units
  let ways = 0;
  for (const unit of shape.unitsOf[start]!) {
    if (COUNT[places[unit * 9 + one]! & places[unit * 9 + two]!]! >= 2) ways++;
  }
  return ways >= 2 && extend(start, 2, 0, -1);
}
