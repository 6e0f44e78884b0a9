// Naked and hidden sets, and fish: as many digits as cells, cells as digits, or lines as lines across.

import { type Board, COUNT, LOWEST, MEMBERS, tuplesWithin, UnitKind } from './board.ts';
import { type Removal, type RemovalFilter, removesAny, type Step } from './step.ts';

/** Called with the unit, the positions and the digits of a set; returns true to stop. */
type SetVisitor = (unit: number, positions: number, digits: number) => boolean;

const HIDDEN = [
  ['Hidden Pair', 3.4] as const,
  ['Hidden Triplet', 4.0] as const,
  ['Hidden Quad', 5.4] as const,
];
const NAKED = [['Naked Pair', 3.0] as const, ['Naked Triplet', 3.6] as const, ['Naked Quad', 5.0] as const];
const DIRECT = [['Direct Hidden Pair', 2.0] as const, ['Direct Hidden Triplet', 2.5] as const];

/**
 * Visits `size` digits that have only `size` places in a unit, each digit two or more; in units with more than `minOpen` open cells.
 * @param among a set of the units to search
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
    const usable = board.digitsWithFew(unit, size);
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
 * Visits `size` cells of a box, column or row that have only `size` candidates, each cell two or more.
 * @param among a set of the units to search
 */
export function visitNakedSets(board: Board, size: number, among: number, visit: SetVisitor): boolean {
  const { candidates, open, shape } = board;
  for (let u = 0; u < 27; u++) {
    const unit = shape.searchOrder[u]!;
    if (!((among >> unit) & 1) || open[unit]! < size * 2) continue;
    const usable = board.cellsWithFew(unit, size);
    if (COUNT[usable]! < size) continue;
    const cells = shape.units[unit]!;
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

/** The first set that removes what is wanted. */
function firstSet(
  board: Board,
  [technique, rating]: readonly [Step['technique'], number],
  visitSets: (visit: SetVisitor) => boolean,
  removalsOf: typeof hiddenSetRemovals,
  isWanted: RemovalFilter = removesAny,
): Step | undefined {
  let step: Step | undefined;
  visitSets((unit, positions, digits) => {
    const removals = removalsOf(board, unit, positions, digits);
    if (!isWanted(removals)) return false;
    step = setStep(board, unit, positions, digits, technique, rating, removals);
    return true;
  });
  return step;
}

/** Hidden pair (3.4), triplet (4.0), quad (5.4). */
export const hiddenSet = (
  board: Board,
  size: 2 | 3 | 4,
  among: number,
  isWanted?: RemovalFilter,
): Step | undefined =>
  firstSet(
    board,
    HIDDEN[size - 2]!,
    (visit) => visitHiddenSets(board, size, size * 2, among, visit),
    hiddenSetRemovals,
    isWanted,
  );

/** Naked pair (3.0), triplet (3.6), quad (5.0). */
export const nakedSet = (
  board: Board,
  size: 2 | 3 | 4,
  among: number,
  isWanted?: RemovalFilter,
): Step | undefined =>
  firstSet(
    board,
    NAKED[size - 2]!,
    (visit) => visitNakedSets(board, size, among, visit),
    nakedSetRemovals,
    isWanted,
  );

/** Hidden pair (2.0) or triplet (2.5) that leaves another digit only one place in the same unit. The step only places that digit. */
export function directHiddenSet(board: Board, size: 2 | 3, among: number): Step | undefined {
  const { places, shape } = board;
  let step: Step | undefined;
  visitHiddenSets(board, size, size, among, (unit, positions, digits) => {
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

const FISH = [['X-Wing', 3.2] as const, ['Swordfish', 3.8] as const, ['Jellyfish', 5.2] as const];

/**
 * Visits `size` parallel lines whose places for a digit, two or more in each, lie in only `size` lines across. Columns first.
 * @param among a set of the digits to search for
 * @param visit called with the kind and numbers of the base lines, and the numbers of the cover lines; returns true to stop
 */
export function visitFish(
  board: Board,
  size: number,
  among: number,
  visit: (baseKind: number, base: number, cover: number, digit: number) => boolean,
): boolean {
  const { places, placed } = board;
  for (let kind: number = UnitKind.column; kind >= UnitKind.row; kind--) {
    let digits = 0;
    let lines = 0;
    for (let digit = 0; digit < 9; digit++) {
      if (!((among >> digit) & 1) || placed[digit]! + size * 2 > 9) continue;
      let set = 0;
      for (let line = 0, at = kind * 81 + digit; line < 9; line++, at += 9) {
        const count = COUNT[places[at]!]!;
        if (count >= 2 && count <= size) set |= 1 << line;
      }
      if (COUNT[set]! < size) continue;
      fishLines[digit] = set;
      digits |= 1 << digit;
      lines |= set;
    }
    if (digits === 0) continue;
    const tuples = tuplesWithin(lines, size);
    for (let t = 0; t < tuples.length; t++) {
      const base = tuples[t]!;
      for (let rest = digits; rest; rest &= rest - 1) {
        const digit = 31 - Math.clz32(rest & -rest);
        if (base & ~fishLines[digit]!) continue;
        let cover = 0;
        for (let left = base; left; left &= left - 1)
          cover |= places[kind * 81 + (31 - Math.clz32(left & -left)) * 9 + digit]!;
        if (COUNT[cover] === size && visit(kind, base, cover, digit)) return true;
      }
    }
  }
  return false;
}

/** for each digit, the lines with few enough places */
const fishLines = new Uint16Array(9);

/** X-wing (3.2), swordfish (3.8), jellyfish (5.2). */
export function fish(
  board: Board,
  size: 2 | 3 | 4,
  among: number,
  isWanted: RemovalFilter = removesAny,
): Step | undefined {
  let step: Step | undefined;
  visitFish(board, size, among, (kind, base, cover, digit) => {
    const removals = fishRemovals(board, kind, base, cover, digit);
    if (!isWanted(removals)) return false;
    const [technique, rating] = FISH[size - 2]!;
    const across = kind === UnitKind.row ? UnitKind.column : UnitKind.row;
    step = {
      technique,
      rating,
      removals,
      units: [
        ...Array.from(MEMBERS[base]!, (i) => kind * 9 + i),
        ...Array.from(MEMBERS[cover]!, (i) => across * 9 + i),
      ],
      cells: fishCells(board, kind, base, digit),
      digits: 1 << digit,
    };
    return true;
  });
  return step;
}

/** The digit in the cover lines outside of the base lines, cover line by cover line. */
export function fishRemovals(
  board: Board,
  kind: number,
  base: number,
  cover: number,
  digit: number,
): Removal[] {
  const across = kind === UnitKind.row ? UnitKind.column : UnitKind.row;
  const removals: Removal[] = [];
  for (const line of MEMBERS[cover]!) {
    const unit = across * 9 + line;
    const lost = board.places[unit * 9 + digit]! & ~base;
    for (const i of MEMBERS[lost]!) removals.push({ cell: board.shape.units[unit]![i]!, digits: 1 << digit });
  }
  return removals;
}

function fishCells(board: Board, kind: number, base: number, digit: number): number[] {
  return Array.from(MEMBERS[base]!).flatMap((line) => {
    const unit = kind * 9 + line;
    return Array.from(MEMBERS[board.places[unit * 9 + digit]!]!, (i) => board.shape.units[unit]![i]!);
  });
}
