import { describe, expect, test } from 'vitest';
import { Answer } from '../../../bin/solve/answer.ts';
import { Buffers } from '../../../bin/solve/buffers.ts';
import type { Input } from '../../../bin/solve/input.ts';
import type { Pool } from '../../../bin/solve/pool.ts';
import type { Work } from '../../../bin/solve/protocol.ts';
import { solveFile } from '../../../bin/solve/solve-file.ts';
import { ALONE, type FilePlan, planFile, StreamSolver } from '../../../core/files/index.ts';
import fc from '../../property.ts';

const P = '12.434..2.4343.1';
const S = '1234341221434321';

function planOf(text: string): FilePlan {
  return planFile({ head: Buffer.from(text), complete: true, name: 'a.txt', given: [] });
}

interface Setting {
  /** bytes that an item can hold */
  readonly capacity: number;
  readonly threads: number;
  /** bytes read at most at a time, again and again */
  readonly reads: number[];
  /** turns that each item waits for before it is solved, again and again */
  readonly delays: number[];
  /** bytes of each item that a thread pretends not to have got */
  readonly lost?: number;
}

/** Solves content with threads that are none, in items of some bytes. @returns the result */
async function solved(content: Buffer, plan: FilePlan, setting: Setting): Promise<string> {
  const { capacity, threads, reads, delays, lost = 0 } = setting;
  const head = content.subarray(0, capacity);
  let at = head.length;
  let turn = 0;
  const input: Input = {
    path: 'a.txt',
    get bytesRead() {
      return at;
    },
    async read(into) {
      const taken = content.subarray(at, at + Math.min(into.length, reads[turn++ % reads.length]!));
      into.set(taken);
      at += taken.length;
      return taken.length;
    },
    async close() {},
  };
  let items = 0;
  /** of items that go on, with what is done of them */
  let current: { readonly session: StreamSolver; done: Promise<void> } | undefined;
  async function answerTo({ buffer, length, continues }: Work, session: StreamSolver, answer: Answer) {
    for (let wait = delays[items++ % delays.length]!; wait > 0; wait--) await new Promise(setImmediate);
    for await (const piece of session.push(new Uint8Array(buffer, 0, length))) answer.push(piece.slice());
    for await (const piece of continues ? session.flush() : session.end()) answer.push(piece.slice());
    const { tally, milliseconds } = session.solved;
    answer.finish({ buffer, taken: length - lost, tally, milliseconds, outputLength: 0 });
  }
  const pool = {
    size: threads,
    window: threads + 2,
    buffers: new Buffers(capacity),
    async solve(work: Work) {
      const answer = new Answer();
      // what goes on is solved in order, the rest side by side
      const { session, done } = current ?? {
        session: new StreamSolver(work.plan, work),
        done: Promise.resolve(),
      };
      const solving = done.then(() => answerTo(work, session, answer));
      solving.catch((error: Error) => answer.fail(error));
      current = work.continues ? { session, done: solving } : undefined;
      return answer;
    },
  } as unknown as Pool;
  const pieces: Buffer[] = [];
  const output = {
    write: async (bytes: Uint8Array) => void pieces.push(Buffer.from(bytes)),
    async commit() {},
    discard() {},
  };
  const complete = head.length === content.length;
  await solveFile({ input, head, complete, plan }, output, pool, ALONE, () => {});
  return Buffer.concat(pieces).toString();
}

/** The result in one piece. */
async function whole(content: Buffer, plan: FilePlan): Promise<string> {
  const session = new StreamSolver(plan);
  const pieces: Buffer[] = [];
  for await (const piece of session.push(content)) pieces.push(Buffer.from(piece));
  for await (const piece of session.end()) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces).toString();
}

const rows = fc.array(
  fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(P, S, '12', '', '# a comment') },
    fc.integer({ min: 1, max: 500 }).map((length) => '#'.repeat(length)),
  ),
  { maxLength: 60 },
);
const content = fc
  .tuple(rows, fc.constantFrom('\n', '\r\n', '\r'), fc.boolean())
  .map(([all, end, isEnded]) => ({
    bytes: Buffer.from([P, ...all].join(end) + (isEnded ? end : '')),
    plan: planOf([P, P].join(end)),
  }));
const setting = fc.record({
  capacity: fc.integer({ min: 32, max: 400 }),
  threads: fc.integer({ min: 1, max: 64 }),
  reads: fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 5 }),
  delays: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 5 }),
});

describe('a file that is solved in items', () => {
  test('has the result of one piece, wherever it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(content, setting, async ({ bytes, plan }, how) => {
        expect(await solved(bytes, plan, how)).toBe(await whole(bytes, plan));
      }),
    );
  });

  test.each([0.5, -1, Number.NaN, 0])(
    'needs items of a whole number of bytes, not of %d',
    async (capacity) => {
      const how = { capacity, threads: 1, reads: [8], delays: [0] };
      await expect(solved(Buffer.from(`${P}\n`), planOf(P), how)).rejects.toThrow(
        'expected a whole number, 1 or more',
      );
    },
  );

  test('fails when a thread has not got all bytes of an item', async () => {
    const how = { capacity: 64, threads: 1, reads: [8], delays: [0], lost: 1 };
    const failed = solved(Buffer.from(`${P}\n`), planOf(P), how);
    await expect(failed).rejects.toThrow('a.txt: expected 17 bytes to be solved, got 16');
  });
});
