import { expect, test } from 'vitest';
import { Answer } from '../../../bin/solve/answer.ts';
import type { Input } from '../../../bin/solve/input.ts';
import { Pool } from '../../../bin/solve/pool.ts';
import type { Work } from '../../../bin/solve/protocol.ts';
import { solveFile } from '../../../bin/solve/solve-file.ts';
import { ALONE, emptyTally, HEAD_BYTES, type PartialOptions, planFile } from '../../../core/files/index.ts';
import { THREADS } from '../thread-counts.ts';

const P = '12.434..2.4343.1\n';
function workOf(text: string, given: PartialOptions = {}): Work {
  const plan = planFile({ head: Buffer.from(P), complete: true, name: '', given: [given] });
  const buffer = new ArrayBuffer(4096);
  new Uint8Array(buffer).set(Buffer.from(text));
  const length = text.length;
  return { file: 0, plan, first: true, joint: ALONE, listedGuesses: -1, buffer, length, continues: false };
}

test('a thread that is being started is given nothing that would wait for it', async () => {
  const pool = new Pool(2, 1);
  try {
    const works = [workOf(P), workOf(P), workOf(P)];
    const answers = works.map((work) => pool.solve(work));
    // what is given to a thread is moved to it
    expect(works.map(({ buffer }) => buffer.byteLength)).toEqual([4096, 4096, 4096]);
    for (const answer of answers) expect((await (await answer).done).tally.solved).toBe(1);
  } finally {
    await pool.close();
  }
});

test.each(THREADS)("items of %d threads hold a whole number of bytes, and a file's head", (threads) => {
  const { capacity } = new Pool(threads).buffers;
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
  const pool = new Pool(given.size, given.atOnce);
  try {
    const answers = Array.from({ length: 100 }, () => pool.solve(workOf(P)));
    expect(pool.started).toBe(given.started);
    for (const answer of answers) expect((await (await answer).done).tally.solved).toBe(1);
  } finally {
    await pool.close();
  }
});

test('a file that cannot be cut starts no more threads than it can use', async () => {
  const pool = new Pool(64, 5);
  try {
    const json = planFile({ head: Buffer.from(`["${P.trim()}",`), complete: false, name: '', given: [] });
    const pieces = [`["${P.trim()}",`, `"${P.trim()}",`, `"${P.trim()}"]`];
    const works = pieces.map((text, i) => ({
      ...workOf(text),
      plan: json,
      first: i === 0,
      continues: i < 2,
    }));
    const answers = works.map((work) => pool.solve(work));
    for (const answer of answers) await (await answer).done;
    expect(pool.started).toBe(1);
  } finally {
    await pool.close();
  }
});

test('an item that goes on does not overtake those before it, which have no thread yet', async () => {
  const pool = new Pool(2, 1);
  try {
    // the main thread solves the first, the second waits for it, and the third is worth a thread that is not ready
    const pieces = [P, P, P.slice(0, 10), P.slice(10)];
    const works = pieces.map((text, i) => ({ ...workOf(text), first: i === 0, continues: i === 2 }));
    const answers = works.map((work) => pool.solve(work));
    const output: string[] = [];
    for (const answer of answers) {
      for await (const part of (await answer).parts()) output.push(Buffer.from(part).toString());
    }
    expect(output).toEqual(['1234341221434321\n', '1234341221434321\n', '1234341221434321\n']);
  } finally {
    await pool.close();
  }
});

test('what the main thread leaves to others waits for nothing that comes after it', async () => {
  const pool = new Pool(2, 1);
  try {
    // until the other thread has started, and takes what it is given
    for (let started = false; !started; ) {
      const work = workOf(P);
      await (await pool.solve(work)).done;
      started = work.buffer.byteLength === 0;
    }
    const hard = workOf(`${'.'.repeat(81)}\n`, { solutions: 'count', limit: 3_000_000 });
    // more output than a thread may have on its way, in parts as long as the item's buffer
    const long = workOf(P, { output: 'jsonl', explain: true });
    const works = [workOf(P), workOf(P), hard, { ...long, buffer: long.buffer.slice(0, long.length) }];
    const answers = works.map((work) => pool.solve(work));
    const solved: number[] = [];
    for (const coming of answers) {
      const answer = await coming;
      for await (const _ of answer.parts());
      solved.push((await answer.done).tally.puzzles);
    }
    expect(solved).toEqual([1, 1, 1, 1]);
  } finally {
    await pool.close();
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
  const done = ({ buffer, length: taken }: Work) => ({
    buffer,
    taken,
    tally: emptyTally(),
    milliseconds: 0.1,
    outputLength: 0,
  });
  const pool = {
    size: 2,
    window: 4,
    buffers: { capacity: 2 ** 20, take: () => new ArrayBuffer(2 ** 20), give() {} },
    async solve(work: Work) {
      const answer = new Answer();
      lengths.push(work.length);
      if (lengths.length === 1) void first.promise.then(() => answer.finish(done(work)));
      else answer.finish(done(work));
      if (lengths.length === 4) first.resolve();
      return answer;
    },
  } as unknown as Pool;
  const output = { async write() {}, async commit() {}, discard() {} };
  const { plan } = workOf(P);
  await solveFile({ input, head: new Uint8Array(0), complete: false, plan }, output, pool, ALONE, () => {});
  expect(lengths[3]).toBeGreaterThan(2 * lengths[0]!);
});
