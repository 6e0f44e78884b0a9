import { expect, test } from 'vitest';
import { geometry } from '../../../../core/solver/geometry.ts';
import { GradeError } from '../../../../core/solver/grade/grade.ts';
import { rate } from '../../../../core/solver/grade/rate.ts';
import { cellsOf } from '../puzzles.ts';
import { RATED } from './rated.ts';

const status = (text: string) => rate(geometry(9), cellsOf(text)).status;

test('what has no rating says why', () => {
  const [puzzle, er] = RATED[0]!;
  expect(rate(geometry(9), cellsOf(puzzle))).toMatchObject({ status: 'graded', er });
  expect(status('.'.repeat(81))).toBe('not-unique');
  expect(status(`11${'.'.repeat(79)}`)).toBe('invalid');
  expect(status('1...5.2.9..7.......6.......2...........5.1..2....2.39.3.4.9...15...1...3...8...4.')).toBe(
    'no-solution',
  );
  expect(() => rate(geometry(6), new Uint8Array(36))).toThrow(GradeError);
  const rows = geometry(9, 'classic', { rows: 1, columns: 9 });
  expect(() => rate(rows, new Uint8Array(81))).toThrow(
    'with 3x3 boxes, which alone are graded, got 9x9 with 1x9',
  );
});

test('the deadline and the budget hold for the proof that there is one solution', () => {
  const [puzzle] = RATED.at(-1)!;
  expect(rate(geometry(9), cellsOf(puzzle), { deadline: performance.now() }).status).toBe('interrupted');
  expect(rate(geometry(9), cellsOf(puzzle), { budget: 1 }).status).toBe('unsolved');
});
