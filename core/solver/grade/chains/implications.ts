import { Board } from '../board.ts';
import { addAdvanced } from './advanced.ts';
import { type ChainKernel, MAX_CANDIDATES } from './kernel.ts';
import type { Links } from './links.ts';
import { Outcomes } from './outcomes.ts';

export interface Reasoning {
  /** one digit at a time: no links within cells */
  readonly nishio: boolean;
  /** what is false by now counts as gone: a cell or unit that is down to one then follows from all that went */
  readonly dynamic: boolean;
  /** where nothing more follows, locked candidates, pairs and X-wings of what is left are used, too */
  readonly advanced: boolean;
}

/** A node that is both true and false: where the causes of each are listed. */
export interface Contradiction {
  readonly on: number;
  readonly onCauses: number;
  readonly off: number;
  readonly offCauses: number;
}

/** Follows assumptions to their ends, or to the first contradiction, in the kernel. Each only once a board. */
export class Implications {
  readonly links: Links;
  readonly outcomes: Outcomes;
  readonly #kernel: ChainKernel;
  readonly #reasoning: Reasoning;
  /** 1 for assumptions that lead to a contradiction; what its four numbers are, at assumption * 4 */
  readonly #isFalse = new Uint8Array(MAX_CANDIDATES * 2);
  readonly #clashes = new Int32Array(MAX_CANDIDATES * 2 * 4);
  #board!: Board;
  /** the board without what is false under the assumption, which the kernel keeps */
  #work!: Board;

  constructor(reasoning: Reasoning, links: Links, kernel: ChainKernel) {
    this.#reasoning = reasoning;
    this.#kernel = kernel;
    this.links = links;
    this.outcomes = new Outcomes(kernel);
  }

  /** @param board the one in the kernel, whose links have been built */
  start(board: Board): void {
    const kernel = this.#kernel;
    this.#board = board;
    this.#work ??= new Board(board.shape, kernel.workCandidates, kernel.workPlaces);
    this.#work.copy(board);
    this.outcomes.start(this.links.size);
    kernel.reason(this.#reasoning.nishio, this.#reasoning.dynamic);
    this.#isFalse.fill(0);
  }

  /** Follows an assumption, if that was not done yet. @returns whether it leads to a contradiction */
  follow(assumption: number): boolean {
    if (this.outcomes.isKnown(assumption)) return this.#isFalse[assumption] === 1;
    const kernel = this.#kernel;
    kernel.assume(assumption);
    while (kernel.follow() === 0) {
      if (!this.#reasoning.advanced) return false;
      if (!addAdvanced(assumption, this.#board, this.#work, this.links, this.outcomes)) return false;
    }
    this.#isFalse[assumption] = 1;
    const at = assumption * 4;
    this.#clashes[at] = kernel.clashOn.value;
    this.#clashes[at + 1] = kernel.clashOnCauses.value;
    this.#clashes[at + 2] = kernel.clashOff.value;
    this.#clashes[at + 3] = kernel.clashOffCauses.value;
    return true;
  }

  /** Nodes that lead to the contradiction of an assumption, those of both sides. */
  countContradiction(assumption: number): number {
    const at = assumption * 4;
    const clashes = this.#clashes;
    return (
      this.outcomes.countOf(assumption, clashes[at]!, clashes[at + 1]!) +
      this.outcomes.countOf(assumption, clashes[at + 2]!, clashes[at + 3]!)
    );
  }

  /** The contradiction that an assumption leads to. */
  contradictionOf(assumption: number): Contradiction {
    const [on, onCauses, off, offCauses] = this.#clashes.subarray(assumption * 4, assumption * 4 + 4);
    return { on: on!, onCauses: onCauses!, off: off!, offCauses: offCauses! };
  }
}
