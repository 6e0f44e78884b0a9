// The neighbours of a slow file in its batch.
import type { SQSRecord } from 'aws-lambda';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { lanesEngine } from '../../core/solver/lanes/engine.ts';
import { Status } from '../../core/solver/model/status.ts';
import type { Cloud } from '../../lambda/aws/cloud.ts';
import type { UploadContext } from '../../lambda/invocation/context.ts';
import { MAX_HELD } from '../../lambda/invocation/message.ts';
import type { FinishedTask } from './fixture.ts';
import { cloud, outcomes, PUZZLE, pipeline, SOLUTION, sharePipeline } from './shared-pipeline.ts';

// A file that takes long holds the processor: its neighbours' bytes have arrived, but nobody reads them.

sharePipeline();
afterEach(() => void vi.restoreAllMocks());

/** A puzzle that takes all the time that it gets. */
const HARD = '.'.repeat(81);

/** Milliseconds that a file gets in an invocation that it shares. */
const SLICE = 10_000;

/** An invocation whose processor works in no time on all puzzles but {@link HARD}. These take virtual time until the deadline. */
class HeldProcessor {
  /** how often it was held */
  holds = 0;
  #passed = 0;
  readonly #begun: number;
  readonly #now: () => number;
  readonly #alarms = new Set<{ readonly at: number; readonly ring: () => void }>();
  readonly #released: (() => void)[] = [];

  constructor() {
    this.#now = performance.now.bind(performance);
    this.#begun = this.#now();
    vi.spyOn(performance, 'now').mockImplementation(() => this.#now() + this.#passed);
    const solveBatch = lanesEngine.solveBatch.bind(lanesEngine);
    vi.spyOn(lanesEngine, 'solveBatch').mockImplementation((batch, options, result) => {
      solveBatch(batch, options, result);
      for (let p = 0; p < batch.count; p++) {
        if (batch.cells.subarray(81 * p, 81 * p + 81).some((value) => value > 0)) continue;
        this.#hold(options.deadline);
        result.statuses[p] = Status.interrupted;
        result.solutions.fill(0, 81 * p, 81 * p + 81);
      }
    });
  }

  /** @param milliseconds for solving; an invocation may have begun before */
  times(milliseconds = 240_000): Partial<UploadContext> {
    const deadline = performance.now() + milliseconds;
    return {
      deadline,
      end: deadline + 60_000,
      available: 240_000,
      alarm: (at, ring) => {
        const entry = { at, ring };
        this.#alarms.add(entry);
        return () => void this.#alarms.delete(entry);
      },
      // real time passes only while nothing is to be done
      idle: () => this.#now() - this.#begun,
    };
  }

  /** Ends when the processor has been held so often. */
  async held(times = 1): Promise<void> {
    while (this.holds < times) await new Promise<void>((resolve) => this.#released.push(resolve));
  }

  #hold(until: number): void {
    this.#passed += Math.max(0, until - performance.now());
    this.holds++;
    // timers come before sockets
    process.nextTick(() => {
      for (const entry of this.#alarms) {
        if (entry.at > performance.now()) continue;
        this.#alarms.delete(entry);
        entry.ring();
      }
      setImmediate(() => {
        for (const release of this.#released.splice(0)) release();
      });
    });
  }
}

/** A cloud whose answers about these files are not read before `event`. */
const unreadBefore = (isNeighbour: (key: string) => boolean, event: () => Promise<void>): Cloud => ({
  ...cloud,
  async readObject(ref, range, signal) {
    if (isNeighbour(ref.key)) {
      const aborted = new Promise<void>((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
      await Promise.race([event(), aborted]);
    }
    return cloud.readObject(ref, range, signal);
  },
});

const isSlow = (key: string | undefined): boolean => key!.includes('slow');
const ofNeighbours = (tasks: readonly FinishedTask[]) => tasks.filter(({ key }) => !isSlow(key));
const queueOf = ({ eventSourceARN }: SQSRecord) => eventSourceARN.split(':').at(-1);

async function uploaded(prefix: string, slow: number, neighbours: number): Promise<SQSRecord[]> {
  for (let i = 0; i < slow; i++) await pipeline.upload(`${prefix}/slow-${i}.txt`, `${HARD}\n`);
  for (let i = 0; i < neighbours; i++) await pipeline.upload(`${prefix}/${i}.txt`, `${PUZZLE}\n`);
  return pipeline.receive();
}

async function expectSolved(prefix: string, neighbours: number): Promise<void> {
  for (let i = 0; i < neighbours; i++) {
    expect(await pipeline.result(`${prefix}/${i}.txt`)).toBe(`${SOLUTION}\n`);
    expect(await pipeline.report(`${prefix}/${i}.txt`)).toMatchObject({ status: 'done' });
  }
}

describe.each([1, 9, 99])('%d neighbours of a slow file', (neighbours) => {
  test.each([
    ['', 1],
    [', and of two others', 3],
  ])('are solved in the same invocation once it has handed over%s', async (_, slow) => {
    const prefix = `${slow}-${neighbours}`;
    const records = await uploaded(prefix, slow, neighbours);
    const processor = new HeldProcessor();
    pipeline.cloud = unreadBefore(
      (key) => !isSlow(key),
      () => processor.held(slow),
    );
    const tasks = await pipeline.run(records, processor.times());
    expect(processor.holds).toBe(slow);
    expect(new Set(outcomes(ofNeighbours(tasks)))).toEqual(new Set(['solved']));
    const handedOver = tasks.filter(({ key }) => isSlow(key));
    expect(outcomes(handedOver)).toEqual(Array(slow).fill('enqueued'));
    await expectSolved(prefix, neighbours);
    expect((await pipeline.receive()).map(queueOf)).toEqual(Array(slow).fill('chunks'));
    await pipeline.expireWork();
  });
});

describe.each([9, 99])('if a slow file takes the rest of an invocation, its %d neighbours', (neighbours) => {
  test('go back to the uploads queue, and are solved by the next one', async () => {
    const prefix = `back-${neighbours}`;
    const records = await uploaded(prefix, 2, neighbours);
    const processor = new HeldProcessor();
    pipeline.cloud = unreadBefore(
      (key) => !isSlow(key),
      () => processor.held(3),
    );
    // the second one takes all that is left
    const tasks = await pipeline.run(records, processor.times(1.6 * SLICE));
    expect(processor.holds).toBe(2);
    expect(new Set(outcomes(ofNeighbours(tasks)))).toEqual(new Set(['enqueued']));
    pipeline.cloud = cloud;
    const later = await pipeline.receive();
    const back = later.filter((record) => queueOf(record) === 'uploads');
    expect(back).toHaveLength(neighbours);
    const next = await pipeline.run(back);
    expect(new Set(outcomes(next))).toEqual(new Set(['solved']));
    await expectSolved(prefix, neighbours);
    await pipeline.expireWork();
  });
});

test('a file that was held up in too many invocations gets one of its own', async () => {
  await pipeline.upload('unlucky.txt', `${PUZZLE}\n`);
  let records = await pipeline.receive();
  for (let held = 1; held <= MAX_HELD; held++) {
    await pipeline.run(records, { deadline: 0 });
    records = await pipeline.receive();
    expect(records.map(queueOf)).toEqual(['uploads']);
    expect(JSON.parse(records[0]!.body)).toMatchObject({ kind: 'file', held });
  }
  await pipeline.run(records, { deadline: 0 });
  records = await pipeline.receive();
  expect(records.map(queueOf)).toEqual(['chunks']);
  expect(outcomes(await pipeline.run(records))).toEqual(['solved']);
});

test('a file that was held up between two pieces of it is begun again in the same invocation', async () => {
  const text = `${PUZZLE}\n`.repeat(5000);
  await pipeline.upload('pieces/slow.txt', `${HARD}\n`);
  await pipeline.upload('pieces/long.txt', text);
  const records = await pipeline.receive();
  const processor = new HeldProcessor();
  const paused = Promise.withResolvers<void>();
  let reads = 0;
  pipeline.cloud = {
    ...cloud,
    async readObject(ref, range, signal) {
      if (isSlow(ref.key)) await paused.promise;
      const open = await cloud.readObject(ref, range, signal);
      if (isSlow(ref.key) || ++reads > 1) return open;
      async function* body() {
        let sent = 0;
        for await (const piece of open.body) {
          yield piece;
          sent += piece.length;
          if (sent < 300_000) continue;
          paused.resolve();
          await processor.held();
        }
      }
      return { ...open, body: body() };
    },
  };
  const events = new Set(['started'] as const);
  const tasks = await pipeline.run(records, {
    ...processor.times(),
    settings: { ...pipeline.settings, events },
  });
  expect(processor.holds).toBe(1);
  expect(reads).toBe(2);
  expect(outcomes(ofNeighbours(tasks))).toEqual(['solved']);
  expect((await pipeline.result('pieces/long.txt')) === `${SOLUTION}\n`.repeat(5000)).toBe(true);
  // the second attempt is not a second start
  expect(pipeline.calls.putEvent).toBe(2);
  await pipeline.expireWork();
});
