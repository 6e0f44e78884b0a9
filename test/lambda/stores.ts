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
import { ACCOUNT, REGION } from '../../local/services.ts';

/** The buckets and queues of a pipeline, over real HTTP. */
export class Stores {
  static readonly UPLOADS = 'uploads';
  static readonly OUTPUT = 'output';
  /** sends no events */
  static readonly SILENT = 'silent';
  static readonly WORK = 'work-of-jobs';

  readonly uploadsQueueUrl: string;
  readonly chunksQueueUrl: string;
  readonly s3 = new S3Client();
  protected readonly sqs = new SQSClient();

  constructor(endpoint: string) {
    this.uploadsQueueUrl = `${endpoint}/${ACCOUNT}/uploads`;
    this.chunksQueueUrl = `${endpoint}/${ACCOUNT}/chunks`;
  }

  protected disconnect(): void {
    this.s3.destroy();
    this.sqs.destroy();
  }

  protected async create(): Promise<void> {
    for (const Bucket of [Stores.UPLOADS, Stores.SILENT, Stores.OUTPUT, Stores.WORK]) {
      await this.s3.send(new CreateBucketCommand({ Bucket }));
    }
    for (const QueueName of ['uploads', 'chunks']) {
      await this.sqs.send(new CreateQueueCommand({ QueueName, Attributes: { VisibilityTimeout: '60' } }));
    }
    await this.s3.send(
      new PutBucketNotificationConfigurationCommand({
        Bucket: Stores.UPLOADS,
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
    await this.s3.send(
      new PutObjectCommand({
        Bucket: facts.bucket ?? Stores.UPLOADS,
        Key: key,
        Body: Buffer.from(body as string),
        Metadata: facts.metadata,
        ContentType: facts.contentType,
        ContentEncoding: facts.contentEncoding,
      }),
    );
  }

  async remove(key: string, bucket: string = Stores.UPLOADS): Promise<void> {
    await this.s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
  }

  async send(body: string): Promise<void> {
    await this.sqs.send(new SendMessageCommand({ QueueUrl: this.uploadsQueueUrl, MessageBody: body }));
  }

  /** Receives all messages from both queues, as Lambda's poller does. Nothing is deleted. */
  async receive(): Promise<SQSRecord[]> {
    const records: SQSRecord[] = [];
    for (const QueueUrl of [this.uploadsQueueUrl, this.chunksQueueUrl]) {
      for (;;) {
        const { Messages = [] } = await this.sqs.send(
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

  /** Deletes a message from its queue. */
  async delete({ eventSourceARN, receiptHandle }: SQSRecord): Promise<void> {
    const QueueUrl = eventSourceARN.endsWith('chunks') ? this.chunksQueueUrl : this.uploadsQueueUrl;
    await this.sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: receiptHandle }));
  }

  /** undefined if there is no such object */
  async object(key: string, bucket: string = Stores.OUTPUT) {
    try {
      const answer = await this.s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
      const { ContentType: contentType, ContentEncoding: contentEncoding, Metadata: metadata = {} } = answer;
      const etag = answer.ETag!.replaceAll('"', '');
      const bytes = Buffer.from(await answer.Body!.transformToByteArray());
      return { bytes, text: bytes.toString(), etag, contentType, contentEncoding, metadata };
    } catch (error) {
      if ((error as Error).name === 'NoSuchKey') return undefined;
      throw error;
    }
  }

  /** Deletes the objects of the work bucket whose keys match, as its lifecycle does. */
  async expireWork(keys = /./): Promise<void> {
    const work = await this.s3.send(new ListObjectsV2Command({ Bucket: Stores.WORK }));
    for (const { Key } of work.Contents ?? []) if (keys.test(Key!)) await this.remove(Key!, Stores.WORK);
  }

  /** Objects in the work bucket, and open multipart uploads: none may remain after a test. */
  async leftovers(): Promise<string[]> {
    const work = await this.s3.send(new ListObjectsV2Command({ Bucket: Stores.WORK }));
    const open = await this.s3.send(new ListMultipartUploadsCommand({ Bucket: Stores.OUTPUT }));
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
}
