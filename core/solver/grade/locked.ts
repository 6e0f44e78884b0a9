import { lazy } from '../../kernel/kernel.ts';
import { ALL, COUNT, LOWEST, MEMBERS } from './bits.ts';
import type { Board } from './board.ts';
import { classic, Kind } from './shape.ts';
import type { DigitsSince } from './since.ts';
import type { Removal, Step } from './step.ts';
import type { TechniqueName } from './techniques.ts';

/** Two units that share cells: what one holds only there, the other cannot hold elsewhere. */
export interface Crossing {
  /** the unit whose places for a digit all lie in the other */
  readonly from: number;
  /** the unit that loses the digit outside of `from` */
  readonly into: number;
  /** positions of the shared cells in `from`, and in `into` */
  readonly shared: number;
  readonly sharedInto: number;
  /** units of the kind of `from` that cross `into` too, and the positions in each that `into` shares */
  readonly others: readonly { readonly unit: number; readonly shared: number }[];
}

const tables = lazy(() => {
  /** From boxes into columns, boxes into rows, columns into boxes, rows into boxes; of each, nine units with their three crossings. */
  const all: readonly (readonly (readonly Crossing[])[])[] = [
    crossings(Kind.box, Kind.column),
    crossings(Kind.box, Kind.row),
    crossings(Kind.column, Kind.box),
    crossings(Kind.row, Kind.box),
  ];
  /** Of each of them, which of a unit's three a set of two or three positions lies in; 3 if in none. Units of a kind are alike. */
  const lockedIn = all.map(([unit]) =>
    Uint8Array.from({ length: 512 }, (_, set) => {
      const crossing = unit!.findIndex(({ shared }) => COUNT[set]! >= 2 && (set & ~shared) === 0);
      return crossing < 0 ? 3 : crossing;
    }),
  );
  return { all, lockedIn };
});

/** Called with each locked digit; true stops. */
export type LockedVisitor = (crossing: Crossing, digit: number) => boolean;

/**
 * All places of a digit in a unit lie in another unit. Diagonals do not count here.
 * @param among a set of the digits to look at
 */
export function visitLocked(board: Board, among: number, visit: LockedVisitor): boolean {
  const { places } = board;
  const { all, lockedIn } = tables();
  for (let kind = 0; kind < all.length; kind++) {
    const units = all[kind]!;
    const first = units[0]![0]!.from;
    const inWhich = lockedIn[kind]!;
    for (let rest = among; rest; rest &= rest - 1) {
      const digit = 31 - Math.clz32(rest & -rest);
      for (let i = 0; i < 9; i++) {
        const here = units[i]!;
        const k = inWhich[places[(first + i) * 9 + digit]!]!;
        if (k < 3 && visit(here[k]!, digit)) return true;
      }
    }
  }
  return false;
}

/** Pointing (2.6, from a box) and claiming (2.8, from a line). */
export function locked(board: Board, since: DigitsSince, without?: TechniqueName): Step | undefined {
  let step: Step | undefined;
  visitLocked(board, without ? ALL : since.look(board), (crossing, digit) => {
    if (!(board.places[crossing.into * 9 + digit]! & ~crossing.sharedInto)) return false;
    const pointing = crossing.from < 9;
    const technique = pointing ? 'Pointing' : 'Claiming';
    if (technique === without) return false;
    step = lockedStep(board, crossing, digit, technique, pointing ? 2.6 : 2.8);
    return true;
  });
  if (!step && !without) since.settle(board);
  return step;
}

/** Pointing (1.7) and claiming (1.9) that leave a digit one place at once, in a unit beside the first. Only that is placed. */
export function directLocked(board: Board, since: DigitsSince, without?: TechniqueName): Step | undefined {
  const { places, shape } = board;
  let step: Step | undefined;
  visitLocked(board, without ? ALL : since.look(board), (crossing, digit) => {
    const pointing = crossing.from < 9;
    const technique = pointing ? 'Direct Pointing' : 'Direct Claiming';
    if (technique === without) return false;
    for (const { unit, shared } of crossing.others) {
      const where = places[unit * 9 + digit]!;
      if ((where & (where - 1)) === 0 || COUNT[where & ~shared] !== 1) continue;
      step = {
        ...lockedStep(board, crossing, digit, technique, pointing ? 1.7 : 1.9),
        removals: [],
        cell: shape.units[unit]![LOWEST[where & ~shared]!]!,
        digit,
      };
      return true;
    }
    return false;
  });
  if (!step && !without) since.settle(board);
  return step;
}

/** What `into` loses, in ascending order of cells. */
export function lockedRemovals(board: Board, crossing: Crossing, digit: number): Removal[] {
  const cells = board.shape.units[crossing.into]!;
  const lost = board.places[crossing.into * 9 + digit]! & ~crossing.sharedInto;
  return Array.from(MEMBERS[lost]!, (i) => ({ cell: cells[i]!, digits: 1 << digit }));
}

function lockedStep(
  board: Board,
  crossing: Crossing,
  digit: number,
  technique: Step['technique'],
  rating: number,
): Step {
  const { from, into } = crossing;
  return {
    technique,
    rating,
    removals: lockedRemovals(board, crossing, digit),
    units: [from, into],
    cells: Array.from(MEMBERS[board.places[from * 9 + digit]!]!, (i) => board.shape.units[from]![i]!),
    digits: 1 << digit,
  };
}

function crossings(fromKind: number, intoKind: number): Crossing[][] {
  const { units, position } = classic();
  const shared = (unit: number, other: number) => {
    const cells = units[unit]!.filter((cell) => units[other]!.includes(cell));
    return cells.reduce((set, cell) => set | (1 << position[unit * 81 + cell]!), 0);
  };
  const nine = Array.from({ length: 9 }, (_, i) => i);
  const from = nine.map((i) => fromKind * 9 + i);
  return from.map((unit) =>
    nine
      .map((i) => intoKind * 9 + i)
      .filter((into) => shared(unit, into))
      .map((into) => ({
        from: unit,
        into,
        shared: shared(unit, into),
        sharedInto: shared(into, unit),
        others: from
          .filter((other) => other !== unit && shared(other, into))
          .map((other) => ({ unit: other, shared: shared(other, into) })),
      })),
  );
}
