import { setTimeout as sleep } from 'node:timers/promises';
import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { SQSRecord } from 'aws-lambda';
import type { Invocation } from '../lambda/environment.ts';
import type { MappingPlan } from '../template/plan.ts';
import { recordOf } from './event.ts';
import { failedMessages } from './failures.ts';

/** Bytes of one event at most. */
const MAX_EVENT_BYTES = 6 * 2 ** 20;

/** Messages of one receive or delete at most. */
const MAX_MESSAGES = 10;

/** Longest that a receive can wait, seconds. */
const LONG_POLL = 20;

export interface MappingOptions {
  readonly sqs: SQSClient;
  readonly queueUrl: string;
  /** Runs the function. @throws if it cannot be started */
  readonly invoke: (event: string) => Promise<Invocation>;
  /** Invocations at the same time, where the mapping itself allows as many. */
  readonly concurrency: number;
  /** Told of what goes wrong; the messages concerned are delivered again after their visibility timeout. */
  readonly onError: (error: unknown) => void;
}

/**
 * Takes messages from a queue in batches and calls a function with them, as Lambda's pollers do.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html
 */
export class EventSourceMapping {
  readonly #plan: MappingPlan;
  readonly #options: MappingOptions;
  readonly #running = new Set<Promise<void>>();
  /** received, but too large for the batch that they came for */
  #carried: SQSRecord[] = [];
  #stopped = false;
  #loop: Promise<void> = Promise.resolve();

  constructor(plan: MappingPlan, options: MappingOptions) {
    this.#plan = plan;
    this.#options = options;
  }

  start(): void {
    this.#loop = this.#poll();
  }

  /** Takes no more batches. Waits for those that run, and for the open receive: end either from outside to be quicker. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#loop;
    await Promise.all(this.#running);
  }

  /** One receive at a time, and only while the function may run once more. */
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

  /** Collects a batch: until it is full, holds 6 MB, or its window has passed since the first message. */
  async #gather(): Promise<SQSRecord[]> {
    const { batchSize, batchWindow } = this.#plan;
    const batch: SQSRecord[] = [];
    let bytes = 0;
    let end = Number.POSITIVE_INFINITY;
    let arrived = this.#carried;
    this.#carried = [];
    for (;;) {
      for (const [i, record] of arrived.entries()) {
        bytes += Buffer.byteLength(JSON.stringify(record)) + 1;
        if (batch.length > 0 && bytes > MAX_EVENT_BYTES) {
          this.#carried = arrived.slice(i);
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

  /** SQS waits whole seconds; shorter waits are a look at the queue, and a pause if there is nothing. */
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
