// The candidates of a grid of any size while it is solved by hand: the digits that each cell may have, and how many places each
// digit has in each unit.

import { isAllowed } from '../model/allowed.ts';
import type { Geometry } from '../model/geometry.ts';
import { DIFFERENT, type Relation } from '../model/rules.ts';

/** Digits, ascending, that a cell loses. */
export interface LostDigits {
  readonly cell: number;
  readonly digits: readonly number[];
}

/**
 * Candidates, where cells count from 0 and digits from 1. A digit that is placed is removed from all cells that see its cell:
 * they share a unit, a cage or a renban line with it, or a rule such as anti-knight keeps them different.
 */
export class CandidateGrid {
  readonly geometry: Geometry;
  readonly tables: GridTables;
  /** digits placed so far, 0 for open cells */
  readonly placed: Uint8Array;
  /** 1 if a cell may have a digit, at cell * size + digit - 1; of a placed cell its digit alone */
  readonly #may: Uint8Array;
  /** candidates of each cell */
  readonly #counts: Uint8Array;
  /** open cells that may have each digit, at unit * size + digit - 1; 0 once it is placed in the unit */
  readonly #places: Uint8Array;
  /** cells whose candidates, and entries of #places, that have fallen to one: each is looked at when its turn comes */
  readonly #singleCells: number[] = [];
  readonly #singlePlaces: number[] = [];

  /**
   * @param givens row by row, 0 for empty
   * @param allowed the digits that each cell may have, as in allowed.ts
   */
  constructor(geometry: Geometry, givens: Uint8Array, allowed?: Uint32Array) {
    const { cells, size, units, digits } = geometry;
    this.geometry = geometry;
    this.tables = tablesOf(geometry);
    this.placed = new Uint8Array(cells);
    this.#may = new Uint8Array(cells * size).fill(1);
    this.#counts = new Uint8Array(cells).fill(size);
    this.#places = new Uint8Array(units.length * size).fill(size);
    for (const { cell, allows } of digits)
      for (let digit = 1; digit <= size; digit++) if (!allows(digit)) this.remove(cell, digit);
    for (let cell = 0; cell < cells; cell++) if (givens[cell]! > 0) this.place(cell, givens[cell]!);
    for (let cell = 0; allowed && cell < cells; cell++) {
      if (givens[cell]! > 0) continue;
      for (let digit = 1; digit <= size; digit++)
        if (!isAllowed(allowed, cell, digit)) this.remove(cell, digit);
    }
  }

  may(cell: number, digit: number): boolean {
    return this.#may[cell * this.geometry.size + digit - 1] === 1;
  }

  /** Number of candidates: 1 for a placed cell. */
  countOf(cell: number): number {
    return this.#counts[cell]!;
  }

  /** Ascending. */
  candidatesOf(cell: number): number[] {
    const { size } = this.geometry;
    const digits: number[] = [];
    for (let digit = 1; digit <= size; digit++) if (this.may(cell, digit)) digits.push(digit);
    return digits;
  }

  /** Open cells of a unit that may have a digit; 0 if the unit has it. */
  countPlaces(unit: number, digit: number): number {
    return this.#places[unit * this.geometry.size + digit - 1]!;
  }

  /** The same cells. */
  placesOf(unit: number, digit: number): number[] {
    return Array.from(this.geometry.units[unit]!).filter(
      (cell) => this.placed[cell] === 0 && this.may(cell, digit),
    );
  }

  /** An open cell with one candidate. */
  singleCell(): number | undefined {
    for (let cell = this.#singleCells.pop(); cell !== undefined; cell = this.#singleCells.pop())
      if (this.#counts[cell] === 1 && this.placed[cell] === 0) return cell;
    return undefined;
  }

  /** A digit with one place in a unit. */
  singlePlace(): { unit: number; digit: number } | undefined {
    const { size } = this.geometry;
    for (let at = this.#singlePlaces.pop(); at !== undefined; at = this.#singlePlaces.pop())
      if (this.#places[at] === 1) return { unit: Math.floor(at / size), digit: (at % size) + 1 };
    return undefined;
  }

  place(cell: number, digit: number): void {
    const { size } = this.geometry;
    for (let other = 1; other <= size; other++) if (other !== digit) this.remove(cell, other);
    for (const peer of this.tables.peersOf[cell]!) this.remove(peer, digit);
    for (const unit of this.tables.unitsOf[cell]!) this.#places[unit * size + digit - 1] = 0;
    this.placed[cell] = digit;
  }

  /** Removes a candidate, if it is one. */
  remove(cell: number, digit: number): void {
    const { size } = this.geometry;
    const at = cell * size + digit - 1;
    if (this.#may[at] === 0 || this.placed[cell]! > 0) return;
    this.#may[at] = 0;
    if (--this.#counts[cell]! === 1) this.#singleCells.push(cell);
    for (const unit of this.tables.unitsOf[cell]!) {
      const place = unit * size + digit - 1;
      if (this.#places[place]! > 0 && --this.#places[place]! === 1) this.#singlePlaces.push(place);
    }
  }

  /** Cells that see each of some cells, ascending. */
  seenByAll([first, ...others]: readonly number[]): number[] {
    const { peersOf } = this.tables;
    const seen = [...peersOf[first!]!].filter((cell) => others.every((other) => peersOf[other]!.has(cell)));
    return seen.sort((a, b) => a - b);
  }

  /** The open ones of some cells that have some of these digits as candidates. */
  lostIn(cells: Iterable<number>, digits: readonly number[]): LostDigits[] {
    const lost: LostDigits[] = [];
    for (const cell of cells) {
      if (this.placed[cell]! > 0) continue;
      const own = digits.filter((digit) => this.may(cell, digit));
      if (own.length > 0) lost.push({ cell, digits: own });
    }
    return lost;
  }
}

/** Whether cells with this relation only differ. By name: modules that load on demand have relations of their own. */
export const isDifferent = ({ name }: Relation): boolean => name === DIFFERENT.name;

/** Two units that share more than one cell. */
export interface SharedCells {
  readonly a: number;
  readonly b: number;
  readonly cells: readonly number[];
}

/** What depends on the geometry alone. */
export interface GridTables {
  /** numbers of each cell's units */
  readonly unitsOf: readonly (readonly number[])[];
  /** the cells that each cell sees, which cannot have its digit */
  readonly peersOf: readonly ReadonlySet<number>[];
  /** whether cells see others beyond their units */
  readonly hasOtherPeers: boolean;
  readonly crossings: readonly SharedCells[];
}

const knownTables = new WeakMap<Geometry, GridTables>();

function tablesOf(geometry: Geometry): GridTables {
  let tables = knownTables.get(geometry);
  if (!tables) {
    tables = makeTables(geometry);
    knownTables.set(geometry, tables);
  }
  return tables;
}

function makeTables({ units, cells, groups, pairs }: Geometry): GridTables {
  const unitsOf: number[][] = Array.from({ length: cells }, () => []);
  for (const [u, unit] of units.entries()) for (const cell of unit) unitsOf[cell]!.push(u);
  const peersOf = unitsOf.map(() => new Set<number>());
  const differing = pairs.filter(({ relation }) => isDifferent(relation)).map((pair) => pair.cells);
  const others = [...groups.map((group) => group.cells), ...differing];
  for (const area of [...units, ...others])
    for (const cell of area) for (const other of area) if (other !== cell) peersOf[cell]!.add(other);
  const crossings: SharedCells[] = [];
  for (const [a, unit] of units.entries()) {
    const crossed = new Set(Array.from(unit).flatMap((cell) => unitsOf[cell]!));
    for (const b of crossed) {
      const shared = Array.from(unit).filter((cell) => unitsOf[cell]!.includes(b));
      if (a !== b && shared.length > 1) crossings.push({ a, b, cells: shared });
    }
  }
  return { unitsOf, peersOf, hasOtherPeers: others.length > 0, crossings };
}
