// S3's event notifications: the configuration of a bucket, and the events that it sends to queues and listeners.
import { randomUUID } from 'node:crypto';
import { ServiceError } from '../requests/service-error.ts';
import { childrenNamed, childText, type Element, elements, readXml } from './xml.ts';

/** One rule of a bucket: which events go to which queue. */
interface QueueRule {
  readonly id: string;
  readonly queueArn: string;
  /** such as `s3:ObjectCreated:*` */
  readonly events: readonly string[];
  readonly prefix: string;
  readonly suffix: string;
}

/** A bucket's notification configuration; topics and functions are not supported as targets. */
interface NotificationConfiguration {
  readonly queues: readonly QueueRule[];
  readonly eventBridge: boolean;
}

const NO_NOTIFICATIONS: NotificationConfiguration = { queues: [], eventBridge: false };

/** Whether a rule covers an event, given as `ObjectCreated:Put`, on a key. */
function matches(rule: QueueRule, eventName: string, key: string): boolean {
  const isCovered = rule.events.some((event) => {
    const name = event.replace(/^s3:/, '');
    return name.endsWith('*') ? eventName.startsWith(name.slice(0, -1)) : eventName === name;
  });
  return isCovered && key.startsWith(rule.prefix) && key.endsWith(rule.suffix);
}

/** @throws ServiceError MalformedXML, NotImplemented, InvalidArgument */
export function readConfiguration(body: Buffer): NotificationConfiguration {
  const root = readXml(body, 'NotificationConfiguration');
  for (const name of Object.keys(root)) {
    if (!['QueueConfiguration', 'EventBridgeConfiguration', 'xmlns'].includes(name)) {
      throw new ServiceError(
        501,
        'NotImplemented',
        `The local cloud sends notifications to queues, not by a ${name}`,
      );
    }
  }
  const queues = childrenNamed(root.QueueConfiguration).map(readRule);
  return { queues, eventBridge: root.EventBridgeConfiguration !== undefined };
}

function readRule(element: Element, position: number): QueueRule {
  const children = typeof element === 'string' ? {} : element;
  const queueArn = childText(children, 'Queue');
  const events = childrenNamed(children.Event).filter((event) => typeof event === 'string');
  if (queueArn === undefined || events.length === 0) {
    throw new ServiceError(400, 'MalformedXML', 'A QueueConfiguration needs a Queue and at least one Event');
  }
  const filter = { prefix: '', suffix: '' };
  const s3Key = (children.Filter as { S3Key?: { FilterRule?: Element[] } } | undefined)?.S3Key;
  for (const rule of childrenNamed(s3Key?.FilterRule)) {
    const name = childText(rule, 'Name')?.toLowerCase();
    if (name !== 'prefix' && name !== 'suffix') {
      throw new ServiceError(400, 'InvalidArgument', `A filter rule is a prefix or a suffix, not ${name}`);
    }
    filter[name] = childText(rule, 'Value') ?? '';
  }
  return { id: childText(children, 'Id') ?? `configuration-${position + 1}`, queueArn, events, ...filter };
}

export function writeConfiguration(configuration: NotificationConfiguration): string {
  return elements('NotificationConfiguration', {
    QueueConfiguration: configuration.queues.map((rule) => ({
      Id: rule.id,
      Queue: rule.queueArn,
      Event: rule.events,
      Filter: {
        S3Key: {
          FilterRule: [
            { Name: 'prefix', Value: rule.prefix },
            { Name: 'suffix', Value: rule.suffix },
          ],
        },
      },
    })),
    EventBridgeConfiguration: configuration.eventBridge ? {} : undefined,
  });
}

/** The creation or removal of an object. */
export interface ObjectEvent {
  /** without `s3:`, such as `ObjectCreated:Put` */
  readonly name: string;
  readonly bucket: string;
  /** not encoded */
  readonly key: string;
  /** bytes; undefined for a removal */
  readonly size: number | undefined;
  /** with quotes; undefined for a removal */
  readonly etag: string | undefined;
  /** Hexadecimal. The later of two events has the greater one, if the shorter is padded with zeros on the right. */
  readonly sequencer: string;
  readonly time: Date;
}

let lastSequence = 0n;

/** A sequencer greater than all earlier ones of this process and, because it begins with the time, of earlier processes. */
function nextSequencer(): string {
  const now = BigInt(Date.now()) << 20n;
  lastSequence = now > lastSequence ? now : lastSequence + 1n;
  return lastSequence.toString(16).toUpperCase().padStart(18, '0').replace(/0+$/, '');
}

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-content-structure.html */
function eventMessage(event: ObjectEvent, region: string, configurationId: string): string {
  const record = {
    eventVersion: '2.1',
    eventSource: 'aws:s3',
    awsRegion: region,
    eventTime: event.time.toISOString(),
    eventName: event.name,
    userIdentity: { principalId: 'AWS:LOCAL' },
    requestParameters: { sourceIPAddress: '127.0.0.1' },
    responseElements: { 'x-amz-request-id': requestId(), 'x-amz-id-2': 'local' },
    s3: {
      s3SchemaVersion: '1.0',
      configurationId,
      bucket: {
        name: event.bucket,
        ownerIdentity: { principalId: 'LOCAL' },
        arn: `arn:aws:s3:::${event.bucket}`,
      },
      object: {
        key: encodeKey(event.key),
        size: event.size,
        eTag: event.etag?.replaceAll('"', ''),
        sequencer: event.sequencer,
      },
    },
  };
  return JSON.stringify({ Records: [record] });
}

/** The message that S3 sends to a queue when it becomes the target of notifications. */
function testMessage(bucket: string): string {
  return JSON.stringify({
    Service: 'Amazon S3',
    Event: 's3:TestEvent',
    Time: new Date().toISOString(),
    Bucket: bucket,
    RequestId: requestId(),
    HostId: 'local',
  });
}

/** Keys in events are form-encoded, except slashes: a space is `+`, a plus sign `%2B`. */
function encodeKey(key: string): string {
  return encodeURIComponent(key)
    .replace(/[!'()~]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+')
    .replaceAll('%2F', '/');
}

function requestId(): string {
  return randomUUID().replaceAll('-', '').toUpperCase().slice(0, 16);
}

/** Sends a message to a queue, in a group if one is given. @throws if the queue does not exist */
export type SendToQueue = (queueArn: string, body: string, group?: string) => Promise<void>;

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

  /** Sets a bucket's configuration after sending a test message to each of its queues, as S3 does. @throws ServiceError InvalidArgument */
  async configure(bucket: string, configuration: NotificationConfiguration): Promise<void> {
    for (const { queueArn } of configuration.queues) {
      try {
        await this.#send(queueArn, testMessage(bucket));
      } catch (error) {
        throw new ServiceError(
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

  /** Calls the listener for objects in all buckets. @returns a function that ends this */
  listen(listener: ObjectListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** @throws if a queue has been deleted since the bucket was configured */
  async notify(change: Omit<ObjectEvent, 'sequencer'>): Promise<void> {
    const event = { ...change, sequencer: nextSequencer() };
    const { queues } = this.configurationOf(event.bucket);
    for (const listener of this.#listeners) listener(event);
    for (const rule of queues) {
      if (matches(rule, event.name, event.key)) {
        await this.#send(rule.queueArn, eventMessage(event, this.#region, rule.id));
      }
    }
  }
}
