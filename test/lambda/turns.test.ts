// A job of many chunks has only some messages in the queue at a time: a chunk that is done sends the next.
import { createHash } from 'node:crypto';
import type { SQSRecord } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { chunksAtOnce } from '../../lambda/chunks/sizing.ts';
import { type ChunkMessage, MAX_TURNS, writeMessage } from '../../lambda/invocation/message.ts';
import { IDLE_AFTER } from '../../lambda/sweep/sweep.ts';
import { Faults, NO_FAULTS } from '../../local/faults/faults.ts';
import { Pipeline, recordOf } from './fixture.ts';
import { solvedFile } from './parquet-files.ts';
import { dying, LINES } from './shared-pipeline.ts';
import { solved } from './solved-by-library.ts';

const FILE = LINES.repeat(1500);

const row = (_: unknown, i: number) => `${createHash('md5').update(`${i}`).digest('hex')},1.34............\n`;
const TABLE = Buffer.from(`id,puzzle\n${Array.from({ length: 60_000 }, row).join('')}`);

let pipeline: Pipeline;
let uploads = 0;
beforeAll(async () => {
  pipeline = await Pipeline.start({ CHUNK_CONCURRENCY: '1' });
});
afterAll(() => pipeline.close());

const chunkIn = ({ body }: SQSRecord) => JSON.parse(body) as ChunkMessage;

/** Plans a file. @returns its key and the messages that were sent */
async function planned(content: string | Buffer = FILE): Promise<{ key: string; chunks: SQSRecord[] }> {
  const key = `turns-${uploads++}.txt`;
  return { key, chunks: await pipeline.plan(key, content) };
}

/** The ranges of a message: its own, and those that follow it. */
const rangesOf = (record: SQSRecord) => [chunkIn(record).range, ...(chunkIn(record).next ?? [])];

/** Solves chunks as they come. @returns the number of messages that were worked on */
async function drained(first: readonly SQSRecord[]): Promise<number> {
  let count = 0;
  for (let left = first; left.length > 0; left = await pipeline.receive()) {
    count += left.length;
    for (const record of left) await pipeline.run([record]);
  }
  return count;
}

test.each([
  [1, 100, 1],
  [100, 100, 100],
  [101, 100, 101],
  [207, 100, 200],
  [207, 10, 35],
  [207, 2, 35],
  [10_000, 100, 1667],
  [7, 2, 4],
])('of %i chunks for %i functions, %i are sent at once', (count, concurrency, expected) => {
  expect(chunksAtOnce(count, concurrency)).toBe(expected);
});

describe('a job of more chunks than functions', () => {
  test('sends some of them at once, and each of the others once when another is done', async () => {
    const { key, chunks } = await planned();
    const ranges = chunks.flatMap(rangesOf).sort((a, b) => a.from - b.from);
    expect(ranges.length).toBeGreaterThan(20);
    expect(chunks).toHaveLength(chunksAtOnce(ranges.length, 1));
    for (const chunk of chunks) expect(rangesOf(chunk).length).toBeLessThanOrEqual(MAX_TURNS);
    // all of the file, without a gap
    expect(ranges.map(({ from }) => from)).toEqual([0, ...ranges.slice(0, -1).map(({ to }) => to)]);
    const [first, ...others] = chunks as [SQSRecord, ...SQSRecord[]];
    await pipeline.run([first]);
    const [second, ...more] = await pipeline.receive();
    expect(more).toEqual([]);
    expect(rangesOf(second!)).toEqual(rangesOf(first).slice(1));
    expect(1 + (await drained([second!, ...others]))).toBe(ranges.length);
    expect(await pipeline.result(key)).toBe(solved(FILE));
    expect(await pipeline.leftovers()).toEqual([]);
  });

  test('sends the rows of a file that is read by rows in the same way', async () => {
    const { key, chunks } = await planned(await solvedFile(TABLE, 'table.csv', { output: 'parquet' }));
    expect(chunks.some((chunk) => chunkIn(chunk).next)).toBe(true);
    await drained(chunks);
    expect(await pipeline.report(key)).toMatchObject({ status: 'done', puzzles: 60_000 });
  });

  test.each(['lines', 'rows'])(
    'sends what is missing again in the same way after a loss: %s',
    async (kind) => {
      const content = kind === 'lines' ? FILE : await solvedFile(TABLE, 'table.csv', { output: 'parquet' });
      const { key, chunks } = await planned(content);
      const { upload } = chunkIn(chunks[0]!);
      // parts of the file here and there are solved, and all other messages are lost
      await pipeline.run(chunks.filter((_, index) => index % 2 === 0));
      for (const lost of [...chunks, ...(await pipeline.receive())]) await pipeline.delete(lost);
      vi.useFakeTimers({ now: Date.now() + 2 * IDLE_AFTER, toFake: ['Date'] });
      try {
        await pipeline.run([recordOf(writeMessage({ kind: 'resume', upload, lost: true }))]);
      } finally {
        vi.useRealTimers();
      }
      const again = await pipeline.receive();
      const ranges = again.flatMap(rangesOf);
      expect(ranges.length).toBeGreaterThan(again.length);
      expect(again).toHaveLength(chunksAtOnce(ranges.length, 1));
      expect(await drained(again)).toBe(ranges.length);
      expect(await pipeline.report(key)).toMatchObject({ status: 'done' });
      if (kind === 'lines') expect(await pipeline.result(key)).toBe(solved(FILE));
      else expect(await pipeline.report(key)).toMatchObject({ puzzles: 60_000 });
      expect(await pipeline.leftovers()).toEqual([]);
    },
  );

  test('does not send on for a job that is deleted', async () => {
    const { key, chunks } = await planned();
    await pipeline.remove(key, Pipeline.SILENT);
    expect(await drained(chunks)).toBe(chunks.length);
    expect(await pipeline.leftovers()).toEqual([]);
  });
});

describe('a chunk that others follow', () => {
  test.each(['before the request', 'before its answer'])(
    'can be killed at each request and loses none: %s',
    async (when) => {
      const { cloud } = pipeline;
      for (let last = 1, isKilled = true; isKilled; last++) {
        const { key, chunks } = await planned(LINES.repeat(500));
        const [first] = chunks as [SQSRecord];
        pipeline.cloud = dying(cloud, last, when === 'before its answer');
        const tasks = await pipeline.run([{ ...first, receiptHandle: '' }]);
        pipeline.cloud = cloud;
        isKilled = tasks.some(({ error }) => error);
        const again = { isRedelivery: true, delivery: 2 };
        if (isKilled) await pipeline.run([first], again);
        else await pipeline.delete(first);
        await drained([...chunks.slice(1), ...(await pipeline.receive())]);
        expect(await pipeline.result(key)).toBe(solved(LINES.repeat(500)));
        expect(await pipeline.leftovers()).toEqual([]);
      }
    },
  );

  test('sends what follows it again if it arrives twice, but nothing that is solved', async () => {
    const { key, chunks } = await planned();
    const [first, ...others] = chunks as [SQSRecord, ...SQSRecord[]];
    await pipeline.run([{ ...first, receiptHandle: '' }]);
    const [second] = (await pipeline.receive()) as [SQSRecord];
    await pipeline.run([second]);
    const [third] = (await pipeline.receive()) as [SQSRecord];
    await pipeline.run([first], { isRedelivery: true, delivery: 2 });
    const [again] = (await pipeline.receive()) as [SQSRecord];
    expect(rangesOf(again)).toEqual(rangesOf(third));
    await drained([third, again, ...others]);
    expect(await pipeline.result(key)).toBe(solved(FILE));
  });
});

test('jobs of several tenants lose no chunk under faults, and do not multiply', async () => {
  const rates = { ...NO_FAULTS, refused: 0.03, conflict: 0.03, duplicated: 0.15, deleteLost: 0.1 };
  const faults = new Faults(Number(process.env.FUZZ_SEED), rates);
  const tenants = await Pipeline.start({ CHUNK_CONCURRENCY: '1', TENANT: 'first-folder' }, faults);
  const { cloud } = tenants;
  const file = LINES.repeat(600);
  const keys = ['acme/job.txt', 'globex/job.txt'];
  let left: SQSRecord[] = [];
  for (const key of keys) left.push(...(await tenants.plan(key, file)));
  const ranges = left.flatMap(rangesOf).length;
  const failed = new Set<string>();
  let count = 0;
  while (left.length > 0) {
    const again: SQSRecord[] = [];
    for (const record of left) {
      count++;
      const { messageId } = record;
      const isRedelivery = failed.has(messageId);
      // dies at one of its requests, or has too few for that
      if (!isRedelivery && faults.between(1, 5) === 1) {
        tenants.cloud = dying(cloud, faults.between(1, 12), faults.between(0, 1) === 1);
      }
      const tasks = await tenants.run([record], { isRedelivery, delivery: isRedelivery ? 2 : 1 });
      tenants.cloud = cloud;
      if (!tasks.some(({ error }) => error)) continue;
      failed.add(messageId);
      again.push(record);
    }
    left = [...again, ...(await tenants.receive())];
  }
  for (const key of keys) expect(await tenants.result(key)).toBe(solved(file));
  expect(failed.size).toBeGreaterThan(0);
  expect(count).toBeLessThan(4 * ranges);
  await tenants.close();
});
