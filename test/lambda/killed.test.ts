import type { SQSRecord } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { UploadContext } from '../../lambda/invocation/context.ts';
import { someOf } from '../cases.ts';
import { type FinishedTask, Pipeline } from './fixture.ts';
import { solvedFile } from './parquet-files.ts';
import { dying } from './shared-pipeline.ts';

const LINES = ['1...............', '..3.............', '11..............', '.2..............', ''].join('\n');
let solution: string | undefined;

let pipeline: Pipeline;
beforeAll(async () => {
  pipeline = await Pipeline.start();
  await pipeline.upload('undisturbed.txt', LINES);
  await pipeline.drain();
  solution = await pipeline.result('undisturbed.txt');
});
afterAll(() => pipeline.close());

/**
 * Kills the work on messages at its first call, then, with other messages, at its second, and so on until it ends unharmed. Each
 * time, delivers the messages again and checks the end.
 * @returns the number of calls
 */
async function killAtEach(
  name: string,
  answered: boolean,
  deliver: (key: string) => Promise<SQSRecord[]>,
  check: (key: string, tasks: readonly FinishedTask[]) => Promise<void>,
  first: Partial<UploadContext> = {},
): Promise<number> {
  const { cloud } = pipeline;
  for (let last = 1; ; last++) {
    const key = `${name}-${last}-${answered ? 'after' : 'before'}.txt`;
    const records = await deliver(key);
    pipeline.cloud = dying(cloud, last, answered);
    const tasks = await pipeline.run(records, first);
    pipeline.cloud = cloud;
    const killed = tasks.some(({ error }) => error?.message === 'killed');
    const again = await pipeline.run(records, { isRedelivery: true });
    await check(key, [...again, ...(await pipeline.drain())]);
    if (!killed) return last - 1;
  }
}

/** Each run has one of the two, TEST_CASES=all both. */
const MOMENTS = someOf(
  [
    ['before a call', false],
    ['between a call and its answer', true],
  ] as const,
  1,
);

describe.each(MOMENTS)('a function that is killed %s', (_, answered) => {
  test('finishes a small file on the next delivery', async () => {
    const deliver = async (key: string) => {
      await pipeline.upload(key, LINES);
      return pipeline.receive();
    };
    const calls = await killAtEach('small', answered, deliver, async (key, tasks) => {
      expect(tasks.filter(({ error }) => error)).toEqual([]);
      expect(await pipeline.result(key)).toBe(solution);
      expect(await pipeline.report(key)).toMatchObject({ puzzles: 4, solved: 3, invalid: 1 });
      expect(await pipeline.leftovers()).toEqual([]);
    });
    expect(calls).toBeGreaterThanOrEqual(3);
  });

  test('finishes a file in chunks', async () => {
    const deliver = (key: string) => pipeline.cut(key, LINES, [20, 40]);
    const calls = await killAtEach('chunks', answered, deliver, async (key, tasks) => {
      expect(tasks.filter(({ error }) => error)).toEqual([]);
      expect(await pipeline.result(key)).toBe(solution);
      expect(await pipeline.report(key)).toMatchObject({ puzzles: 4, solved: 3, problems: [{ line: 3 }] });
      expect(await pipeline.leftovers()).toEqual([]);
    });
    expect(calls).toBeGreaterThan(15);
  });

  test('finishes a result with a head and a foot of its own', async () => {
    const deliver = (key: string) => pipeline.cut(key, LINES, [40], { output: 'npy' });
    const expected = await solvedFile(Buffer.from(LINES), 'a.txt', { output: 'npy' });
    const calls = await killAtEach('framed', answered, deliver, async (key, tasks) => {
      expect(tasks.filter(({ error }) => error)).toEqual([]);
      expect((await pipeline.object(key))!.bytes.equals(expected)).toBe(true);
      expect(await pipeline.leftovers()).toEqual([]);
    });
    expect(calls).toBeGreaterThan(15);
  });

  test('leaves no work of an upload that is gone', async () => {
    const deliver = async (key: string) => {
      const [first, ...others] = await pipeline.cut(key, LINES, [20, 40]);
      await pipeline.run([first!]);
      await pipeline.remove(key, Pipeline.SILENT);
      return others;
    };
    const calls = await killAtEach('gone', answered, deliver, async (key, tasks) => {
      expect(tasks.filter(({ error }) => error)).toEqual([]);
      expect(await pipeline.result(key)).toBeUndefined();
      expect(await pipeline.leftovers()).toEqual([]);
    });
    expect(calls).toBeGreaterThanOrEqual(3);
  });

  test('finishes the rest that a deadline sent as other messages', async () => {
    // the deadline passes in the first delivery, but not in later ones
    const deliver = (key: string) => pipeline.cut(key, LINES, []);
    const check = async (key: string, tasks: readonly FinishedTask[]) => {
      expect(tasks.filter(({ error }) => error)).toEqual([]);
      expect(await pipeline.result(key)).toBe(solution);
      expect(await pipeline.leftovers()).toEqual([]);
    };
    const calls = await killAtEach('deadline', answered, deliver, check, { deadline: 0 });
    expect(calls).toBeGreaterThanOrEqual(2);
  });
});
