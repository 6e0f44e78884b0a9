import { describe, expect, test } from 'vitest';
import { COPIES_AT_ONCE, joinChunks } from '../../../lambda/assemble/join-chunks.ts';
import type { Cloud } from '../../../lambda/aws/cloud.ts';
import type { ChunkResult } from '../../../lambda/chunks/chunk-result.ts';
import type { UploadContext } from '../../../lambda/invocation/context.ts';
import { originMetadata, type Upload } from '../../../lambda/invocation/upload.ts';
import { alarmByHand } from '../hanging.ts';

const PART = 6 * 1024 * 1024;
const CHUNKS = 100;
const upload: Upload = { bucket: 'in', key: 'k', etag: 'e', bytes: 1, sequencer: '01' };

const multipart = { bucket: 'out', key: 'k', uploadId: 'id' };
const result = { etag: 'r', bytes: CHUNKS * PART, metadata: originMetadata(upload), modified: 0 };

/** A cloud with the calls that joining makes. */
const joiningCloud = (calls: Partial<Cloud>): Cloud =>
  ({
    isSlowedDown: () => false,
    createMultipart: async () => multipart,
    copyPart: async (_, number) => ({ number, etag: 'p' }),
    completeMultipart: async () => 'r',
    listMultiparts: async () => [],
    headObject: async ({ bucket, key }) =>
      bucket === upload.bucket ? { ...result, etag: upload.etag } : key === 'k' ? result : undefined,
    ...calls,
  }) as Partial<Cloud> as Cloud;

/** Joins the chunks in an invocation that has a minute. @param keys in the job's folder, to which its own are added */
function join(cloud: Cloud, own: Partial<UploadContext> = {}, keys: string[] = []) {
  const settings = { workBucket: 'work', outputBucket: 'out', outputPrefix: '' };
  const end = performance.now() + 60_000;
  const { alarm } = alarmByHand();
  const noting: Cloud = { ...cloud, putObject: async ({ key }) => String(keys.push(key)) };
  const context = { cloud: noting, settings, deadline: end, end, alarm, ...own } as unknown as UploadContext;
  const chain = Array.from(
    { length: CHUNKS },
    (_, index) => ({ key: `${index}`, bytes: PART, detailBytes: 0 }) as ChunkResult,
  );
  return joinChunks(context, { bucket: 'out', key: 'k' }, { upload, chain, keys: [...keys] }, [], end);
}

/** The largest number of copies in flight at the same time. */
async function mostCopies(isSlowedDown: (copies: number) => boolean): Promise<number> {
  let [begun, atOnce, most] = [0, 0, 0];
  const cloud = joiningCloud({
    isSlowedDown: () => isSlowedDown(begun),
    async copyPart(_, number) {
      begun++;
      most = Math.max(most, ++atOnce);
      await new Promise(setImmediate);
      atOnce--;
      return { number, etag: 'p' };
    },
  });
  await join(cloud);
  expect(begun).toBe(CHUNKS);
  return most;
}

test('many copies run at the same time, and eight while S3 throttles', async () => {
  expect(await mostCopies(() => false)).toBe(COPIES_AT_ONCE);
  expect(await mostCopies(() => true)).toBe(8);
});

test('throttling that starts meanwhile reduces the copies', async () => {
  expect(await mostCopies((copies) => copies >= 20)).toBe(20);
});

describe('copies that are running when the time is over', () => {
  /** Copies of which only the first `done` end. The alarm rings when the next one is running. */
  function endless(done: number) {
    const { alarm, ring } = alarmByHand();
    const signals: AbortSignal[] = [];
    const copyPart: Cloud['copyPart'] = async (_, number, _source, _range, signal) => {
      if (number <= done) return { number, etag: 'p' };
      if (signals.push(signal!) === 1) setImmediate(ring);
      return new Promise(() => {});
    };
    return { alarm, copyPart, signals };
  }

  test('are aborted, and left to another invocation with those that were not started', async () => {
    const { alarm, copyPart, signals } = endless(20);
    const keys: string[] = [];
    expect(await join(joiningCloud({ copyPart }), { alarm }, keys)).toBeUndefined();
    expect(keys).toEqual([expect.stringMatching(/\/multipart\/[0-9a-f]{16}\/id$/)]);
    expect(signals).toHaveLength(COPIES_AT_ONCE);
    expect(signals.every(({ aborted }) => aborted)).toBe(true);
  });

  test('fail the message if no part was completed: it is retried, later each time', async () => {
    const first = endless(0);
    const keys: string[] = [];
    expect(
      await join(joiningCloud({ copyPart: first.copyPart }), { alarm: first.alarm }, keys),
    ).toBeUndefined();
    const { alarm, copyPart } = endless(0);
    const aborted: unknown[] = [];
    const abortMultipart: Cloud['abortMultipart'] = async (which) => void aborted.push(which);
    const nothing: Partial<Cloud> = {
      headObject: async ({ bucket }) => (bucket === 'in' ? { ...result, etag: upload.etag } : undefined),
      listParts: async () => [],
    };
    const cloud = joiningCloud({ copyPart, abortMultipart, ...nothing });
    await expect(join(cloud, { alarm }, keys)).rejects.toThrow(
      'slow copies: no part of k was completed in time, 0 of 100 exist',
    );
    // a later delivery continues the multipart upload
    expect(aborted).toEqual([]);
  });
});
