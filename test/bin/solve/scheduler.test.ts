import { expect, test } from 'vitest';
import type { Input } from '../../../bin/solve/inputs.ts';
import { Scheduler } from '../../../bin/solve/scheduler.ts';
import { solveFile } from '../../../bin/solve/solve-file.ts';
import type { SolvedItem, SolveJob } from '../../../bin/solve/solve-job.ts';
import { JobResult } from '../../../bin/threads/thread-pool.ts';
import { ALONE, emptyTally, HEAD_BYTES, type PartialOptions, planFile } from '../../../core/files/index.ts';
import { THREADS } from '../thread-counts.ts';

const P = '12.434..2.4343.1\n';
function jobOf(text: string, given: PartialOptions = {}): SolveJob {
  const plan = planFile({ head: Buffer.from(P), complete: true, name: '', given: [given] });
  const buffer = new ArrayBuffer(4096);
  new Uint8Array(buffer).set(Buffer.from(text));
  const length = text.length;
  return { file: 0, plan, first: true, joint: ALONE, listedGuesses: -1, buffer, length, continues: false };
}

test('a thread that is being started is given nothing that would wait for it', async () => {
  const scheduler = new Scheduler(2, 1);
  try {
    const jobs = [jobOf(P), jobOf(P), jobOf(P)];
    const results = jobs.map((job) => scheduler.solve(job));
    // what is given to a thread is moved to it
    expect(jobs.map(({ buffer }) => buffer.byteLength)).toEqual([4096, 4096, 4096]);
    for (const result of results) expect((await (await result).done).tally.solved).toBe(1);
  } finally {
    await scheduler.close();
  }
});

test.each(THREADS)("items of %d threads hold a whole number of bytes, and a file's head", (threads) => {
  const { capacity } = new Scheduler(threads).buffers;
  expect(capacity % 1).toBe(0);
  expect(capacity).toBeGreaterThanOrEqual(HEAD_BYTES);
  expect(capacity).toBeLessThanOrEqual(2 * 1024 * 1024);
});

test.each([
  { size: 64, atOnce: 0, started: 1 },
  { size: 64, atOnce: 5, started: 5 },
  { size: 3, atOnce: 5, started: 2 },
  { size: 1, atOnce: 5, started: 0 },
])('of $size threads $started are started for the first work, where $atOnce are worth it', async (given) => {
  const scheduler = new Scheduler(given.size, given.atOnce);
  try {
    const results = Array.from({ length: 100 }, () => scheduler.solve(jobOf(P)));
    expect(scheduler.started).toBe(given.started);
    for (const result of results) expect((await (await result).done).tally.solved).toBe(1);
  } finally {
    await scheduler.close();
  }
});

test('a file that cannot be cut starts no more threads than it can use', async () => {
  const scheduler = new Scheduler(64, 5);
  try {
    const json = planFile({ head: Buffer.from(`["${P.trim()}",`), complete: false, name: '', given: [] });
    const pieces = [`["${P.trim()}",`, `"${P.trim()}",`, `"${P.trim()}"]`];
    const jobs = pieces.map((text, i) => ({
      ...jobOf(text),
      plan: json,
      first: i === 0,
      continues: i < 2,
    }));
    const results = jobs.map((job) => scheduler.solve(job));
    for (const result of results) await (await result).done;
    expect(scheduler.started).toBe(1);
  } finally {
    await scheduler.close();
  }
});

test('an item that goes on does not overtake those before it, which have no thread yet', async () => {
  const scheduler = new Scheduler(2, 1);
  try {
    // the main thread solves the first, the second waits for it, and the third is worth a thread that is not ready
    const pieces = [P, P, P.slice(0, 10), P.slice(10)];
    const jobs = pieces.map((text, i) => ({ ...jobOf(text), first: i === 0, continues: i === 2 }));
    const results = jobs.map((job) => scheduler.solve(job));
    const output: string[] = [];
    for (const promised of results) {
      const result = await promised;
      for await (const part of result.parts()) output.push(Buffer.from(part).toString());
      const { buffer, outputLength } = await result.done;
      if (outputLength > 0) output.push(Buffer.from(buffer, 0, outputLength).toString());
    }
    expect(output).toEqual(['1234341221434321\n', '1234341221434321\n', '1234341221434321\n']);
  } finally {
    await scheduler.close();
  }
});

test('what the main thread leaves to others waits for nothing that comes after it', async () => {
  const scheduler = new Scheduler(2, 1);
  try {
    // until the other thread has started, and takes what it is given
    for (let started = false; !started; ) {
      const job = jobOf(P);
      await (await scheduler.solve(job)).done;
      started = job.buffer.byteLength === 0;
    }
    const hard = jobOf(`${'.'.repeat(81)}\n`, { solutions: 'count', limit: 3_000_000 });
    // more output than a thread may have on its way, in parts as long as the item's buffer
    const long = jobOf(P, { output: 'jsonl', explain: true });
    const jobs = [jobOf(P), jobOf(P), hard, { ...long, buffer: long.buffer.slice(0, long.length) }];
    const results = jobs.map((job) => scheduler.solve(job));
    const solved: number[] = [];
    for (const promised of results) {
      const result = await promised;
      for await (const _ of result.parts());
      solved.push((await result.done).tally.puzzles);
    }
    expect(solved).toEqual([1, 1, 1, 1]);
  } finally {
    await scheduler.close();
  }
});

test('items grow as soon as one is solved, also while one before it is not', async () => {
  const lines = Buffer.from(P.repeat(200_000));
  let at = 0;
  const input: Input = {
    path: '',
    get bytesRead() {
      return at;
    },
    async read(into) {
      await new Promise(setImmediate);
      const taken = lines.subarray(at, at + into.length);
      into.set(taken);
      at += taken.length;
      return taken.length;
    },
    async close() {},
  };
  const lengths: number[] = [];
  const first = Promise.withResolvers<void>();
  const done = ({ buffer, length }: SolveJob) => ({
    buffer,
    consumed: length,
    tally: emptyTally(),
    milliseconds: 0.1,
    outputLength: 0,
  });
  const scheduler = {
    size: 2,
    window: 4,
    buffers: { capacity: 2 ** 20, take: () => new ArrayBuffer(2 ** 20), give() {} },
    async solve(job: SolveJob) {
      const result = new JobResult<SolvedItem>();
      lengths.push(job.length);
      if (lengths.length === 1) void first.promise.then(() => result.finish(done(job)));
      else result.finish(done(job));
      if (lengths.length === 4) first.resolve();
      return result;
    },
  } as unknown as Scheduler;
  const output = { async write() {}, async commit() {}, discard() {} };
  const { plan } = jobOf(P);
  await solveFile(
    { input, head: new Uint8Array(0), complete: false, plan },
    output,
    scheduler,
    ALONE,
    () => {},
  );
  expect(lengths[3]).toBeGreaterThan(2 * lengths[0]!);
});
