import type { Geometry } from '../geometry.ts';
import type { Step } from './step.ts';
import { type Tables, tablesOf } from './tables.ts';

/**
 * Candidates of the cells, with what steps are open. Each method takes one step of its kind, or gives undefined if there is none.
 * Counts go down as candidates go; what falls to one is queued, and looked at again when its turn comes.
 */
export class Candidates {
  readonly #geometry: Geometry;
  readonly #tables: Tables;
  /** 1 for each digit - 1 that a cell may have, at cell * size + digit - 1 */
  readonly #may: Uint8Array;
  /** candidates of each cell; 0 once its digit is placed */
  readonly #left: Uint8Array;
  /** cells that may have each digit, at unit * size + digit - 1; 0 once it is placed in the unit */
  readonly #places: Uint8Array;
  readonly #singleCells: number[] = [];
  readonly #singlePlaces: number[] = [];
  #crossing = 0;

  constructor(geometry: Geometry, givens: Uint8Array) {
    const { cells, size, units } = geometry;
    this.#geometry = geometry;
    this.#tables = tablesOf(geometry);
    this.#may = new Uint8Array(cells * size).fill(1);
    this.#left = new Uint8Array(cells).fill(size);
    this.#places = new Uint8Array(units.length * size).fill(size);
    for (let cell = 0; cell < cells; cell++) if (givens[cell]! > 0) this.#place(cell, givens[cell]!);
  }

  /** A cell with one candidate. */
  nakedSingle(): Step | undefined {
    for (let cell = this.#singleCells.pop(); cell !== undefined; cell = this.#singleCells.pop()) {
      if (this.#left[cell] !== 1) continue;
      const digit = this.#firstCandidate(cell);
      this.#place(cell, digit);
      return { step: 'naked single', ...this.#position(cell), digit };
    }
    return undefined;
  }

  /** A digit with one place in a unit. */
  hiddenSingle(): Step | undefined {
    const { size, units } = this.#geometry;
    for (let at = this.#singlePlaces.pop(); at !== undefined; at = this.#singlePlaces.pop()) {
      if (this.#places[at] !== 1) continue;
      const unit = Math.floor(at / size);
      const digit = (at % size) + 1;
      const cell = units[unit]!.find((c) => this.#may[c * size + digit - 1] === 1)!;
      this.#place(cell, digit);
      return { step: 'hidden single', ...this.#position(cell), digit, unit: this.#tables.names[unit]! };
    }
    return undefined;
  }

  /** A digit whose places in one unit are all in another unit too, so that no other cell of that one has it. */
  lockedCandidate(): Step | undefined {
    const { crossings, names } = this.#tables;
    const { size } = this.#geometry;
    // goes round, starting where it stopped, until a whole round finds nothing
    for (let seen = 0; seen < crossings.length; seen++) {
      const { a, b, shared } = crossings[this.#crossing]!;
      for (let digit = 1; digit <= size; digit++) {
        const inA = this.#places[a * size + digit - 1]!;
        if (inA < 2 || this.#places[b * size + digit - 1]! === inA) continue;
        let inBoth = 0;
        for (const cell of shared) inBoth += this.#may[cell * size + digit - 1]!;
        if (inBoth !== inA) continue;
        for (const cell of this.#geometry.units[b]!) if (!shared.includes(cell)) this.#remove(cell, digit);
        return { step: 'locked candidate', digit, unit: names[a]!, removedFrom: names[b]! };
      }
      this.#crossing = (this.#crossing + 1) % crossings.length;
    }
    return undefined;
  }

  /** The digit of the solution, in the first of the cells with fewest candidates. */
  guess(solution: Uint8Array): Step | undefined {
    let best = -1;
    for (let cell = 0; cell < this.#left.length; cell++) {
      const left = this.#left[cell]!;
      if (left > 0 && (best < 0 || left < this.#left[best]!)) best = cell;
    }
    if (best < 0) return undefined;
    const digit = solution[best]!;
    this.#place(best, digit);
    return { step: 'guess', ...this.#position(best), digit };
  }

  #place(cell: number, digit: number): void {
    const { size } = this.#geometry;
    for (let other = 1; other <= size; other++) if (other !== digit) this.#remove(cell, other);
    for (const peer of this.#tables.peersOf[cell]!) this.#remove(peer, digit);
    this.#left[cell] = 0;
    for (const unit of this.#tables.unitsOf[cell]!) this.#places[unit * size + digit - 1] = 0;
  }

  #remove(cell: number, digit: number): void {
    const { size } = this.#geometry;
    const at = cell * size + digit - 1;
    if (this.#may[at] === 0) return;
    this.#may[at] = 0;
    if (--this.#left[cell]! === 1) this.#singleCells.push(cell);
    for (const unit of this.#tables.unitsOf[cell]!) {
      const place = unit * size + digit - 1;
      if (--this.#places[place]! === 1) this.#singlePlaces.push(place);
    }
  }

  #firstCandidate(cell: number): number {
    const { size } = this.#geometry;
    return this.#may.indexOf(1, cell * size) - cell * size + 1;
  }

  #position(cell: number): { row: number; column: number } {
    const { size } = this.#geometry;
    return { row: Math.floor(cell / size) + 1, column: (cell % size) + 1 };
  }
}
