import { expect, onTestFinished, test } from 'vitest';
import { TaskThreads } from '../../../bin/threads/task-threads.ts';
import type { ProveTask } from '../../../bin/threads/tasks.ts';
import { geometry } from '../../../core/solver/model/geometry.ts';
import { shapeOf } from '../../../core/solver/model/shape.ts';

const shape = shapeOf(geometry(4));

/** A task whose puzzle has no givens, so that its count is the limit. */
function countTo(limit: number): ProveTask {
  return { kind: 'prove', shape, cells: new Uint8Array(16), budget: undefined, limit };
}

function threads(size: number): TaskThreads {
  const started = new TaskThreads(size);
  onTestFinished(() => started.close());
  return started;
}

test.each([0, 1, 3])('yields results in the order of the tasks with %d threads', async (size) => {
  // hard and easy tasks in turn
  const limits = Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? 288 - i : i));
  const counts: number[] = [];
  for await (const proofs of threads(size).inOrder(limits.map(countTo))) counts.push(...proofs.counts);
  expect(counts).toEqual(limits);
});

test.each([0, 2])('requests tasks only as far ahead as %d threads need', async (size) => {
  let requested = 0;
  function* endless() {
    for (;;) {
      requested++;
      yield countTo(1);
    }
  }
  let received = 0;
  for await (const _ of threads(size).inOrder(endless())) {
    received++;
    expect(requested - received).toBeLessThanOrEqual(2 * size);
    if (received === 50) break;
  }
});

test.each([0, 2])('throws the error of a task with %d threads', async (size) => {
  const impossible = { ...countTo(1), shape: { ...shape, size: 7 } };
  // a thread that fails may end the others' tasks too
  const results = threads(size).inOrder([countTo(5), impossible, countTo(5)]);
  const takeAll = async () => {
    for await (const _ of results);
  };
  await expect(takeAll()).rejects.toThrow('7x7');
});

test('refuses a number of threads that is not whole', () => {
  expect(() => new TaskThreads(1.5)).toThrow(RangeError);
});
