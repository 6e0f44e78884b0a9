import { randomUUID } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import { SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll } from 'vitest';
import { REGION, type Services, startServices } from '../../../local/services.ts';

/**
 * The S3 under test: the local cloud's, or any other with S3_TEST_ENDPOINT (with credentials and region from the environment,
 * and its queue service at SQS_TEST_ENDPOINT).
 */
export const s3Endpoint = process.env.S3_TEST_ENDPOINT;

export interface Fixture {
  readonly s3: S3Client;
  readonly sqs: SQSClient;
  /** empty before the file's tests, removed after them */
  readonly bucket: string;
}

/** A separate bucket in the S3 under test, for all tests of a file. */
export function useS3(): Fixture {
  let services: Services | undefined;
  const fixture = { bucket: `sudoku-batch-test-${randomUUID()}` } as {
    -readonly [K in keyof Fixture]: Fixture[K];
  };

  beforeAll(async () => {
    if (s3Endpoint === undefined) services = await startServices();
    const local = {
      endpoint: services?.endpoint,
      region: REGION,
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    };
    fixture.s3 = new S3Client(services ? local : { endpoint: s3Endpoint, forcePathStyle: true });
    fixture.sqs = new SQSClient(services ? local : { endpoint: process.env.SQS_TEST_ENDPOINT });
    await fixture.s3.send(new CreateBucketCommand({ Bucket: fixture.bucket }));
  });

  afterAll(async () => {
    await emptyBucket(fixture);
    await fixture.s3.send(new DeleteBucketCommand({ Bucket: fixture.bucket }));
    fixture.s3.destroy();
    fixture.sqs.destroy();
    await services?.close();
  });

  return fixture;
}

async function emptyBucket({ s3, bucket: Bucket }: Fixture): Promise<void> {
  const { Uploads = [] } = await s3.send(new ListMultipartUploadsCommand({ Bucket }));
  for (const { Key, UploadId } of Uploads) {
    await s3.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
  }
  for (;;) {
    const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket }));
    if (Contents.length === 0) return;
    for (const { Key } of Contents) await s3.send(new DeleteObjectCommand({ Bucket, Key }));
  }
}

/** Status and code of a refused request. */
export async function refusal(
  request: Promise<unknown>,
): Promise<{ status: number | undefined; code: string }> {
  try {
    await request;
  } catch (error) {
    const { name, $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } };
    return { status: $metadata?.httpStatusCode, code: name };
  }
  throw new Error('expected a refusal, the request was granted');
}
