import { expect, test } from 'vitest';
import { emptyTally } from '../../../../core/files/index.ts';
import { MARKERS, noOutcomes, OUTCOMES, Status, statusName } from '../../../../core/solver/model/status.ts';

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
  expect(MARKERS).toEqual(['', 'no-solution', 'not-unique', 'invalid', 'unsolved', 'unsupported']);
});

test('a tally counts every outcome', () => {
  expect(Object.keys(noOutcomes())).toEqual(OUTCOMES.map(({ key }) => key));
  expect(Object.values(noOutcomes()).every((count) => count === 0)).toBe(true);
  expect(emptyTally()).toMatchObject(noOutcomes());
});
