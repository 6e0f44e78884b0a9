// What tenants wait for each other, in virtual time.
import { describe, expect, test } from 'vitest';
import { flood, jobBefore, percentile } from '../../bench/fairness/simulation.ts';

describe.each([2, 10, 100])('with %i functions', (concurrency) => {
  test('others wait less than a second behind a flood of small files, which loses less than a tenth', () => {
    const [before, now] = [flood(concurrency, false), flood(concurrency, true)];
    expect(percentile(before.waits, 0.99)).toBeGreaterThan(1000);
    expect(percentile(now.waits, 0.99)).toBeLessThan(1000);
    expect(percentile(now.waits, 0.5)).toBeLessThan(150);
    expect(now.waits.length).toBe(before.waits.length);
    expect(now.done).toBeLessThan(1.1 * before.done);
  });

  test.each([207, 800, 10_000])(
    'a file begins within seconds behind %i chunks of another tenant',
    (count) => {
      const { wait } = jobBefore(count, concurrency, { fair: true, inTurns: true });
      expect(wait).toBeLessThan(3000);
    },
  );

  test('a job alone loses less than a tenth of its speed by its turns', () => {
    for (const count of [150, 207, 300, 400, 800]) {
      const end = (inTurns: boolean) => jobBefore(count, concurrency, { fair: true, inTurns }, true).end;
      expect(end(true)).toBeLessThan(1.1 * end(false));
    }
  });
});

test('without groups, turns bound what a file waits behind chunks', () => {
  const wait = (concurrency: number, inTurns: boolean) =>
    jobBefore(207, concurrency, { fair: false, inTurns }).wait / 1000;
  expect(wait(10, false)).toBeGreaterThan(90);
  expect(wait(10, true)).toBeLessThan(15);
  expect(wait(2, false)).toBeGreaterThan(500);
  expect(wait(2, true)).toBeLessThan(90);
  expect(wait(100, true)).toBeLessThan(6);
});
