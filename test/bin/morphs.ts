import { applySymmetry, randomSymmetry } from '../../core/solver/symmetry/symmetry.ts';
import { cellsOf, textOf } from '../core/solver/puzzles.ts';

/** A puzzle in disguise, different for each number. */
export function morph(puzzle: string, number: number): string {
  let state = number + 1;
  const below = (limit: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  return textOf(applySymmetry(cellsOf(puzzle), randomSymmetry(below)));
}
