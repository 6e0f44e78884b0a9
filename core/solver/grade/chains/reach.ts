import type { Board } from '../board.ts';
import type { ChainKernel } from './kernel.ts';
import type { Links } from './links.ts';

/** What the last step tells of a source, as bits: one more leads back to it; true, it would be false; false, it would be true. */
export const CLOSES = 1;
export const CONTRADICTS = 2;
export const AFFIRMS = 4;

/** Signed candidates from an assumption to a result, in that order: number * 2, plus 1 if true. */
export type Path = number[];

/** Numbers of the grips in the kernel. */
const GRIPS = { x: 0, y: 1, xy: 2 } as const;

/**
 * From which candidates each follows, for all at once, in the kernel: a step leads from a true candidate over a false one that it sees to
 * one that is then true.
 */
export class Reach {
  readonly #links: Links;
  readonly #kernel: ChainKernel;
  /** sources of which the last step tells something, ascending, and what: numbers in Links and bits; valid up to {@link flag}'s count */
  readonly flagged: Int16Array;
  readonly flags: Uint8Array;

  /** @param links which are kept in the kernel */
  constructor(links: Links, kernel: ChainKernel) {
    this.#links = links;
    this.#kernel = kernel;
    this.flagged = kernel.flagged;
    this.flags = kernel.flags;
  }

  /** @param board whose links are in the kernel */
  load({ candidates }: Board): void {
    const { has } = this.#kernel;
    has.fill(0);
    for (let word = 0, cell = 0; word < 3; word++) {
      for (let i = 0; i < 27; i++, cell++) {
        for (let rest = candidates[cell]!; rest; rest &= rest - 1)
          has[(31 - Math.clz32(rest & -rest)) * 4 + word]! |= 1 << i;
      }
    }
  }

  /** @param isForAll whether all that is reached will be asked for */
  start(grip: keyof typeof GRIPS, isForAll = false): void {
    this.#kernel.begin(GRIPS[grip], this.#links.size, isForAll);
  }

  /** One step further from each. False if nothing new is reached. */
  advance(): boolean {
    return this.#kernel.advance() !== 0;
  }

  /** @returns how many sources the last step tells something of */
  flag(): number {
    return this.#kernel.flag();
  }

  /** The first cycle through a source, of so many steps, that removes something. */
  cycle(source: number, steps: number): Path | undefined {
    const length = this.#kernel.cycle(source, steps);
    return length > 0 ? this.#path(length) : undefined;
  }

  /** How a source, true, makes itself false in so many steps. */
  contradiction(source: number, steps: number): Path {
    return this.#path(this.#kernel.contradiction(source, steps));
  }

  /** How a source, false, makes itself true. */
  affirmation(source: number, steps: number): Path {
    return this.#path(this.#kernel.affirmation(source, steps));
  }

  #path(length: number): Path {
    return Array.from(this.#kernel.path.subarray(0, length));
  }

  /** Finds all that chains reach from anywhere on the board at hand, for the kernel to ask. */
  reachAll(): void {
    this.start('xy', true);
    while (this.advance());
    this.#kernel.finish();
  }
}
