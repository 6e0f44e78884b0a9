import { expect, test, vi } from 'vitest';
import { MainThread } from '../../../bin/solve/scheduler.ts';
import type { SolvedItem, SolveJob } from '../../../bin/solve/solve-job.ts';
import { JobResult } from '../../../bin/threads/thread-pool.ts';
import { ALONE, planFile } from '../../../core/files/index.ts';

const P = '12.434..2.4343.1';
const S = '1234341221434321';
/** A puzzle whose solutions take forever to count. */
const ENDLESS = '.'.repeat(81);
const FOREVER = { solutions: 'count', limit: 2 ** 32 - 1, budget: 2 ** 32 - 1 } as const;

function jobOf(text: string, options: Parameters<typeof planFile>[0]['given'][number] = {}): SolveJob {
  const head = Buffer.from(text);
  const buffer = new ArrayBuffer(Math.max(head.length, 4096));
  new Uint8Array(buffer).set(head);
  const plan = planFile({ head, complete: true, name: '', given: [options] });
  return {
    file: 0,
    plan,
    first: true,
    joint: ALONE,
    listedGuesses: -1,
    buffer,
    length: head.length,
    continues: false,
  };
}

async function solved(job: SolveJob) {
  const thread = new MainThread();
  const result = new JobResult<SolvedItem>();
  const solving = thread.solve(job, result);
  expect(thread.isBusy).toBe(true);
  const unfinished = await solving;
  expect(thread.isBusy).toBe(false);
  const parts: Buffer[] = [];
  if (!unfinished) {
    for await (const part of result.parts()) parts.push(Buffer.from(part));
    const { buffer, outputLength } = await result.done;
    parts.push(Buffer.from(buffer, 0, outputLength));
  }
  return { unfinished, result, text: Buffer.concat(parts).toString(), isRetired: thread.isRetired };
}

test('finishes an item that takes little time', async () => {
  const { text, result, unfinished, isRetired } = await solved(jobOf(`${P}\n${P}`));
  expect(text).toBe(`${S}\n${S}`);
  expect((await result.done).tally).toMatchObject({ puzzles: 2, solved: 2, lines: 1 });
  expect({ unfinished, isRetired }).toEqual({ unfinished: undefined, isRetired: false });
});

test('handles events while it solves an item', async () => {
  let turns = 0;
  let isDone = false;
  const turn = () => {
    turns++;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  await solved(jobOf(`${P}\n`.repeat(46_000)));
  isDone = true;
  // one turn at the beginning, and one after each block of the item
  expect(turns).toBeGreaterThan(2);
});

test('leaves the rest of an item that takes long, from the record on that takes long', async () => {
  const puzzles = `puzzle,solution\n${P},\n${P},\n${ENDLESS},\n${P},\n`;
  const { unfinished, isRetired } = await solved(jobOf(puzzles, { ...FOREVER }));
  expect(isRetired).toBe(true);
  expect(unfinished?.solved.tally).toMatchObject({ puzzles: 2, solved: 2, lines: 3 });
  const { rest } = unfinished!;
  expect(rest.first).toBe(false);
  expect(Buffer.from(rest.buffer, 0, rest.length).toString()).toBe(`${ENDLESS},\n${P},\n`);
});

test('leaves all of a file that cannot be cut', async () => {
  const job = jobOf(`[{"puzzle":"${P}"},{"puzzle":"${ENDLESS}"}]`, { solutions: 'all', limit: 1e9 });
  const { unfinished, isRetired } = await solved(job);
  expect(isRetired).toBe(true);
  expect(unfinished).toMatchObject({ rest: job, solved: { tally: { puzzles: 0 } } });
});

test('leaves all of an item whose result is a row group of a Parquet file, so that row groups do not depend on time', async () => {
  const job = jobOf(`${P}\n${'.'.repeat(36)}\n`.repeat(40), { output: 'parquet' });
  expect(job.plan.splittable).toBe(true);
  let now = 0;
  // a slice ends after a few of the blocks
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 20));
  const { unfinished } = await solved(job);
  clock.mockRestore();
  expect(unfinished).toMatchObject({ rest: job, solved: { tally: { puzzles: 0 }, facts: [] } });
});

test('throws if a file cannot be solved', async () => {
  const job = { ...jobOf(`${P}\n`), plan: { ...jobOf(`${P}\n`).plan, compression: 'gzip' } as const };
  await expect(
    new MainThread().solve({ ...job, plan: { ...job.plan, splittable: false } }, new JobResult()),
  ).rejects.toThrow(/expected a whole gzip file/);
});
