// Bivalue universal grave: candidates without which each open cell would have two, and each digit two places or none in
// each unit, so that there would be two solutions. Hence one of these extra candidates is true.

import { Board, COUNT, MEMBERS } from '../steps/board.ts';
import type { Step } from '../steps/step.ts';

/** Types 1 (5.6), 2 and 4 (5.7), 3 (5.8 and more). */
export function bivalueUniversalGrave(board: Board): Step | undefined {
  if (hasTooMany(board)) return undefined;
  const grave = findGrave(board);
  if (!grave) return undefined;
  if (grave.cells.length === 1) return type1(board, grave);
  if (COUNT[grave.digits] === 1) {
    return type2(board, grave) ?? (grave.cells.length === 2 ? type4(board, grave) : undefined);
  }
  if (grave.common.length === 0) return undefined;
  return (grave.cells.length === 2 ? type4(board, grave) : undefined) ?? type3(board, grave);
}

/** Cells that a cell sees, without diagonals. */
const PEERS_EACH = 20;

/**
 * Whether too many cells have extra candidates. If these are one digit, no cell has more than one; otherwise some cell sees all
 * cells that have them.
 */
function hasTooMany({ candidates, shape }: Board): boolean {
  if (shape.diagonals) return false;
  let count = 0;
  let most = 0;
  for (let cell = 0; cell < 81; cell++) {
    const size = COUNT[candidates[cell]!]!;
    if (size > 2) count++;
    if (size > most) most = size;
  }
  return most > 3 && count > PEERS_EACH;
}

/** One cell has extra candidates: it loses its other ones. */
function type1(board: Board, grave: Grave): Step {
  const { digits } = grave;
  const cell = grave.cells[0]!;
  return graveStep(5.6, [{ cell, digits: board.candidates[cell]! & ~digits }], [], grave, digits);
}

/** All extra candidates are one digit: cells that see all of them lose it. */
function type2(board: Board, grave: Grave): Step | undefined {
  const { digits, common } = grave;
  const removals = common
    .filter((cell) => board.candidates[cell]! & digits)
    .map((cell) => ({ cell, digits }));
  return removals.length > 0 ? graveStep(5.7, removals, [], grave, digits) : undefined;
}

/** Two cells of a unit have extra candidates, and one ordinary digit in common: it is in one of them, so they lose the other ordinary one. */
function type4(board: Board, grave: Grave): Step | undefined {
  const { cells, digits, extras } = grave;
  const { candidates, shape } = board;
  const [c1, c2] = cells as [number, number];
  const shared = candidates[c1]! & candidates[c2]! & ~digits;
  if (COUNT[shared] !== 1) return undefined;
  const unit = shape.unitsOf[c1]!.find((u) => shape.unitsOf[c2]!.includes(u));
  if (unit === undefined) return undefined;
  const removals = [c1, c2].map((cell, i) => ({ cell, digits: candidates[cell]! & ~extras[i]! & ~shared }));
  return graveStep(5.7, removals, [unit], grave, shared);
}

/** The extra candidates make a naked set with other cells of a unit. */
function type3(board: Board, grave: Grave): Step | undefined {
  const { cells, digits, common } = grave;
  const { candidates, shape } = board;
  const units = Array.from(shape.unitsOf[cells[0]!]!).filter((unit) =>
    cells.every((cell) => shape.unitsOf[cell]!.includes(unit)),
  );
  for (let size = 2; size <= 6; size++) {
    for (const unit of units) {
      const others = common.filter((cell) => shape.unitsOf[cell]!.includes(unit));
      if (others.length < size) continue;
      for (let tuple = 0; tuple < 1 << others.length; tuple++) {
        if (COUNT[tuple] !== size - 1) continue;
        const members = Array.from(MEMBERS[tuple]!, (i) => others[i]!);
        const naked = members.reduce((set, cell) => set | candidates[cell]!, 0);
        if (COUNT[naked] !== size || COUNT[naked | digits] !== size) continue;
        if (members.some((cell) => COUNT[candidates[cell]!]! <= 1)) continue;
        const removals = others
          .filter((cell) => !members.includes(cell) && candidates[cell]! & naked)
          .map((cell) => ({ cell, digits: candidates[cell]! & naked }));
        if (removals.length === 0) continue;
        const beside = { cells: members, digits: naked, isHidden: false };
        return graveStep(5.7 + (size - 1) * 0.1, removals, [unit], grave, naked, beside);
      }
    }
  }
  return undefined;
}

function graveStep(
  rating: number,
  removals: Step['removals'],
  units: number[],
  { cells, extras: extraDigits }: Grave,
  digits: number,
  beside?: Step['beside'],
): Step {
  const extras = cells.map((cell, i) => ({ cell, digits: extraDigits[i]! }));
  return {
    technique: 'Bivalue Universal Grave',
    rating,
    removals,
    units,
    cells,
    digits,
    extras,
    ...(beside && { beside }),
  };
}

/** The extra candidates without which the grid would have two solutions. */
interface Grave {
  /** cells with extra candidates, in the order in which they were found */
  readonly cells: readonly number[];
  /** the extra candidates of each of `cells` */
  readonly extras: readonly number[];
  /** extra digits of all cells, without those of {@link findGrave}'s remaining suspects */
  readonly digits: number;
  /** cells, open or not, that see all of `cells`, and are not among them; ascending */
  readonly common: readonly number[];
}

/**
 * Finds the extra candidates: in each unit, digits with a number of places other than none or two, in cells with three
 * candidates or more (suspects).
 */
function findGrave(board: Board): Grave | undefined {
  const { places, shape, candidates } = board;
  const cells: number[] = [];
  const extras = new Map<number, number>();
  let digits = 0;
  const common = [-1, -1, -1];
  let soleDigit = -1;
  let isSole = true;
  const sole = new Set<number>();

  function add(cell: number, digit: number): boolean {
    if (!extras.has(cell)) cells.push(cell);
    extras.set(cell, (extras.get(cell) ?? 0) | (1 << digit));
    for (let word = 0; word < 3; word++) common[word]! &= shape.peerSets[cell * 3 + word]!;
    for (let i = 0; i < cells.length; i++) common[(cells[i]! / 27) | 0]! &= ~(1 << (cells[i]! % 27));
    return cells.length <= 1 || COUNT[digits]! <= 1 || (common[0]! | common[1]! | common[2]!) !== 0;
  }

  for (let unit = 0; unit < shape.units.length; unit++) {
    for (let digit = 0; digit < 9; digit++) {
      const where = places[unit * 9 + digit]!;
      if (where === 0 || COUNT[where] === 2) continue;
      let suspects = 0;
      for (let rest = where; rest; rest &= rest - 1) {
        if (COUNT[candidates[shape.units[unit]![31 - Math.clz32(rest & -rest)]!]!]! >= 3)
          suspects |= rest & -rest;
      }
      if (suspects === 0) return undefined;
      if (soleDigit < 0) soleDigit = digit;
      if (soleDigit !== digit) isSole = false;
      else if (isSole) for (const i of MEMBERS[suspects]!) sole.add(shape.units[unit]![i]!);
      // with several suspects, another unit decides which one it is
      if ((suspects & (suspects - 1)) !== 0) continue;
      digits |= 1 << digit;
      if (!add(shape.units[unit]![31 - Math.clz32(suspects)]!, digit)) return undefined;
    }
  }
  if (isSole) {
    // only one digit is extra: where no unit decides, all suspects have it
    for (const cell of [...sole].sort((a, b) => a - b)) {
      if (!extras.has(cell) && !add(cell, soleDigit)) return undefined;
    }
  }
  if (!isPlain(board, extras)) return undefined;
  const seen = Array.from({ length: 81 }, (_, cell) => cell).filter(
    (cell) => cells.length > 0 && (common[Math.floor(cell / 27)]! >> (cell % 27)) & 1,
  );
  return { cells, extras: cells.map((cell) => extras.get(cell)!), digits, common: seen };
}

/** Whether, without the extras, each open cell has two candidates and each digit no place or two in every unit. */
function isPlain(board: Board, extras: ReadonlyMap<number, number>): boolean {
  for (let cell = 0; cell < 81; cell++) {
    if (board.candidates[cell] !== 0 && COUNT[board.candidates[cell]!]! - COUNT[extras.get(cell) ?? 0]! !== 2)
      return false;
  }
  const rest = new Board(board.shape);
  rest.copy(board);
  for (const [cell, digits] of extras) rest.remove(cell, digits);
  return rest.places.every((where) => where === 0 || COUNT[where] === 2);
}
