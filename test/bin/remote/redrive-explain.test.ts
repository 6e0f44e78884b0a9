import { expect, test } from 'vitest';
import type { Clients } from '../../../bin/remote/clients.ts';
import { reasonOf } from '../../../bin/remote/redrive/explain.ts';
import type { DeployedPipeline } from '../../../bin/remote/stack.ts';

const upload = { bucket: 'in', key: 'k'.repeat(1024), etag: 'e', bytes: 2, sequencer: '01' };

/** Why a letter is one, where S3 answers every request so. */
function reason(status: number, name: string): Promise<string | undefined> {
  const error = Object.assign(new Error(`S3 says ${name}`), { name, $metadata: { httpStatusCode: status } });
  const s3 = { send: () => Promise.reject(error) };
  const pipeline = { outputBucket: 'out', outputPrefix: '' } as DeployedPipeline;
  return reasonOf({ s3 } as unknown as Clients, pipeline, { uploads: [upload] });
}

test('what S3 refuses for one letter is its reason, and does not stop the list', async () => {
  expect(await reason(400, 'KeyTooLongError')).toBe('S3 says KeyTooLongError');
});

test.each([
  [403, 'AccessDenied'],
  [400, 'ExpiredToken'],
  [301, 'PermanentRedirect'],
])('what it refuses for all of them ends the command: %i %s', async (status, name) => {
  await expect(reason(status, name)).rejects.toMatchObject({ name });
});
