import { randomBytes } from 'node:crypto';
import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { refusal, useS3 } from './fixture.ts';

const fixture = useS3();

const put = (Key: string, Body: string | Uint8Array = new Uint8Array(0), more = {}) =>
  fixture.s3.send(new PutObjectCommand({ Bucket: fixture.bucket, Key, Body, ...more }));
const get = async (Key: string, more = {}) => {
  const { Body } = await fixture.s3.send(new GetObjectCommand({ Bucket: fixture.bucket, Key, ...more }));
  return Buffer.from((await Body?.transformToByteArray()) ?? []);
};
const list = (more = {}) => fixture.s3.send(new ListObjectsV2Command({ Bucket: fixture.bucket, ...more }));

test.each([
  'with spaces and +plus',
  'ünïcode/数独/🧩.txt',
  'percent%20 and %',
  "odd/!'()*~&=$@;:,?#[]/key",
  '.hidden/./twice//slash/',
  'k'.repeat(1024),
])('stores, returns and lists an object with the key %s', async (key) => {
  await put(key, key);
  expect((await get(key)).toString()).toBe(key);
  const { Contents } = await list({ Prefix: key });
  expect(Contents?.map(({ Key, Size }) => [Key, Size])).toEqual([[key, Buffer.byteLength(key)]]);
});

test('refuses a key of more than 1024 bytes', async () => {
  expect(await refusal(put('ü'.repeat(513)))).toEqual({ status: 400, code: 'KeyTooLongError' });
});

test.each([
  'text/plain',
  'application/json',
  'application/x-www-form-urlencoded',
  'application/x-amz-json-1.0',
])('returns the bytes of an object of type %s unchanged', async (ContentType) => {
  const bytes = randomBytes(1000);
  await put('typed', bytes, { ContentType });
  expect(await get('typed')).toEqual(bytes);
  const head = await fixture.s3.send(new HeadObjectCommand({ Bucket: fixture.bucket, Key: 'typed' }));
  expect(head.ContentType).toBe(ContentType);
});

test('stores an empty object', async () => {
  await put('empty');
  expect(await get('empty')).toHaveLength(0);
});

test('stores an object of 32 MiB and returns ranges of it', async () => {
  const bytes = randomBytes(32 * 2 ** 20);
  await put('big', bytes);
  expect((await get('big')).equals(bytes)).toBe(true);
  expect(await get('big', { Range: 'bytes=1000-1999' })).toEqual(bytes.subarray(1000, 2000));
  expect(await get('big', { Range: `bytes=${bytes.length - 5}-` })).toEqual(bytes.subarray(-5));
  const beyond = get('big', { Range: `bytes=${bytes.length}-` });
  expect(await refusal(beyond)).toEqual({ status: 416, code: 'InvalidRange' });
});

test('returns metadata, and copies it', async () => {
  const Metadata = { 'sudoku-variant': 'x' };
  await put('described', 'grid', { Metadata });
  const { bucket: Bucket } = fixture;
  const CopySource = `${Bucket}/described`;
  await fixture.s3.send(new CopyObjectCommand({ Bucket, Key: 'described too', CopySource }));
  for (const Key of ['described', 'described too']) {
    const head = await fixture.s3.send(new HeadObjectCommand({ Bucket, Key }));
    expect(head.Metadata).toEqual(Metadata);
  }
});

test('deletes many objects in one request', async () => {
  const keys = ['gone/1', 'gone/&', 'gone/<ü>'];
  for (const key of keys) await put(key);
  const Objects = keys.map((Key) => ({ Key }));
  await fixture.s3.send(new DeleteObjectsCommand({ Bucket: fixture.bucket, Delete: { Objects } }));
  expect((await list({ Prefix: 'gone/' })).KeyCount).toBe(0);
});

test('lists keys in the order of their UTF-8 bytes, page by page', async () => {
  // 'Z' < 'a' in bytes, not in a dictionary; U+FF5E < U+1F9E9 in UTF-8, not in UTF-16
  const keys = ['Z', 'a', 'a/1', 'a/2', 'a1', 'b', 'é', '～', '🧩'].map((key) => `order/${key}`);
  for (const key of keys.toReversed()) await put(key);
  for (const MaxKeys of [1, 2, 4, 1000]) {
    const seen: (string | undefined)[] = [];
    let ContinuationToken: string | undefined;
    do {
      const page = await list({ Prefix: 'order/', MaxKeys, ContinuationToken });
      expect(page.Contents?.length).toBeLessThanOrEqual(MaxKeys);
      seen.push(...(page.Contents ?? []).map(({ Key }) => Key));
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
    expect(seen).toEqual(keys);
  }
  const after = await list({ Prefix: 'order/', StartAfter: 'order/a/2' });
  expect(after.Contents?.map(({ Key }) => Key)).toEqual(keys.slice(4));
});

test('a delimiter groups keys by common prefixes', async () => {
  for (const key of ['fold/a', 'fold/b/1', 'fold/b/2', 'fold/c/1', 'fold/d']) await put(key);
  const pages: [string[], string[]][] = [];
  let ContinuationToken: string | undefined;
  do {
    const page = await list({ Prefix: 'fold/', Delimiter: '/', MaxKeys: 2, ContinuationToken });
    const folded = page.CommonPrefixes?.map(({ Prefix = '' }) => Prefix) ?? [];
    pages.push([page.Contents?.map(({ Key = '' }) => Key) ?? [], folded]);
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken !== undefined);
  expect(pages).toEqual([
    [['fold/a'], ['fold/b/']],
    [['fold/d'], ['fold/c/']],
  ]);
});

test('refuses requests for a missing bucket', async () => {
  const Bucket = `${fixture.bucket}-not`;
  const put = fixture.s3.send(new PutObjectCommand({ Bucket, Key: 'key', Body: 'grid' }));
  expect(await refusal(put)).toEqual({ status: 404, code: 'NoSuchBucket' });
  expect(await refusal(fixture.s3.send(new ListObjectsV2Command({ Bucket })))).toEqual({
    status: 404,
    code: 'NoSuchBucket',
  });
});
