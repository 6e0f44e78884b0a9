import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { delays, PollQueue } from '../../../bin/remote/polling.ts';

test('delays grow by half up to the longest', () => {
  const series = delays({ first: 1000, longest: 3000 });
  const firstFive = Array.from({ length: 5 }, () => series.next().value);
  expect(firstFive).toEqual([1000, 1500, 2250, 3000, 3000]);
});

describe('a queue of items to poll', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('polls each item with growing delays until it is finished', async () => {
    const queue = new PollQueue<string>({ first: 1000 }, new AbortController().signal);
    const polls: string[] = [];
    const start = performance.now();
    const polled = queue.poll(1, async (item, count) => {
      polls.push(`${item} ${count} ${Math.round(performance.now() - start)}`);
      return count === (item === 'a' ? 3 : 1);
    });
    queue.add('a');
    await vi.advanceTimersByTimeAsync(1200);
    queue.add('b');
    queue.close();
    await vi.runAllTimersAsync();
    await polled;
    expect(polls).toEqual(['a 1 0', 'a 2 1000', 'b 1 1200', 'a 3 2500']);
  });

  test.each([
    ['100 ms if it has few items', 1, 100],
    ['10 ms for each item if it has more', 50, 500],
    ['a second if it has many', 1000, 1000],
  ])('polls the last item again after %s', async (_, items, milliseconds) => {
    const queue = new PollQueue<number>({}, new AbortController().signal);
    const start = performance.now();
    let again = 0;
    for (let i = 1; i <= items; i++) queue.add(i);
    queue.close();
    const polled = queue.poll(items, async (item, count) => {
      if (item === items && count === 2) again = performance.now() - start;
      return item !== items || count === 2;
    });
    await vi.runAllTimersAsync();
    await polled;
    expect(Math.round(again)).toBe(milliseconds);
  });

  test('runs no more polls at the same time than allowed', async () => {
    const queue = new PollQueue<number>({}, new AbortController().signal);
    for (let i = 0; i < 10; i++) queue.add(i);
    queue.close();
    let running = 0;
    let most = 0;
    const polled = queue.poll(3, async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 100));
      running--;
      return true;
    });
    await vi.runAllTimersAsync();
    await polled;
    expect(most).toBe(3);
  });

  test('ends when it is closed and empty', async () => {
    const queue = new PollQueue<string>({}, new AbortController().signal);
    const polled = queue.poll(1, async () => true);
    await vi.advanceTimersByTimeAsync(10);
    queue.close();
    await polled;
    expect(vi.getTimerCount()).toBe(0);
  });

  test('ends after the polls in progress when its signal is aborted', async () => {
    const stop = new AbortController();
    const queue = new PollQueue<string>({}, stop.signal);
    queue.add('a');
    queue.add('b');
    let finished = 0;
    const polled = queue.poll(1, async () => {
      stop.abort();
      await new Promise((resolve) => setTimeout(resolve, 100));
      finished++;
      return false;
    });
    await vi.runAllTimersAsync();
    await polled;
    expect(finished).toBe(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});
