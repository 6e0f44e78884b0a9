import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutBucketNotificationConfigurationCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import {
  CreateQueueCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { SQSRecord } from 'aws-lambda';
import type { Cloud } from '../../lambda/aws/cloud.ts';
import { connect } from '../../lambda/aws/connect.ts';
import { runBatch } from '../../lambda/batch.ts';
import { markSent, openJob } from '../../lambda/chunks/manifest.ts';
import { openUpload } from '../../lambda/file/open-upload.ts';
import { type Invocation, type Outcome, timesOf } from '../../lambda/invocation.ts';
import { writeMessage } from '../../lambda/message.ts';
import { Meter } from '../../lambda/meter.ts';
import { readSettings, type Settings } from '../../lambda/settings.ts';
import type { Upload } from '../../lambda/upload.ts';
import { ACCOUNT, REGION, startServices } from '../../local/services.ts';

/** Numbers of calls by method of {@link Cloud}. */
export type Calls = Partial<Record<keyof Cloud, number>>;

/** What the jobs said of a message. */
export interface Deed {
  readonly key: string | undefined;
  readonly outcome: Outcome | undefined;
  readonly error: Error | undefined;
}

/** Buckets and queues over real HTTP, with the jobs run in this process, so that a test can count and break their calls. */
export class Pipeline {
  static readonly UPLOADS = 'uploads';
  static readonly OUTPUT = 'output';
  /** sends no events */
  static readonly SILENT = 'silent';
  static readonly WORK = 'work-of-jobs';

  readonly settings: Settings;
  /** may be replaced by one that fails */
  cloud: Cloud;
  calls: Calls = {};
  readonly #s3: S3Client;
  readonly #sqs: SQSClient;
  readonly close: () => Promise<void>;

  static async start(environment: Record<string, string> = {}): Promise<Pipeline> {
    const services = await startServices();
    Object.assign(process.env, {
      AWS_ENDPOINT_URL: services.endpoint,
      AWS_REGION: REGION,
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
    });
    const pipeline = new Pipeline(services.endpoint, environment, () => services.close());
    await pipeline.#create();
    // S3's test event
    await pipeline.drain();
    return pipeline;
  }

  private constructor(endpoint: string, environment: Record<string, string>, close: () => Promise<void>) {
    this.settings = readSettings({
      OUTPUT_BUCKET: Pipeline.OUTPUT,
      WORK_BUCKET: Pipeline.WORK,
      UPLOADS_QUEUE_URL: `${endpoint}/${ACCOUNT}/uploads`,
      CHUNKS_QUEUE_URL: `${endpoint}/${ACCOUNT}/chunks`,
      ...environment,
    });
    this.cloud = this.#counting(connect());
    this.#s3 = new S3Client();
    this.#sqs = new SQSClient();
    this.close = async () => {
      this.#s3.destroy();
      this.#sqs.destroy();
      await close();
    };
  }

  async #create(): Promise<void> {
    for (const Bucket of [Pipeline.UPLOADS, Pipeline.SILENT, Pipeline.OUTPUT, Pipeline.WORK]) {
      await this.#s3.send(new CreateBucketCommand({ Bucket }));
    }
    for (const QueueName of ['uploads', 'chunks']) {
      await this.#sqs.send(new CreateQueueCommand({ QueueName, Attributes: { VisibilityTimeout: '60' } }));
    }
    await this.#s3.send(
      new PutBucketNotificationConfigurationCommand({
        Bucket: Pipeline.UPLOADS,
        NotificationConfiguration: {
          QueueConfigurations: [
            { QueueArn: `arn:aws:sqs:${REGION}:${ACCOUNT}:uploads`, Events: ['s3:ObjectCreated:*'] },
          ],
        },
      }),
    );
  }

  /** Uploads a file; its event waits in the queue. */
  async upload(
    key: string,
    body: Uint8Array | string,
    facts: {
      metadata?: Record<string, string>;
      contentType?: string;
      contentEncoding?: string;
      bucket?: string;
    } = {},
  ): Promise<void> {
    await this.#s3.send(
      new PutObjectCommand({
        Bucket: facts.bucket ?? Pipeline.UPLOADS,
        Key: key,
        Body: Buffer.from(body as string),
        Metadata: facts.metadata,
        ContentType: facts.contentType,
        ContentEncoding: facts.contentEncoding,
      }),
    );
  }

  async remove(key: string, bucket: string = Pipeline.UPLOADS): Promise<void> {
    await this.#s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
  }

  async send(body: string): Promise<void> {
    await this.#sqs.send(
      new SendMessageCommand({ QueueUrl: this.settings.uploadsQueueUrl, MessageBody: body }),
    );
  }

  /** Takes what waits in the queues, as Lambda's poller does. Nothing is deleted. */
  async receive(): Promise<SQSRecord[]> {
    const records: SQSRecord[] = [];
    for (const QueueUrl of [this.settings.uploadsQueueUrl, this.settings.chunksQueueUrl]) {
      for (;;) {
        const { Messages = [] } = await this.#sqs.send(
          new ReceiveMessageCommand({
            QueueUrl,
            MaxNumberOfMessages: 10,
            MessageSystemAttributeNames: ['All'],
          }),
        );
        if (Messages.length === 0) break;
        for (const message of Messages) {
          records.push({
            messageId: message.MessageId,
            receiptHandle: message.ReceiptHandle,
            body: message.Body,
            attributes: message.Attributes,
            eventSourceARN: `arn:aws:sqs:${REGION}:${ACCOUNT}:${QueueUrl.split('/').at(-1)}`,
          } as unknown as SQSRecord);
        }
      }
    }
    return records;
  }

  /** Runs the jobs on these messages and deletes those that did not fail. */
  async run(records: readonly SQSRecord[], invocation: Partial<Invocation> = {}): Promise<Deed[]> {
    const deeds: Deed[] = [];
    const { cloud, settings } = this;
    const { batchItemFailures } = await runBatch(
      records,
      () => ({
        cloud,
        settings,
        ...timesOf(60_000),
        isRedelivery: false,
        isLastDelivery: false,
        ...invocation,
      }),
      {
        finished: (outcome, upload) => void deeds.push({ key: upload.key, outcome, error: undefined }),
        failed: (error, _record, upload) =>
          void deeds.push({ key: upload?.key, outcome: undefined, error: error as Error }),
      },
    );
    const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    for (const record of records) {
      if (failed.has(record.messageId) || !record.receiptHandle) continue;
      const queue = record.eventSourceARN.endsWith('chunks')
        ? this.settings.chunksQueueUrl
        : this.settings.uploadsQueueUrl;
      await this.#sqs.send(
        new DeleteMessageCommand({ QueueUrl: queue, ReceiptHandle: record.receiptHandle }),
      );
    }
    return deeds;
  }

  /** Runs the work on these messages until the function is killed, which is never heard of again: nothing is deleted. */
  async kill(
    records: readonly SQSRecord[],
    at: (name: keyof Cloud, args: unknown[]) => boolean,
    invocation: Partial<Invocation> = {},
  ): Promise<void> {
    const { cloud } = this;
    let killed = false;
    this.cloud = new Proxy(cloud, {
      get: (target, name: keyof Cloud) => {
        if (name === 'isSlowedDown') return () => target.isSlowedDown();
        return async (...args: unknown[]) => {
          killed ||= at(name, args);
          if (killed) throw new Error('killed');
          return (target[name] as (...args: unknown[]) => Promise<unknown>)(...args);
        };
      },
    });
    const kept = records.map((record) => ({ ...record, receiptHandle: '' }));
    await this.run(kept, invocation);
    this.cloud = cloud;
  }

  /** Works until the queues are empty. */
  async drain(invocation: Partial<Invocation> = {}): Promise<Deed[]> {
    const deeds: Deed[] = [];
    for (let records = await this.receive(); records.length > 0; records = await this.receive()) {
      for (const record of records) deeds.push(...(await this.run([record], invocation)));
    }
    return deeds;
  }

  /** undefined if there is no such object */
  async object(key: string, bucket: string = Pipeline.OUTPUT) {
    try {
      const answer = await this.#s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
      const { ContentType: contentType, ContentEncoding: contentEncoding, Metadata: metadata = {} } = answer;
      const bytes = Buffer.from(await answer.Body!.transformToByteArray());
      return { bytes, text: bytes.toString(), contentType, contentEncoding, metadata };
    } catch (error) {
      if ((error as Error).name === 'NoSuchKey') return undefined;
      throw error;
    }
  }

  /** Lets all work expire, as the work bucket's lifecycle does. */
  async expireWork(): Promise<void> {
    const work = await this.#s3.send(new ListObjectsV2Command({ Bucket: Pipeline.WORK }));
    for (const { Key } of work.Contents ?? []) await this.remove(Key!, Pipeline.WORK);
  }

  /** Keys in the work bucket, and multipart uploads that are open: both are to be none in the end. */
  async leftovers(): Promise<string[]> {
    const work = await this.#s3.send(new ListObjectsV2Command({ Bucket: Pipeline.WORK }));
    const open = await this.#s3.send(new ListMultipartUploadsCommand({ Bucket: Pipeline.OUTPUT }));
    return [
      ...(work.Contents ?? []).map(({ Key }) => `object ${Key}`),
      ...(open.Uploads ?? []).map(({ Key }) => `multipart upload of ${Key}`),
    ];
  }

  async result(key: string): Promise<string | undefined> {
    return (await this.object(key))?.text;
  }

  async report(key: string) {
    const text = await this.result(`${key}.report.json`);
    return text === undefined ? undefined : (JSON.parse(text) as Record<string, unknown>);
  }

  /** Puts a file where no event tells of it, and gives the messages for its chunks as the planner sends them, cut at these offsets. */
  async cut(
    key: string,
    body: string | Buffer,
    offsets: readonly number[],
    options: Readonly<Record<string, string>> = {},
  ): Promise<SQSRecord[]> {
    const Bucket = Pipeline.SILENT;
    const metadata = Object.fromEntries(
      Object.entries(options).map(([name, value]) => [`sudoku-${name}`, value]),
    );
    const { ETag } = await this.#s3.send(
      new PutObjectCommand({ Bucket, Key: key, Body: body, Metadata: metadata }),
    );
    const upload: Upload = {
      bucket: Bucket,
      key,
      etag: ETag!.replaceAll('"', ''),
      bytes: body.length,
      // older than any event's
      sequencer: '0',
    };
    const { cloud, settings } = this;
    const open = await openUpload(cloud, settings, upload);
    await open.close();
    const { plan, facts } = open;
    const delivery = { cloud, settings, ...timesOf(60_000), isRedelivery: false, isLastDelivery: false };
    const invocation = { ...delivery, meter: new Meter(cloud, 1) };
    await markSent(invocation, await openJob(invocation, upload, facts, plan, Date.now()));
    this.calls = {};
    const starts = [0, ...offsets];
    return starts.map((from, index) => {
      const range = { from, to: starts[index + 1] ?? upload.bytes };
      return recordOf(writeMessage({ kind: 'chunk', upload, plan, range, hop: 1 }));
    });
  }

  #counting(cloud: Cloud): Cloud {
    return new Proxy(cloud, {
      get: (target, name: keyof Cloud) => {
        if (name === 'isSlowedDown') return () => target.isSlowedDown();
        const call = target[name] as (...args: unknown[]) => unknown;
        return (...args: unknown[]) => {
          this.calls[name] = (this.calls[name] ?? 0) + 1;
          return call(...args);
        };
      },
    });
  }
}

let records = 0;

/** A message that no queue holds. */
const recordOf = (body: string): SQSRecord =>
  ({
    messageId: `record-${records++}`,
    receiptHandle: '',
    body,
    attributes: { ApproximateReceiveCount: '1' },
    eventSourceARN: `arn:aws:sqs:${REGION}:${ACCOUNT}:chunks`,
  }) as unknown as SQSRecord;
