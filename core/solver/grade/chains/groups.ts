import type { Grip } from './grip.ts';
import type { Links } from './links.ts';
import { Reach } from './reach.ts';

/** Candidates that chains of a grip can start from, in groups that no such chain leaves. */
export interface Grouped {
  readonly reaches: readonly Reach[];
  /** number of its reach, by number in Links */
  readonly groupOf: Uint8Array;
}

/** One group for each digit, for the cells of two candidates, or for all: the smaller, the shorter are the rows of bits. */
export class Groups {
  readonly #links: Links;
  readonly #digits = Array.from({ length: 9 }, () => new Reach());
  readonly #cells = [new Reach()];
  readonly #all = [new Reach()];
  readonly #zeros = new Uint8Array(729);
  readonly #numbers = Int16Array.from({ length: 729 }, (_, i) => i);
  readonly #buffers = Array.from({ length: 10 }, () => new Int16Array(729));

  constructor(links: Links) {
    this.#links = links;
  }

  of(grip: Grip): Grouped {
    const links = this.#links;
    const { size, digit, strongFrom, strongUnits } = links;
    const all = this.#numbers.subarray(0, size);
    if (grip.name === 'xy') {
      this.#all[0]!.start(links, grip, all);
      return { reaches: this.#all, groupOf: this.#zeros };
    }
    const ends = new Int16Array(10);
    for (let i = 0; i < size; i++) {
      const group = grip.name === 'x' ? digit[i]! : 9;
      if (grip.name === 'x' || strongFrom[i]! < strongUnits[i]!) this.#buffers[group]![ends[group]!++] = i;
    }
    if (grip.name === 'y') {
      const members = this.#buffers[9]!.subarray(0, ends[9]!);
      this.#cells[0]!.start(links, grip, members);
      return { reaches: this.#cells, groupOf: this.#zeros };
    }
    for (const [d, reach] of this.#digits.entries())
      reach.start(links, grip, this.#buffers[d]!.subarray(0, ends[d]!));
    return { reaches: this.#digits, groupOf: digit };
  }
}
