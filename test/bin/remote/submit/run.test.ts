import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { S3Client } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { Exit, FailureError } from '../../../../bin/cli/exit.ts';
import { SubmitProgress } from '../../../../bin/remote/submit/progress.ts';
import { submitAll } from '../../../../bin/remote/submit/run.ts';
import { temporaryDirectory } from '../../command-line.ts';

const answer = (status: number, name = 'Error') =>
  Object.assign(new Error(name), { name, $metadata: { httpStatusCode: status } });

/** Sends three files; what S3 says of the second one is up to the test. */
async function sendThree(error: Error) {
  const directory = temporaryDirectory();
  const sources = ['a.txt', 'b.txt', 'c.txt'].map((key) => {
    const path = join(directory, key);
    writeFileSync(path, 'x\n');
    return { kind: 'file', key, path, bytes: 2 } as const;
  });
  const sent: string[] = [];
  const s3 = {
    async send({ constructor: { name }, input }: { input: { Key: string } } & object) {
      if (name === 'HeadObjectCommand') throw answer(404, 'NotFound');
      if (input.Key === 'b.txt') throw error;
      sent.push(input.Key);
      return { ETag: '"e"' };
    },
  } as unknown as S3Client;
  const errors: string[] = [];
  const places = {
    uploadBucket: 'in',
    outputBucket: 'out',
    outputPrefix: '',
    uploadPrefix: '',
    uploadSuffix: '',
  };
  const how = {
    metadata: {},
    noClobber: false,
    wait: false,
    concurrency: 1,
    directory,
    stdin: process.stdin,
  };
  const exit = submitAll(sources, { s3, ...places, ...how }, new SubmitProgress(3, 6), {
    onPlan() {},
    onProgress() {},
    onDone() {},
    onError: (key, message) => errors.push(`${key}: ${message}`),
  });
  return { exit, sent, errors };
}

test('a file that cannot be sent does not stop the others', async () => {
  const { exit, sent, errors } = await sendThree(new FailureError('b.txt: has become shorter'));
  expect(await exit).toBe(Exit.failure);
  expect(sent).toEqual(['a.txt', 'c.txt']);
  expect(errors).toEqual(['b.txt: b.txt: has become shorter']);
});

test.each([
  ['rights', answer(403, 'AccessDenied')],
  ['a HEAD without a reason', answer(400, 'Unknown')],
  ['credentials', answer(400, 'ExpiredToken')],
  ['the region', answer(400, 'AuthorizationHeaderMalformed')],
  ['the bucket', answer(404, 'NoSuchBucket')],
  ['a defect', new TypeError('x is not a function')],
])('what concerns every file ends all: %s', async (_, error) => {
  const { exit, sent, errors } = await sendThree(error);
  await expect(exit).rejects.toBe(error);
  expect(sent).toEqual(['a.txt']);
  expect(errors).toEqual([]);
});
