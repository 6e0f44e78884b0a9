import { describe, expect, test } from 'vitest';
import { emptyTally } from '../../../core/files/index.ts';
import type { Cloud } from '../../../lambda/aws/cloud.ts';
import { chunkKey, parseChunkKey, readDetails, writeChunk } from '../../../lambda/chunks/chunk-result.ts';
import type { UploadContext } from '../../../lambda/invocation/context.ts';
import { Meter } from '../../../lambda/invocation/meter.ts';
import { ByteCollector } from '../../../lambda/invocation/solve-in-place.ts';
import { timesOf } from '../../../lambda/invocation/time.ts';
import { jobId } from '../../../lambda/invocation/upload.ts';

const JOB = '0123456789abcdef0123456789abcdef';

const result = (from: number, to: number) => ({
  range: { from, to },
  bytes: 82_000_000,
  detailBytes: 1234,
  milliseconds: 5678,
  memory: 210_000,
  tally: {
    ...emptyTally(),
    puzzles: 1_000_000,
    solved: 999_990,
    invalid: 10,
    guesses: 2 ** 50,
    lines: 1_000_003,
    sizes: { '9x9 x': 999_990, '16x16': 10 },
  },
});

test('a key contains everything but the problems', () => {
  const key = chunkKey(JOB, result(0, 82_000_000));
  expect(parseChunkKey(JOB, { key })).toEqual({ key, ...result(0, 82_000_000) });
});

test('keys sort as the ranges do, are in lower case, and need no escaping', () => {
  const keys = [result(5e12, 6e12), result(999, 5e12), result(0, 999)].map((one) => chunkKey(JOB, one));
  expect(keys.toSorted()).toEqual(keys.toReversed());
  for (const key of keys) expect(key).toMatch(/^[a-z0-9/!._-]+$/);
});

test('the longest key is within S3’s limit', () => {
  const sizes = Object.fromEntries(
    Array.from({ length: 33 }, (_, index) => [`${index + 4}x${index + 4} x`, 1e9]),
  );
  const one = result(0, 1);
  expect(chunkKey(JOB, { ...one, tally: { ...one.tally, sizes } }).length).toBeLessThanOrEqual(1024);
});

test('other objects of the job are no chunk results', () => {
  expect(parseChunkKey(JOB, { key: `${JOB}/manifest.json` })).toBeUndefined();
});

test.each([
  ['a range that runs backwards', '000000000000009-000000000000001/0-0-0-0-0-0-0-0-0-0-0-0-0-0/'],
  ['an offset of another width', '1-9/0-0-0-0-0-0-0-0-0-0-0-0-0-0/'],
  ['a range beyond the largest object', '000000000000000-999999999999999/0-0-0-0-0-0-0-0-0-0-0-0-0-0/'],
  ['no counts', '000000000000000-000000000000009'],
  ['a count too few', '000000000000000-000000000000009/0-0-0-0-0-0-0-0-0-0-0-0-0/'],
  ['a count that is no number', '000000000000000-000000000000009/0-0-0-0-0-0-0-0-0-0-0-0-0-_/'],
  ['a negative count', '000000000000000-000000000000009/0-0-0-0-0-0-0-0-0-0-0-0-0--1/'],
  ['a size without a count', '000000000000000-000000000000009/0-0-0-0-0-0-0-0-0-0-0-0-0-0/9x9'],
  ['a size that cannot be decoded', '000000000000000-000000000000009/0-0-0-0-0-0-0-0-0-0-0-0-0-0/9x9!zz_1'],
  ['something after the sizes', '000000000000000-000000000000009/0-0-0-0-0-0-0-0-0-0-0-0-0-0/9x9_1/x'],
])('a key with %s is no chunk’s', (_, rest) => {
  expect(parseChunkKey(JOB, { key: `${JOB}/ranges/${rest}` })).toBeUndefined();
});

async function* bodyOf(bytes: Uint8Array) {
  yield bytes;
}

describe('the details after a result', () => {
  const upload = { bucket: 'b', key: 'k.txt', etag: 'e', bytes: 100, sequencer: '01' };
  let stored = Buffer.alloc(0);
  let key = '';
  const cloud = {
    async putObject(target: { key: string }, body: Uint8Array) {
      key = target.key;
      stored = Buffer.from(body);
      return 'etag';
    },
    readObject: async (_: unknown, { from, to }: { from: number; to: number }) => ({
      bytes: stored.length,
      body: bodyOf(stored.subarray(from, to)),
    }),
  } as unknown as Cloud;
  const settings = { workBucket: 'w' };
  const delivery = { cloud, settings, ...timesOf(60_000) } as unknown as UploadContext;
  const read = async () => {
    const chain = [parseChunkKey(jobId(upload), { key })!];
    return (await readDetails(delivery, { upload, chain, repeated: [], keys: [] }, delivery.deadline))!;
  };

  test('contain what does not fit into its key', async () => {
    const problems = [{ line: 1, column: 2, status: 'invalid', reason: 'r', record: 'x' } as const];
    const tally = { ...emptyTally(), puzzles: 5, atLimit: 3, ruled: { '4x4': 2 }, problems: [...problems] };
    const output = new ByteCollector(10);
    output.add(Buffer.from('123456789\n'));
    const context = { cloud, settings, meter: new Meter(cloud, 1) };
    const solved = { range: { from: 0, to: 100 }, output, tally, milliseconds: 1 };
    await writeChunk(context as unknown as UploadContext, upload, solved);
    const { tally: sum, spans } = await read();
    expect(sum).toMatchObject({ puzzles: 5, atLimit: 3, ruled: { '4x4': 2 }, problems });
    expect(spans).toHaveLength(1);
  });

  test.each([
    ['null', /^details of \w+-\d+\/ranges\/.*: expected an object, got null$/],
    ['{"problems":null}', /\.problems: expected an array of at most 100, got null$/],
    ['{"problems":[null]}', /\.problems\[0\]: expected an object, got null$/],
    [
      '{"problems":[],"statistics":{"sizes":{"9x9":{}}}}',
      /\.statistics\.sizes\.9x9\.\w+: expected an integer/,
    ],
    ['{"problems":[', /: expected JSON, got "\{/],
  ])('are rejected with the name of their chunk if they are damaged: %s', async (json, reason) => {
    stored = Buffer.from(json);
    const one = { ...result(0, 100), bytes: 0, detailBytes: json.length };
    key = chunkKey(jobId(upload), one);
    await expect(read()).rejects.toThrow(reason);
  });
});
