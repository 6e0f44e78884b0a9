import { describe, expect, test } from 'vitest';
import type { ByteRange, Cloud, ObjectRef } from '../../lambda/aws/cloud.ts';
import { Pipeline } from './fixture.ts';
import { cloud, PUZZLE, pipeline, sharePipeline } from './shared-pipeline.ts';
import { ALL_KINDS, solved } from './solved-by-library.ts';

sharePipeline();

const MANY = `${PUZZLE}\n`.repeat(1000);
const LARGE = `${PUZZLE}\n`.repeat(210_000);
const LATE = { isRedelivery: true, deliveriesLeft: 0 };

interface Lie {
  readonly when: (ref: ObjectRef, range?: ByteRange) => boolean;
  /** Number of bytes that are missing from the body; if negative, of excess bytes. */
  readonly missing: number;
  /** Whether the headers of the answer state the wrong length, too. */
  readonly says: boolean;
}

/** A cloud that sends some bodies with a wrong length although no connection breaks. */
function lying({ when, missing, says }: Lie): Cloud {
  return {
    ...cloud,
    readObject: async (ref, range, signal) => {
      const open = await cloud.readObject(ref, range, signal);
      if (!when(ref, range)) return open;
      async function* body() {
        const pieces: Uint8Array[] = [];
        for await (const piece of open.body) pieces.push(piece);
        const all = Buffer.concat([...pieces, Buffer.alloc(Math.max(0, -missing), '\n')]);
        yield all.subarray(0, missing > 0 ? all.length - missing : undefined);
      }
      return { ...open, bytes: says ? open.bytes - missing : open.bytes, body: body() };
    },
  };
}

describe('an upload of another length than its event says', () => {
  test.each([
    ['shorter, as the answer says', { missing: 820, says: true }, /82000 bytes, got one of 81180$/],
    ['shorter, in spite of the answer', { missing: 820, says: false }, /82000 bytes .*, got 81180$/],
    ['longer, as the answer says', { missing: -82, says: true }, /82000 bytes, got one of 82082$/],
    ['longer, in spite of the answer', { missing: -82, says: false }, /82000 bytes .*, got more$/],
  ])('%s, is never solved: it is retried, and finally reported as failed', async (name, lie, reason) => {
    const key = `${name}.txt`;
    await pipeline.upload(key, MANY);
    const records = await pipeline.receive();
    pipeline.cloud = lying({ ...lie, when: (ref) => ref.key === key });
    const [task] = await pipeline.run(records);
    expect(task?.error).toMatchObject({ name: 'WrongLength', message: expect.stringMatching(reason) });
    expect(await pipeline.result(key)).toBeUndefined();
    expect(await pipeline.report(key)).toBeUndefined();
    await pipeline.run(records, LATE);
    expect(await pipeline.report(key)).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(reason),
    });
    pipeline.cloud = cloud;
    await pipeline.run(records, LATE);
    expect(await pipeline.report(key)).toMatchObject({ status: 'done', puzzles: 1000 });
  });

  test('is not planned', async () => {
    await pipeline.upload('planned.txt', LARGE);
    const records = await pipeline.receive();
    pipeline.cloud = lying({ missing: 820, says: true, when: ({ key }) => key === 'planned.txt' });
    expect((await pipeline.run(records))[0]?.error).toMatchObject({ name: 'WrongLength' });
    expect(await pipeline.leftovers()).toEqual([]);
  });

  test('has no result if it cannot be cut', async () => {
    const key = 'stream.txt';
    await pipeline.upload(key, '1...\n....\n..3.\n....\n\n'.repeat(100));
    const records = await pipeline.receive();
    pipeline.cloud = lying({ missing: 21, says: false, when: (ref) => ref.key === key });
    expect((await pipeline.run(records))[0]?.error).toMatchObject({ name: 'WrongLength' });
    expect(await pipeline.result(key)).toBeUndefined();
    pipeline.cloud = cloud;
    await pipeline.run(records);
    expect(await pipeline.report(key)).toMatchObject({ status: 'done', puzzles: 100 });
  });
});

test('a chunk whose range is too short is no part of the result', async () => {
  const chunks = await pipeline.cut('range.txt', MANY, [41_000]);
  // the first chunk, whose last line would be incomplete
  const when = ({ key }: ObjectRef, range?: ByteRange) => key === 'range.txt' && range?.from === 0;
  pipeline.cloud = lying({ missing: 20_000, says: false, when });
  const [task] = await pipeline.run(chunks.slice(0, 1));
  expect(task?.error).toMatchObject({ name: 'WrongLength' });
  pipeline.cloud = cloud;
  await pipeline.run(chunks);
  expect(await pipeline.report('range.txt')).toMatchObject({ status: 'done', puzzles: 1000 });
});

test.each([
  ['result', 'bytes 0'],
  ['details', 'other bytes'],
])('a chunk whose %s is too short is not joined', async (name, which) => {
  const key = `joined-${name}.txt`;
  const chunks = await pipeline.cut(key, ALL_KINDS, [20]);
  await pipeline.run(chunks.slice(1));
  const when = ({ bucket, key: object }: ObjectRef, range?: ByteRange) =>
    bucket === Pipeline.WORK && object.includes('/ranges/') && (range?.from === 0) === (which === 'bytes 0');
  pipeline.cloud = lying({ missing: 2, says: false, when });
  const [task] = await pipeline.run(chunks.slice(0, 1));
  expect(task?.error).toMatchObject({ name: 'WrongLength' });
  expect(await pipeline.report(key)).toBeUndefined();
  pipeline.cloud = cloud;
  await pipeline.run(chunks.slice(0, 1), { isRedelivery: true });
  expect(await pipeline.result(key)).toBe(solved(ALL_KINDS));
  expect(await pipeline.leftovers()).toEqual([]);
});
