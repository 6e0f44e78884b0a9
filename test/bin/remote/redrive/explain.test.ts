import type { S3Client } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { deadLetterReason } from '../../../../bin/remote/redrive/explain.ts';
import type { DeployedPipeline } from '../../../../bin/remote/stack.ts';

const upload = { bucket: 'in', key: 'k.txt', etag: 'e', bytes: 2, sequencer: '01' };

/** The reason of a letter if S3 answers every request with this error. */
function reason(status: number, name: string): Promise<string | undefined> {
  const error = Object.assign(new Error(`S3 says ${name}`), { name, $metadata: { httpStatusCode: status } });
  const s3 = { send: () => Promise.reject(error) };
  const pipeline = { outputBucket: 'out', outputPrefix: '' } as DeployedPipeline;
  return deadLetterReason(s3 as unknown as S3Client, pipeline, { uploads: [upload] });
}

test('reports a refusal that concerns one letter as its reason', async () => {
  expect(await reason(400, 'InvalidRequest')).toBe('S3 says InvalidRequest');
});

test.each([
  [403, 'AccessDenied'],
  [400, 'ExpiredToken'],
  [301, 'PermanentRedirect'],
])('ends the command for a refusal that concerns all letters: %i %s', async (status, name) => {
  await expect(reason(status, name)).rejects.toMatchObject({ name });
});
