import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { copyObject, replaceMetadata } from '../../../../bin/remote/submit/upload.ts';
import type { LocalCloud } from '../../../../local/cloud.ts';
import { lines, made, temporaryDirectory } from '../../command-line.ts';
import { deployed, remote } from '../remote.ts';

let cloud: LocalCloud;
let cwd: string;
const PART = 8 * 1024 * 1024;
const row = lines(made(1).puzzles);
/** a file of two parts */
const large = row.repeat(Math.ceil((PART + 1) / row.length));

// no function reads this bucket, so nothing is solved
beforeAll(async () => {
  cloud = await deployed();
  await cloud.s3.send(new CreateBucketCommand({ Bucket: 'mine' }));
});
afterAll(() => cloud.close());
beforeEach(() => {
  cwd = temporaryDirectory();
  cloud.requests.reset();
});

const submit = (...args: string[]) =>
  remote(cloud, ['submit', ...args, '--no-wait', '--upload-bucket', 'mine', '--output-bucket', 'none'], {
    cwd,
  });
const head = (Key: string) => cloud.s3.send(new HeadObjectCommand({ Bucket: 'mine', Key }));

test('a run recognises an upload that was continued with other options', async () => {
  writeFileSync(join(cwd, 'resumed.txt'), large);
  const target = { Bucket: 'mine', Key: 'resumed.txt' };
  const begun = new CreateMultipartUploadCommand({ ...target, Metadata: { 'sudoku-solutions': 'unique' } });
  const { UploadId } = await cloud.s3.send(begun);
  const Body = Buffer.from(large).subarray(0, PART);
  await cloud.s3.send(new UploadPartCommand({ ...target, UploadId, PartNumber: 1, Body }));
  const first = await submit('resumed.txt', '--variant', 'classic');
  expect(first.code, first.stderr).toBe(0);
  // the part that was uploaded before is not sent again
  expect(cloud.requests.of('user')).toMatchObject({ UploadPart: 1, CopyObject: 1 });
  expect((await head('resumed.txt')).Metadata).toMatchObject({ 'sudoku-variant': 'classic' });
  expect((await head('resumed.txt')).Metadata).not.toHaveProperty('sudoku-solutions');
  cloud.requests.reset();
  const second = await submit('resumed.txt', '--variant', 'classic');
  expect(second.stderr).toContain('1 of 1 already uploaded');
  expect(cloud.requests.of('user')).toEqual({ HeadObject: 1 });
});

test('does not send a file of several parts again if only its options change', async () => {
  writeFileSync(join(cwd, 'again.txt'), large);
  await submit('again.txt');
  for (const limit of ['5', '6']) {
    cloud.requests.reset();
    const { code, stderr } = await submit('again.txt', '--limit', limit);
    expect(code, stderr).toBe(0);
    const { UploadPart, PutObject, CopyObject } = cloud.requests.of('user');
    expect([UploadPart, PutObject, CopyObject]).toEqual([undefined, undefined, 1]);
    expect((await head('again.txt')).Metadata).toMatchObject({ 'sudoku-limit': limit });
  }
  const { stderr } = await submit('again.txt', '--limit', '6');
  expect(stderr).toContain('1 of 1 already uploaded');
});

test('sends another file under the same key, whatever the metadata of the object', async () => {
  writeFileSync(join(cwd, 'other.txt'), large);
  await submit('other.txt');
  await submit('other.txt', '--limit', '5');
  writeFileSync(join(cwd, 'other.txt'), `${large.slice(0, -2)}1\n`);
  cloud.requests.reset();
  const { stderr } = await submit('other.txt', '--limit', '5');
  expect(stderr).not.toContain('already uploaded');
  expect(cloud.requests.of('user')).toMatchObject({ UploadPart: 2 });
});

test('copies an object in parts if it is too long for one request, also onto itself', async () => {
  const { s3 } = cloud;
  await s3.send(new CreateBucketCommand({ Bucket: 'long' }));
  const Body = Buffer.alloc(12 * 1024 * 1024, row);
  const { ETag = '' } = await s3.send(new PutObjectCommand({ Bucket: 'long', Key: 'a', Body }));
  const etag = ETag.replaceAll('"', '');
  const limits = { singleRequest: 6 * 1024 * 1024, part: 5 * 1024 * 1024 };
  const target = { s3, bucket: 'long', key: 'b', metadata: { x: '1' } };
  const source = { bucket: 'long', from: 'a', bytes: Body.length, etag };
  const copied = await copyObject(target, source, 2, limits);
  expect(copied).toMatch(/-3$/);
  const content = { bytes: Body.length, etag: copied, contentEtag: etag };
  await replaceMetadata({ ...target, metadata: { x: '2' } }, content, 2, limits);
  const { Body: body, Metadata } = await s3.send(new GetObjectCommand({ Bucket: 'long', Key: 'b' }));
  expect(Metadata).toEqual({ x: '2', 'source-etag': etag });
  expect(Buffer.from(await body!.transformToByteArray()).equals(Body)).toBe(true);
});
