import type { Board } from './board.ts';

// A search that found nothing finds nothing again where the candidates that it depends on are as they were. Most steps change
// few cells, so most of the dear searches need to look at little.

/** Cells that differ from when a search last found nothing. */
export class CellsSince {
  readonly #then = new Uint16Array(81).fill(0xffff);
  /** a set of 81 bits, three words of 27 */
  readonly changed = new Int32Array(3);
  /** the same, 1 a cell */
  readonly isChanged = new Uint8Array(81);

  /** Finds what has changed. */
  look({ candidates }: Board): void {
    const then = this.#then;
    for (let word = 0; word < 3; word++) {
      let set = 0;
      for (let i = 0, cell = word * 27; i < 27; i++, cell++) {
        const is = candidates[cell] === then[cell] ? 0 : 1;
        this.isChanged[cell] = is;
        set |= is << i;
      }
      this.changed[word] = set;
    }
  }

  /** The search found nothing. */
  settle({ candidates }: Board): void {
    this.#then.set(candidates);
  }
}

/** Digits whose places differ from when a search, in which each digit stands for itself, last found nothing. */
export class DigitsSince {
  /** places in the rows, at row * 9 + digit */
  readonly #then = new Uint16Array(81).fill(0xffff);

  /** @returns a set of digits */
  look({ places }: Board): number {
    const then = this.#then;
    let digits = 0;
    for (let row = 0, at = 0; row < 9; row++) {
      for (let digit = 0; digit < 9; digit++, at++) if (places[ROWS + at] !== then[at]) digits |= 1 << digit;
    }
    return digits;
  }

  /** The search found nothing. */
  settle({ places }: Board): void {
    this.#then.set(places.subarray(ROWS, ROWS + 81));
  }
}

/** Where the rows begin in Board.places. */
const ROWS = 81;
