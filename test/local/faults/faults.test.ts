import { expect, test } from 'vitest';
import { FAULT_KINDS, type FaultKind, type FaultRates, Faults } from '../../../local/faults/faults.ts';

/** Those that have a rate. */
const KINDS = (Object.keys(FAULT_KINDS) as FaultKind[]).filter(
  (kind): kind is keyof FaultRates => !['archived', 'keyDenied', 'poisoned'].includes(kind),
);

/** All kinds at one rate. */
const all = (rate: number) => Object.fromEntries(KINDS.map((kind) => [kind, rate])) as FaultRates;

test('a seed decides what strikes', () => {
  const strikes = (seed: number) => {
    const faults = new Faults(seed, all(0.5));
    return Array.from({ length: 50 }, () => faults.strikes('refused'));
  };
  expect(strikes(1)).toEqual(strikes(1));
  expect(strikes(1)).not.toEqual(strikes(2));
});

test('a rate is the share of occasions, and what has struck is counted', () => {
  const faults = new Faults(1, { ...all(0), delayed: 0.2, killed: 1 });
  for (let i = 0; i < 10_000; i++) for (const kind of KINDS) faults.strikes(kind);
  const { delayed, killed, ...others } = faults.counts;
  expect(Math.abs(delayed - 2000)).toBeLessThan(200);
  expect(killed).toBe(10_000);
  expect(new Set(Object.values(others))).toEqual(new Set([0]));
});
