// EventBridge's default bus: sends events to the queues of matching rules.
import { randomUUID } from 'node:crypto';
import { ServiceError } from '../requests/service-error.ts';
import type { ServiceOperation } from '../requests/service-request.ts';
import type { ObjectEvent, SendToQueue } from '../s3/notifications.ts';
import type { RulePlan } from '../template/read-template.ts';

/** An event without the members that the bus adds. */
interface BusEvent {
  readonly source: string;
  readonly 'detail-type': string;
  readonly resources: readonly string[];
  readonly time: Date;
  readonly detail: object;
}

/** The reasons in S3's events. @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/ev-events.html */
const REASONS: Readonly<Record<string, string>> = {
  'ObjectCreated:Put': 'PutObject',
  'ObjectCreated:Copy': 'CopyObject',
  'ObjectCreated:CompleteMultipartUpload': 'CompleteMultipartUpload',
};

export class EventBus {
  readonly #rules: readonly (RulePlan & { readonly matches: EventMatcher })[];
  readonly #send: SendToQueue;
  readonly #where: { readonly account: string; readonly region: string };

  /** @throws Error that names an unsupported pattern */
  constructor(
    rules: readonly RulePlan[],
    send: SendToQueue,
    where: { readonly account: string; readonly region: string },
  ) {
    this.#rules = rules.map((rule) => ({ ...rule, matches: eventMatcher(rule.pattern, rule.id) }));
    this.#send = send;
    this.#where = where;
  }

  /** @throws if a queue does not exist */
  async publish({ time, ...event }: BusEvent): Promise<string> {
    const id = randomUUID();
    const complete = {
      version: '0',
      id,
      ...event,
      ...this.#where,
      time: time.toISOString().replace(/\.\d+/, ''),
    };
    const targets = this.#rules.filter(({ matches }) => matches(complete)).flatMap(({ targets }) => targets);
    for (const { queueArn, group } of targets) await this.#send(queueArn, JSON.stringify(complete), group);
    return id;
  }

  /** EventBridge's PutEvents. */
  readonly putEvents: ServiceOperation = async ({ Entries = [] }) => {
    const entries = Entries as Readonly<Record<string, unknown>>[];
    const results = entries.map(
      async ({ Source, DetailType, Detail, Resources = [], EventBusName = 'default' }) => {
        if (EventBusName !== 'default' || typeof Source !== 'string' || typeof DetailType !== 'string') {
          throw new ServiceError(
            400,
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
    return { FailedEntryCount: 0, Entries: await Promise.all(results) };
  };
}

/** An event of S3 in EventBridge's format, in which the key is not encoded. */
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

/** Whether an event matches a pattern. */
type EventMatcher = (event: unknown) => boolean;

/** Conditions on texts other than equality. */
const CONDITIONS: Readonly<Record<string, (wanted: string, value: string) => boolean>> = {
  prefix: (wanted, value) => value.startsWith(wanted),
  suffix: (wanted, value) => value.endsWith(wanted),
  wildcard: (wanted, value) => expressionOf(wanted).test(value),
};

/**
 * Reads a rule's event pattern: all members must match, and one value or condition of each list.
 * @throws Error that names an unsupported condition
 * @see https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-event-patterns.html
 */
export function eventMatcher(pattern: unknown, where: string): EventMatcher {
  if (Array.isArray(pattern)) {
    const anyOf = pattern.map((wanted: unknown) => valueMatcher(wanted, where));
    // if the event has a list, one matching value is enough
    return (value) => [value].flat().some((one: unknown) => anyOf.some((matches) => matches(one)));
  }
  if (typeof pattern !== 'object' || pattern === null) {
    throw new Error(`expected lists and objects in the pattern of ${where}, got ${JSON.stringify(pattern)}`);
  }
  const members = Object.entries(pattern).map(
    ([name, wanted]) => [name, eventMatcher(wanted, where)] as const,
  );
  return (event) => {
    const value = (typeof event === 'object' && event !== null ? event : {}) as Record<string, unknown>;
    return members.every(([name, matches]) => matches(value[name]));
  };
}

function valueMatcher(wanted: unknown, where: string): EventMatcher {
  if (typeof wanted !== 'object' || wanted === null) return (value) => value === wanted;
  const [first, ...others] = Object.entries(wanted);
  const [condition, text] = first ?? ['', undefined];
  if (condition === 'anything-but' && others.length === 0) {
    const { prefix } = (text ?? {}) as { prefix?: string[] };
    if (!Array.isArray(prefix)) throw unsupported(wanted, where);
    return (value) => typeof value === 'string' && !prefix.some((each) => value.startsWith(each));
  }
  const holds = CONDITIONS[condition];
  if (holds === undefined || others.length > 0 || typeof text !== 'string') {
    throw unsupported(wanted, where);
  }
  return (value) => typeof value === 'string' && holds(text, value);
}

const unsupported = (wanted: unknown, where: string): Error =>
  new Error(`The local cloud does not support ${JSON.stringify(wanted)} in the pattern of ${where}`);

/** `*` matches any characters, `\*` and `\\` match `*` and `\`. */
function expressionOf(wildcard: string): RegExp {
  const parts = wildcard.match(/\\.|[^\\]/gs) ?? [];
  const escaped = (text: string) => text.replace(/[\\^$.*+?()|[\]{}]/g, '\\$&');
  const source = parts.map((part) => (part === '*' ? '.*' : escaped(part.replace(/^\\(?=.)/s, ''))));
  return new RegExp(`^${source.join('')}$`, 's');
}
