import { expect, test } from 'vitest';
import { Answer } from '../../../bin/solve/answer.ts';
import type { Input } from '../../../bin/solve/input.ts';
import { Pool } from '../../../bin/solve/pool.ts';
import type { Work } from '../../../bin/solve/protocol.ts';
import { solveFile } from '../../../bin/solve/solve-file.ts';
import { ALONE, emptyTally, planFile } from '../../../core/files/index.ts';

const P = '12.434..2.4343.1\n';
const head = Buffer.from(P);
const plan = planFile({ head, complete: true, name: '', given: [] });

function workOf(text: string): Work {
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
  await solveFile({ input, head: new Uint8Array(0), complete: false, plan }, output, pool, ALONE, () => {});
  expect(lengths[3]).toBeGreaterThan(2 * lengths[0]!);
});
