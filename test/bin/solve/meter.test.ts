import { expect, test } from 'vitest';
import { Meter } from '../../../bin/solve/meter.ts';
import { emptyTally } from '../../../core/files/index.ts';

test('a count that is interrupted tells the solutions found by then, written or not', () => {
  const meter = new Meter(undefined);
  const tally = { ...emptyTally(), puzzles: 2, solved: 2, solutions: 9 };
  meter.advance({}, tally, 10, () => ({ puzzles: 2, solutions: 1_000_000 }));
  expect(meter.tallyWhenInterrupted).toMatchObject({ puzzles: 2, solved: 2, solutions: 1_000_000 });
});

test('where each puzzle has one, there are as many as puzzles were solved', () => {
  const meter = new Meter(undefined);
  const tally = { ...emptyTally(), puzzles: 2, solved: 2, solutions: 2 };
  meter.advance({}, tally, 10, () => ({ puzzles: 5, solutions: 5 }));
  expect(meter.tallyWhenInterrupted).toMatchObject({ puzzles: 2, solutions: 2 });
});
