// Receives messages from a queue in batches and invokes a function with them, as Lambda's pollers do.
// https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html
import { setTimeout as sleep } from 'node:timers/promises';
import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { SQSRecord } from 'aws-lambda';
import type { MappingPlan } from '../template/read-template.ts';
import type { Invocation } from './environment.ts';

/** Largest size of an event in bytes. */
const MAX_EVENT_BYTES = 6 * 2 ** 20;

/** Maximum number of messages of one receive or delete. */
const MAX_MESSAGES = 10;

/** Longest wait of a receive, seconds. */
const LONG_POLL = 20;

interface MappingOptions {
  readonly sqs: SQSClient;
  readonly queueUrl: string;
  /** Runs the function. @throws if it cannot start */
  readonly invoke: (event: string) => Promise<Invocation>;
  /** Concurrent invocations, up to the mapping's own limit. */
  readonly concurrency: number;
  /** Called for failures; the messages are delivered again after their visibility timeout. */
  readonly onError: (error: unknown) => void;
}

export class EventSourceMapping {
  readonly #plan: MappingPlan;
  readonly #options: MappingOptions;
  readonly #running = new Set<Promise<void>>();
  /** received messages that did not fit into their batch */
  #leftOver: SQSRecord[] = [];
  #stopped = false;
  #loop: Promise<void> = Promise.resolve();

  constructor(plan: MappingPlan, options: MappingOptions) {
    this.#plan = plan;
    this.#options = options;
  }

  start(): void {
    this.#loop = this.#poll();
  }

  /** Stops receiving batches. Waits for running invocations and the open receive, which the caller can end by closing both services. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#loop;
    await Promise.all(this.#running);
  }

  /** Receives one batch at a time, and only while another invocation is allowed. */
  async #poll(): Promise<void> {
    const { concurrency, onError } = this.#options;
    const most = Math.min(this.#plan.maximumConcurrency ?? concurrency, concurrency);
    while (!this.#stopped) {
      try {
        if (this.#running.size >= most) await Promise.race(this.#running);
        const batch = await this.#gather();
        if (batch.length === 0) continue;
        const run = this.#process(batch)
          .catch((error: unknown) => {
            if (!this.#stopped) onError(error);
          })
          .finally(() => this.#running.delete(run));
        this.#running.add(run);
      } catch (error) {
        if (this.#stopped) return;
        onError(error);
        await sleep(100);
      }
    }
  }

  /** Collects messages until the batch is full, has 6 MB, or its window since the first message has passed. */
  async #gather(): Promise<SQSRecord[]> {
    const { batchSize, batchWindow } = this.#plan;
    const batch: SQSRecord[] = [];
    let bytes = 0;
    let end = Number.POSITIVE_INFINITY;
    let arrived = this.#leftOver;
    this.#leftOver = [];
    for (;;) {
      for (const [i, record] of arrived.entries()) {
        bytes += Buffer.byteLength(JSON.stringify(record)) + 1;
        if (batch.length > 0 && bytes > MAX_EVENT_BYTES) {
          this.#leftOver = arrived.slice(i);
          return batch;
        }
        batch.push(record);
      }
      if (batch.length > 0) end = Math.min(end, performance.now() + batchWindow * 1000);
      const left = end - performance.now();
      if (batch.length >= batchSize || left <= 0 || this.#stopped) return batch;
      arrived = await this.#receive(batchSize - batch.length, Math.min(left / 1000, LONG_POLL));
      if (arrived.length === 0 && batch.length === 0) return batch;
    }
  }

  /** SQS waits whole seconds. For a shorter wait, receives without waiting, and pauses if there is no message. */
  async #receive(most: number, seconds: number): Promise<SQSRecord[]> {
    const { sqs, queueUrl } = this.#options;
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: queueUrl,
        MaxNumberOfMessages: Math.min(most, MAX_MESSAGES),
        WaitTimeSeconds: Math.floor(seconds),
        MessageSystemAttributeNames: ['All'],
        MessageAttributeNames: ['All'],
      }),
    );
    if (Messages.length === 0 && seconds < 1) await sleep(Math.min(seconds * 1000, 50));
    return Messages.map((message: Message) => recordOf(message, this.#plan.queueArn));
  }

  async #process(batch: readonly SQSRecord[]): Promise<void> {
    const { payload, error } = await this.#options.invoke(JSON.stringify({ Records: batch }));
    if (payload === undefined) throw new Error(`The function failed with ${batch.length} messages: ${error}`);
    const ids = batch.map(({ messageId }) => messageId);
    const failed = this.#plan.reportsBatchItemFailures ? failedMessages(payload, ids) : new Set<string>();
    await this.#delete(batch.filter(({ messageId }) => !failed.has(messageId)));
  }

  async #delete(records: readonly SQSRecord[]): Promise<void> {
    const { sqs, queueUrl, onError } = this.#options;
    for (let i = 0; i < records.length; i += MAX_MESSAGES) {
      const some = records.slice(i, i + MAX_MESSAGES);
      const { Failed = [] } = await sqs.send(
        new DeleteMessageBatchCommand({
          QueueUrl: queueUrl,
          Entries: some.map(({ receiptHandle }, Id) => ({ Id: String(Id), ReceiptHandle: receiptHandle })),
        }),
      );
      if (Failed.length > 0)
        onError(new Error(`SQS did not delete ${Failed.length} messages of ${queueUrl}`));
    }
  }
}

/** A received message in the form that functions receive. https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html */
function recordOf(message: Message, queueArn: string): SQSRecord {
  const attributes = Object.entries(message.MessageAttributes ?? {}).map(([name, attribute]) => [
    name,
    {
      stringValue: attribute.StringValue,
      binaryValue: attribute.BinaryValue && Buffer.from(attribute.BinaryValue).toString('base64'),
      stringListValues: [],
      binaryListValues: [],
      dataType: attribute.DataType,
    },
  ]);
  return {
    messageId: message.MessageId!,
    receiptHandle: message.ReceiptHandle!,
    body: message.Body!,
    attributes: message.Attributes as unknown as SQSRecord['attributes'],
    messageAttributes: Object.fromEntries(attributes) as SQSRecord['messageAttributes'],
    md5OfBody: message.MD5OfBody!,
    eventSource: 'aws:sqs',
    eventSourceARN: queueArn,
    awsRegion: queueArn.split(':')[3]!,
  };
}

/**
 * The messages of a batch that a function reports as failed, by the rules of partial batch responses.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html#services-sqs-batchfailurereporting
 *
 * @param payload the function's result as JSON
 * @param messageIds of the batch
 * @returns all of them if the response is invalid
 */
export function failedMessages(payload: string, messageIds: readonly string[]): ReadonlySet<string> {
  const all = new Set(messageIds);
  let response: unknown;
  try {
    response = JSON.parse(payload);
  } catch {
    return all;
  }
  if (response === null) return new Set();
  if (typeof response !== 'object') return all;
  const failures = (response as { batchItemFailures?: unknown }).batchItemFailures ?? [];
  if (!Array.isArray(failures)) return all;
  const failed = new Set<string>();
  for (const failure of failures as unknown[]) {
    const id = (failure as { itemIdentifier?: unknown } | null)?.itemIdentifier;
    if (typeof id !== 'string' || !all.has(id)) return all;
    failed.add(id);
  }
  return failed;
}
