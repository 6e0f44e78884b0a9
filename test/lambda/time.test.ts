import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { alarmClock, TimeLimit } from '../../lambda/time.ts';

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
