// What `sudoku local --serve --demo` puts into the local cloud, so that every transcript of the documents can be
// repeated.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  HeadObjectCommand,
  PutBucketNotificationConfigurationCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import type { LocalCloud } from '../../local/cloud.ts';
import { Faults, NO_FAULTS } from '../../local/faults/faults.ts';
import type { Statement } from '../../local/iam/access-control.ts';
import { FailureError } from '../cli/exit.ts';
import { eventOf } from '../remote/backfill/run.ts';
import { bareEtag, type ListedObject } from '../remote/objects.ts';

/** A bucket that was there before the pipeline, and is a source of it. */
export const ARCHIVE = 'archive';

/** The demo's CDK app, relative to the root of the project. */
export const DEMO_APP = 'bin/local/demo-app.ts';

/** Callers by access key. The guest finds the stack and may do nothing else. */
export const DEMO_CALLERS: ReadonlyMap<string, readonly Statement[]> = new Map([
  ['guest', [{ actions: ['cloudformation:DescribeStacks'], resources: ['*'] }]],
]);

const MANY = fileURLToPath(new URL('../../examples/thousand.txt', import.meta.url));
const FEW = fileURLToPath(new URL('../../examples/kaggle.csv', import.meta.url));

/** A file whose result could not be written, and one that was deleted before it was solved. */
const STUCK = 'monday.csv';
const GONE = 'sunday.csv';

/** Faults of the demo, while it is filled. */
export const demoFaults = (): Faults => new Faults(1, NO_FAULTS);

/** Deliveries after which a message is a dead letter. */
const LAST_DELIVERY = 10;

/** Fills a cloud of {@link DEMO_APP}. @param faults those with which it was started */
export async function fillDemo(cloud: LocalCloud, faults: Faults): Promise<void> {
  const { s3 } = cloud;
  const [many, few] = await Promise.all([readFile(MANY), readFile(FEW)]);
  await s3.send(new CreateBucketCommand({ Bucket: ARCHIVE }));
  // as the bucket sends no events yet, these are objects that were there before the pipeline
  const files = [await put(cloud, '2024/may.txt', many), await put(cloud, '2024/june.txt', many)];
  await putInventory(cloud, files);
  const stuck = await put(cloud, STUCK, few);
  const gone = await put(cloud, GONE, few);
  await s3.send(new DeleteObjectCommand({ Bucket: ARCHIVE, Key: GONE }));
  await failLastDelivery(cloud, faults, stuck);
  for (const object of [stuck, gone]) {
    const QueueUrl = cloud.output('UploadsDeadLettersUrl');
    await cloud.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: eventOf(ARCHIVE, object) }));
  }
  const NotificationConfiguration = { EventBridgeConfiguration: {} };
  await s3.send(
    new PutBucketNotificationConfigurationCommand({ Bucket: ARCHIVE, NotificationConfiguration }),
  );
}

async function put({ s3 }: LocalCloud, key: string, body: Uint8Array): Promise<ListedObject> {
  await s3.send(new PutObjectCommand({ Bucket: ARCHIVE, Key: key, Body: body }));
  const { ETag, LastModified } = await s3.send(new HeadObjectCommand({ Bucket: ARCHIVE, Key: key }));
  return { key, bytes: body.length, etag: bareEtag(ETag)!, modified: LastModified! };
}

/** Writes an S3 Inventory of the objects, as CSV. */
async function putInventory({ s3 }: LocalCloud, objects: readonly ListedObject[]): Promise<void> {
  const rows = objects.map(
    ({ key, bytes, etag, modified }) =>
      `"${ARCHIVE}","${key}","${bytes}","${modified.toISOString()}","${etag}"\n`,
  );
  const data = 'inventory/data/1.csv.gz';
  const manifest = {
    sourceBucket: ARCHIVE,
    destinationBucket: `arn:aws:s3:::${ARCHIVE}`,
    fileFormat: 'CSV',
    fileSchema: 'Bucket, Key, Size, LastModifiedDate, ETag',
    files: [{ key: data }],
  };
  const send = (Key: string, Body: string | Uint8Array) =>
    s3.send(new PutObjectCommand({ Bucket: ARCHIVE, Key, Body }));
  await send(data, gzipSync(rows.join('')));
  await send('inventory/manifest.json', JSON.stringify(manifest));
}

/**
 * Delivers the event of an object to the function as SQS does for the tenth time, while its result may not be written. The
 * function reports the failure, and the message becomes a dead letter.
 * @throws FailureError if the function solves it
 */
async function failLastDelivery(cloud: LocalCloud, faults: Faults, object: ListedObject): Promise<void> {
  const mapping = cloud.plan.mappings.find(({ queueArn }) => queueArn === uploadsQueueOf(cloud))!;
  const solver = cloud.functions.find(({ plan }) => plan.name === mapping.functionName)!;
  const now = String(Date.now());
  const record = {
    messageId: 'demo',
    receiptHandle: 'demo',
    body: eventOf(ARCHIVE, object),
    attributes: {
      ApproximateReceiveCount: String(LAST_DELIVERY),
      SentTimestamp: now,
      ApproximateFirstReceiveTimestamp: now,
      SenderId: 'demo',
    },
    messageAttributes: {},
    eventSource: 'aws:sqs',
    eventSourceARN: mapping.queueArn,
    awsRegion: 'us-east-1',
  };
  faults.objects.add(object.key, 'writeDenied');
  const { payload, error } = await solver.invoke(JSON.stringify({ Records: [record] }));
  faults.objects.remove(object.key);
  const { batchItemFailures = [] } = JSON.parse(payload ?? '{}') as { batchItemFailures?: unknown[] };
  if (batchItemFailures.length !== 1) {
    throw new FailureError(`the demo: expected a delivery that fails, got ${payload ?? error}`);
  }
}

const uploadsQueueOf = ({ plan }: LocalCloud) =>
  plan.queues.find(({ url }) => url === plan.outputs.UploadsQueueUrl)?.arn;
