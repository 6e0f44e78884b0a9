// Threads that die or cannot start.
import { expect, onTestFinished, test } from 'vitest';
import { ThreadPool } from '../../../bin/threads/thread-pool.ts';

type Job = 'answer' | 'wait' | 'die';

/** The module of a thread that answers jobs, or dies of one. */
function entryOf(beforeStart = ''): URL {
  const code = `
    import { parentPort } from 'node:worker_threads';
    ${beforeStart}
    parentPort.postMessage({ ready: true });
    parentPort.on('message', ({ job }) => {
      if (job === 'die') throw new Error('the thread dies');
      if (job === 'answer') parentPort.postMessage({ done: 'answered' });
    });`;
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`);
}

function poolOf(entry: URL): ThreadPool<Job, string> {
  const pool = new ThreadPool<Job, string>({ entry });
  onTestFinished(() => pool.close());
  return pool;
}

test('a thread that dies fails its own jobs only, and another takes its place', async () => {
  const pool = poolOf(entryOf());
  const [dying, other] = [pool.start(), pool.start()];
  expect(await pool.run(dying, 'answer').done).toBe('answered');
  const [last, behind] = [pool.run(dying, 'die'), pool.run(dying, 'answer')];
  await expect(last.done).rejects.toThrow('the thread dies');
  await expect(behind.done).rejects.toThrow('the thread dies');
  // a caller may have chosen the thread before
  await expect(pool.run(dying, 'answer').done).rejects.toThrow('the thread dies');
  expect(pool.threads).toEqual([other]);
  expect(await pool.run(other, 'answer').done).toBe('answered');
  expect(await pool.run(pool.start(), 'answer').done).toBe('answered');
});

test('if a thread cannot start, all jobs fail, also those of later threads', async () => {
  const pool = poolOf(entryOf("throw new Error('it cannot start');"));
  await expect(pool.run(pool.start(), 'answer').done).rejects.toThrow('it cannot start');
  await expect(pool.run(pool.start(), 'answer').done).rejects.toThrow('it cannot start');
});
