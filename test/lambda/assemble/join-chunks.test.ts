import { expect, test } from 'vitest';
import { COPIES_AT_ONCE, joinChunks } from '../../../lambda/assemble/join-chunks.ts';
import type { Cloud } from '../../../lambda/aws/cloud.ts';
import type { ChunkResult } from '../../../lambda/chunks/chunk-result.ts';
import type { Invocation } from '../../../lambda/invocation.ts';
import { originOf, type Upload } from '../../../lambda/upload.ts';

const PART = 6 * 1024 * 1024;
const CHUNKS = 100;
const upload: Upload = { bucket: 'in', key: 'k', etag: 'e', bytes: 1, sequencer: '01' };

/** Most copies that were on their way at once. */
async function mostCopies(isSlowedDown: (copies: number) => boolean): Promise<number> {
  let [begun, atOnce, most] = [0, 0, 0];
  const multipart = { bucket: 'out', key: 'k', uploadId: 'id' };
  const result = { etag: 'r', bytes: CHUNKS * PART, metadata: originOf(upload), modified: 0 };
  const cloud = {
    isSlowedDown: () => isSlowedDown(begun),
    createMultipart: async () => multipart,
    async copyPart(_, number) {
      begun++;
      most = Math.max(most, ++atOnce);
      await new Promise(setImmediate);
      atOnce--;
      return { number, etag: 'p' };
    },
    completeMultipart: async () => 'r',
    listMultiparts: async () => [],
    headObject: async ({ key }) => (key === 'k' ? result : undefined),
  } as Partial<Cloud> as Cloud;
  const settings = { workBucket: 'work', outputBucket: 'out', outputPrefix: '' };
  const end = performance.now() + 60_000;
  const invocation = { cloud, settings, deadline: end, end } as unknown as Invocation;
  const chain = Array.from(
    { length: CHUNKS },
    (_, index) => ({ key: `${index}`, bytes: PART, detailBytes: 0 }) as ChunkResult,
  );
  await joinChunks(invocation, { bucket: 'out', key: 'k' }, upload, chain, undefined);
  expect(begun).toBe(CHUNKS);
  return most;
}

test('copies go out many at once; while S3 asks to slow down, eight', async () => {
  expect(await mostCopies(() => false)).toBe(COPIES_AT_ONCE);
  expect(await mostCopies(() => true)).toBe(8);
});

test('that S3 asks to slow down is heeded in the middle of it', async () => {
  expect(await mostCopies((copies) => copies >= 20)).toBe(20);
});
