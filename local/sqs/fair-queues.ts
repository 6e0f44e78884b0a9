// Fair queues on top of fauxqs, whose standard queues drop the group of a message and deliver the oldest message first.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { buildApp } from 'fauxqs';
// fauxqs does not export its store, but takes one as an option
import { SqsStore } from '../../node_modules/fauxqs/dist/sqs/sqsStore.js';
import { serviceRequestOf } from '../requests/service-request.ts';
import { FairOrder } from './fair-order.ts';

type Queue = ReturnType<SqsStore['createQueue']>;
type Queued = Queue['messages'][number];

/** A message of a request to send. */
interface Entry {
  readonly MessageBody: string;
  readonly MessageGroupId?: string;
}

/** The messages that the current request sends. */
const sending = new AsyncLocalStorage<Entry[]>();

/** Remembers the groups of the messages that requests send. Must be added after hooks that change such requests. */
export function keepMessageGroups(app: ReturnType<typeof buildApp>): void {
  app.addHook('preHandler', (request, _, done) => {
    const { operation = '', body } = serviceRequestOf(request);
    if (!operation.startsWith('SendMessage')) return done();
    const entries = (body.Entries ?? [body]) as Entry[];
    sending.run([...entries], done);
  });
}

/** Creates queues that are fair. */
export class FairQueues extends SqsStore {
  override createQueue(...args: Parameters<SqsStore['createQueue']>): Queue {
    const queue = super.createQueue(...args);
    makeFair(queue);
    return queue;
  }
}

/** Replaces the methods that deliver messages. */
function makeFair(queue: Queue): void {
  const enqueue = queue.enqueue.bind(queue);
  const dequeue = queue.dequeue.bind(queue);
  const deleteMessage = queue.deleteMessage.bind(queue);
  const order = new FairOrder<Queued>(({ messageGroupId }) => messageGroupId);
  /** what ends each delivery, by receipt handle */
  const deliveries = new Map<string, () => void>();
  const end = (receiptHandle: string) => {
    deliveries.get(receiptHandle)?.();
    deliveries.delete(receiptHandle);
  };

  queue.enqueue = (message) => {
    const entries = sending.getStore() ?? [];
    const index = entries.findIndex(({ MessageBody }) => MessageBody === message.body);
    const [entry] = index < 0 ? [] : entries.splice(index, 1);
    if (entry?.MessageGroupId) message.messageGroupId = entry.MessageGroupId;
    enqueue(message);
  };
  queue.dequeue = (count, ...rest) => {
    queue.processTimers();
    // those that have become visible again
    for (const handle of deliveries.keys()) if (!queue.inflightMessages.has(handle)) end(handle);
    const next = new Set(order.next(queue.messages, count));
    queue.messages = [...next, ...queue.messages.filter((message) => !next.has(message))];
    const received = dequeue(count, ...rest);
    for (const { ReceiptHandle } of received) {
      deliveries.set(ReceiptHandle, order.delivered(queue.inflightMessages.get(ReceiptHandle)!.message));
    }
    return received;
  };
  queue.deleteMessage = (receiptHandle) => {
    end(receiptHandle);
    return deleteMessage(receiptHandle);
  };
}
