import { Board } from '../board.ts';
import { DigitsSince } from '../since.ts';
import type { Step } from '../step.ts';
import type { TechniqueName } from '../techniques.ts';
import { addAdvanced } from './advanced.ts';
import { DigitClash } from './digit-clash.ts';
import { forcingStep } from './forcing-step.ts';
import type { ChainKernel } from './kernel.ts';
import type { ForcingKind } from './kind.ts';
import type { Links } from './links.ts';
import { Outcomes } from './outcomes.ts';
import type { Reach } from './reach.ts';

/** Bits by which the kernel's search leaves kinds of chains out. */
const BITS: Partial<Record<TechniqueName, number>> = {
  'Dynamic Contradiction Forcing Chain': 1,
  'Dynamic Double Forcing Chain': 2,
  'Cell Forcing Chains': 4,
  'Dynamic Cell Forcing Chains': 4,
  'Region Forcing Chains': 8,
  'Dynamic Region Forcing Chains': 8,
};

/**
 * Forcing chains from all candidates of a cell, from all places of a digit in a unit, from a candidate both true and false, or
 * to a contradiction. The shortest comes first, all its chains together; then a conclusion of both truth values before those
 * of a cell, of a unit, and contradictions; then the first cell and digit that it starts from. The kernel looks for them.
 */
export class Forcing {
  readonly #kind: ForcingKind;
  readonly #links: Links;
  readonly #kernel: ChainKernel;
  readonly #outcomes: Outcomes;
  readonly #clash = new DigitClash();
  readonly #since = new DigitsSince();
  readonly #reach: Reach | undefined;
  /** the board without what is false under an assumption, which the kernel keeps */
  #work: Board | undefined;

  /**
   * @param links of the kernel's board, built before each search
   * @param reach for multiple chains: tells in advance where chains have anything in common
   */
  constructor(kind: ForcingKind, links: Links, kernel: ChainKernel, reach?: Reach) {
    this.#kind = kind;
    this.#links = links;
    this.#kernel = kernel;
    this.#outcomes = new Outcomes(kernel);
    this.#reach = reach;
  }

  /**
   * @param board the one in the kernel
   * @param without a kind of them that is not to be used
   * @param look called again and again where what the kernel asks for may take a tenth of a second; what it throws comes through
   */
  find(board: Board, without?: TechniqueName, look?: () => void): Step | undefined {
    const { nishio, dynamic, advanced } = this.#kind;
    const kernel = this.#kernel;
    this.#outcomes.start(this.#links.size);
    kernel.prepare(nishio, dynamic, advanced);
    if (advanced) this.#assist(board, look);
    if (nishio) {
      this.#byDigit(board);
    } else {
      this.#reach?.reachAll();
      kernel.search(this.#reach !== undefined, (without && BITS[without]) ?? 0);
    }
    return kernel.chosenNodes.value > 0
      ? forcingStep(board, this.#kind, this.#links, this.#outcomes, kernel)
      : undefined;
  }

  /** Has the kernel ask for what locked candidates, pairs and X-wings add. */
  #assist(board: Board, look: (() => void) | undefined): void {
    const kernel = this.#kernel;
    this.#work ??= new Board(board.shape, kernel.workCandidates, kernel.workPlaces);
    const work = this.#work;
    work.copy(board);
    kernel.addAdvanced = (assumption) => {
      look?.();
      return addAdvanced(assumption, board, work, this.#links, this.#outcomes);
    };
  }

  /** Contradictions within one digit, followed only where there are any. */
  #byDigit(board: Board): void {
    const digits = this.#since.look(board);
    if (digits === 0) return;
    this.#clash.start(board);
    let any = false;
    for (let candidate = 0; candidate < this.#links.size; candidate++) {
      const cell = this.#links.cell[candidate]!;
      const digit = this.#links.digit[candidate]!;
      if (!((digits >> digit) & 1)) continue;
      for (let on = 1; on >= 0; on--) {
        if (!this.#clash.clashes(cell, digit, on === 1)) continue;
        any = true;
        this.#kernel.contradict(candidate * 2 + on);
      }
    }
    if (!any) this.#since.settle(board);
  }
}
