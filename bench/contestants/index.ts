import type { Contestant } from '../contestant.ts';

import { ours, plain } from './engine.ts';
import { dancingLinks, sudoku } from './packages.ts';
import { qqwing } from './qqwing.ts';
import { SAT_SOLVERS } from './sat-solver.ts';

/** Ours first: the others' answers are held against its own, which are proven by themselves. */
export const CONTESTANTS: readonly Contestant[] = [
  ours,
  plain,
  dancingLinks(),
  sudoku(),
  qqwing,
  ...SAT_SOLVERS,
];
