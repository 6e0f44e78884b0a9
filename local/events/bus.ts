import { randomUUID } from 'node:crypto';
import { type Answerer, ManagementError } from '../management/request.ts';
import type { ObjectEvent } from '../s3/event.ts';
import type { SendToQueue } from '../s3/notifier.ts';
import type { RulePlan } from '../template/plan.ts';
import { type EventMatcher, eventMatcher } from './pattern.ts';

/** What an event is, without what the bus adds to it. */
export interface BusEvent {
  readonly source: string;
  readonly 'detail-type': string;
  readonly resources: readonly string[];
  readonly time: Date;
  readonly detail: object;
}

/** How S3's events say what made an object. @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/ev-events.html */
const REASONS: Readonly<Record<string, string>> = {
  'ObjectCreated:Put': 'PutObject',
  'ObjectCreated:Copy': 'CopyObject',
  'ObjectCreated:CompleteMultipartUpload': 'CompleteMultipartUpload',
};

/** EventBridge's default bus: sends events to the queues whose rules ask for them. */
export class EventBus {
  readonly #rules: readonly (RulePlan & { readonly matches: EventMatcher })[];
  readonly #send: SendToQueue;
  readonly #where: { readonly account: string; readonly region: string };

  /** @throws Error that names a pattern that the local cloud does not have */
  constructor(
    rules: readonly RulePlan[],
    send: SendToQueue,
    where: { readonly account: string; readonly region: string },
  ) {
    this.#rules = rules.map((rule) => ({ ...rule, matches: eventMatcher(rule.pattern, rule.id) }));
    this.#send = send;
    this.#where = where;
  }

  /** @throws if a queue is not there */
  async publish({ time, ...event }: BusEvent): Promise<string> {
    const id = randomUUID();
    const whole = {
      version: '0',
      id,
      ...event,
      ...this.#where,
      time: time.toISOString().replace(/\.\d+/, ''),
    };
    const targets = this.#rules.filter(({ matches }) => matches(whole)).flatMap(({ queueArns }) => queueArns);
    for (const queueArn of targets) await this.#send(queueArn, JSON.stringify(whole));
    return id;
  }

  /** EventBridge's PutEvents. */
  readonly put: Answerer = async ({ Entries = [] }) => {
    const entries = Entries as Readonly<Record<string, unknown>>[];
    const answers = entries.map(
      async ({ Source, DetailType, Detail, Resources = [], EventBusName = 'default' }) => {
        if (EventBusName !== 'default' || typeof Source !== 'string' || typeof DetailType !== 'string') {
          throw new ManagementError(
            'ValidationException',
            `expected entries with Source and DetailType for the default bus, got ${JSON.stringify(entries)}`,
          );
        }
        const resources = Resources as string[];
        const detail = JSON.parse(String(Detail)) as object;
        const event = { source: Source, 'detail-type': DetailType, resources, time: new Date(), detail };
        return { EventId: await this.publish(event) };
      },
    );
    return { FailedEntryCount: 0, Entries: await Promise.all(answers) };
  };
}

/** An event of S3 as EventBridge has it: the key is not encoded. */
export function objectEvent({ name, bucket, key, size, etag, sequencer, time }: ObjectEvent): BusEvent {
  const isCreated = name.startsWith('ObjectCreated:');
  return {
    source: 'aws.s3',
    'detail-type': isCreated ? 'Object Created' : 'Object Deleted',
    resources: [`arn:aws:s3:::${bucket}`],
    time,
    detail: {
      version: '0',
      bucket: { name: bucket },
      object: { key, size, etag: etag?.replaceAll('"', ''), sequencer },
      'request-id': randomUUID().replaceAll('-', '').toUpperCase().slice(0, 16),
      requester: 'LOCAL',
      'source-ip-address': '127.0.0.1',
      reason: isCreated ? (REASONS[name] ?? 'PutObject') : 'DeleteObject',
    },
  };
}
