import type { Reached } from '../solver/engine.ts';

/** Between two times that somebody is told. */
const MILLISECONDS = 100;

export const NOTHING: Reached = { puzzles: 0, solutions: 0 };

/** Passes on how far work is, now and then, to somebody who may be told at any time: it is counted only then. */
export function nowAndThen(tell: (reached: Reached) => void): (reached: () => Reached) => void {
  let due = performance.now() + MILLISECONDS;
  return (reached) => {
    const now = performance.now();
    if (now < due) return;
    due = now + MILLISECONDS;
    tell(reached());
  };
}

export function sumReached(a: Reached, b: Reached): Reached {
  return { puzzles: a.puzzles + b.puzzles, solutions: a.solutions + b.solutions };
}
