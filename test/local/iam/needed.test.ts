import { expect, test } from 'vitest';
import { neededByS3, neededBySqs } from '../../../local/iam/needed.ts';
import { readCall } from '../../../local/s3/call.ts';

interface Request {
  readonly method: string;
  readonly key?: string;
  readonly query?: Record<string, string>;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

const NEEDED: [string, Request, string[]][] = [
  ['GetObject', { method: 'GET', key: 'a b' }, ['s3:GetObject puzzles/a b']],
  ['HeadObject', { method: 'HEAD', key: 'a' }, ['s3:GetObject puzzles/a']],
  ['PutObject', { method: 'PUT', key: 'a' }, ['s3:PutObject puzzles/a']],
  [
    'PutObject over a certain object',
    { method: 'PUT', key: 'a', headers: { 'if-match': '"1"' } },
    ['s3:PutObject puzzles/a', 's3:GetObject puzzles/a'],
  ],
  [
    'PutObject where none is',
    { method: 'PUT', key: 'a', headers: { 'if-none-match': '*' } },
    ['s3:PutObject puzzles/a'],
  ],
  [
    'UploadPartCopy',
    {
      method: 'PUT',
      key: 'a',
      query: { uploadId: '1', partNumber: '1' },
      headers: { 'x-amz-copy-source': '/work/b%20c' },
    },
    ['s3:PutObject puzzles/a', 's3:GetObject work/b c'],
  ],
  ['ListObjectsV2', { method: 'GET', query: { 'list-type': '2', prefix: 'x/' } }, ['s3:ListBucket puzzles']],
  [
    'ListMultipartUploads',
    { method: 'GET', query: { uploads: '' } },
    ['s3:ListBucketMultipartUploads puzzles'],
  ],
  [
    'DeleteObjects',
    {
      method: 'POST',
      query: { delete: '' },
      body: '<Delete><Object><Key>a</Key></Object><Object><Key>b</Key></Object></Delete>',
    },
    ['s3:DeleteObject puzzles/a', 's3:DeleteObject puzzles/b'],
  ],
  [
    'AbortMultipartUpload',
    { method: 'DELETE', key: 'a', query: { uploadId: '1' } },
    ['s3:AbortMultipartUpload puzzles/a'],
  ],
];

test.each(NEEDED)('%s', (_, { method, key, query = {}, headers = {}, body = '' }, needed) => {
  const params = { bucket: 'puzzles', '*': key };
  const call = readCall({ method, params, query, headers, body: Buffer.from(body) })!;
  const names = neededByS3(call).map(
    ({ action, resource }) => `${action} ${resource.replace('arn:aws:s3:::', '')}`,
  );
  expect(names).toEqual(needed);
});

test('a batch to SQS needs what its messages do', () => {
  expect(neededBySqs('SendMessageBatch', 'arn:q')).toEqual([
    { action: 'sqs:SendMessage', resource: 'arn:q' },
  ]);
  expect(neededBySqs('ReceiveMessage', 'arn:q')).toEqual([
    { action: 'sqs:ReceiveMessage', resource: 'arn:q' },
  ]);
});

test('an operation whose permissions nobody wrote down is refused', () => {
  expect(() => neededBySqs('PurgeQueue', 'arn:q')).toThrow('expected an operation of SQS, got PurgeQueue');
});
