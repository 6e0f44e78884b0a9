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
  #then = 0;

  /** @returns a set of digits */
  look({ digitTimes }: Board): number {
    return later(digitTimes, this.#then);
  }

  /** The search found nothing. */
  settle(board: Board): void {
    this.#then = board.tick();
  }
}

/** The same for units. */
export class UnitsSince {
  #then = 0;

  /** @returns a set of units */
  look({ unitTimes }: Board): number {
    return later(unitTimes, this.#then);
  }

  settle(board: Board): void {
    this.#then = board.tick();
  }
}

function later(times: Float64Array, then: number): number {
  let set = 0;
  for (let i = 0; i < times.length; i++) if (times[i]! > then) set |= 1 << i;
  return set;
}
