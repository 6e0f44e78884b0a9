import type { Board } from '../board.ts';
import { CellsSince } from '../since.ts';

/** Pairs of digits that had no loop at all when loops were last looked for, in cells none of which has changed since. */
export class PairsSince {
  readonly #cells = new CellsSince();
  readonly #bare = new Uint8Array(512);
  /** 1 for pairs looked at this time without a loop, 2 for those that had one */
  readonly #seen = new Uint8Array(512);

  look(board: Board): void {
    this.#cells.look(board);
    this.#seen.fill(0);
    for (let cell = 0; cell < 81; cell++)
      if (this.#cells.isChanged[cell]) this.#open(board.candidates[cell]!);
  }

  isBare(pair: number): boolean {
    return this.#bare[pair] === 1;
  }

  wasSeen(pair: number): boolean {
    return this.#seen[pair] !== 0;
  }

  /** There can be no loop, whichever cell it starts in. */
  rule(pair: number): void {
    this.#bare[pair] = 1;
  }

  /** Whether there was a loop through one of the cells with this pair. */
  saw(pair: number, isBare: boolean): void {
    if (!isBare) this.#seen[pair] = 2;
    else if (this.#seen[pair] === 0) this.#seen[pair] = 1;
  }

  /** All cells were looked at. */
  settle(board: Board): void {
    this.#cells.settle(board);
    for (let pair = 0; pair < 512; pair++) if (this.#seen[pair] === 1) this.#bare[pair] = 1;
  }

  /** A cell with these candidates may give their pairs a loop. */
  #open(candidates: number): void {
    for (let one = candidates; one; one &= one - 1) {
      const low = one & -one;
      for (let rest = one & (one - 1); rest; rest &= rest - 1) this.#bare[low | (rest & -rest)] = 0;
    }
  }
}
