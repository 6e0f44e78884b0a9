import { createHash } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { ObjectStore } from '../../../local/s3/store.ts';

const PART = 5 * 2 ** 20;
const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex');

let store: ObjectStore;
let source: Buffer;

beforeEach(() => {
  store = new ObjectStore();
  store.createBucket('bucket');
  source = Buffer.allocUnsafeSlow(2 * PART).fill('0123456789');
  store.putObject('bucket', 'source', source);
});

/** Uploads an object in parts. */
function multipartUpload(...bodies: Buffer[]) {
  const uploadId = store.createMultipartUpload('bucket', 'joined');
  const parts = bodies.map((body, index) => {
    const { etag } = store.uploadPart(uploadId, index + 1, body);
    return { partNumber: index + 1, etag };
  });
  return { parts, object: store.completeMultipartUpload(uploadId, parts) };
}

test('objects and uploaded parts have the MD5 of their bytes as ETag', () => {
  expect(store.headObject('bucket', 'source').etag).toBe(`"${md5(source)}"`);
  const { parts, object } = multipartUpload(Buffer.from('uploaded'));
  expect(parts[0]?.etag).toBe(`"${md5(Buffer.from('uploaded'))}"`);
  expect(object.etag).toBe(`"${md5(createHash('md5').update('uploaded').digest())}-1"`);
});

test('small objects that share a buffer have their own ETags', () => {
  const [one, other] = [Buffer.from('one'), Buffer.from('other')];
  expect(one.buffer).toBe(other.buffer);
  store.putObject('bucket', 'one', one);
  expect(multipartUpload(other).parts[0]?.etag).toBe(`"${md5(other)}"`);
});

test('a copied part has the ETag of its source, or one for its range', () => {
  const { body, etag } = store.getObject('bucket', 'source');
  const ranges = [body.subarray(0, PART), body.subarray(1, PART + 1), body.subarray(0, PART)];
  const { parts } = multipartUpload(body, ...ranges);
  expect(parts[0]?.etag).toBe(etag);
  expect(parts[1]?.etag).toMatch(/^"[0-9a-f]{32}"$/);
  expect(parts[1]?.etag).not.toBe(parts[2]?.etag);
  expect(parts[1]?.etag).toBe(parts[3]?.etag);
});

test('an object of copied parts does not change when its sources do, and is concatenated once', () => {
  const { body } = store.getObject('bucket', 'source');
  const { object } = multipartUpload(body.subarray(5, PART + 5), Buffer.from('end'));
  store.putObject('bucket', 'source', Buffer.alloc(10));
  store.deleteObject('bucket', 'source');
  expect(object.contentLength).toBe(PART + 3);
  const read = store.getObject('bucket', 'joined');
  expect(read.body.equals(Buffer.concat([source.subarray(5, PART + 5), Buffer.from('end')]))).toBe(true);
  expect(read.body).toBe(store.getObject('bucket', 'joined').body);
  expect(read.parts).toEqual([
    { partNumber: 1, offset: 0, length: PART },
    { partNumber: 2, offset: PART, length: 3 },
  ]);
});

test('refuses to delete a bucket with objects or open uploads', () => {
  const refused = expect.objectContaining({ status: 409, code: 'BucketNotEmpty' }) as Error;
  expect(() => store.deleteBucket('bucket')).toThrow(refused);
  store.deleteObjects('bucket', ['source', 'nothing']);
  const uploadId = store.createMultipartUpload('bucket', 'begun');
  expect(() => store.deleteBucket('bucket')).toThrow(refused);
  store.abortMultipartUpload(uploadId);
  store.deleteBucket('bucket');
  expect(store.listBuckets()).toEqual([]);
  expect(() => store.getObject('bucket', 'source')).toThrow(
    expect.objectContaining({ status: 404, code: 'NoSuchBucket' }) as Error,
  );
});
