import { COUNT, LOWEST, MEMBERS, tuplesWithin } from './bits.ts';
import type { Board } from './board.ts';
import type { UnitsSince } from './since.ts';
import type { Removal, Step } from './step.ts';

/** Called with the unit, the positions and the digits of a set; true stops. */
export type SetVisitor = (unit: number, positions: number, digits: number) => boolean;

const HIDDEN = [
  ['Hidden Pair', 3.4] as const,
  ['Hidden Triplet', 4.0] as const,
  ['Hidden Quad', 5.4] as const,
];
const NAKED = [['Naked Pair', 3.0] as const, ['Naked Triplet', 3.6] as const, ['Naked Quad', 5.0] as const];
const DIRECT = [['Direct Hidden Pair', 2.0] as const, ['Direct Hidden Triplet', 2.5] as const];

/**
 * `size` digits that have only `size` places in a unit, each digit two or more; in units with more than `minOpen` open cells.
 * @param among a set of the units to look at
 */
export function visitHiddenSets(
  board: Board,
  size: number,
  minOpen: number,
  among: number,
  visit: SetVisitor,
): boolean {
  const { places, open, shape } = board;
  for (let u = 0; u < shape.searchOrder.length; u++) {
    const unit = shape.searchOrder[u]!;
    if (!((among >> unit) & 1) || open[unit]! <= minOpen) continue;
    const base = unit * 9;
    let usable = 0;
    for (let digit = 0; digit < 9; digit++) {
      const count = COUNT[places[base + digit]!]!;
      if (count >= 2 && count <= size) usable |= 1 << digit;
    }
    if (COUNT[usable]! < size) continue;
    const tuples = tuplesWithin(usable, size);
    for (let i = 0; i < tuples.length; i++) {
      const digits = tuples[i]!;
      let where = 0;
      for (let rest = digits; rest; rest &= rest - 1) where |= places[base + 31 - Math.clz32(rest & -rest)]!;
      if (COUNT[where] === size && visit(unit, where, digits)) return true;
    }
  }
  return false;
}

/**
 * `size` cells of a box, column or row that have only `size` candidates, each cell two or more.
 * @param among a set of the units to look at
 */
export function visitNakedSets(board: Board, size: number, among: number, visit: SetVisitor): boolean {
  const { candidates, open, shape } = board;
  for (let u = 0; u < 27; u++) {
    const unit = shape.searchOrder[u]!;
    if (!((among >> unit) & 1) || open[unit]! < size * 2) continue;
    const cells = shape.units[unit]!;
    let usable = 0;
    for (let i = 0; i < 9; i++) {
      const count = COUNT[candidates[cells[i]!]!]!;
      if (count >= 2 && count <= size) usable |= 1 << i;
    }
    if (COUNT[usable]! < size) continue;
    const tuples = tuplesWithin(usable, size);
    for (let t = 0; t < tuples.length; t++) {
      const positions = tuples[t]!;
      let digits = 0;
      for (let rest = positions; rest; rest &= rest - 1)
        digits |= candidates[cells[31 - Math.clz32(rest & -rest)]!]!;
      if (COUNT[digits] === size && visit(unit, positions, digits)) return true;
    }
  }
  return false;
}

/** Hidden pair (3.4), triplet (4.0), quad (5.4). */
export function hiddenSet(board: Board, size: 2 | 3 | 4, since: UnitsSince): Step | undefined {
  let step: Step | undefined;
  visitHiddenSets(board, size, size * 2, since.look(board), (unit, positions, digits) => {
    const removals = hiddenSetRemovals(board, unit, positions, digits);
    if (removals.length === 0) return false;
    const [technique, rating] = HIDDEN[size - 2]!;
    step = setStep(board, unit, positions, digits, technique, rating, removals);
    return true;
  });
  if (!step) since.settle(board);
  return step;
}

/** Hidden pair (2.0) or triplet (2.5) that leaves another digit one place in the same unit at once. Only that is placed; nothing else goes. */
export function directHiddenSet(board: Board, size: 2 | 3, since: UnitsSince): Step | undefined {
  const { places, shape } = board;
  let step: Step | undefined;
  visitHiddenSets(board, size, size, since.look(board), (unit, positions, digits) => {
    for (let digit = 0; digit < 9; digit++) {
      const where = places[unit * 9 + digit]!;
      if ((digits >> digit) & 1 || COUNT[where]! < 2 || COUNT[where & ~positions] !== 1) continue;
      const [technique, rating] = DIRECT[size - 2]!;
      const cell = shape.units[unit]![LOWEST[where & ~positions]!]!;
      step = { ...setStep(board, unit, positions, digits, technique, rating, []), cell, digit };
      return true;
    }
    return false;
  });
  if (!step) since.settle(board);
  return step;
}

/** Naked pair (3.0), triplet (3.6), quad (5.0). */
export function nakedSet(board: Board, size: 2 | 3 | 4, since: UnitsSince): Step | undefined {
  let step: Step | undefined;
  visitNakedSets(board, size, since.look(board), (unit, positions, digits) => {
    const removals = nakedSetRemovals(board, unit, positions, digits);
    if (removals.length === 0) return false;
    const [technique, rating] = NAKED[size - 2]!;
    step = setStep(board, unit, positions, digits, technique, rating, removals);
    return true;
  });
  if (!step) since.settle(board);
  return step;
}

/** The other digits of the set's cells. */
export function hiddenSetRemovals(board: Board, unit: number, positions: number, digits: number): Removal[] {
  return removalsAt(board, unit, positions, ~digits);
}

/** The set's digits in the other cells. */
export function nakedSetRemovals(board: Board, unit: number, positions: number, digits: number): Removal[] {
  return removalsAt(board, unit, ~positions & 0x1ff, digits);
}

function removalsAt(board: Board, unit: number, positions: number, digits: number): Removal[] {
  const removals: Removal[] = [];
  for (const i of MEMBERS[positions]!) {
    const cell = board.shape.units[unit]![i]!;
    const lost = board.candidates[cell]! & digits;
    if (lost) removals.push({ cell, digits: lost });
  }
  return removals;
}

function setStep(
  board: Board,
  unit: number,
  positions: number,
  digits: number,
  technique: Step['technique'],
  rating: number,
  removals: Removal[],
): Step {
  const cells = Array.from(MEMBERS[positions]!, (i) => board.shape.units[unit]![i]!);
  return { technique, rating, removals, units: [unit], cells, digits };
}
