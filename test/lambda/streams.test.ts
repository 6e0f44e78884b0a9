import { randomBytes } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { SQSRecord } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { openFile, planFile } from '../../core/files/index.ts';
import { largeEngine } from '../../core/solver/large/engine.ts';
import type { Cloud } from '../../lambda/aws/cloud.ts';
import { Pipeline } from './fixture.ts';
import { PUZZLE } from './shared-pipeline.ts';

/** A grid of four lines: files of grids cannot be cut. */
const GRID = '1...\n....\n..3.\n....\n\n';
const MiB = 1024 * 1024;
/** A file of over 16 MiB, mostly comments. */
const LONG = `# ${'remark '.repeat(400)}\n${GRID}`.repeat(6000);

let pipeline: Pipeline;
beforeAll(async () => {
  pipeline = await Pipeline.start();
});
afterAll(() => pipeline.close());

function solved(text: string): string {
  const head = Buffer.from(text);
  const solver = openFile(planFile({ head, complete: true, name: 'f.txt', given: [] }));
  return Buffer.concat([...solver.push(head), ...solver.end()]).toString();
}

test('a short file that cannot be cut is solved in a shared invocation', async () => {
  await pipeline.upload('short.txt', GRID.repeat(3));
  expect(await pipeline.drain()).toMatchObject([{ outcome: { outcome: 'solved' } }]);
  expect(await pipeline.result('short.txt')).toBe(solved(GRID.repeat(3)));
  expect(await pipeline.report('short.txt')).toMatchObject({ puzzles: 3, solved: 3, chunks: 1 });
});

test('a long file that cannot be cut is solved by an invocation of its own, which writes while it reads', async () => {
  expect(LONG.length).toBeGreaterThan(16 * MiB);
  await pipeline.upload('long.txt', LONG);
  pipeline.calls = {};
  const tasks = await pipeline.drain();
  expect(tasks.map(({ outcome }) => outcome?.outcome)).toEqual(['enqueued', 'solved']);
  expect(pipeline.calls).toMatchObject({
    sendMessages: 1,
    createMultipart: 1,
    uploadPart: 4,
    completeMultipart: 1,
  });
  expect((await pipeline.result('long.txt')) === solved(LONG)).toBe(true);
  expect(await pipeline.report('long.txt')).toMatchObject({ puzzles: 6000, solved: 6000 });
  expect(await pipeline.leftovers()).toEqual([]);
});

test('a file that takes too long in a shared invocation gets one of its own', async () => {
  await pipeline.upload('slow.txt', GRID);
  const tasks = await pipeline.run(await pipeline.receive(), { deadline: 0, available: 0 });
  expect(tasks).toMatchObject([{ outcome: { outcome: 'enqueued' } }]);
  expect(await pipeline.drain()).toMatchObject([{ outcome: { outcome: 'solved' } }]);
  expect(await pipeline.result('slow.txt')).toBe(solved(GRID));
});

describe('the first part of a file predicts the time of the rest', () => {
  afterEach(() => void vi.restoreAllMocks());

  /** Replaces the clock by one that a test can put forward. */
  function clock(): { forward: (milliseconds: number) => void } {
    const now = performance.now.bind(performance);
    let ahead = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead);
    const forward = (milliseconds: number) => {
      ahead += milliseconds;
    };
    return { forward };
  }

  async function dedicated(key: string): Promise<SQSRecord[]> {
    await pipeline.upload(key, LONG);
    await pipeline.run(await pipeline.receive());
    return pipeline.receive();
  }

  test('a file that would take longer than an entire invocation is rejected with advice, and not retried', async () => {
    const message = await dedicated('endless.txt');
    const { forward } = clock();
    const solveBatch = largeEngine().solveBatch.bind(largeEngine());
    vi.spyOn(largeEngine(), 'solveBatch').mockImplementationOnce((...batch) => {
      forward(10_000);
      solveBatch(...batch);
    });
    expect(await pipeline.run(message)).toMatchObject([{ outcome: { outcome: 'rejected' } }]);
    expect(await pipeline.report('endless.txt')).toMatchObject({
      status: 'rejected',
      reason: expect.stringMatching(
        /at most 48 s, got one that would take about \d+ s and cannot be cut because its puzzles are not one a line/,
      ),
    });
    expect(await pipeline.result('endless.txt')).toBeUndefined();
    expect(await pipeline.leftovers()).toEqual([]);
  });

  test('the time that its bytes take to arrive does not count', async () => {
    const message = await dedicated('far.txt');
    const { forward } = clock();
    const { cloud } = pipeline;
    let pieces = 0;
    pipeline.cloud = {
      ...cloud,
      readObject: async (...args) => {
        const open = await cloud.readObject(...args);
        async function* body() {
          for await (const piece of open.body) {
            if (++pieces === 20) forward(10_000);
            yield piece;
          }
        }
        return { ...open, body: body() };
      },
    };
    const tasks = await pipeline.run(message);
    pipeline.cloud = cloud;
    expect(pieces).toBeGreaterThan(20);
    expect(tasks).toMatchObject([{ outcome: { outcome: 'solved' } }]);
  });
});

test('multipart uploads of a killed delivery are aborted on the next one', async () => {
  await pipeline.upload('killed.txt', LONG);
  await pipeline.run(await pipeline.receive());
  const [dedicated] = await pipeline.receive();
  const { cloud } = pipeline;
  const killed = () => Promise.reject(new Error('killed'));
  pipeline.cloud = { ...cloud, completeMultipart: killed, abortMultipart: killed };
  await pipeline.run([dedicated!]);
  pipeline.cloud = cloud;
  expect(await pipeline.leftovers()).toEqual(['multipart upload of killed.txt']);
  expect(await pipeline.run([dedicated!], { isRedelivery: true })).toMatchObject([
    { outcome: { outcome: 'solved' } },
  ]);
  expect(await pipeline.leftovers()).toEqual([]);
});

test('a multipart upload whose creation was retried after a broken connection is aborted in the end', async () => {
  await pipeline.upload('twice.txt', LONG);
  await pipeline.run(await pipeline.receive());
  const [dedicated] = await pipeline.receive();
  const { cloud } = pipeline;
  const createMultipart: Cloud['createMultipart'] = async (target) => {
    await cloud.createMultipart(target);
    return cloud.createMultipart(target);
  };
  pipeline.cloud = { ...cloud, createMultipart };
  expect(await pipeline.run([dedicated!])).toMatchObject([{ outcome: { outcome: 'solved' } }]);
  pipeline.cloud = cloud;
  expect(await pipeline.leftovers()).toEqual([]);
});

describe.each(['gzip', 'GZIP', 'br', undefined])(
  'an upload with the content encoding %s',
  (contentEncoding) => {
    const cases = ['same', 'csv', 'parquet'].flatMap((output) =>
      ['txt', 'txt.gz'].flatMap((ending) => [false, true].map((isPacked) => ({ output, ending, isPacked }))),
    );
    test.each(cases)(
      'has a result that is labelled as what it is ($output, .$ending, compressed: $isPacked)',
      async (given) => {
        const { output, ending, isPacked } = given;
        const key = `${contentEncoding}-${output}-${isPacked}.${ending}`;
        const text = `${PUZZLE}\n`.repeat(3);
        const facts = { contentType: 'text/plain', contentEncoding, metadata: { 'sudoku-output': output } };
        await pipeline.upload(key, isPacked ? gzipSync(text) : text, facts);
        await pipeline.drain();
        const result = (await pipeline.object(key))!;
        const isCompressed = isPacked && output !== 'parquet';
        const isLabelled = isCompressed && contentEncoding?.toLowerCase() === 'gzip';
        expect(result.contentEncoding).toBe(isLabelled ? 'gzip' : undefined);
        const bytes = isCompressed ? gunzipSync(result.bytes) : result.bytes;
        if (output === 'same') expect(bytes.toString()).toBe(solved(text));
        else if (output === 'csv') expect(bytes.toString()).toMatch(/^puzzle,[^\n]*\n4\.\.\.\.\.8/);
        else expect(bytes.subarray(0, 4).toString()).toBe('PAR1');
        const types = { same: 'text/plain', csv: 'text/csv', parquet: 'application/vnd.apache.parquet' };
        const isHidden = output === 'csv' && isCompressed && !isLabelled;
        expect(result.contentType).toBe(isHidden ? 'application/gzip' : types[output as keyof typeof types]);
      },
    );
  },
);

test('binary noise is rejected without reading on', async () => {
  await pipeline.upload('noise.bin', randomBytes(17 * MiB));
  expect(await pipeline.drain()).toMatchObject([{ outcome: { outcome: 'rejected' } }]);
});
