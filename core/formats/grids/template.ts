import type { RowKind } from '../shared/cells.ts';
import type { GridsKernel } from './kernel.ts';
import type { GridsState } from './line.ts';
import { type Look, lookOf } from './look.ts';

/** After so many grids that looked otherwise than the one before, no more are tried. */
const MAX_MISSES = 50;

/**
 * Reads grids that look like the one before them. Nearly all grids of a file do, and then there is no need to look at lines.
 */
export class GridTemplate {
  readonly #plain: boolean;
  #look: Look | undefined;
  #misses = 0;

  constructor({ delimiter, headed }: GridsState) {
    this.#plain = delimiter === 0 && !headed;
  }

  /** Takes the looks of a grid; see {@link lookOf}. */
  learn(
    grid: Uint8Array,
    top: number,
    kind: RowKind,
    starts: Uint32Array,
    first: number,
    origin: number,
  ): void {
    this.#look = undefined;
    if (this.#misses === MAX_MISSES) return;
    this.#misses++;
    this.#look = lookOf(grid, top, kind, starts, first, origin, this.#plain);
  }

  /** The look of grids of this kind (of any, where none is given); undefined if there is none to go by. */
  lookFor(kind: RowKind | undefined): Look | undefined {
    return kind && kind !== this.#look?.kind ? undefined : this.#look;
  }

  /**
   * Reads grids from `at` on while they have the look, as number `first` and on of the block at `origin`.
   * @returns how many
   */
  read(
    kernel: GridsKernel,
    look: Look,
    at: number,
    end: number,
    origin: number,
    first: number,
    line: number,
  ): number {
    const count = kernel.read(look, at, end, origin, first, line);
    if (count > 0) this.#misses = 0;
    return count;
  }
}
