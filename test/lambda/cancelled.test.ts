// Uploads that are cancelled: the first message that finds the mark writes a report, nothing of the work remains.
import { gzipSync } from 'node:zlib';
import type { SQSRecord } from 'aws-lambda';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  cancelMarkKey,
  MARKED_UPLOAD,
  marksOf,
  secondsSince1970,
} from '../../lambda/invocation/cancellation.ts';
import type { UploadContext } from '../../lambda/invocation/context.ts';
import { UNCHECKED_TIME } from '../../lambda/result/publish.ts';
import { someOf } from '../cases.ts';
import { type FinishedTask, Pipeline } from './fixture.ts';
import { cloud, dying, LINES, outcomes, pipeline, sharePipeline, uploaded } from './shared-pipeline.ts';
import { solved } from './solved-by-library.ts';

sharePipeline();
afterEach(() => void vi.useRealTimers());

/** Marks an upload as `sudoku cancel` does. @param earlier seconds by which the marked upload is older */
async function mark(key: string, bucket: string, earlier = 0): Promise<void> {
  const { etag, modified } = (await cloud.headObject({ bucket, key }))!;
  const metadata = { [MARKED_UPLOAD]: String(secondsSince1970(modified) - earlier) };
  await cloud.putObject(
    { bucket: Pipeline.WORK, key: cancelMarkKey({ bucket, key, etag }), metadata },
    new Uint8Array(),
  );
}

/** Objects of jobs, and multipart uploads; marks stay until they expire. */
const leftovers = async () => (await pipeline.leftovers()).filter((name) => !name.includes('cancelled/'));

const KINDS: Readonly<Record<string, (key: string) => Promise<SQSRecord[]>>> = {
  'a small file': (key) => uploaded(key, LINES),
  'a file that cannot be cut': (key) => uploaded(key, gzipSync(LINES)),
  'a file in chunks': (key) => pipeline.cut(key, LINES, [20, 40]),
};

describe.each(Object.entries(KINDS))('%s', (kind, deliver) => {
  const bucket = kind.includes('chunks') ? Pipeline.SILENT : Pipeline.UPLOADS;
  const waited: Partial<UploadContext> = { waited: 5000 };

  test('that is cancelled before it is begun gets a report and no result, once', async () => {
    const key = `${kind}/waiting.txt`;
    const records = await deliver(key);
    await mark(key, bucket);
    pipeline.calls = {};
    const ends = (await pipeline.run(records, waited)).map(({ outcome }) => outcome);
    // chunks that look at the same time know of each other by the manifest that one of them deletes
    expect(ends.filter((end) => end?.outcome === 'cancelled' && !end.repeated)).toHaveLength(1);
    expect(ends.filter((end) => end?.outcome !== 'cancelled' && end?.outcome !== 'ignored')).toEqual([]);
    expect(pipeline.calls.readObject ?? 0).toBeLessThanOrEqual(records.length);
    expect(await pipeline.report(key)).toMatchObject({
      status: 'cancelled',
      until: { bytes: 0, puzzles: 0, solvingSeconds: 0 },
    });
    expect(await pipeline.object(key)).toBeUndefined();
    expect(await leftovers()).toEqual([]);
    // also if it is gone, and the message comes again
    await pipeline.remove(key, bucket);
    expect(new Set(outcomes(await pipeline.run(records, { isRedelivery: true })))).toEqual(
      new Set(['ignored']),
    );
    expect(await pipeline.report(key)).toMatchObject({ status: 'cancelled' });
    expect(await leftovers()).toEqual([]);
  });

  test('that is marked and deleted as soon as it is uploaded gets a report', async () => {
    const key = `${kind}/at-once.txt`;
    const records = await deliver(key);
    await mark(key, bucket);
    await pipeline.remove(key, bucket);
    expect(outcomes(await pipeline.run(records))).toContain('cancelled');
    expect(await pipeline.report(key)).toMatchObject({ status: 'cancelled' });
    expect(await leftovers()).toEqual([]);
  });

  test('that is cancelled while it is solved is not published', async () => {
    const key = `${kind}/solving.txt`;
    const records = await deliver(key);
    let reads = 0;
    pipeline.cloud = {
      ...cloud,
      async readObject(...args) {
        const open = await cloud.readObject(...args);
        if (args[0].key !== key || ++reads !== records.length) return open;
        await mark(key, bucket);
        vi.useFakeTimers({ now: Date.now() + UNCHECKED_TIME + 1, toFake: ['Date'] });
        return open;
      },
    };
    expect(outcomes(await pipeline.run(records))).toContain('cancelled');
    expect(await pipeline.object(key)).toBeUndefined();
    expect(await pipeline.report(key)).toMatchObject({ status: 'cancelled' });
    expect(await leftovers()).toEqual([]);
  });

  test('that is uploaded again after it was cancelled is solved', async () => {
    const key = `${kind}/again.txt`;
    const records = await deliver(key);
    await mark(key, bucket, 60);
    expect(outcomes(await pipeline.run(records, waited))).toContain('solved');
    expect(await pipeline.report(key)).toMatchObject({ status: 'done' });
    expect(await leftovers()).toEqual([]);
  });
});

test('the report of a job says how far it was', async () => {
  const chunks = await pipeline.cut('far.txt', LINES, [17, 34]);
  await pipeline.run(chunks.slice(0, 2));
  await mark('far.txt', Pipeline.SILENT);
  expect(outcomes(await pipeline.run(chunks.slice(2)))).toEqual(['cancelled']);
  expect(await pipeline.report('far.txt')).toMatchObject({
    status: 'cancelled',
    input: { key: 'far.txt' },
    reason: `it was cancelled when 34 of its ${LINES.length} bytes were solved`,
    until: { bytes: 34, puzzles: 2 },
  });
  expect(await leftovers()).toEqual([]);
});

test('a file that was done before its mark was seen stays done', async () => {
  const records = await uploaded('late.txt', LINES);
  await pipeline.run(records);
  await mark('late.txt', Pipeline.UPLOADS);
  expect(outcomes(await pipeline.run(records, { isRedelivery: true }))).toEqual(['ignored']);
  expect(await pipeline.result('late.txt')).toBe(solved(LINES));
  expect(await pipeline.report('late.txt')).toMatchObject({ status: 'done' });
});

describe('an upload that is only deleted', () => {
  test('has a line for each message, counts once, and has no report', async () => {
    const chunks = await pipeline.cut('deleted.txt', LINES, [17, 34]);
    await pipeline.run(chunks.slice(0, 1));
    await pipeline.remove('deleted.txt', Pipeline.SILENT);
    const ends = (await pipeline.run(chunks.slice(1))).map(({ outcome }) => outcome);
    expect(ends.map((end) => end?.outcome)).toEqual(['gone', 'gone']);
    expect(ends.filter((end) => !end?.repeated)).toHaveLength(1);
    expect(await pipeline.report('deleted.txt')).toBeUndefined();
    expect(await pipeline.leftovers()).toEqual(expect.not.arrayContaining([/ranges/]));
  });
});

test('the key of a mark begins with that of its upload, also if that is long', () => {
  const short = cancelMarkKey({ bucket: 'b', key: 'acme/a.txt', etag: 'e' });
  expect(short).toMatch(/^cancelled\/acme\/a\.txt\/[0-9a-f]{32}$/);
  const key = `acme/${'ü'.repeat(500)}`;
  const long = cancelMarkKey({ bucket: 'b', key, etag: 'e' });
  expect(long.startsWith(`cancelled/acme/${'ü'.repeat(300)}`)).toBe(true);
  expect(Buffer.byteLength(long)).toBeLessThan(1024);
  expect(long.startsWith(marksOf(key))).toBe(true);
  expect(cancelMarkKey({ bucket: 'b', key, etag: 'f' })).not.toBe(long);
  expect(cancelMarkKey({ bucket: 'b', key: `${key}x`, etag: 'e' })).not.toBe(long);
});

const MOMENTS = someOf(
  [
    ['before a call', false],
    ['between a call and its answer', true],
  ] as const,
  1,
);

describe.each(MOMENTS)('a function that is killed %s of cancelled work', (_, answered) => {
  test.each([
    ['a chunk', (key: string) => pipeline.cut(key, LINES, [17, 34]), 1, Pipeline.SILENT],
    ['the assembly', (key: string) => pipeline.cut(key, LINES, [17, 34]), 2, Pipeline.SILENT],
    ['a small file', (key: string) => uploaded(key, LINES), 0, Pipeline.UPLOADS],
  ] as const)('leaves nothing, and one report: %s', async (name, deliver, done, bucket) => {
    for (let last = 1; ; last++) {
      const key = `killed/${name}-${last}-${answered}.txt`;
      const records = await deliver(key);
      await pipeline.run(records.slice(0, done));
      await mark(key, bucket);
      pipeline.cloud = dying(cloud, last, answered);
      const first: FinishedTask[] = await pipeline.run(records.slice(done), { waited: 5000 });
      pipeline.cloud = cloud;
      const killed = first.some(({ error }) => error?.message === 'killed');
      const again = await pipeline.run(records.slice(done), { isRedelivery: true });
      expect(again.filter(({ error }) => error)).toEqual([]);
      expect(await pipeline.report(key)).toMatchObject({ status: 'cancelled' });
      expect(await pipeline.object(key)).toBeUndefined();
      expect(await leftovers()).toEqual([]);
      if (!killed) break;
    }
  });
});

test('an assembly that was killed before it was cancelled leaves no multipart upload', async () => {
  const chunks = await pipeline.cut('assembled.txt', LINES, [17, 34]);
  await pipeline.run(chunks.slice(0, 2));
  await pipeline.kill(chunks.slice(2), (name) => name === 'completeMultipart');
  expect(await pipeline.leftovers()).toContain('multipart upload of assembled.txt');
  await mark('assembled.txt', Pipeline.SILENT);
  expect(outcomes(await pipeline.run(chunks.slice(2), { isRedelivery: true }))).toEqual(['cancelled']);
  expect(await leftovers()).toEqual([]);
});

test('a planner that is killed while its upload is cancelled leaves nothing, and one report', async () => {
  for (let last = 1; ; last++) {
    const key = `killed/plan-${last}.txt`;
    const records = await uploaded(key, LINES.repeat(200));
    // it has no time, which makes it a job
    pipeline.cloud = dying(cloud, last, true);
    const first = await pipeline.run(records, { available: 0 });
    pipeline.cloud = cloud;
    await mark(key, Pipeline.UPLOADS);
    const again = await pipeline.run(records, { isRedelivery: true });
    const rest = await pipeline.drain({ isRedelivery: true });
    expect([...again, ...rest].filter(({ error }) => error)).toEqual([]);
    expect(await pipeline.report(key)).toMatchObject({ status: 'cancelled' });
    expect(await pipeline.object(key)).toBeUndefined();
    expect(await leftovers()).toEqual([]);
    if (!first.some(({ error }) => error?.message === 'killed')) break;
  }
});
