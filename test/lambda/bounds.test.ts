// What the owner allows a file: its bytes, those of its result, and the seconds of its solving. One more is refused, with a report.
import { gzipSync } from 'node:zlib';
import type { SQSRecord } from 'aws-lambda';
import { afterEach, describe, expect, test } from 'vitest';
import { chunkKey, parseChunkKey } from '../../lambda/chunks/chunk-result.ts';
import { writeMessage } from '../../lambda/invocation/message.ts';
import { noRequests, type Spent } from '../../lambda/invocation/meter.ts';
import { jobId, type Upload } from '../../lambda/invocation/upload.ts';
import { Pipeline } from './fixture.ts';
import { LINES, outcomes } from './shared-pipeline.ts';

let pipeline: Pipeline;
afterEach(() => pipeline.close());

const bounded = async (environment: Record<string, string>) => {
  pipeline = await Pipeline.start(environment);
};
const uploadOf = ({ body }: { body: string }) => (JSON.parse(body) as { upload: Upload }).upload;

test('an upload may have maxBytes and no byte more', async () => {
  await bounded({ MAX_BYTES: String(LINES.length) });
  await pipeline.upload('same.txt', LINES);
  await pipeline.upload('more.txt', `${LINES}\n`);
  expect(new Set(outcomes(await pipeline.drain()))).toEqual(new Set(['rejected', 'solved']));
  expect(await pipeline.report('more.txt')).toMatchObject({
    status: 'rejected',
    reason: `expected a file of at most ${LINES.length} bytes, the maximum of this pipeline (maxBytes), got one of ${LINES.length + 1}: upload it in pieces`,
  });
  expect(await pipeline.result('more.txt')).toBeUndefined();
});

test('a tenant has its own bounds', async () => {
  await bounded({
    TENANT: 'first-folder',
    MAX_BYTES: '10',
    TENANT_BOUNDS: JSON.stringify({ acme: { maxBytes: LINES.length } }),
  });
  await pipeline.upload('acme/a.txt', LINES);
  await pipeline.upload('other/a.txt', LINES);
  await pipeline.drain();
  expect(await pipeline.report('acme/a.txt')).toMatchObject({ status: 'done' });
  expect(await pipeline.report('other/a.txt')).toMatchObject({ status: 'rejected' });
});

describe('a result may have maxResultBytes and no byte more', () => {
  const kinds: Record<string, (key: string) => Promise<unknown>> = {
    'of a small file': (key) => pipeline.upload(key, LINES),
    'of a file in chunks': async (key) => {
      for (const chunk of await pipeline.cut(key, LINES, [20, 40])) await pipeline.run([chunk]);
    },
    'of a file that cannot be cut': (key) => pipeline.upload(key, gzipSync(LINES)),
  };
  test.each(Object.entries(kinds))('%s', async (_, send) => {
    await bounded({});
    await send('free.txt');
    await pipeline.drain();
    const bytes = (await pipeline.object('free.txt'))!.bytes.length;
    for (const [most, status] of [
      [bytes, 'done'],
      [bytes - 1, 'rejected'],
    ] as const) {
      await pipeline.close();
      await bounded({ MAX_RESULT_BYTES: String(most) });
      await send('a.txt');
      await pipeline.drain();
      expect(await pipeline.report('a.txt')).toMatchObject({ status });
      expect(await pipeline.leftovers()).toEqual([]);
      expect((await pipeline.object('a.txt'))?.bytes.length).toBe(status === 'done' ? bytes : undefined);
    }
    expect(await pipeline.report('a.txt')).toMatchObject({
      reason: `expected a result of at most ${bytes - 1} bytes, the maximum of this pipeline (maxResultBytes); got a longer one: give the file a lower limit, or upload it in pieces`,
    });
  });

  test('a file in chunks may not outgrow its upload either', async () => {
    await bounded({ MAX_GROWTH: '1' });
    const chunks = await pipeline.cut('grown.txt', LINES, [20, 40]);
    // the first chunk seems to have left more than the 16 MiB that are always allowed
    await leaveResult(chunks[0]!, { bytes: 16 * 1024 * 1024 + 1 });
    expect(outcomes(await pipeline.run([chunks[1]!]))).toEqual(['rejected']);
    expect(await pipeline.report('grown.txt')).toMatchObject({
      reason: expect.stringContaining('(maxGrowth)'),
    });
  });
});

describe('a file may be solved for maxSeconds', () => {
  test.each([
    ['part', 59_999],
    ['rejected', 60_000],
  ])('in chunks: the others are %s after %i ms', async (outcome, milliseconds) => {
    await bounded({ MAX_SECONDS: '60' });
    const chunks = await pipeline.cut('chunks.txt', LINES, [20, 40]);
    await leaveResult(chunks[0]!, { milliseconds });
    // a look at the job, which solves nothing
    const body = writeMessage({ kind: 'assemble', upload: uploadOf(chunks[0]!) });
    expect(outcomes(await pipeline.run([{ ...chunks[1]!, body }]))).toEqual([outcome]);
    if (outcome === 'part') return;
    expect(await pipeline.report('chunks.txt')).toMatchObject({
      status: 'rejected',
      reason: expect.stringContaining('at most 60 s of all functions together'),
    });
    // no other chunk is solved
    pipeline.calls = {};
    expect(outcomes(await pipeline.run(chunks.slice(1)))).toEqual(['ignored', 'ignored']);
    expect(pipeline.calls.putObject).toBeUndefined();
    expect(await pipeline.leftovers()).toEqual([]);
  });

  test('is not rejected once all chunks are solved, whatever they took', async () => {
    await bounded({ MAX_SECONDS: '60' });
    const [first, second] = await pipeline.cut('complete.txt', LINES, [20]);
    await leaveResult(first!, { milliseconds: 3_600_000 });
    expect(outcomes(await pipeline.run([second!]))).toEqual(['solved']);
    expect(await pipeline.report('complete.txt')).toMatchObject({ status: 'done' });
  });

  test.each([
    ['solved', 59_000],
    ['rejected', 60_000],
  ])('including those of invocations that handed it over: %s after %i ms', async (outcome, milliseconds) => {
    await bounded({ MAX_SECONDS: '60' });
    await pipeline.upload('over.txt.gz', gzipSync(LINES));
    const [event] = await pipeline.receive();
    await pipeline.delete(event!);
    const { s3 } = (JSON.parse(event!.body) as { Records: [{ s3: S3 }] }).Records[0];
    const { key, eTag, size, sequencer } = s3.object;
    const upload = { bucket: s3.bucket.name, key, etag: eTag, bytes: size, sequencer };
    const spent: Spent = { milliseconds, seconds: 70, invocations: 2, requests: noRequests() };
    const body = writeMessage({ kind: 'file', upload, spent });
    const tasks = await pipeline.run([{ ...event!, receiptHandle: '', body }]);
    expect(outcomes(tasks)).toEqual([outcome]);
    const report = await pipeline.report('over.txt.gz');
    if (outcome === 'solved') {
      expect(report).toMatchObject({
        status: 'done',
        cost: { invocations: 3, lambdaSeconds: expect.closeTo(70, 0) },
      });
    } else {
      expect(report).toMatchObject({ status: 'rejected', reason: expect.stringContaining('(maxSeconds)') });
    }
  });
});

test('a file in chunks is rejected once, also if its key has no room for the name of a report', async () => {
  await bounded({ MAX_RESULT_BYTES: '10' });
  const chunks = await pipeline.cut('x'.repeat(1020), LINES, [20, 40]);
  const ends: unknown[] = [];
  for (const chunk of chunks) ends.push(...outcomes(await pipeline.run([chunk])));
  expect(ends).toEqual(['rejected', 'ignored', 'ignored']);
  expect(await pipeline.receive()).toEqual([]);
  expect(await pipeline.leftovers()).toEqual([expect.stringMatching(/^object unreported\/[0-9a-f]{64}$/)]);
});

interface S3 {
  readonly bucket: { readonly name: string };
  readonly object: {
    readonly key: string;
    readonly eTag: string;
    readonly size: number;
    readonly sequencer: string;
  };
}

/** Solves a chunk and makes its result say other numbers. */
async function leaveResult(
  chunk: SQSRecord,
  numbers: { readonly bytes?: number; readonly milliseconds?: number },
): Promise<void> {
  await pipeline.run([chunk]);
  const job = jobId(uploadOf(chunk));
  const [found] = (await pipeline.cloud.listObjects(Pipeline.WORK, `${job}/ranges/`)).map((object) =>
    parseChunkKey(job, object),
  );
  const { bytes } = (await pipeline.object(found!.key, Pipeline.WORK))!;
  await pipeline.remove(found!.key, Pipeline.WORK);
  const key = chunkKey(job, { ...found!, ...numbers });
  await pipeline.cloud.putObject({ bucket: Pipeline.WORK, key }, bytes);
}
