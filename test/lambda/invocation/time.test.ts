import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { alarmClock, idleClock, TimeLimit, TimeSlice } from '../../../lambda/invocation/time.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const OVER = new Error('the time is over');
const limitIn = (milliseconds: number) =>
  new TimeLimit(alarmClock, performance.now() + milliseconds, () => OVER);
const never = () => new Promise<string>(() => {});

test('work that ends in time returns its result, or throws its error', async () => {
  const limit = limitIn(1000);
  await expect(limit.wait(Promise.resolve('done'))).resolves.toBe('done');
  await expect(limit.wait(Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  limit.cancel();
  expect(vi.getTimerCount()).toBe(0);
});

test('when the time is over, all waits fail with the reason, and requests are aborted', async () => {
  const limit = limitIn(1000);
  const waits = [limit.wait(never()), limit.wait(never())];
  const ended = Promise.allSettled(waits);
  await vi.advanceTimersByTimeAsync(999);
  expect(limit.signal.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(limit.signal.reason).toBe(OVER);
  expect(await ended).toEqual(waits.map(() => ({ status: 'rejected', reason: OVER })));
  // so does a wait that begins later, even for finished work
  await expect(limit.wait(Promise.resolve('late'))).rejects.toBe(OVER);
});

test('an alarm for a past moment rings at once, one for a distant moment does not', async () => {
  const [past, far] = [limitIn(-5), limitIn(Number.POSITIVE_INFINITY)];
  await vi.advanceTimersByTimeAsync(1000);
  expect([past, far].map(({ signal }) => signal.aborted)).toEqual([true, false]);
  far.cancel();
});

test('a cancelled alarm does not ring', async () => {
  const limit = limitIn(1000);
  limit.cancel();
  await vi.advanceTimersByTimeAsync(2000);
  expect(limit.signal.aborted).toBe(false);
});

test('patience is idle time: it is not used up while the processor is held', async () => {
  let idle = 0;
  const patience = { milliseconds: 1000, idle: () => idle };
  const limit = new TimeLimit(alarmClock, performance.now() + 60_000, () => OVER, patience);
  // the processor is held for five seconds, and then again for most of five
  await vi.advanceTimersByTimeAsync(5000);
  idle = 999;
  await vi.advanceTimersByTimeAsync(5000);
  expect(limit.signal.aborted).toBe(false);
  idle = 1000;
  await vi.advanceTimersByTimeAsync(1000);
  expect(limit.signal.reason).toBe(OVER);
});

test('a time limit ends waiting although the processor is held until then', async () => {
  const patience = { milliseconds: 1000, idle: () => 0 };
  const limit = new TimeLimit(alarmClock, performance.now() + 60_000, () => OVER, patience);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(limit.signal.reason).toBe(OVER);
  expect(vi.getTimerCount()).toBe(0);
});

test('a cancelled time limit waits for no idle time', async () => {
  const patience = { milliseconds: 1000, idle: () => 0 };
  const limit = new TimeLimit(alarmClock, performance.now() + 60_000, () => OVER, patience);
  await vi.advanceTimersByTimeAsync(5000);
  limit.cancel();
  expect(vi.getTimerCount()).toBe(0);
});

test('the idle time stands still while this process works, and grows while it waits', async () => {
  vi.useRealTimers();
  const before = idleClock();
  let sum = 0;
  for (let i = 0; i < 1e6; i++) sum += Math.sqrt(i);
  expect(sum).toBeGreaterThan(0);
  expect(idleClock()).toBe(before);
  while (idleClock() === before) await readFile(new URL(import.meta.url));
});

test.each([
  [0, 0, true],
  [4000, 0, true],
  [0, 4000, true],
  [4000, 2000, false],
  [10_000, 0, false],
])(
  'a slice of 10 s with %d ms of work and %d ms of waiting was taken by others: %s',
  (worked, waited, taken) => {
    let idle = 0;
    const slice = new TimeSlice({
      available: 60_000,
      deadline: performance.now() + 60_000,
      idle: () => idle,
    });
    idle = waited;
    vi.advanceTimersByTime(9999);
    // work that ends earlier ends for another reason
    expect(slice.wasTaken(worked)).toBe(false);
    vi.advanceTimersByTime(1);
    expect(slice.wasTaken(worked)).toBe(taken);
  },
);
