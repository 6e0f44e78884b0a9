import { expect, test } from 'vitest';
import { emptyTally } from '../../../core/files/index.ts';
import { MARKERS, noOutcomes, OUTCOMES, Status, statusName } from '../../../core/solver/status.ts';

test('the outcome of a code stands at that code', () => {
  for (const { key, name } of OUTCOMES) {
    expect(OUTCOMES[Status[key]].key).toBe(key);
    expect(statusName(Status[key])).toBe(name);
  }
});

test('interrupted is a status, but none that a result has', () => {
  expect(statusName(Status.interrupted)).toBe('interrupted');
  expect(OUTCOMES).toHaveLength(Object.keys(Status).length - 1);
});

test('a marker stands for every outcome without a solution', () => {
  expect(MARKERS).toEqual(['', 'no-solution', 'not-unique', 'invalid', 'unsolved']);
});

test('a tally counts every outcome', () => {
  expect(noOutcomes()).toEqual({ solved: 0, noSolution: 0, notUnique: 0, invalid: 0, unsolved: 0 });
  expect(emptyTally()).toMatchObject(noOutcomes());
});
