import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { beforeEach, describe, expect, test } from 'vitest';
import { refusal, s3Endpoint, useS3 } from './fixture.ts';

const fixture = useS3();
const OTHER = '"00000000000000000000000000000000"';

let Key: string;
let ETag: string;
let count = 0;

const common = () => ({ Bucket: fixture.bucket, Key });
const put = (more = {}) => fixture.s3.send(new PutObjectCommand({ ...common(), Body: 'new', ...more }));
const text = async () => {
  const { Body } = await fixture.s3.send(new GetObjectCommand(common()));
  return Body?.transformToString();
};

/** An upload of one part, for a conditional completion. */
async function complete(condition: object) {
  const { UploadId } = await fixture.s3.send(new CreateMultipartUploadCommand(common()));
  const part = { ...common(), UploadId, PartNumber: 1 };
  const { ETag } = await fixture.s3.send(new UploadPartCommand({ ...part, Body: 'new' }));
  const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] };
  return fixture.s3.send(
    new CompleteMultipartUploadCommand({ ...common(), UploadId, MultipartUpload, ...condition }),
  );
}

beforeEach(async () => {
  Key = `object-${count++}`;
  ({ ETag = '' } = await put({ Body: 'old' }));
});

describe.each([
  ['PutObject', put],
  ['CompleteMultipartUpload', complete],
])('%s', (_, write) => {
  test('If-None-Match * creates an object', async () => {
    Key = `fresh-${count++}`;
    await write({ IfNoneMatch: '*' });
    expect(await text()).toBe('new');
  });

  test('If-None-Match * does not replace an object', async () => {
    expect(await refusal(write({ IfNoneMatch: '*' }))).toEqual({ status: 412, code: 'PreconditionFailed' });
    expect(await text()).toBe('old');
  });

  test('If-None-Match * creates an object again after a delete', async () => {
    await fixture.s3.send(new DeleteObjectCommand(common()));
    await write({ IfNoneMatch: '*' });
    expect(await text()).toBe('new');
  });

  test('If-Match replaces the object with this ETag', async () => {
    await write({ IfMatch: ETag });
    expect(await text()).toBe('new');
  });

  test('If-Match does not replace an object with another ETag', async () => {
    expect(await refusal(write({ IfMatch: OTHER }))).toEqual({ status: 412, code: 'PreconditionFailed' });
    expect(await text()).toBe('old');
  });

  test('If-Match without an object fails with NoSuchKey', async () => {
    Key = `fresh-${count++}`;
    expect(await refusal(write({ IfMatch: OTHER }))).toEqual({ status: 404, code: 'NoSuchKey' });
  });
});

test('one of many concurrent writers with If-None-Match * succeeds', async () => {
  Key = `fresh-${count++}`;
  const writes = Array.from({ length: 20 }, (_, i) => put({ Body: `writer ${i}`, IfNoneMatch: '*' }));
  const outcomes = await Promise.allSettled(writes);
  const winners = outcomes.flatMap(({ status }, i) => (status === 'fulfilled' ? [`writer ${i}`] : []));
  expect(winners).toEqual([await text()]);
});

describe('reads', () => {
  const get = (condition: object) => fixture.s3.send(new GetObjectCommand({ ...common(), ...condition }));
  const head = (condition: object) => fixture.s3.send(new HeadObjectCommand({ ...common(), ...condition }));
  const past = new Date(Date.now() - 3_600_000);
  const future = new Date(Date.now() + 3_600_000);

  // the response to a HEAD has no body with a code
  test.each([
    ['GET', get, 'PreconditionFailed'],
    ['HEAD', head, 'Unknown'],
  ] as const)('%s looks at its conditions', async (_, read, failed) => {
    await read({ IfMatch: ETag });
    await read({ IfMatch: ETag.replaceAll('"', '') });
    await read({ IfNoneMatch: OTHER });
    await read({ IfUnmodifiedSince: future });
    await read({ IfModifiedSince: past });
    await read({ IfMatch: ETag, IfUnmodifiedSince: past });
    expect(await refusal(read({ IfMatch: OTHER }))).toEqual({ status: 412, code: failed });
    expect(await refusal(read({ IfUnmodifiedSince: past }))).toEqual({ status: 412, code: failed });
    expect((await refusal(read({ IfNoneMatch: ETag }))).status).toBe(304);
  });

  test('a missing key is 404 with any condition', async () => {
    Key = `fresh-${count++}`;
    expect(await refusal(get({ IfMatch: OTHER }))).toEqual({ status: 404, code: 'NoSuchKey' });
    expect((await refusal(head({ IfMatch: OTHER }))).status).toBe(404);
  });
});

test('a copy checks the ETag of its source', async () => {
  const copy = (etag: string) =>
    fixture.s3.send(
      new CopyObjectCommand({
        ...common(),
        Key: `${Key}-copy`,
        CopySource: `${fixture.bucket}/${Key}`,
        CopySourceIfMatch: etag,
      }),
    );
  expect(await refusal(copy(OTHER))).toEqual({ status: 412, code: 'PreconditionFailed' });
  await copy(ETag);
});

test.skipIf(s3Endpoint !== undefined)('a delete checks its condition', async () => {
  const remove = (IfMatch: string) => fixture.s3.send(new DeleteObjectCommand({ ...common(), IfMatch }));
  expect(await refusal(remove(OTHER))).toEqual({ status: 412, code: 'PreconditionFailed' });
  await remove(ETag);
});
