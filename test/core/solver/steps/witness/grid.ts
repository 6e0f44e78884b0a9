// The candidates of a puzzle, to which the sentences of its steps are compared.

import {
  all,
  box,
  type Candidates,
  type Claim,
  claim,
  column,
  isAnti,
  isMain,
  nine,
  row,
  unitCells,
} from './told.ts';

export class WitnessGrid {
  readonly #hasDiagonals: boolean;
  readonly units: readonly string[];
  /** 0 for open cells */
  readonly values = new Array<number>(81).fill(0);
  readonly candidates = all.map(() => new Set(nine));

  constructor(puzzle: string, hasDiagonals: boolean) {
    this.#hasDiagonals = hasDiagonals;
    this.units = ['row', 'column', 'box'].flatMap((kind) => nine.map((i) => `${kind} ${i}`));
    if (hasDiagonals) this.units = [...this.units, 'diagonal 1', 'diagonal 2'];
    for (const cell of all) if (puzzle[cell] !== '.') this.place(cell, Number(puzzle[cell]));
  }

  place(cell: number, digit: number): void {
    this.values[cell] = digit;
    this.candidates[cell]!.clear();
    for (const other of all) if (this.sees(cell, other)) this.candidates[other]!.delete(digit);
  }

  sees(one: number, other: number): boolean {
    if (one === other) return false;
    if (row(one) === row(other) || column(one) === column(other) || box(one) === box(other)) return true;
    return this.#hasDiagonals && ((isMain(one) && isMain(other)) || (isAnti(one) && isAnti(other)));
  }

  /** Cells of a unit that can have a digit. */
  places(unit: string, digit: number, candidates: Candidates = this.candidates): number[] {
    claim(this.units.includes(unit), `there is no ${unit}`);
    return [...unitCells.get(unit)!].filter((cell) => candidates[cell]!.has(digit));
  }

  without(claims: readonly Claim[]): Candidates {
    const left = this.candidates.map((set) => new Set(set));
    for (const { cell, digit } of claims) left[cell]!.delete(digit);
    return left;
  }

  /** Candidates of cells, as false ones. */
  gone(cells: readonly number[], digits: readonly number[]): Claim[] {
    return cells.flatMap((cell) =>
      digits
        .filter((digit) => this.candidates[cell]!.has(digit))
        .map((digit) => ({ cell, digit, isTrue: false })),
    );
  }

  /** Cells that see all of some. */
  seeing(cells: readonly number[]): number[] {
    return all.filter((cell) => cells.every((other) => this.sees(cell, other)));
  }
}
