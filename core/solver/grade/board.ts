import { ALL, COUNT } from './bits.ts';
import type { Shape } from './shape.ts';

/**
 * Candidates and placements of one puzzle, as sets from both sides: the digits of each cell, and the positions of each
 * digit in each unit. Cells count from 0 row by row, digits from 0. Public arrays are for reading: every technique looks at them.
 */
export class Board {
  readonly shape: Shape;
  /** candidates of each cell; none once it has its digit */
  readonly candidates: Uint16Array;
  /** positions in a unit that may have a digit, at unit * 9 + digit; none once it is placed */
  readonly places: Uint16Array;
  /** digit + 1 of each cell, 0 while open */
  readonly digits: Uint8Array;
  /** open cells of each unit */
  readonly open: Uint8Array;
  /** how often each digit is placed */
  readonly placed: Uint8Array;
  /** open cells in all */
  left = 81;
  /** for each digit, and each unit, the time when it last lost a candidate */
  readonly digitTimes = new Float64Array(9);
  readonly unitTimes: Float64Array;
  /** goes on whenever somebody has asked for it, see {@link tick} */
  #now = 1;
  readonly #taken: Uint16Array;

  /** @param candidates, places where it is to keep them; may be longer than what it needs */
  constructor(
    shape: Shape,
    candidates: Uint16Array = new Uint16Array(81),
    places: Uint16Array = new Uint16Array(shape.units.length * 9),
  ) {
    this.shape = shape;
    this.candidates = candidates;
    this.places = places.subarray(0, shape.units.length * 9);
    this.digits = new Uint8Array(81);
    this.open = new Uint8Array(shape.units.length);
    this.placed = new Uint8Array(9);
    this.unitTimes = new Float64Array(shape.units.length);
    this.#taken = new Uint16Array(shape.units.length);
  }

  /** What time it is: all that happens from now on happens later. */
  tick(): number {
    return this.#now++;
  }

  /** Starts a puzzle: 81 givens row by row, 0 for an open cell. */
  start(givens: Uint8Array): void {
    const { unitsOf, position } = this.shape;
    this.places.fill(0);
    this.open.fill(9);
    this.placed.fill(0);
    this.left = 81;
    this.digitTimes.fill(this.#now);
    this.unitTimes.fill(this.#now);
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

  /** Candidates of another board of the same shape. The rest stays. */
  copyCandidates(other: Board): void {
    this.candidates.set(other.candidates);
    this.places.set(other.places);
  }

  /** All of another board of the same shape. */
  copy(other: Board): void {
    this.copyCandidates(other);
    this.digits.set(other.digits);
    this.open.set(other.open);
    this.placed.set(other.placed);
    this.left = other.left;
  }

  place(cell: number, digit: number): void {
    const { unitsOf, peers } = this.shape;
    this.remove(cell, this.candidates[cell]!);
    this.digits[cell] = digit + 1;
    this.placed[digit]!++;
    this.left--;
    for (const unit of unitsOf[cell]!) this.open[unit]!--;
    const bit = 1 << digit;
    const others = peers[cell]!;
    for (let i = 0; i < others.length; i++)
      if (this.candidates[others[i]!]! & bit) this.removeOne(others[i]!, digit);
  }

  /** Takes one digit, which is there, from a cell. */
  removeOne(cell: number, digit: number): void {
    const { unitsOf, position } = this.shape;
    this.candidates[cell]! &= ~(1 << digit);
    this.digitTimes[digit] = this.#now;
    const units = unitsOf[cell]!;
    for (let i = 0; i < units.length; i++) {
      const unit = units[i]!;
      this.places[unit * 9 + digit]! &= ~(1 << position[unit * 81 + cell]!);
      this.unitTimes[unit] = this.#now;
    }
  }

  /** Takes digits, those that are there, from a cell. */
  remove(cell: number, digits: number): void {
    const { unitsOf, position } = this.shape;
    const gone = this.candidates[cell]! & digits;
    this.candidates[cell]! ^= gone;
    for (let rest = gone; rest; rest &= rest - 1) this.digitTimes[31 - Math.clz32(rest & -rest)] = this.#now;
    const units = unitsOf[cell]!;
    for (let i = 0; i < units.length; i++) {
      const unit = units[i]!;
      const keep = ~(1 << position[unit * 81 + cell]!);
      this.unitTimes[unit] = this.#now;
      for (let rest = gone; rest; rest &= rest - 1)
        this.places[unit * 9 + 31 - Math.clz32(rest & -rest)]! &= keep;
    }
  }

  /** How many candidates a cell has. */
  count(cell: number): number {
    return COUNT[this.candidates[cell]!]!;
  }
}
