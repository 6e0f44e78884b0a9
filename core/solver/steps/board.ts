// The board of a 9x9 puzzle, as every technique reads it: sets of nine as bits, tables of the grid, and the candidates of one
// puzzle. Cells count from 0 row by row, digits and positions from 0.

import { geometry } from '../model/geometry.ts';

// Sets of digits, and of positions in a unit, have nine bits: tables of 512 entries answer every question about them. Plain
// loops fill them, because calls take several times as long before they are compiled.

/** The set of all nine. */
export const ALL = 0x1ff;

/** How many bits are set. */
export const COUNT = new Uint8Array(512);

/** Number of the lowest bit; 0 for the empty set. */
export const LOWEST = new Uint8Array(512);

/** The numbers of the bits, ascending. */
export const MEMBERS: Uint8Array[] = [];

/** By number of bits: all sets with this number of bits, ascending as numbers, the order in which Sudoku Explainer tries tuples. */
export const TUPLES: Uint16Array[] = [];

for (let set = 0; set < 512; set++) {
  COUNT[set] = COUNT[set >> 1]! + (set & 1);
  LOWEST[set] = set === 0 ? 0 : 31 - Math.clz32(set & -set);
  const members = new Uint8Array(COUNT[set]!);
  for (let i = 0, rest = set; rest > 0; rest &= rest - 1) members[i++] = LOWEST[rest]!;
  MEMBERS.push(members);
}
for (let size = 0; size <= 9; size++) {
  const sets: number[] = [];
  for (let set = 0; set < 512; set++) if (COUNT[set] === size) sets.push(set);
  TUPLES.push(new Uint16Array(sets));
}

/** at size * 512 + set */
const knownTuples = new Array<Uint16Array | undefined>(10 * 512);

/** Those of {@link TUPLES} that lie within a set. */
export function tuplesWithin(set: number, size: number): Uint16Array {
  const known = knownTuples[size * 512 + set];
  if (known) return known;
  const tuples = TUPLES[size]!.filter((tuple) => (tuple & ~set) === 0);
  knownTuples[size * 512 + set] = tuples;
  return tuples;
}

/** Kinds of units in the order of {@link BoardShape.unitsOf}. */
export const UnitKind = { box: 0, row: 1, column: 2, mainDiagonal: 3, antiDiagonal: 4 } as const;

/** Tables of a 9x9 grid. Units are numbered kind by kind: boxes 0 to 8, rows 9 to 17, columns 18 to 26, diagonals 27 and 28. */
export interface BoardShape {
  readonly diagonals: boolean;
  /** cells of each unit, ascending */
  readonly units: readonly Uint8Array[];
  /** {@link UnitKind} of each unit */
  readonly kinds: Uint8Array;
  /** units of each cell, by kind ascending */
  readonly unitsOf: readonly Uint8Array[];
  /** the same as sets of units */
  readonly unitSets: Int32Array;
  /** position of a cell within a unit, at unit * 81 + cell */
  readonly position: Uint8Array;
  /** positions of a unit that a cell of it sees, except those that it also sees in a unit of a lower kind; at unit * 81 + cell */
  readonly added: Uint16Array;
  /** cells that share a unit with each cell, ascending */
  readonly peers: readonly Uint8Array[];
  /** the same as sets of 81 bits: three words of 27 (a band each) at cell * 3 */
  readonly peerSets: Int32Array;
  /** 1 at cell * 81 + peer */
  readonly sees: Uint8Array;
  /** the order in which units are searched for singles and sets: boxes, columns, rows, diagonals */
  readonly searchOrder: Uint8Array;
  /** of each unit, the bit of its number in that order */
  readonly orderBits: Int32Array;
}

const shapes = new Map<boolean, BoardShape>();

/** The tables of a classic grid, or of one with diagonals. */
export function boardShape(diagonals: boolean): BoardShape {
  let shape = shapes.get(diagonals);
  if (!shape) {
    shape = makeShape(diagonals);
    shapes.set(diagonals, shape);
  }
  return shape;
}

function makeShape(diagonals: boolean): BoardShape {
  const allCells = Array.from({ length: 81 }, (_, cell) => cell);
  const nine = Array.from({ length: 9 }, (_, i) => i);
  const { units: all } = geometry(9, diagonals ? 'x' : 'classic');
  const units = [...all.slice(18, 27), ...all.slice(0, 18), ...all.slice(27)].map((cells) =>
    Uint8Array.from(cells),
  );
  const kinds = Uint8Array.from(units.keys(), (unit) => (unit < 27 ? Math.floor(unit / 9) : unit - 24));
  const unitsOf = allCells.map((cell) =>
    Uint8Array.from(units.keys().filter((unit) => units[unit]!.includes(cell))),
  );
  const peers = allCells.map((cell) =>
    Uint8Array.from(
      allCells.filter((other) => other !== cell && unitsOf[cell]!.some((u) => units[u]!.includes(other))),
    ),
  );
  const unitSets = Int32Array.from(unitsOf, (all) => all.reduce((set, unit) => set | (1 << unit), 0));
  const position = new Uint8Array(units.length * 81);
  for (const [unit, cells] of units.entries())
    for (const [i, cell] of cells.entries()) position[unit * 81 + cell] = i;
  const added = new Uint16Array(units.length * 81);
  for (const cell of allCells) {
    const seen = new Set([cell]);
    for (const unit of unitsOf[cell]!) {
      for (const [i, other] of units[unit]!.entries()) {
        if (!seen.has(other)) added[unit * 81 + cell]! |= 1 << i;
        seen.add(other);
      }
    }
  }
  const peerSets = new Int32Array(81 * 3);
  const sees = new Uint8Array(81 * 81);
  for (const cell of allCells) {
    for (const peer of peers[cell]!) {
      peerSets[cell * 3 + Math.floor(peer / 27)]! |= 1 << (peer % 27);
      sees[cell * 81 + peer] = 1;
    }
  }
  const searchOrder = Uint8Array.from([
    ...nine,
    ...nine.map((c) => 18 + c),
    ...nine.map((r) => 9 + r),
    ...(diagonals ? [27, 28] : []),
  ]);
  const orderBits = new Int32Array(units.length);
  for (const [i, unit] of searchOrder.entries()) orderBits[unit] = 1 << i;
  return {
    diagonals,
    units,
    kinds,
    unitsOf,
    unitSets,
    position,
    added,
    peers,
    peerSets,
    sees,
    searchOrder,
    orderBits,
  };
}

const sets = new Uint16Array(20);

/**
 * Candidates and placements of one puzzle, as sets from both sides: the digits of each cell, and the positions of each
 * digit in each unit. Techniques read the public arrays and never write them.
 */
export class Board {
  readonly shape: BoardShape;
  /** candidates of each cell; none once it has its digit */
  readonly candidates: Uint16Array;
  /** positions in a unit that may have a digit, at unit * 9 + digit; none once it is placed */
  readonly places: Uint16Array;
  /** digit + 1 of each cell, 0 while open */
  readonly digits: Uint8Array;
  /** open cells of each unit */
  readonly open: Uint8Array;
  /** how many cells have each digit */
  readonly placed: Uint8Array;
  /** open cells in all */
  left = 81;
  /** sets of the digits, and of the units, that have lost candidates since these were last cleared */
  changedDigits = 0;
  changedUnits = 0;
  /** units with one open cell: a set of their numbers in {@link BoardShape.searchOrder} */
  lastCells = 0;
  /** units that may have one place for a digit, in the same way; one without such a digit may be taken out */
  singles = 0;
  readonly #taken: Uint16Array;
  /** units whose {@link #few} is out of date */
  #stale = -1;
  /** for each unit, six sets: digits with two, two or three, two to four places; positions with as many candidates */
  readonly #few: Uint16Array;

  /** @param candidates, places memory to use; may be longer than necessary */
  constructor(
    shape: BoardShape,
    candidates: Uint16Array = new Uint16Array(81),
    places: Uint16Array = new Uint16Array(shape.units.length * 9),
  ) {
    this.shape = shape;
    this.candidates = candidates;
    this.places = places.subarray(0, shape.units.length * 9);
    this.digits = new Uint8Array(81);
    this.open = new Uint8Array(shape.units.length);
    this.placed = new Uint8Array(9);
    this.#taken = new Uint16Array(shape.units.length);
    this.#few = new Uint16Array(shape.units.length * 6);
  }

  /** Starts a puzzle: 81 givens row by row, 0 for an open cell. */
  start(givens: Uint8Array): void {
    const { unitsOf, position } = this.shape;
    this.places.fill(0);
    this.open.fill(9);
    this.placed.fill(0);
    this.left = 81;
    this.changedDigits = ALL;
    this.changedUnits = (1 << this.shape.units.length) - 1;
    this.singles = this.changedUnits;
    this.lastCells = 0;
    this.#stale = -1;
    this.digits.set(givens);
    // digits that each unit has
    this.#taken.fill(0);
    for (let cell = 0; cell < 81; cell++) {
      if (givens[cell] === 0) continue;
      this.placed[givens[cell]! - 1]!++;
      this.left--;
      const units = unitsOf[cell]!;
      for (let i = 0; i < units.length; i++) {
        this.open[units[i]!]!--;
        this.#taken[units[i]!]! |= 1 << (givens[cell]! - 1);
      }
    }
    for (let unit = 0; unit < this.open.length; unit++)
      if (this.open[unit] === 1) this.lastCells |= this.shape.orderBits[unit]!;
    for (let cell = 0; cell < 81; cell++) {
      this.candidates[cell] = 0;
      if (givens[cell] !== 0) continue;
      const units = unitsOf[cell]!;
      let taken = 0;
      for (let i = 0; i < units.length; i++) taken |= this.#taken[units[i]!]!;
      const left = ALL & ~taken;
      this.candidates[cell] = left;
      for (let i = 0; i < units.length; i++) {
        const at = units[i]! * 9;
        const bit = 1 << position[units[i]! * 81 + cell]!;
        for (let rest = left; rest; rest &= rest - 1) this.places[at + 31 - Math.clz32(rest & -rest)]! |= bit;
      }
    }
  }

  /** Copies another board of the same shape. */
  copy(other: Board): void {
    this.candidates.set(other.candidates);
    this.places.set(other.places);
    this.digits.set(other.digits);
    this.open.set(other.open);
    this.placed.set(other.placed);
    this.left = other.left;
    this.refresh();
  }

  /** Call when other code has written to the memory of `candidates` and `places`. */
  refresh(): void {
    this.#stale = -1;
  }

  /** Digits with two to `size` places in a unit. */
  digitsWithFew(unit: number, size: number): number {
    if ((this.#stale >> unit) & 1) this.#findFew(unit);
    return this.#few[unit * 6 + size - 2]!;
  }

  /** Positions in a unit with two to `size` candidates. */
  cellsWithFew(unit: number, size: number): number {
    if ((this.#stale >> unit) & 1) this.#findFew(unit);
    return this.#few[unit * 6 + size + 1]!;
  }

  #findFew(unit: number): void {
    const cells = this.shape.units[unit]!;
    // by count
    sets.fill(0);
    for (let i = 0; i < 9; i++) {
      sets[COUNT[this.places[unit * 9 + i]!]!]! |= 1 << i;
      sets[10 + COUNT[this.candidates[cells[i]!]!]!]! |= 1 << i;
    }
    for (let k = 0; k < 2; k++) {
      const two = sets[k * 10 + 2]!;
      const three = two | sets[k * 10 + 3]!;
      this.#few[unit * 6 + k * 3] = two;
      this.#few[unit * 6 + k * 3 + 1] = three;
      this.#few[unit * 6 + k * 3 + 2] = three | sets[k * 10 + 4]!;
    }
    this.#stale &= ~(1 << unit);
  }

  place(cell: number, digit: number): void {
    const { units, unitsOf, orderBits } = this.shape;
    this.remove(cell, this.candidates[cell]!);
    this.digits[cell] = digit + 1;
    this.placed[digit]!++;
    this.left--;
    const own = unitsOf[cell]!;
    for (let i = 0; i < own.length; i++) {
      const unit = own[i]!;
      const open = --this.open[unit]!;
      if (open === 1) this.lastCells |= orderBits[unit]!;
      else if (open === 0) this.lastCells &= ~orderBits[unit]!;
      for (let rest = this.places[unit * 9 + digit]!; rest; rest &= rest - 1)
        this.#removeOne(units[unit]![31 - Math.clz32(rest & -rest)]!, digit);
    }
  }

  /** Removes one digit, which must be a candidate, from a cell. */
  #removeOne(cell: number, digit: number): void {
    const { unitsOf, unitSets } = this.shape;
    this.candidates[cell]! &= ~(1 << digit);
    this.changedDigits |= 1 << digit;
    this.changedUnits |= unitSets[cell]!;
    this.#stale |= unitSets[cell]!;
    const units = unitsOf[cell]!;
    for (let i = 0; i < units.length; i++) this.#removePlace(units[i]!, cell, digit);
  }

  #removePlace(unit: number, cell: number, digit: number): void {
    const { position, orderBits } = this.shape;
    const at = unit * 9 + digit;
    const left = this.places[at]! & ~(1 << position[unit * 81 + cell]!);
    this.places[at] = left;
    if ((left & (left - 1)) === 0) this.singles |= orderBits[unit]!;
  }

  /** Removes those of a set of digits that are candidates of a cell. */
  remove(cell: number, digits: number): void {
    const { unitsOf, unitSets } = this.shape;
    const gone = this.candidates[cell]! & digits;
    this.candidates[cell]! ^= gone;
    this.changedDigits |= gone;
    this.changedUnits |= unitSets[cell]!;
    this.#stale |= unitSets[cell]!;
    const units = unitsOf[cell]!;
    for (let i = 0; i < units.length; i++) {
      for (let rest = gone; rest; rest &= rest - 1)
        this.#removePlace(units[i]!, cell, 31 - Math.clz32(rest & -rest));
    }
  }
}

/**
 * Cells whose candidates differ from those of the last search that found nothing. The same search would find nothing again
 * where the candidates that it depends on are unchanged, so expensive searches only need to look at changed cells.
 */
export class ChangedCells {
  readonly #before = new Uint16Array(81).fill(0xffff);
  /** a set of 81 bits, three words of 27 */
  readonly set = new Int32Array(3);

  /** Finds the cells that have changed. */
  compare({ candidates }: Board): void {
    const before = this.#before;
    for (let word = 0; word < 3; word++) {
      let set = 0;
      for (let i = 0, cell = word * 27; i < 27; i++, cell++)
        set |= (candidates[cell] === before[cell] ? 0 : 1) << i;
      this.set[word] = set;
    }
  }

  /** Call when a search found nothing on a board. */
  settle({ candidates }: Board): void {
    this.#before.set(candidates);
  }
}
