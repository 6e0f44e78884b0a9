import { TUPLES } from '../bits.ts';
import type { Board } from '../board.ts';
import { CellsSince } from '../since.ts';

/** What a search for the loops of a pair came to, the more the higher. */
export const NO_LOOP = 1;
/** loops, none of which tells anything */
export const IDLE = 2;
export const TELLING = 3;

const PAIRS = TUPLES[2]!;

type Outcome = typeof NO_LOOP | typeof IDLE | typeof TELLING;

/** Pairs of digits whose loops told nothing when they were last looked for, where nothing that this depends on has changed since. */
export class PairsSince {
  readonly #cells = new CellsSince();
  /** 1 for pairs that need not be looked at */
  readonly #closed = new Uint8Array(512);
  /** outcomes of this time */
  readonly #seen = new Uint8Array(512);
  /** sets of 81 bits, three words of 27 at pair * 3: other cells on which it depends that the loops of a pair tell nothing */
  readonly #watched = new Int32Array(512 * 3);

  look(board: Board): void {
    const { changed, isChanged } = this.#cells;
    this.#cells.look(board);
    this.#seen.fill(0);
    for (const pair of PAIRS) {
      const at = pair * 3;
      const watched = this.#watched;
      if ((watched[at]! & changed[0]!) | (watched[at + 1]! & changed[1]!) | (watched[at + 2]! & changed[2]!))
        this.#closed[pair] = 0;
      if (this.#closed[pair]) continue;
      watched[at] = 0;
      watched[at + 1] = 0;
      watched[at + 2] = 0;
    }
    for (let cell = 0; cell < 81; cell++) if (isChanged[cell]) this.#open(board.candidates[cell]!);
  }

  isClosed(pair: number): boolean {
    return this.#closed[pair] === 1;
  }

  wasSeen(pair: number): boolean {
    return this.#seen[pair] !== 0;
  }

  /** There can be no loop, whichever cell it starts in. */
  rule(pair: number): void {
    this.#closed[pair] = 1;
  }

  /** The loops through one of the cells with this pair were looked at. */
  saw(pair: number, outcome: Outcome): void {
    if (outcome > this.#seen[pair]!) this.#seen[pair] = outcome;
  }

  /** Whether a loop of this pair tells anything depends on these cells, too. */
  watch(pair: number, cells: Uint8Array): void {
    for (let i = 0; i < cells.length; i++) {
      const cell = cells[i]!;
      this.#watched[pair * 3 + ((cell / 27) | 0)]! |= 1 << (cell % 27);
    }
  }

  /** All cells were looked at. */
  settle(board: Board): void {
    this.#cells.settle(board);
    for (const pair of PAIRS)
      if (this.#seen[pair] === NO_LOOP || this.#seen[pair] === IDLE) this.#closed[pair] = 1;
  }

  /** A cell with these candidates may give their pairs a loop. */
  #open(candidates: number): void {
    for (let one = candidates; one; one &= one - 1) {
      const low = one & -one;
      for (let rest = one & (one - 1); rest; rest &= rest - 1) this.#closed[low | (rest & -rest)] = 0;
    }
  }
}
