import { ALL, COUNT, LOWEST, MEMBERS, tuplesWithin } from '../bits.ts';
import type { Board } from '../board.ts';
import { nakedSetRemovals } from '../sets.ts';
import type { Removal } from '../step.ts';

/** A set that two cells of a unique loop form with others of a unit. */
export interface LoopSet {
  readonly unit: number;
  readonly removals: Removal[];
  /** to the rating of the loop */
  readonly added: number;
}

/**
 * Sets of two to seven cells of a unit, of which the loop's cells `c1` and `c2` together count as one with the candidates
 * `extra`: naked ones, then hidden ones, by size, then by kind of unit.
 */
export function visitLoopSets(
  board: Board,
  c1: number,
  c2: number,
  pair: number,
  extra: number,
  visit: (set: LoopSet) => void,
): void {
  const { open, shape } = board;
  const shared = Array.from(shape.unitsOf[c1]!).filter((unit) => shape.unitsOf[c2]!.includes(unit));
  for (let size = 2; size <= 7; size++) {
    for (const unit of shared) {
      if (size * 2 <= open[unit]! && size >= COUNT[extra]!)
        nakedSets(board, unit, size, c1, c2, extra, visit);
      if (size * 2 < open[unit]!) hiddenSets(board, unit, size, c1, c2, pair, extra, visit);
    }
  }
}

function nakedSets(
  board: Board,
  unit: number,
  size: number,
  c1: number,
  c2: number,
  extra: number,
  visit: (set: LoopSet) => void,
): void {
  const { candidates, shape } = board;
  const cells = shape.units[unit]!;
  const first = 1 << shape.position[unit * 81 + c1]!;
  const second = 1 << shape.position[unit * 81 + c2]!;
  const common = extra & candidates[c1]! & candidates[c2]!;
  let usable = 0;
  for (let i = 0; i < 9; i++) {
    const count = COUNT[candidates[cells[i]!]! | extra]!;
    if (count <= size && COUNT[candidates[cells[i]!]!]! >= 2) usable |= 1 << i;
  }
  const tuples = tuplesWithin(usable & ~first & ~second, size - 1);
  for (let t = 0; t < tuples.length; t++) {
    const tuple = tuples[t]!;
    let others = 0;
    for (let rest = tuple; rest; rest &= rest - 1)
      others |= candidates[cells[31 - Math.clz32(rest & -rest)]!]!;
    // the other cells have to hold all digits of the set that only one of the loop's cells has
    if (COUNT[common | others] !== size || COUNT[extra | others] !== size) continue;
    const removals = nakedSetRemovals(board, unit, tuple | first | second, extra | others);
    if (removals.length > 0) visit({ unit, removals, added: (size - 1) * 0.1 });
  }
}

function hiddenSets(
  board: Board,
  unit: number,
  size: number,
  c1: number,
  c2: number,
  pair: number,
  extra: number,
  visit: (set: LoopSet) => void,
): void {
  const { places, candidates, shape } = board;
  const first = 1 << shape.position[unit * 81 + c1]!;
  const second = 1 << shape.position[unit * 81 + c2]!;
  const rest = ALL & ~pair & ~extra;
  if (size - 2 > COUNT[rest]! || rest === 0) return;
  const one = places[unit * 9 + LOWEST[pair]!]! & ~second;
  const two = places[unit * 9 + LOWEST[pair & (pair - 1)]!]! & ~second;
  if (one === 0 || two === 0 || COUNT[one | two]! > size) return;
  let usable = 0;
  for (let left = rest; left; left &= left - 1) {
    const digit = 31 - Math.clz32(left & -left);
    const at = places[unit * 9 + digit]! & ~second;
    if (at !== 0 && COUNT[at | one | two]! <= size) usable |= 1 << digit;
  }
  const tuples = tuplesWithin(usable, size - 2);
  for (let t = 0; t < tuples.length; t++) {
    const more = tuples[t]!;
    let where = one | two;
    for (let left = more; left; left &= left - 1)
      where |= places[unit * 9 + 31 - Math.clz32(left & -left)]! & ~second;
    if (COUNT[where] !== size) continue;
    const others = where & ~first;
    const removals: Removal[] = [];
    for (const i of MEMBERS[others]!) {
      const cell = shape.units[unit]![i]!;
      const lost = candidates[cell]! & ~(more | pair);
      if (lost) removals.push({ cell, digits: lost });
    }
    if (removals.length > 0) visit({ unit, removals, added: (COUNT[others]! - 1) * 0.1 });
  }
}
