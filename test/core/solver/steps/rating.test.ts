import { expect, test } from 'vitest';
import { difficultyOf } from '../../../../core/solver/steps/rating.ts';

test.each([
  [1.0, 'easy'],
  [1.5, 'easy'],
  [1.7, 'medium'],
  [2.8, 'medium'],
  [3.0, 'hard'],
  [4.4, 'hard'],
  [4.5, 'very hard'],
  [6.2, 'very hard'],
  [6.5, 'extreme'],
] as const)('an ER of %d is %s', (er, difficulty) => {
  expect(difficultyOf({ status: 'graded', er })).toBe(difficulty);
});

test('a puzzle beyond all techniques is extreme', () => {
  expect(difficultyOf({ status: 'beyond', er: 2.0 })).toBe('extreme');
});
