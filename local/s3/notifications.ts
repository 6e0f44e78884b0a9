import { S3Error } from './error.ts';
import { type Element, elements, listOf, readXml, textOf } from './xml.ts';

/** One rule of a bucket: which events go to which queue. */
export interface QueueRule {
  readonly id: string;
  readonly queueArn: string;
  /** such as `s3:ObjectCreated:*` */
  readonly events: readonly string[];
  readonly prefix: string;
  readonly suffix: string;
}

/** A bucket's notification configuration; topics and functions as targets are refused. */
export interface NotificationConfiguration {
  readonly queues: readonly QueueRule[];
  readonly eventBridge: boolean;
}

export const NO_NOTIFICATIONS: NotificationConfiguration = { queues: [], eventBridge: false };

/** Whether a rule asks for an event, given as `ObjectCreated:Put`, on a key. */
export function matches(rule: QueueRule, eventName: string, key: string): boolean {
  const wanted = rule.events.some((event) => {
    const name = event.replace(/^s3:/, '');
    return name.endsWith('*') ? eventName.startsWith(name.slice(0, -1)) : eventName === name;
  });
  return wanted && key.startsWith(rule.prefix) && key.endsWith(rule.suffix);
}

/** @throws S3Error MalformedXML, NotImplemented, InvalidArgument */
export function readConfiguration(body: Buffer): NotificationConfiguration {
  const root = readXml(body, 'NotificationConfiguration');
  for (const name of Object.keys(root)) {
    if (!['QueueConfiguration', 'EventBridgeConfiguration', 'xmlns'].includes(name)) {
      throw new S3Error(
        501,
        'NotImplemented',
        `The local cloud sends notifications to queues, not by a ${name}`,
      );
    }
  }
  const queues = listOf(root.QueueConfiguration).map(readRule);
  return { queues, eventBridge: root.EventBridgeConfiguration !== undefined };
}

function readRule(element: Element, position: number): QueueRule {
  const children = typeof element === 'string' ? {} : element;
  const queueArn = textOf(children, 'Queue');
  const events = listOf(children.Event).filter((event) => typeof event === 'string');
  if (queueArn === undefined || events.length === 0) {
    throw new S3Error(400, 'MalformedXML', 'A QueueConfiguration needs a Queue and at least one Event');
  }
  const filter = { prefix: '', suffix: '' };
  const s3Key = (children.Filter as { S3Key?: { FilterRule?: Element[] } } | undefined)?.S3Key;
  for (const rule of listOf(s3Key?.FilterRule)) {
    const name = textOf(rule, 'Name')?.toLowerCase();
    if (name !== 'prefix' && name !== 'suffix') {
      throw new S3Error(400, 'InvalidArgument', `A filter rule is a prefix or a suffix, not ${name}`);
    }
    filter[name] = textOf(rule, 'Value') ?? '';
  }
  return { id: textOf(children, 'Id') ?? `configuration-${position + 1}`, queueArn, events, ...filter };
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
