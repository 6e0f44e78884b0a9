import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../../../lambda/aws/clients.ts';
import type { Cloud } from '../../../lambda/aws/cloud.ts';
import { Pipeline } from '../fixture.ts';

const bucket = Pipeline.WORK;
let pipeline: Pipeline;
let cloud: Cloud;
beforeAll(async () => {
  pipeline = await Pipeline.start();
  cloud = connect();
});
afterAll(() => pipeline.close());

const text = async (body: AsyncIterable<Uint8Array>) => {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces).toString();
};

test('an object is read as it was written, entirely or by range', async () => {
  const target = {
    bucket,
    key: 'a/b',
    contentType: 'text/x',
    contentEncoding: 'gzip',
    metadata: { one: '1' },
  };
  const etag = await cloud.putObject(target, Buffer.from('0123456789'));
  const { body, ...facts } = await cloud.readObject(target);
  const { bucket: _, key: __, ...written } = target;
  expect(facts).toEqual({ ...written, bytes: 10, etag, modified: expect.any(Number) });
  expect(await text(body)).toBe('0123456789');
  const part = await cloud.readObject({ ...target, etag }, { from: 2, to: 5 });
  expect(part.bytes).toBe(10);
  expect(await text(part.body)).toBe('234');
  expect(await cloud.headObject(target)).toEqual(facts);
});

test('an empty object is read', async () => {
  await cloud.putObject({ bucket, key: 'empty' }, Buffer.alloc(0));
  const { body, bytes } = await cloud.readObject({ bucket, key: 'empty' });
  expect([bytes, await text(body)]).toEqual([0, '']);
});

test('missing and replaced objects have errors of their own', async () => {
  await cloud.putObject({ bucket, key: 'changed' }, Buffer.from('new'));
  await expect(cloud.readObject({ bucket, key: 'none' })).rejects.toMatchObject({ name: 'ObjectGone' });
  await expect(cloud.readObject({ bucket, key: 'changed', etag: 'old' })).rejects.toMatchObject({
    name: 'ObjectReplaced',
  });
  expect(await cloud.headObject({ bucket, key: 'none' })).toBeUndefined();
});

test('an object is deleted only if it has the expected ETag', async () => {
  const ref = { bucket, key: 'deleted' };
  const old = await cloud.putObject(ref, Buffer.from('old'));
  const etag = await cloud.putObject(ref, Buffer.from('new'));
  await expect(cloud.deleteObject(ref, { etag: old })).rejects.toMatchObject({ name: 'PreconditionFailed' });
  await cloud.deleteObject(ref, { etag });
  expect(await cloud.headObject(ref)).toBeUndefined();
  await expect(cloud.deleteObject(ref, { etag })).rejects.toMatchObject({ name: 'PreconditionFailed' });
});

test('concurrent requests each go to their own bucket', async () => {
  const buckets = [Pipeline.WORK, Pipeline.SILENT];
  const ref = (index: number) => ({ bucket: buckets[index % 2]!, key: `at-once-${index}` });
  const indexes = Array.from({ length: 64 }, (_, index) => index);
  for (const index of indexes) await cloud.putObject(ref(index), Buffer.from(ref(index).bucket));
  const bodies = await Promise.all(
    indexes.map(async (index) => text((await cloud.readObject(ref(index))).body)),
  );
  expect(bodies).toEqual(indexes.map((index) => ref(index).bucket));
});

test('a conditional write fails if another object exists, or none', async () => {
  const target = { bucket, key: 'conditional' };
  const first = await cloud.putObject(target, Buffer.from('1'), { absent: true });
  await expect(cloud.putObject(target, Buffer.from('2'), { absent: true })).rejects.toMatchObject({
    name: 'PreconditionFailed',
  });
  await cloud.putObject(target, Buffer.from('3'), { etag: first });
  await expect(cloud.putObject(target, Buffer.from('4'), { etag: first })).rejects.toMatchObject({
    name: 'PreconditionFailed',
  });
  const gone = cloud.putObject({ bucket, key: 'none' }, Buffer.from('5'), { etag: first });
  await expect(gone).rejects.toMatchObject({ name: 'PreconditionFailed' });
  const multipart = await cloud.createMultipart(target);
  const part = await cloud.uploadPart(multipart, 1, Buffer.from('6'));
  await expect(cloud.completeMultipart(multipart, [part], { absent: true })).rejects.toMatchObject({
    name: 'PreconditionFailed',
  });
  expect(await text((await cloud.readObject(target)).body)).toBe('3');
  await cloud.abortMultipart(multipart);
});

test('listing and deleting cover all keys, however many pages they take', async () => {
  const keys = Array.from({ length: 1100 }, (_, index) => `many/${String(index).padStart(4, '0')}`);
  for (let at = 0; at < keys.length; at += 100) {
    await Promise.all(
      keys.slice(at, at + 100).map((key) => cloud.putObject({ bucket, key }, Buffer.from('x'))),
    );
  }
  const listed = await cloud.listObjects(bucket, 'many/');
  expect(listed).toEqual(keys.map((key) => ({ key, bytes: 1, modified: expect.any(Number) })));
  await cloud.deleteObjects(bucket, [...keys, 'many/none']);
  expect(await cloud.listObjects(bucket, 'many/')).toEqual([]);
});

test('a multipart upload that is not open has an error of its own', async () => {
  const multipart = await cloud.createMultipart({ bucket, key: 'closed' });
  expect(await cloud.listMultiparts(bucket, 'close')).toEqual([
    { ...multipart, initiated: expect.any(Number) },
  ]);
  expect(await cloud.listMultiparts(bucket, 'close.')).toEqual([]);
  await cloud.abortMultipart(multipart);
  await cloud.abortMultipart(multipart);
  const part = { number: 1, etag: 'e' };
  await expect(cloud.uploadPart(multipart, 1, Buffer.from('x'))).rejects.toMatchObject({
    name: 'MultipartGone',
  });
  await expect(cloud.completeMultipart(multipart, [part])).rejects.toMatchObject({ name: 'MultipartGone' });
});
