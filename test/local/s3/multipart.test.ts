import { randomBytes } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  type CreateMultipartUploadCommandInput,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  PutObjectCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { refusal, useS3 } from './fixture.ts';

const fixture = useS3();
const MIB = 2 ** 20;

/** One multipart upload in the fixture's bucket. */
async function upload(Key: string, facts: Partial<CreateMultipartUploadCommandInput> = {}) {
  const { s3, bucket: Bucket } = fixture;
  const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key, ...facts }));
  const common = { Bucket, Key, UploadId };
  return {
    part: async (PartNumber: number, Body: Uint8Array): Promise<CompletedPart> => {
      const { ETag } = await s3.send(new UploadPartCommand({ ...common, PartNumber, Body }));
      return { PartNumber, ETag };
    },
    copy: async (
      PartNumber: number,
      source: string,
      range?: string,
      etag?: string,
    ): Promise<CompletedPart> => {
      const { CopyPartResult } = await s3.send(
        new UploadPartCopyCommand({
          ...common,
          PartNumber,
          CopySource: `${Bucket}/${source}`,
          CopySourceRange: range,
          CopySourceIfMatch: etag,
        }),
      );
      return { PartNumber, ETag: CopyPartResult?.ETag };
    },
    complete: (Parts: CompletedPart[]) =>
      s3.send(new CompleteMultipartUploadCommand({ ...common, MultipartUpload: { Parts } })),
    parts: async () => (await s3.send(new ListPartsCommand(common))).Parts ?? [],
    abort: () => s3.send(new AbortMultipartUploadCommand(common)),
  };
}

const get = async (Key: string) => {
  const { Body } = await fixture.s3.send(new GetObjectCommand({ Bucket: fixture.bucket, Key }));
  return Buffer.from((await Body?.transformToByteArray()) ?? []);
};
const open = async () => {
  const { Uploads = [] } = await fixture.s3.send(new ListMultipartUploadsCommand({ Bucket: fixture.bucket }));
  return Uploads.map(({ Key }) => Key);
};

test('parts uploaded in any order make an object, with the last upload of each number', async () => {
  const bytes = randomBytes(11 * MIB);
  const { part, parts, complete } = await upload('parts');
  const last = await part(3, bytes.subarray(10 * MIB));
  await part(1, randomBytes(5 * MIB));
  const first = await part(1, bytes.subarray(0, 5 * MIB));
  const middle = await part(2, bytes.subarray(5 * MIB, 10 * MIB));
  expect((await parts()).map(({ PartNumber, Size }) => [PartNumber, Size])).toEqual([
    [1, 5 * MIB],
    [2, 5 * MIB],
    [3, MIB],
  ]);
  const { ETag } = await complete([first, middle, last]);
  expect(ETag).toMatch(/^"[0-9a-f]{32}-3"$/);
  expect((await get('parts')).equals(bytes)).toBe(true);
  const head = await fixture.s3.send(new HeadObjectCommand({ Bucket: fixture.bucket, Key: 'parts' }));
  expect([head.ETag, head.ContentLength]).toEqual([ETag, bytes.length]);
});

test('an object of several parts is read as one that was put, before and after a range of it is read', async () => {
  const { s3, bucket: Bucket } = fixture;
  const bytes = randomBytes(6 * MIB);
  const facts = {
    ContentType: 'text/csv',
    ContentEncoding: 'zstd',
    ContentLanguage: 'en',
    ContentDisposition: 'attachment',
    CacheControl: 'no-cache',
    Metadata: { source: 'test' },
  };
  const { part, complete } = await upload('in-parts', facts);
  const { ETag } = await complete([
    await part(1, bytes.subarray(0, 5 * MIB)),
    await part(2, bytes.subarray(5 * MIB)),
  ]);
  const read = async (Range?: string) => {
    const { Body, ...answer } = await s3.send(new GetObjectCommand({ Bucket, Key: 'in-parts', Range }));
    return { ...answer, bytes: Buffer.from((await Body?.transformToByteArray()) ?? []) };
  };
  const expected = { ...facts, ETag, ContentLength: bytes.length };
  const wholes = [await read()];
  const acrossParts = await read(`bytes=${5 * MIB - 2}-${5 * MIB + 1}`);
  expect(acrossParts.bytes).toEqual(bytes.subarray(5 * MIB - 2, 5 * MIB + 2));
  wholes.push(await read());
  for (const whole of wholes) {
    expect(whole).toMatchObject(expected);
    expect(whole.LastModified).toBeInstanceOf(Date);
    expect(whole.bytes.equals(bytes)).toBe(true);
  }
  const missing = new GetObjectCommand({ Bucket, Key: 'in-parts', IfMatch: '"other"' });
  expect(await refusal(s3.send(missing))).toMatchObject({ status: 412 });
});

test('copies parts from other objects or ranges of them', async () => {
  const bytes = randomBytes(12 * MIB);
  await fixture.s3.send(new PutObjectCommand({ Bucket: fixture.bucket, Key: 'source', Body: bytes }));
  const { copy, complete } = await upload('copied');
  const first = await copy(1, 'source', `bytes=${6 * MIB}-${12 * MIB - 1}`);
  const second = await copy(2, 'source');
  await complete([first, second]);
  expect((await get('copied')).equals(Buffer.concat([bytes.subarray(6 * MIB), bytes]))).toBe(true);

  const other = await upload('refused');
  const beyond = other.copy(1, 'source', `bytes=0-${12 * MIB}`);
  expect(await refusal(beyond)).toEqual({ status: 400, code: 'InvalidArgument' });
  const changed = other.copy(1, 'source', undefined, '"00000000000000000000000000000000"');
  expect(await refusal(changed)).toEqual({ status: 412, code: 'PreconditionFailed' });
  expect(await refusal(other.copy(1, 'nothing'))).toEqual({ status: 404, code: 'NoSuchKey' });
  await other.abort();
});

test('refuses to complete uploads with invalid parts', async () => {
  const { part, complete, abort } = await upload('refused');
  const small = await part(1, randomBytes(100));
  const last = await part(2, randomBytes(100));
  expect(await refusal(complete([]))).toEqual({ status: 400, code: 'MalformedXML' });
  expect(await refusal(complete([small, last]))).toEqual({ status: 400, code: 'EntityTooSmall' });
  expect(await refusal(complete([last, small]))).toEqual({ status: 400, code: 'InvalidPartOrder' });
  expect(await refusal(complete([{ ...small, ETag: last.ETag }]))).toEqual({
    status: 400,
    code: 'InvalidPart',
  });
  expect(await refusal(complete([{ ...small, PartNumber: 9 }]))).toEqual({
    status: 400,
    code: 'InvalidPart',
  });
  expect(await refusal(part(0, randomBytes(1)))).toEqual({ status: 400, code: 'InvalidArgument' });
  expect(await refusal(part(10_001, randomBytes(1)))).toEqual({ status: 400, code: 'InvalidArgument' });
  await complete([small]);
  expect((await refusal(abort())).code).toBe('NoSuchUpload');
});

test('lists open uploads until they are completed or aborted', async () => {
  const one = await upload('open/1');
  const two = await upload('open/2');
  expect(await open()).toEqual(['open/1', 'open/2']);
  await one.abort();
  await two.complete([await two.part(1, randomBytes(10))]);
  expect(await open()).toEqual([]);
  expect(await refusal(one.part(1, randomBytes(1)))).toEqual({ status: 404, code: 'NoSuchUpload' });
  expect(await refusal(one.parts())).toEqual({ status: 404, code: 'NoSuchUpload' });
});
