import { PutObjectCommand } from '@aws-sdk/client-s3';
import type { SQSRecord } from 'aws-lambda';
import { connect } from '../../lambda/aws/clients.ts';
import type { Cloud } from '../../lambda/aws/cloud.ts';
import { runBatch } from '../../lambda/batch.ts';
import { markSent, openJob } from '../../lambda/chunks/manifest.ts';
import { planJob } from '../../lambda/chunks/plan-job.ts';
import { alignCuts, allRows, pieceWithin } from '../../lambda/chunks/row-ranges.ts';
import { openUpload } from '../../lambda/file/open-upload.ts';
import type { LineLabels, Outcome, UploadContext } from '../../lambda/invocation/context.ts';
import { writeMessage } from '../../lambda/invocation/message.ts';
import { Meter } from '../../lambda/invocation/meter.ts';
import { readSettings, type Settings } from '../../lambda/invocation/settings.ts';
import { type Times, timesOf } from '../../lambda/invocation/time.ts';
import type { Upload } from '../../lambda/invocation/upload.ts';
import type { Swept } from '../../lambda/sweep/sweep.ts';
import type { Faults } from '../../local/faults/faults.ts';
import { ACCOUNT, REGION, startServices } from '../../local/services.ts';
import { Stores } from './stores.ts';

/** Numbers of calls by method of {@link Cloud}. */
export type Calls = Partial<Record<keyof Cloud, number>>;

/** The work on one upload, which ended with an outcome or an error. */
export interface FinishedTask {
  readonly key: string | undefined;
  readonly outcome: Outcome | undefined;
  readonly error: Error | undefined;
  /** of the line that is logged */
  readonly labels: LineLabels | undefined;
  /** the message that failed */
  readonly record?: SQSRecord;
}

/** Buckets and queues with the jobs run in this process, so that a test can count and break their calls. */
export class Pipeline extends Stores {
  readonly settings: Settings;
  /** may be replaced by one that fails */
  cloud: Cloud;
  calls: Calls = {};
  /** what sweeps have found */
  swept: Swept[] = [];
  readonly close: () => Promise<void>;

  /** @param faults of the requests of the function; the tests' own requests meet them, too */
  static async start(environment: Record<string, string> = {}, faults?: Faults): Promise<Pipeline> {
    const services = await startServices({ faults });
    Object.assign(process.env, {
      AWS_ENDPOINT_URL: services.endpoint,
      AWS_REGION: REGION,
      AWS_ACCESS_KEY_ID: 'function',
      AWS_SECRET_ACCESS_KEY: 'local',
    });
    const pipeline = new Pipeline(services.endpoint, environment, () => services.close());
    await pipeline.create();
    // S3's test event
    await pipeline.drain();
    return pipeline;
  }

  private constructor(endpoint: string, environment: Record<string, string>, close: () => Promise<void>) {
    super(endpoint);
    this.settings = readSettings({
      OUTPUT_BUCKET: Pipeline.OUTPUT,
      WORK_BUCKET: Pipeline.WORK,
      UPLOADS_QUEUE_URL: this.uploadsQueueUrl,
      CHUNKS_QUEUE_URL: this.chunksQueueUrl,
      MAX_RECEIVES: '10',
      SOURCES: JSON.stringify([[Pipeline.UPLOADS], [Pipeline.SILENT]]),
      ...environment,
    });
    this.cloud = this.#counting(connect());
    this.close = async () => {
      this.disconnect();
      await close();
    };
  }

  /** Runs the tasks of these messages, and deletes the messages that did not fail. */
  async run(records: readonly SQSRecord[], context: Partial<UploadContext> = {}): Promise<FinishedTask[]> {
    const tasks: FinishedTask[] = [];
    const { cloud, settings } = this;
    const { batchItemFailures } = await runBatch(
      records,
      ({ messageId }) => ({
        cloud,
        settings,
        ...timesInTests(),
        ...FIRST_DELIVERY,
        messageId,
        ...context,
      }),
      {
        begun: () => {},
        swept: (swept) => void this.swept.push(swept),
        warned: () => {},
        finished: (outcome, upload, labels) =>
          void tasks.push({ key: upload.key, outcome, labels, error: undefined }),
        failed: (error, record, about) =>
          void tasks.push({
            labels: about?.labels,
            key: about?.upload.key,
            outcome: undefined,
            error: error as Error,
            record,
          }),
      },
    );
    const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    for (const record of records) {
      if (failed.has(record.messageId) || !record.receiptHandle) continue;
      await this.delete(record);
    }
    return tasks;
  }

  /** Runs the work on these messages until `at` returns true for a call: from then on all calls fail. Deletes no message. */
  async kill(
    records: readonly SQSRecord[],
    at: (name: keyof Cloud, args: unknown[]) => boolean,
    context: Partial<UploadContext> = {},
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
    await this.run(kept, context);
    this.cloud = cloud;
  }

  /** Runs the work on all messages until the queues are empty. */
  async drain(context: Partial<UploadContext> = {}): Promise<FinishedTask[]> {
    const tasks: FinishedTask[] = [];
    for (let records = await this.receive(); records.length > 0; records = await this.receive()) {
      for (const record of records) tasks.push(...(await this.run([record], context)));
    }
    return tasks;
  }

  /**
   * Uploads a file to a bucket without events and opens its job.
   * @returns the messages of its chunks as the planner sends them, cut at these offsets
   */
  async cut(
    key: string,
    body: string | Buffer,
    offsets: readonly number[],
    options: Readonly<Record<string, string>> = {},
    sequencer?: string,
  ): Promise<SQSRecord[]> {
    const { upload, plan, facts, context } = await this.#opened(key, body, options, sequencer);
    await markSent(context, await openJob(context, upload, facts, plan, Date.now()));
    this.calls = {};
    const starts = [0, ...offsets];
    const whole = { from: 0, to: upload.bytes };
    const ranges = starts.map((from, index) => ({ from, to: starts[index + 1] ?? upload.bytes }));
    const piece = allRows(plan);
    return (piece ? alignCuts(piece, ranges) : ranges).map((range) => {
      const own = piece ? pieceWithin(piece, whole, range) : { plan };
      return recordOf(writeMessage({ kind: 'chunk', upload, ...own, range, hop: 1 }));
    });
  }

  /** Uploads a file to a bucket without events and plans it, as if an invocation could solve nothing of it. @returns the messages of its chunks */
  async plan(key: string, body: string | Buffer): Promise<SQSRecord[]> {
    const { context, ...opened } = await this.#opened(key, body);
    const rate = { bytes: 1, milliseconds: 1, output: 1 };
    await planJob({ ...context, available: 0 }, { ...opened, begun: Date.now(), rate, dedicated: false });
    return this.receive();
  }

  /** Uploads a file to a bucket without events, and reads its head. @param sequencer older than that of any event */
  async #opened(
    key: string,
    body: string | Buffer,
    options: Readonly<Record<string, string>> = {},
    sequencer = '0',
  ) {
    const Bucket = Pipeline.SILENT;
    const metadata = Object.fromEntries(
      Object.entries(options).map(([name, value]) => [`sudoku-${name}`, value]),
    );
    const { ETag } = await this.s3.send(
      new PutObjectCommand({ Bucket, Key: key, Body: body, Metadata: metadata }),
    );
    const upload: Upload = {
      bucket: Bucket,
      key,
      etag: ETag!.replaceAll('"', ''),
      bytes: body.length,
      sequencer,
    };
    const { cloud, settings } = this;
    const times = timesInTests();
    const open = await openUpload({ cloud, settings, ...times }, upload, times.deadline);
    await open.close();
    const { plan, facts } = open;
    const delivery = { cloud, settings, ...times, ...FIRST_DELIVERY };
    const context: UploadContext = { ...delivery, meter: new Meter(cloud, 1), warn: () => {} };
    return { upload, plan, facts, context };
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

/** A message that has just been sent. */
const FIRST_DELIVERY = { messageId: 'm', delivery: 1, waited: 0, isRedelivery: false, deliveriesLeft: 9 };

/** Times of an invocation in which no file holds up others, and whose alarms do not ring: tests ring their own by hand. */
const timesInTests = (): Times => ({
  ...timesOf(60_000),
  alarm: () => () => {},
  idle: () => performance.now(),
});

let records = 0;

/** A message that is in no queue. */
export const recordOf = (body: string): SQSRecord =>
  ({
    messageId: `record-${records++}`,
    receiptHandle: '',
    body,
    attributes: { ApproximateReceiveCount: '1' },
    eventSourceARN: `arn:aws:sqs:${REGION}:${ACCOUNT}:chunks`,
  }) as unknown as SQSRecord;
