import {
  GetObjectCommand,
  GetObjectTaggingCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  PutObjectTaggingCommand,
} from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import { refusal, s3Endpoint, useS3 } from '../s3/fixture.ts';

const fixture = useS3();
const NOT_IMPLEMENTED = { status: 501, code: 'NotImplemented' };

describe.skipIf(s3Endpoint !== undefined)(
  'refuses requests that fauxqs would only pretend to carry out',
  () => {
    test('tagging, which would overwrite the object', async () => {
      const object = { Bucket: fixture.bucket, Key: 'tagged' };
      await fixture.s3.send(new PutObjectCommand({ ...object, Body: 'grid' }));
      const Tagging = { TagSet: [{ Key: 'a', Value: 'b' }] };
      expect(await refusal(fixture.s3.send(new PutObjectTaggingCommand({ ...object, Tagging })))).toEqual(
        NOT_IMPLEMENTED,
      );
      expect(await refusal(fixture.s3.send(new GetObjectTaggingCommand(object)))).toEqual(NOT_IMPLEMENTED);
      const { Body } = await fixture.s3.send(new GetObjectCommand(object));
      expect(await Body?.transformToString()).toBe('grid');
    });

    test('versioning', async () => {
      const versioning = new PutBucketVersioningCommand({
        Bucket: fixture.bucket,
        VersioningConfiguration: { Status: 'Enabled' },
      });
      expect(await refusal(fixture.s3.send(versioning))).toEqual(NOT_IMPLEMENTED);
      const version = new GetObjectCommand({ Bucket: fixture.bucket, Key: 'key', VersionId: '1' });
      expect(await refusal(fixture.s3.send(version))).toEqual(NOT_IMPLEMENTED);
    });

    test.each([
      { ACL: 'public-read' },
      { Tagging: 'a=b' },
      { StorageClass: 'GLACIER' },
      { ServerSideEncryption: 'aws:kms' },
    ] as const)('a PUT with %o', async (extra) => {
      const object = { Bucket: fixture.bucket, Key: 'extra', Body: 'grid', ...extra };
      expect(await refusal(fixture.s3.send(new PutObjectCommand(object)))).toEqual(NOT_IMPLEMENTED);
    });
  },
);
