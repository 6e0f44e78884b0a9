import { COUNT, MEMBERS, TUPLES } from './bits.ts';
import type { Board } from './board.ts';
import { Kind } from './shape.ts';
import type { DigitsSince } from './since.ts';
import type { Removal, Step } from './step.ts';

/** Called with the kind and numbers of the base lines, the numbers of the cover lines, and the digit; true stops. */
export type FishVisitor = (baseKind: number, base: number, cover: number, digit: number) => boolean;

const NAMES = [['X-Wing', 3.2] as const, ['Swordfish', 3.8] as const, ['Jellyfish', 5.2] as const];

/**
 * `size` parallel lines whose places for a digit, two or more in each, lie in only `size` lines across. Columns first.
 * @param among a set of the digits to look at
 */
export function visitFish(board: Board, size: number, among: number, visit: FishVisitor): boolean {
  const { places, placed } = board;
  const tuples = TUPLES[size]!;
  for (let kind: number = Kind.column; kind >= Kind.row; kind--) {
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
      usable[digit] = set;
      digits |= 1 << digit;
      lines |= set;
    }
    if (digits === 0) continue;
    for (let t = 0; t < tuples.length; t++) {
      const base = tuples[t]!;
      if (base & ~lines) continue;
      for (let rest = digits; rest; rest &= rest - 1) {
        const digit = 31 - Math.clz32(rest & -rest);
        if (base & ~usable[digit]!) continue;
        let cover = 0;
        for (let left = base; left; left &= left - 1)
          cover |= places[kind * 81 + (31 - Math.clz32(left & -left)) * 9 + digit]!;
        if (COUNT[cover] === size && visit(kind, base, cover, digit)) return true;
      }
    }
  }
  return false;
}

/** lines of each digit with few enough places */
const usable = new Uint16Array(9);

/** X-wing (3.2), swordfish (3.8), jellyfish (5.2). */
export function fish(board: Board, size: 2 | 3 | 4, since: DigitsSince): Step | undefined {
  let step: Step | undefined;
  visitFish(board, size, since.look(board), (kind, base, cover, digit) => {
    const removals = fishRemovals(board, kind, base, cover, digit);
    if (removals.length === 0) return false;
    const [technique, rating] = NAMES[size - 2]!;
    const across = kind === Kind.row ? Kind.column : Kind.row;
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
  if (!step) since.settle(board);
  return step;
}

/** The digit in the cover lines outside of the base lines: cover line by cover line. */
export function fishRemovals(
  board: Board,
  kind: number,
  base: number,
  cover: number,
  digit: number,
): Removal[] {
  const across = kind === Kind.row ? Kind.column : Kind.row;
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
