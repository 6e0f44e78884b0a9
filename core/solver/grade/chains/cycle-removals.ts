import type { Board } from '../board.ts';
import type { Removal } from '../step.ts';
import type { Links } from './links.ts';
import type { Path } from './tree.ts';

const NONE: Removal[] = [];

/** In a cycle either all of its one half or all of its other half is true. So what sees one of each half, of its own digit, goes. */
export class CycleRemovals {
  readonly #links: Links;
  /** cells that have each digit, three words of 27 bits */
  readonly #has = new Int32Array(27);
  readonly #seenOn = new Int32Array(27);
  readonly #seenOff = new Int32Array(27);
  readonly #own = new Int32Array(3);

  constructor(links: Links) {
    this.#links = links;
  }

  start(board: Board): void {
    this.#has.fill(0);
    for (let cell = 0; cell < 81; cell++) {
      const word = Math.floor(cell / 27);
      for (let rest = board.candidates[cell]!, digit = 0; rest; rest >>= 1, digit++) {
        if (rest & 1) this.#has[digit * 3 + word]! |= 1 << (cell % 27);
      }
    }
  }

  of(cycle: Path, board: Board): Removal[] {
    const { peerSets } = board.shape;
    const { cell, digit } = this.#links;
    const own = this.#own;
    this.#seenOn.fill(0);
    this.#seenOff.fill(0);
    own.fill(0);
    for (let i = 0; i < cycle.length; i++) {
      const node = cycle[i]!;
      const at = cell[node >> 1]!;
      own[(at / 27) | 0]! |= 1 << (at % 27);
      const seen = node & 1 ? this.#seenOn : this.#seenOff;
      for (let word = 0; word < 3; word++) seen[digit[node >> 1]! * 3 + word]! |= peerSets[at * 3 + word]!;
    }
    let lost: Map<number, number> | undefined;
    for (let i = 0; i < 27; i++) {
      const word = i % 3;
      let rest = this.#seenOn[i]! & this.#seenOff[i]! & this.#has[i]! & ~own[word]!;
      for (; rest; rest &= rest - 1) {
        const at = word * 27 + 31 - Math.clz32(rest & -rest);
        lost ??= new Map();
        lost.set(at, (lost.get(at) ?? 0) | (1 << Math.floor(i / 3)));
      }
    }
    return !lost ? NONE : Array.from(lost, ([at, digits]) => ({ cell: at, digits }));
  }
}
