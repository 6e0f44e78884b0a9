import { COUNT } from '../bits.ts';
import type { Board } from '../board.ts';

/**
 * Whether a digit, true or false in a cell, leads to a contradiction through its places alone. Tells in advance, without
 * causes, where a Nishio chain is worth following.
 */
export class DigitClash {
  #board!: Board;
  #digit = 0;
  readonly #places = new Int16Array(29);
  /** 1 true, 2 false, for the cells of the assumption at hand */
  readonly #state = new Uint8Array(81);
  readonly #falls = new Uint8Array(162);
  #top = 0;

  start(board: Board): void {
    this.#board = board;
  }

  /** @param on whether the digit is assumed to be in the cell or not */
  clashes(cell: number, digit: number, on: boolean): boolean {
    const { places, shape } = this.#board;
    const mine = this.#places;
    this.#digit = digit;
    for (let unit = 0; unit < shape.units.length; unit++) mine[unit] = places[unit * 9 + digit]!;
    this.#state.fill(0);
    this.#top = 0;
    if (on) {
      if (this.#rise(cell)) return true;
    } else {
      this.#state[cell] = 2;
      this.#falls[this.#top++] = cell;
    }
    while (this.#top > 0) if (this.#fall(this.#falls[--this.#top]!)) return true;
    return false;
  }

  /** The digit is in the cell: nowhere else in its units. */
  #rise(cell: number): boolean {
    const { shape } = this.#board;
    const state = this.#state;
    state[cell] = 1;
    const units = shape.unitsOf[cell]!;
    for (let i = 0; i < units.length; i++) {
      const unit = units[i]!;
      let others = this.#board.places[unit * 9 + this.#digit]! & ~(1 << shape.position[unit * 81 + cell]!);
      for (; others; others &= others - 1) {
        const other = shape.units[unit]![31 - Math.clz32(others & -others)]!;
        if (state[other] === 1) return true;
        if (state[other] === 2) continue;
        state[other] = 2;
        this.#falls[this.#top++] = other;
      }
    }
    return false;
  }

  /** The digit is not in the cell: a unit may have one place left, or none. */
  #fall(cell: number): boolean {
    const { shape } = this.#board;
    const mine = this.#places;
    const units = shape.unitsOf[cell]!;
    for (let i = 0; i < units.length; i++) {
      const unit = units[i]!;
      mine[unit]! &= ~(1 << shape.position[unit * 81 + cell]!);
      const left = mine[unit]!;
      if (left === 0) return true;
      if (COUNT[left] !== 1) continue;
      const last = shape.units[unit]![31 - Math.clz32(left)]!;
      if (this.#state[last] === 1) continue;
      if (this.#state[last] === 2 || this.#rise(last)) return true;
    }
    return false;
  }
}
