// Singles, and locked candidates: a digit whose places in one unit all lie in another.

import { type Board, boardShape, COUNT, LOWEST, MEMBERS, UnitKind } from './board.ts';
import { type Removal, type RemovalFilter, removesAny, type Step } from './step.ts';
import type { TechniqueName } from './techniques.ts';

/** shared by all steps, most of which are singles */
const NONE: readonly never[] = [];
/** a list of each unit */
const UNIT_LISTS = Array.from({ length: 29 }, (_, unit): readonly number[] => [unit]);

/** The last cell of a unit (1.0), otherwise the only place for a digit in a box (1.2), column or row (1.5). Without one technique, its steps count as the other. */
export function hiddenSingle(board: Board, without?: TechniqueName): Step | undefined {
  const last = without === 'Last Cell' ? undefined : lastCell(board);
  if (last || without === 'Hidden Single') return last;
  return onlyPlace(board, without === 'Last Cell' ? 1 : 2);
}

function lastCell(board: Board): Step | undefined {
  for (let rest = board.lastCells; rest; rest &= rest - 1) {
    const step = singleIn(board, board.shape.searchOrder[31 - Math.clz32(rest & -rest)]!, 'Last Cell');
    if (step) return step;
  }
  return undefined;
}

/** @param minOpen open cells that a unit must have to be searched; a last cell's unit has one */
function onlyPlace(board: Board, minOpen: number): Step | undefined {
  for (let rest = board.singles; rest; rest &= rest - 1) {
    const unit = board.shape.searchOrder[31 - Math.clz32(rest & -rest)]!;
    const step = singleIn(board, unit, 'Hidden Single');
    if (!step) board.singles &= ~(rest & -rest);
    else if (board.open[unit]! >= minOpen) return step;
  }
  return undefined;
}

/** The first digit with one place in a unit. */
function singleIn(board: Board, unit: number, technique: 'Last Cell' | 'Hidden Single'): Step | undefined {
  const { places, shape } = board;
  for (let digit = 0; digit < 9; digit++) {
    const where = places[unit * 9 + digit]!;
    if (where === 0 || (where & (where - 1)) !== 0) continue;
    return {
      technique,
      rating: technique === 'Last Cell' ? 1.0 : shape.kinds[unit] === UnitKind.box ? 1.2 : 1.5,
      cell: shape.units[unit]![LOWEST[where]!]!,
      digit,
      removals: NONE,
      units: UNIT_LISTS[unit]!,
      cells: NONE,
      digits: 0,
    };
  }
  return undefined;
}

/** A cell with one candidate. */
export function nakedSingle(board: Board): Step | undefined {
  const { candidates } = board;
  for (let cell = 0; cell < 81; cell++) {
    if (COUNT[candidates[cell]!] !== 1) continue;
    const digit = LOWEST[candidates[cell]!]!;
    return {
      technique: 'Naked Single',
      rating: 2.3,
      cell,
      digit,
      removals: NONE,
      units: NONE,
      cells: NONE,
      digits: 0,
    };
  }
  return undefined;
}

/** Two units that share cells: a digit that one has only there cannot be elsewhere in the other. */
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

interface LockedTables {
  /** From boxes into columns, boxes into rows, columns into boxes, rows into boxes; of each, nine units with their three crossings. */
  readonly crossings: readonly (readonly (readonly Crossing[])[])[];
  /** For each of these: which of a unit's three crossings contains a set of two or three positions; 3 if none. Units of a kind are alike. */
  readonly crossingOf: readonly Uint8Array[];
}

let lockedTables: LockedTables | undefined;

function makeLockedTables(): LockedTables {
  const crossings = [
    crossingsOf(UnitKind.box, UnitKind.column),
    crossingsOf(UnitKind.box, UnitKind.row),
    crossingsOf(UnitKind.column, UnitKind.box),
    crossingsOf(UnitKind.row, UnitKind.box),
  ];
  const crossingOf = crossings.map(([unit]) =>
    Uint8Array.from({ length: 512 }, (_, set) => {
      const crossing = unit!.findIndex(({ shared }) => COUNT[set]! >= 2 && (set & ~shared) === 0);
      return crossing < 0 ? 3 : crossing;
    }),
  );
  return { crossings, crossingOf };
}

function crossingsOf(fromKind: number, intoKind: number): Crossing[][] {
  const { units, position } = boardShape(false);
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

/**
 * Visits each digit whose places in a unit all lie in another unit. Diagonals do not count here.
 * @param among a set of the digits to search for
 * @param visit returns true to stop
 */
export function visitLocked(
  board: Board,
  among: number,
  visit: (crossing: Crossing, digit: number) => boolean,
): boolean {
  const { places } = board;
  lockedTables ??= makeLockedTables();
  const { crossings, crossingOf } = lockedTables;
  for (let kind = 0; kind < crossings.length; kind++) {
    const units = crossings[kind]!;
    const first = units[0]![0]!.from;
    const inWhich = crossingOf[kind]!;
    for (let rest = among; rest; rest &= rest - 1) {
      const digit = 31 - Math.clz32(rest & -rest);
      for (let i = 0; i < 9; i++) {
        const k = inWhich[places[(first + i) * 9 + digit]!]!;
        if (k < 3 && visit(units[i]![k]!, digit)) return true;
      }
    }
  }
  return false;
}

/** Pointing (2.6, from a box) and claiming (2.8, from a line). @param among a set of the digits to search for */
export function locked(
  board: Board,
  among: number,
  without?: TechniqueName,
  isWanted: RemovalFilter = removesAny,
): Step | undefined {
  let step: Step | undefined;
  visitLocked(board, among, (crossing, digit) => {
    if (!(board.places[crossing.into * 9 + digit]! & ~crossing.sharedInto)) return false;
    const pointing = crossing.from < 9;
    const technique = pointing ? 'Pointing' : 'Claiming';
    if (technique === without) return false;
    const found = lockedStep(board, crossing, digit, technique, pointing ? 2.6 : 2.8);
    if (!isWanted(found.removals)) return false;
    step = found;
    return true;
  });
  return step;
}

/**
 * Pointing (1.7) and claiming (1.9) that leave the digit only one place in a unit beside the first. The step only places
 * that digit.
 * @param among a set of the digits to search for
 */
export function directLocked(board: Board, among: number, without?: TechniqueName): Step | undefined {
  const { places, shape } = board;
  let step: Step | undefined;
  visitLocked(board, among, (crossing, digit) => {
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
  return step;
}

/** The digit in the cells of `into` outside of `from`, in ascending order of cells. */
export function lockedRemovals(board: Board, crossing: Crossing, digit: number): Removal[] {
  const cells = board.shape.units[crossing.into]!;
  const lost = board.places[crossing.into * 9 + digit]! & ~crossing.sharedInto;
  return Array.from(MEMBERS[lost]!, (i) => ({ cell: cells[i]!, digits: 1 << digit }));
}

function lockedStep(
  board: Board,
  crossing: Crossing,
  digit: number,
  technique: TechniqueName,
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
