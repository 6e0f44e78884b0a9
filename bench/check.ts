import type { Answers } from './contestant.ts';
import { GAVE_UP, type Task } from './contestant.ts';
import { type PuzzleSet, puzzleOf } from './puzzle-set.ts';

/** Faults in a contestant's answers. */
export interface Faults {
  /** solutions that break a rule or a given, or a number of solutions that differs from the other contestants' */
  readonly wrong: number;
  readonly gaveUp: number;
}

/** Holds answers against the rules, and their counts against `truth` where a contestant has proven them. */
export function faultsOf(
  set: PuzzleSet,
  answers: Answers,
  task: Task,
  truth: Uint32Array | undefined,
): Faults {
  const { cells: n } = set.geometry;
  let wrong = 0;
  let gaveUp = 0;
  for (let i = 0; i < set.count; i++) {
    const count = answers.counts[i]!;
    const solution = answers.solutions?.subarray(i * n, (i + 1) * n);
    const known = truth?.[i];
    if (count === GAVE_UP) gaveUp++;
    else if (
      known !== undefined &&
      known !== GAVE_UP &&
      count !== (task === 'first' ? Math.min(known, 1) : known)
    )
      wrong++;
    // of a puzzle with two solutions none need be shown
    else if (count === 1 && solution && !isSolution(set, puzzleOf(set, i), solution)) wrong++;
  }
  return { wrong, gaveUp };
}

function isSolution({ geometry }: PuzzleSet, givens: Uint8Array, solution: Uint8Array): boolean {
  return (
    givens.every((digit, i) => digit === 0 || digit === solution[i]) &&
    geometry.units.every((unit) => {
      let seen = 0n;
      for (const cell of unit) seen |= 1n << BigInt(solution[cell]!);
      return seen === (1n << BigInt(geometry.size + 1)) - 2n;
    })
  );
}
