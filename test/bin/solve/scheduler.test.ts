import { expect, test } from 'vitest';
import type { Input } from '../../../bin/files/inputs.ts';
import { Scheduler } from '../../../bin/solve/scheduler.ts';
import { solveOnThreads } from '../../../bin/solve/solve-file.ts';
import type { SolvedItem, SolveJob } from '../../../bin/solve/solve-job.ts';
import { JobResult } from '../../../bin/threads/thread-pool.ts';
import { ALONE, emptyTally, HEAD_BYTES, type PartialOptions, planFile } from '../../../core/files/index.ts';

const P = '12.434..2.4343.1\n';
function jobOf(text: string, given: PartialOptions = {}): SolveJob {
  const plan = planFile({ head: Buffer.from(P), complete: true, name: '', given: [given] });
  const buffer = new ArrayBuffer(4096);
  new Uint8Array(buffer).set(Buffer.from(text));
  const length = text.length;
  return { file: 0, plan, first: true, joint: ALONE, listedGuesses: -1, buffer, length, continues: false };
}

test('gives no item to a thread that is still starting', async () => {
  const scheduler = new Scheduler(2, 1);
  try {
    const jobs = [jobOf(P), jobOf(P), jobOf(P)];
    const results = jobs.map((job) => scheduler.solve(job));
    // the buffer of an item is transferred to its thread
    expect(jobs.map(({ buffer }) => buffer.byteLength)).toEqual([4096, 4096, 4096]);
    for (const result of results) expect((await (await result).done).tally.solved).toBe(1);
  } finally {
    await scheduler.close();
  }
});

test.each([1, 3, 7, 64])(
  "makes items of %d threads large enough for a file's head, and of a whole number of bytes",
  (threads) => {
    const { capacity } = new Scheduler(threads).buffers;
    expect(capacity % 1).toBe(0);
    expect(capacity).toBeGreaterThanOrEqual(HEAD_BYTES);
    expect(capacity).toBeLessThanOrEqual(2 * 1024 * 1024);
  },
);

test.each([
  { size: 64, atOnce: 0, after: 0, started: 1 },
  { size: 64, atOnce: 0, after: 1e6, started: 0 },
  { size: 64, atOnce: 5, after: 1e6, started: 5 },
  { size: 3, atOnce: 5, after: 1e6, started: 2 },
  { size: 1, atOnce: 5, after: 1e6, started: 0 },
])(
  'starts $started of $size threads for the first items, with $atOnce at once and others after $after ms',
  async (given) => {
    const scheduler = new Scheduler(given.size, given.atOnce, given.after);
    try {
      const results = Array.from({ length: 100 }, () => scheduler.solve(jobOf(P)));
      expect(scheduler.started).toBe(given.started);
      for (const result of results) expect((await (await result).done).tally.solved).toBe(1);
    } finally {
      await scheduler.close();
    }
  },
);

test('starts a thread after a while if the main thread always has another item to solve', async () => {
  const scheduler = new Scheduler(2, 0, 10);
  try {
    // a thread that is never started makes the test run out of time
    do {
      const results = [jobOf(P), jobOf(P)].map((job) => scheduler.solve(job));
      for (const result of results) expect((await (await result).done).tally.solved).toBe(1);
    } while (scheduler.started === 0);
    expect(scheduler.started).toBe(1);
  } finally {
    await scheduler.close();
  }
});

test('starts only one thread for a file that cannot be cut', async () => {
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

test('does not let an item that continues overtake earlier items that have no thread yet', async () => {
  const scheduler = new Scheduler(2, 1);
  try {
    // the main thread solves the first, the second waits for it, and the third needs a thread, which is not ready
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

test('solves what the main thread leaves before any later item', async () => {
  const scheduler = new Scheduler(2, 1);
  try {
    // until the other thread has started, which then receives the items
    for (let started = false; !started; ) {
      const job = jobOf(P);
      await (await scheduler.solve(job)).done;
      started = job.buffer.byteLength === 0;
    }
    const hard = jobOf(`${'.'.repeat(81)}\n`, { solutions: 'count', limit: 3_000_000 });
    // more output than a thread may have sent, in parts as long as the item's buffer
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

test('lets items grow as soon as one is solved, even while an earlier one is not', async () => {
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
  await solveOnThreads(
    { input, head: new Uint8Array(0), complete: false, plan },
    output,
    scheduler,
    ALONE,
    () => {},
  );
  expect(lengths[3]).toBeGreaterThan(2 * lengths[0]!);
});
