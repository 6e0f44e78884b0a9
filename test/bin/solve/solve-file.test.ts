import { describe, expect, test } from 'vitest';
import type { Input } from '../../../bin/files/inputs.ts';
import { BufferPool, type Scheduler } from '../../../bin/solve/scheduler.ts';
import { ItemSizer, solveOnThreads } from '../../../bin/solve/solve-file.ts';
import type { SolvedItem, SolveJob } from '../../../bin/solve/solve-job.ts';
import { JobResult } from '../../../bin/threads/thread-pool.ts';
import { ALONE, type FilePlan, openStored, planFile, type StreamSolver } from '../../../core/files/index.ts';
import fc from '../../property.ts';

const P = '12.434..2.4343.1';
const S = '1234341221434321';

function planOf(text: string): FilePlan {
  return planFile({ head: Buffer.from(text), complete: true, name: 'a.txt', given: [] });
}

interface Setting {
  /** maximum bytes of an item */
  readonly capacity: number;
  readonly threads: number;
  /** maximum bytes of each read; the list is repeated */
  readonly reads: number[];
  /** turns of the event loop before each item is solved; the list is repeated */
  readonly delays: number[];
  /** bytes of each item that get lost */
  readonly lost?: number;
}

/** Solves content with simulated threads, in small items. @returns the result */
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
  /** the solver of items that continue, and when it has solved the last one */
  let current: { readonly session: StreamSolver; done: Promise<void> } | undefined;
  async function run(
    { buffer, length, continues }: SolveJob,
    session: StreamSolver,
    result: JobResult<SolvedItem>,
  ) {
    for (let wait = delays[items++ % delays.length]!; wait > 0; wait--) await new Promise(setImmediate);
    for await (const piece of session.push(new Uint8Array(buffer, 0, length))) result.push(piece.slice());
    for await (const piece of continues ? session.flush() : session.end()) result.push(piece.slice());
    const { tally, milliseconds } = session.solved;
    result.finish({ buffer, consumed: length - lost, tally, milliseconds, outputLength: 0 });
  }
  const scheduler = {
    size: threads,
    window: threads + 2,
    buffers: new BufferPool(capacity),
    async solve(job: SolveJob) {
      const result = new JobResult<SolvedItem>();
      // items that continue are solved in order, the others at the same time
      const { session, done } = current ?? {
        session: openStored(job.plan, job),
        done: Promise.resolve(),
      };
      const solving = done.then(() => run(job, session, result));
      solving.catch((error: Error) => result.fail(error));
      current = job.continues ? { session, done: solving } : undefined;
      return result;
    },
  } as unknown as Scheduler;
  const pieces: Buffer[] = [];
  const output = {
    write: async (bytes: Uint8Array) => void pieces.push(Buffer.from(bytes)),
    async commit() {},
    discard() {},
  };
  const complete = head.length === content.length;
  await solveOnThreads({ input, head, complete, plan }, output, scheduler, ALONE, () => {});
  return Buffer.concat(pieces).toString();
}

/** The result of solving the content in one piece. */
async function solvedAtOnce(content: Buffer, plan: FilePlan): Promise<string> {
  const session = openStored(plan);
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
  test('has the same result wherever it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(content, setting, async ({ bytes, plan }, how) => {
        expect(await solved(bytes, plan, how)).toBe(await solvedAtOnce(bytes, plan));
      }),
    );
  });

  test.each([0.5, -1, Number.NaN, 0])('refuses items of %d bytes', async (capacity) => {
    const how = { capacity, threads: 1, reads: [8], delays: [0] };
    await expect(solved(Buffer.from(`${P}\n`), planOf(P), how)).rejects.toThrow(
      'expected a whole number, 1 or more',
    );
  });

  test('fails if a thread has lost bytes of an item', async () => {
    const how = { capacity: 64, threads: 1, reads: [8], delays: [0], lost: 1 };
    const failed = solved(Buffer.from(`${P}\n`), planOf(P), how);
    await expect(failed).rejects.toThrow('a.txt: expected 17 bytes to be solved, got 16');
  });
});

/** The sizes of items that are solved at these rates, in bytes per millisecond. */
function sizes(rates: readonly number[]): number[] {
  const sizer = new ItemSizer();
  return rates.map((rate) => {
    const { target } = sizer;
    sizer.learn(target, target / rate);
    return target;
  });
}

test('lets items grow as solving gets faster, to four times the size at most', () => {
  expect(sizes([100, 200, 100_000, 100_000, 100_000])).toEqual([16_384, 2500, 5000, 20_000, 80_000]);
});

test('lets items shrink in steps, as a single item may be hard', () => {
  const [, before, after, later] = sizes([1000, 100, 1000, 1000]);
  expect(before).toBe(25_000);
  expect(after).toBe(18_250);
  expect(later).toBe(25_000);
});

test('makes the first items of a large file larger, but a small share of it', () => {
  expect(new ItemSizer(2, 1000).target).toBe(16 * 1024);
  expect(new ItemSizer(2, 2 ** 25).target).toBe(32 * 1024);
  expect(new ItemSizer(2, 2 ** 40).target).toBe(64 * 1024);
});

test.each([20_500_000, 16_800_001, 2 ** 24 + 1, 2 ** 26 - 1])(
  'makes the first items of a file of %d bytes a whole number of bytes',
  (bytes) => {
    expect(new ItemSizer(3, bytes).target).toBe(Math.round(bytes / 1024));
  },
);

test.each([
  [1.5, 0],
  [0, 0],
  [1, 0.5],
  [1, Number.NaN],
])('refuses %d threads for %d bytes', (threads, bytes) => {
  expect(() => new ItemSizer(threads, bytes)).toThrow(RangeError);
});

test('allows one item for each thread, and two more for each that is solved', async () => {
  const sizer = new ItemSizer(2);
  let cut = 0;
  void (async () => {
    for (;;) {
      await sizer.mayCut();
      cut++;
    }
  })();
  await new Promise(setImmediate);
  expect(cut).toBe(2);
  sizer.learn(1000, 1);
  await new Promise(setImmediate);
  expect(cut).toBe(4);
  sizer.learn(1000, 1);
  sizer.learn(1000, 1);
  await new Promise(setImmediate);
  expect(cut).toBe(8);
});
