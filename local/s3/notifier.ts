import { S3Error } from './error.ts';
import { eventMessage, type ObjectEvent, testMessage } from './event.ts';
import { matches, NO_NOTIFICATIONS, type NotificationConfiguration } from './notifications.ts';

/** Puts a message into a queue. @throws if there is no such queue */
export type SendToQueue = (queueArn: string, body: string) => Promise<void>;

export type ObjectListener = (event: ObjectEvent) => void;

/** Sends S3's event notifications: to queues as messages, and to listeners in this process. */
export class Notifier {
  readonly #configurations = new Map<string, NotificationConfiguration>();
  readonly #listeners = new Set<ObjectListener>();
  readonly #region: string;
  readonly #send: SendToQueue;

  constructor(region: string, send: SendToQueue) {
    this.#region = region;
    this.#send = send;
  }

  configurationOf(bucket: string): NotificationConfiguration {
    return this.#configurations.get(bucket) ?? NO_NOTIFICATIONS;
  }

  /** Sets a bucket's configuration once each of its queues has taken a test message, as S3 does. @throws S3Error InvalidArgument */
  async configure(bucket: string, configuration: NotificationConfiguration): Promise<void> {
    for (const { queueArn } of configuration.queues) {
      try {
        await this.#send(queueArn, testMessage(bucket));
      } catch (error) {
        throw new S3Error(
          400,
          'InvalidArgument',
          `Unable to validate the destination ${queueArn}: ${(error as Error).message}`,
        );
      }
    }
    this.#configurations.set(bucket, configuration);
  }

  forget(bucket: string): void {
    this.#configurations.delete(bucket);
  }

  /** Hears of objects in all buckets. @returns what ends it */
  listen(listener: ObjectListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** @throws if a queue that was there when the bucket was configured no longer is */
  async notify(event: ObjectEvent): Promise<void> {
    const { queues } = this.configurationOf(event.bucket);
    for (const listener of this.#listeners) listener(event);
    for (const rule of queues) {
      if (matches(rule, event.name, event.key)) {
        await this.#send(rule.queueArn, eventMessage(event, this.#region, rule.id));
      }
    }
  }
}
