import { expect, test } from 'vitest';
import { runBounded } from '../../../lambda/invocation/run-bounded.ts';

/** Runs items whose value is their weight; returns which ran at the same time. */
async function run(weights: readonly number[], room: { weight: number; items: () => number }, fail?: number) {
  const running = new Set<number>();
  const seen: number[][] = [];
  const done = runBounded(weights.entries(), { ...room, weigh: ([, weight]) => weight }, async ([index]) => {
    running.add(index);
    seen.push([...running]);
    await new Promise((resolve) => setTimeout(resolve, 2));
    running.delete(index);
    if (index === fail) throw new Error(`item ${index}`);
  });
  return { done, seen, running };
}

test('as many items run at the same time as the capacity allows', async () => {
  const { done, seen } = await run([1, 1, 1, 1], { weight: 10, items: () => 3 });
  await done;
  expect(seen).toContainEqual([0, 1, 2]);
  expect(Math.max(...seen.map((together) => together.length))).toBe(3);
});

test('heavy items wait, and one heavier than the capacity runs alone', async () => {
  const { done, seen } = await run([6, 5, 99, 1], { weight: 10, items: () => 9 });
  await done;
  expect(seen).toEqual([[0], [1], [2], [3]]);
});

test('after a failure no item starts, and running ones are awaited', async () => {
  const { done, seen, running } = await run([1, 1, 1, 1, 1], { weight: 2, items: () => 2 }, 0);
  await expect(done).rejects.toThrow('item 0');
  expect(running.size).toBe(0);
  expect(seen.length).toBeLessThan(5);
});

test('no task runs without items', async () => {
  const { done } = await run([], { weight: 1, items: () => 1 });
  await done;
});

test('the number of items at the same time may change meanwhile', async () => {
  let most = 4;
  let running = 0;
  const seen: number[] = [];
  const room = { weight: 100, weigh: () => 1, items: () => most };
  await runBounded([1, 2, 3, 4, 5, 6, 7, 8, 9], room, async () => {
    seen.push(++running);
    most = 2;
    await new Promise((resolve) => setTimeout(resolve, 5));
    running--;
  });
  expect(Math.max(...seen)).toBeLessThanOrEqual(4);
  expect(Math.max(...seen.slice(4))).toBeLessThanOrEqual(2);
});
