import { expect, test } from 'vitest';
import { Grader } from '../../../../core/solver/grade/grade.ts';
import { boardShape } from '../../../../core/solver/steps/board.ts';
import { stepText } from '../../../../core/solver/steps/step.ts';
import { cellsOf } from '../puzzles.ts';
import { RATED } from './rated.ts';

const classic = boardShape(false);
const puzzles = RATED.filter((_, i) => i % 6 === 0).map(([puzzle]) => puzzle);

test('a grader gives the same paths as a new one, in whatever order it gets the puzzles', () => {
  const fresh = puzzles.map((puzzle) => pathOf(new Grader(classic), puzzle));
  const used = new Grader(classic);
  expect(puzzles.map((puzzle) => pathOf(used, puzzle))).toEqual(fresh);
  const backwards = puzzles.toReversed().map((puzzle) => pathOf(used, puzzle));
  expect(backwards.toReversed()).toEqual(fresh);
});

test('a grader gives the same path after a puzzle that was abandoned, or graded without a technique', () => {
  const fresh = puzzles.map((puzzle) => pathOf(new Grader(classic), puzzle));
  const used = new Grader(classic);
  for (const [i, puzzle] of puzzles.entries()) {
    used.start(cellsOf(puzzle));
    for (let steps = 0; steps < 30; steps++) {
      const step = used.next(steps % 2 === 0 ? 'X-Wing' : undefined);
      if (step) used.apply(step);
    }
    expect(pathOf(used, puzzle)).toEqual(fresh[i]);
  }
});

function pathOf(grader: Grader, puzzle: string): string[] {
  const path: string[] = [];
  grader.start(cellsOf(puzzle));
  for (let step = grader.next(); step; step = grader.next()) {
    path.push(stepText(step));
    grader.apply(step);
  }
  return path;
}
