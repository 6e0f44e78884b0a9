import { alignedPairExclusion } from './aligned/pair.ts';
import { alignedTripletExclusion } from './aligned/triplet.ts';
import { Board } from './board.ts';
import { DYNAMIC, DYNAMIC_PLUS, Forcing, MULTIPLE, NISHIO } from './chains/forcing.ts';
import { Links } from './chains/links.ts';
import { Loops } from './chains/loops.ts';
import { fish } from './fish.ts';
import { directLocked, locked } from './locked.ts';
import { directHiddenSet, hiddenSet, nakedSet } from './sets.ts';
import type { Shape } from './shape.ts';
import { hiddenSingle, nakedSingle } from './singles.ts';
import type { Step } from './step.ts';
import { bivalueUniversalGrave } from './unique/bug.ts';
import { uniqueLoop } from './unique/loops.ts';
import { xyWing, xyzWing } from './wings.ts';

/** Takes a puzzle step by step, always the easiest one that there is. Keeps its memory for the next puzzle. */
export class Grader {
  readonly board: Board;
  readonly #finders: readonly (() => Step | undefined)[];

  constructor(shape: Shape) {
    const board = new Board(shape);
    this.board = board;
    const links = new Links();
    const loops = new Loops(links);
    const forcing = [
      new Forcing(NISHIO, links),
      new Forcing(MULTIPLE, links, loops.reach),
      new Forcing(DYNAMIC, links),
      new Forcing(DYNAMIC_PLUS, links),
    ];
    this.#finders = [
      () => hiddenSingle(board),
      () => directLocked(board),
      () => directHiddenSet(board, 2),
      () => nakedSingle(board),
      () => directHiddenSet(board, 3),
      () => locked(board),
      () => nakedSet(board, 2),
      () => fish(board, 2),
      () => hiddenSet(board, 2),
      () => nakedSet(board, 3),
      () => fish(board, 3),
      () => hiddenSet(board, 3),
      () => xyWing(board),
      () => xyzWing(board),
      () => uniqueLoop(board),
      () => nakedSet(board, 4),
      () => fish(board, 4),
      () => hiddenSet(board, 4),
      () => bivalueUniversalGrave(board),
      () => alignedPairExclusion(board),
      () => {
        links.build(board);
        return loops.find(board);
      },
      () => alignedTripletExclusion(board),
      ...forcing.map((chains) => () => chains.find(board)),
    ];
  }

  /** The easiest step; undefined if the puzzle is solved, or none of the techniques gets further. */
  next(): Step | undefined {
    if (this.board.left === 0) return undefined;
    for (const find of this.#finders) {
      const step = find();
      if (step) return step;
    }
    return undefined;
  }

  take(step: Step): void {
    for (const { cell, digits } of step.removals) this.board.remove(cell, digits);
    if (step.cell !== undefined) this.board.place(step.cell, step.digit!);
  }
}
