import { COUNT } from '../bits.ts';
import type { Board } from '../board.ts';
import type { ChainKernel } from './kernel.ts';

/**
 * The candidates of a board, numbered by cell and digit, and how they are linked. Weak: not both are true (same cell, or same
 * digit in a unit). Strong: not both are false (two left in the cell, or two places left in a unit). Lists give first the
 * link within the cell, then those in box, row, column, diagonals, each candidate once: the order in which chains grow.
 */
export class Links {
  /** number of candidates */
  size = 0;
  readonly cell: Uint8Array;
  readonly digit: Uint8Array;
  /** number of a candidate at cell * 9 + digit; only where the board has it */
  readonly number: Int16Array;
  /** weak links of candidate i: weak[weakFrom[i]] up to weakFrom[i + 1]; those before weakUnits[i] are within the cell */
  readonly weakFrom: Int32Array;
  readonly weakUnits: Int32Array;
  readonly weak: Int16Array;
  /** the same for strong links */
  readonly strongFrom: Int32Array;
  readonly strongUnits: Int32Array;
  readonly strong: Int16Array;

  /** @param kernel which has the links in its memory */
  constructor({
    cell,
    digit,
    number,
    weakFrom,
    weakUnits,
    weak,
    strongFrom,
    strongUnits,
    strong,
  }: ChainKernel) {
    this.cell = cell;
    this.number = number;
    this.digit = digit;
    this.weakFrom = weakFrom;
    this.weakUnits = weakUnits;
    this.weak = weak;
    this.strongFrom = strongFrom;
    this.strongUnits = strongUnits;
    this.strong = strong;
  }

  build(board: Board): void {
    const { candidates } = board;
    const { cell: cells, digit: digits, number } = this;
    let size = 0;
    for (let cell = 0; cell < 81; cell++) {
      for (let rest = candidates[cell]!; rest; rest &= rest - 1) {
        const digit = 31 - Math.clz32(rest & -rest);
        cells[size] = cell;
        digits[size] = digit;
        number[cell * 9 + digit] = size++;
      }
    }
    this.size = size;
    let weak = 0;
    let strong = 0;
    for (let i = 0; i < size; i++) {
      this.weakFrom[i] = weak;
      this.strongFrom[i] = strong;
      weak = this.#linkCell(i, board, weak);
      if (COUNT[candidates[cells[i]!]!] === 2) this.strong[strong++] = this.weak[weak - 1]!;
      this.weakUnits[i] = weak;
      this.strongUnits[i] = strong;
      weak = this.#linkUnits(i, board, weak);
      strong = this.#bindUnits(i, board, strong);
    }
    this.weakFrom[size] = weak;
    this.strongFrom[size] = strong;
  }

  #linkCell(i: number, board: Board, end: number): number {
    const { number, weak } = this;
    const cell = this.cell[i]!;
    const base = cell * 9;
    for (let rest = board.candidates[cell]! & ~(1 << this.digit[i]!); rest; rest &= rest - 1)
      weak[end++] = number[base + 31 - Math.clz32(rest & -rest)]!;
    return end;
  }

  #linkUnits(i: number, board: Board, end: number): number {
    const { number, weak } = this;
    const { shape, places } = board;
    const cell = this.cell[i]!;
    const digit = this.digit[i]!;
    const units = shape.unitsOf[cell]!;
    for (let k = 0; k < units.length; k++) {
      const unit = units[k]!;
      const cells = shape.units[unit]!;
      for (let rest = places[unit * 9 + digit]! & shape.added[unit * 81 + cell]!; rest; rest &= rest - 1)
        weak[end++] = number[cells[31 - Math.clz32(rest & -rest)]! * 9 + digit]!;
    }
    return end;
  }

  #bindUnits(i: number, board: Board, end: number): number {
    const { number, strong } = this;
    const { shape, places } = board;
    const cell = this.cell[i]!;
    const digit = this.digit[i]!;
    const units = shape.unitsOf[cell]!;
    const start = end;
    for (let k = 0; k < units.length; k++) {
      const unit = units[k]!;
      const where = places[unit * 9 + digit]!;
      if (COUNT[where] !== 2) continue;
      const at = 31 - Math.clz32(where & ~(1 << shape.position[unit * 81 + cell]!));
      const other = number[shape.units[unit]![at]! * 9 + digit]!;
      let known = false;
      for (let j = start; j < end; j++) known ||= strong[j] === other;
      if (!known) strong[end++] = other;
    }
    return end;
  }
}
