import { alignedPairExclusion, alignedTripletExclusion } from './aligned.ts';
import { Board } from './board.ts';
import { Forcing } from './chains/forcing.ts';
import { instantiate } from './chains/kernel.ts';
import { DYNAMIC, DYNAMIC_PLUS, MULTIPLE, NISHIO } from './chains/kind.ts';
import { Links } from './chains/links.ts';
import { Loops } from './chains/loops.ts';
import { Reach } from './chains/reach.ts';
import { fish } from './fish.ts';
import { directLocked, locked } from './locked.ts';
import { directHiddenSet, hiddenSet, nakedSet } from './sets.ts';
import type { Shape } from './shape.ts';
import { CellsSince, DigitsSince, UnitsSince } from './since.ts';
import { hiddenSingle, nakedSingle } from './singles.ts';
import type { Step } from './step.ts';
import { TECHNIQUES, type TechniqueName } from './techniques.ts';
import { bivalueUniversalGrave } from './unique/bug.ts';
import { uniqueLoop } from './unique/loops.ts';
import { PairsSince } from './unique/pairs-since.ts';
import { xyWing, xyzWing } from './wings.ts';

interface Finder {
  readonly finds: readonly TechniqueName[];
  /**
   * @param without one of several that it finds
   * @param isBare whether all finders before it have found nothing, with nothing left out
   * @param look called again and again by what may take long
   */
  readonly find: (
    without: TechniqueName | undefined,
    isBare: boolean,
    look: (() => void) | undefined,
  ) => Step | undefined;
  /** the lowest rating of a step */
  readonly least: number;
}

/** Takes a puzzle step by step, always the easiest one that there is. Keeps its memory for the next puzzle. */
export class Grader {
  readonly board: Board;
  readonly #finders: readonly Finder[];

  /** of the board so far */
  #changes = 0;

  constructor(shape: Shape) {
    const kernel = instantiate(shape);
    const board = new Board(shape, kernel.candidates, kernel.places);
    this.board = board;
    const links = new Links(kernel);
    const reach = new Reach(links, kernel);
    const loops = new Loops(links, reach);
    const nishio = new Forcing(NISHIO, links, kernel);
    const multiple = new Forcing(MULTIPLE, links, kernel, reach);
    const dynamic = new Forcing(DYNAMIC, links, kernel);
    const plus = new Forcing(DYNAMIC_PLUS, links, kernel);
    // the first of the chains to be looked for links the candidates for all
    let changes = -1;
    const linked = () => {
      if (changes !== this.#changes) links.build();
      changes = this.#changes;
      return board;
    };
    const finders: Omit<Finder, 'least'>[] = [
      { finds: ['Last Cell', 'Hidden Single'], find: (without) => hiddenSingle(board, without) },
      {
        finds: ['Direct Pointing', 'Direct Claiming'],
        find: remembering(new DigitsSince(), (since, without) => directLocked(board, since, without)),
      },
      {
        finds: ['Direct Hidden Pair'],
        find: remembering(new UnitsSince(), (since) => directHiddenSet(board, 2, since)),
      },
      { finds: ['Naked Single'], find: () => nakedSingle(board) },
      {
        finds: ['Direct Hidden Triplet'],
        find: remembering(new UnitsSince(), (since) => directHiddenSet(board, 3, since)),
      },
      {
        finds: ['Pointing', 'Claiming'],
        find: remembering(new DigitsSince(), (since, without) => locked(board, since, without)),
      },
      { finds: ['Naked Pair'], find: remembering(new UnitsSince(), (since) => nakedSet(board, 2, since)) },
      { finds: ['X-Wing'], find: remembering(new DigitsSince(), (since) => fish(board, 2, since)) },
      { finds: ['Hidden Pair'], find: remembering(new UnitsSince(), (since) => hiddenSet(board, 2, since)) },
      { finds: ['Naked Triplet'], find: remembering(new UnitsSince(), (since) => nakedSet(board, 3, since)) },
      { finds: ['Swordfish'], find: remembering(new DigitsSince(), (since) => fish(board, 3, since)) },
      {
        finds: ['Hidden Triplet'],
        find: remembering(new UnitsSince(), (since) => hiddenSet(board, 3, since)),
      },
      { finds: ['XY-Wing'], find: () => xyWing(board) },
      { finds: ['XYZ-Wing'], find: () => xyzWing(board) },
      {
        finds: ['Unique Rectangle', 'Unique Loop'],
        find: remembering(new PairsSince(), (since, without) => uniqueLoop(board, since, without)),
      },
      { finds: ['Naked Quad'], find: remembering(new UnitsSince(), (since) => nakedSet(board, 4, since)) },
      { finds: ['Jellyfish'], find: remembering(new DigitsSince(), (since) => fish(board, 4, since)) },
      { finds: ['Hidden Quad'], find: remembering(new UnitsSince(), (since) => hiddenSet(board, 4, since)) },
      { finds: ['Bivalue Universal Grave'], find: () => bivalueUniversalGrave(board) },
      {
        finds: ['Aligned Pair Exclusion'],
        find: remembering(new CellsSince(), (since) => alignedPairExclusion(board, since, kernel)),
      },
      {
        finds: [
          'Bidirectional X-Cycle',
          'Bidirectional Y-Cycle',
          'Forcing X-Chain',
          'Forcing Chain',
          'Bidirectional Cycle',
        ],
        find: (without, isBare) => loops.find(linked(), without, isBare),
      },
      {
        finds: ['Aligned Triplet Exclusion'],
        find: remembering(new CellsSince(), (since) => alignedTripletExclusion(board, since, kernel)),
      },
      { finds: ['Nishio Forcing Chain'], find: () => nishio.find(linked()) },
      {
        finds: ['Cell Forcing Chains', 'Region Forcing Chains'],
        find: (without) => multiple.find(linked(), without),
      },
      {
        finds: [
          'Dynamic Contradiction Forcing Chain',
          'Dynamic Double Forcing Chain',
          'Dynamic Cell Forcing Chains',
          'Dynamic Region Forcing Chains',
        ],
        find: (without) => dynamic.find(linked(), without),
      },
      {
        finds: ['Dynamic Forcing Chains (+)'],
        find: (without, _, look) => plus.find(linked(), without, look),
      },
    ];
    this.#finders = finders.map((finder) => ({ ...finder, least: leastOf(finder.finds) }));
  }

  /**
   * The easiest step; undefined if the puzzle is solved, or none of the techniques gets further.
   *
   * @param without a technique that is not to be used
   * @param most techniques that are rated higher from the start are not looked for
   * @param look called again and again where it takes long; what it throws ends the search
   */
  next(without?: TechniqueName, most = Number.POSITIVE_INFINITY, look?: () => void): Step | undefined {
    if (this.board.left === 0) return undefined;
    for (const { finds, find, least } of this.#finders) {
      if (least > most) continue;
      const isAsked = without !== undefined && finds.includes(without);
      if (isAsked && finds.length === 1) continue;
      if (least >= SLOW) look?.();
      const step = find(isAsked ? without : undefined, without === undefined, look);
      if (step) return step;
    }
    return undefined;
  }

  start(givens: Uint8Array): void {
    this.#changes++;
    this.board.start(givens);
  }

  take(step: Step): void {
    this.#changes++;
    for (const { cell, digits } of step.removals) this.board.remove(cell, digits);
    if (step.cell !== undefined) this.board.place(step.cell, step.digit!);
  }
}

/** A finder with a memory of its own. */
function remembering<Since>(
  since: Since,
  find: (since: Since, without: TechniqueName | undefined) => Step | undefined,
): Finder['find'] {
  return (without) => find(since, without);
}

/** To look for what is rated so takes milliseconds. */
const SLOW = 8;

const LEAST = new Map<TechniqueName, number>(TECHNIQUES.map(({ name, from }) => [name, from]));

/** The lowest rating of what is looked for together. */
function leastOf(finds: readonly TechniqueName[]): number {
  return Math.min(...finds.map((name) => LEAST.get(name)!));
}
