import { gzipSync } from 'node:zlib';
import { DeleteObjectCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LocalCloud } from '../../local/cloud.ts';
import { readAssembly, synthesizedAssembly } from '../../local/template/assembly.ts';
import { roleOfFunction } from '../../local/template/read-template.ts';

const PUZZLE = '4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......\n';

/** Permissions that Lambda itself uses: for its logs, and for an attribute of the queue that the local poller does not read. */
const OF_LAMBDA = /^(logs:|sqs:GetQueueAttributes )/;
/** Permissions that are only required after a function was killed while it wrote a result in parts. */
const AFTER_A_CRASH = /^s3:(AbortMultipartUpload|ListBucketMultipartUploads) /;

let cloud: LocalCloud;
let granted: string[];

beforeAll(async () => {
  const assembly = readAssembly(await synthesizedAssembly());
  cloud = await LocalCloud.start(assembly);
  const where = { ...assembly, account: '000000000000', region: 'us-east-1', endpoint: '' };
  const role = roleOfFunction(assembly.template, where, cloud.functions[0]!.plan.id)!;
  granted = role.flatMap(({ actions, resources }) =>
    resources.flatMap((resource) => actions.map((action) => `${action} ${resource}`)),
  );
});
afterAll(() => cloud.close());

test('the function uses every permission of its role, and is denied nothing', async () => {
  const Bucket = cloud.output('UploadBucketName');
  const put = (Key: string, Body: string | Buffer) =>
    cloud.s3.send(new PutObjectCommand({ Bucket, Key, Body }));
  const done = reports(['small.txt', 'large.txt', 'compressed.txt.gz']);
  await put('small.txt', PUZZLE);
  const large = PUZZLE.repeat(Math.ceil((17 * 2 ** 20) / PUZZLE.length));
  await put('large.txt', large);
  // a file that is too large for a batch and cannot be cut
  await put('compressed.txt.gz', gzipSync(large, { level: 0 }));
  // a file that is deleted before its event is read
  await put('deleted.txt', PUZZLE);
  await cloud.s3.send(new DeleteObjectCommand({ Bucket, Key: 'deleted.txt' }));
  for (const queue of ['UploadsQueueUrl', 'ChunksQueueUrl']) {
    const command = new SendMessageCommand({
      QueueUrl: cloud.output(queue),
      MessageBody: 'no message of ours',
    });
    await cloud.sqs.send(command);
  }
  await done;
  await lateDelivery('compressed.txt.gz');
  // only assembling a file of hundreds of gigabytes takes more than one invocation, and only files that take minutes send their
  // neighbours back to the uploads queue
  const ofMinutes = ['s3:ListMultipartUploadParts ', `sqs:SendMessage ${arnOf('UploadsQueueUrl')}`];
  const missing = () =>
    unused().filter((permission) => !ofMinutes.some((start) => permission.startsWith(start)));
  await expect.poll(missing).toEqual([]);
  expect(cloud.functions[0]?.usage.errors).toBe(0);
});

/** The ARN of a queue whose URL is an output of the stack. */
const arnOf = (output: string): string =>
  `arn:aws:sqs:us-east-1:000000000000:${cloud.output(output).split('/').at(-1)}`;

/** Permissions that have not been used yet. */
function unused(): string[] {
  const used = cloud.accessControl.used.map(({ action, resource }) => `${action} ${resource}`);
  const needed = (permission: string) => {
    const [start, end] = permission.split('*') as [string, string | undefined];
    return end === undefined
      ? used.includes(permission)
      : used.some((one) => one.startsWith(start) && one.endsWith(end));
  };
  return granted.filter((one) => !OF_LAMBDA.test(one) && !AFTER_A_CRASH.test(one) && !needed(one));
}

/** The last but one delivery of a file that is handed to another invocation, which deletes its failure report. */
async function lateDelivery(key: string): Promise<void> {
  const Bucket = cloud.output('UploadBucketName');
  const { ETag, ContentLength: size } = await cloud.s3.send(new HeadObjectCommand({ Bucket, Key: key }));
  // an event that is newer than the upload's own, so that the file does not count as done
  const sequencer = 'F'.repeat(18);
  const object = { key, eTag: ETag!.replaceAll('"', ''), size, sequencer };
  const event = { eventName: 'ObjectCreated:Put', s3: { bucket: { name: Bucket }, object } };
  // a page that was written before pages were switched off
  await cloud.s3.send(
    new PutObjectCommand({
      Bucket: cloud.output('OutputBucketName'),
      Key: `${key}.report.html`,
      Metadata: { 'upload-sequencer': sequencer, 'upload-etag': object.eTag, 'upload-status': 'failed' },
    }),
  );
  const record = {
    messageId: 'late',
    receiptHandle: '',
    eventSource: 'aws:sqs',
    eventSourceARN: arnOf('UploadsQueueUrl'),
    attributes: { ApproximateReceiveCount: '9' },
    body: JSON.stringify({ Records: [event] }),
  };
  const { payload } = await cloud.functions[0]!.invoke(JSON.stringify({ Records: [record] }));
  expect(payload).toBe('{"batchItemFailures":[]}');
}

/** Resolves when all these files have their reports. */
function reports(keys: readonly string[]): Promise<void> {
  const waiting = new Set(keys.map((key) => `${key}.report.json`));
  const { promise, resolve } = Promise.withResolvers<void>();
  cloud.onObjectEvent(cloud.output('OutputBucketName'), ({ key }) => {
    if (waiting.delete(key) && waiting.size === 0) resolve();
  });
  return promise;
}
