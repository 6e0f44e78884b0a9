// The candidates of a grid while steps are applied to it.

import { CandidateGrid } from '../../../core/solver/explain/candidate-grid.ts';
import type { Geometry } from '../../../core/solver/model/geometry.ts';

/** Rows of the largest grid whose sets of candidates fit into 32 bits. */
export const MAX_SET_SIZE = 32;

/** The set with one value. */
export const bitOf = (value: number): number => 1 << (value - 1);

/** The set of some values. */
export const setOf = (values: readonly number[]): number =>
  values.reduce((set, value) => set | bitOf(value), 0);

/** What a step changes. */
interface Change {
  readonly placed?: { readonly cell: number; readonly value: number };
  readonly removals: readonly { readonly cell: number; readonly values: number }[];
}

/** Values and candidates of a grid while steps are applied to it. */
export class Candidates {
  readonly #grid: CandidateGrid;

  constructor(geometry: Geometry, givens: Uint8Array) {
    this.#grid = new CandidateGrid(geometry, givens);
  }

  /** Row by row, 0 for an open cell. */
  get values(): Uint8Array {
    return this.#grid.placed;
  }

  /** Sets of bits; 0 for cells that have a value. Those of larger grids than MAX_SET_SIZE are empty. */
  get sets(): Uint32Array {
    return Uint32Array.from(this.values, (value, cell) =>
      value > 0 || this.#grid.geometry.size > MAX_SET_SIZE ? 0 : setOf(this.#grid.candidatesOf(cell)),
    );
  }

  apply({ placed, removals }: Change): void {
    for (const { cell, values } of removals)
      for (const value of this.#grid.candidatesOf(cell))
        if (values & bitOf(value)) this.#grid.remove(cell, value);
    if (placed) this.#grid.place(placed.cell, placed.value);
  }
}
