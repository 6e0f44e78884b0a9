import type { buildApp } from 'fauxqs';
import { incomingOf } from '../incoming.ts';
import { type Faults, SPOILT_DELIVERIES } from './faults.ts';

type App = ReturnType<typeof buildApp>;

/** Longest that a message is held back, seconds. */
const LONGEST_DELAY = 3;

interface Entry {
  MessageBody?: string;
  DelaySeconds?: number;
  ReceiptHandle?: string;
}

interface SqsRequest extends Entry {
  QueueUrl: string;
  Entries?: Entry[];
}

interface Received {
  Messages?: { ReceiptHandle: string; Attributes?: { ApproximateReceiveCount?: string } }[];
}

/** Marks what a fault sends, so that it meets no further one. */
const SPARED = 'local-spared';

/**
 * Duplicates and delays messages, and lets deletes go lost.
 * @param longestDelay of a message, seconds
 */
export function disturbMessages(app: App, faults: Faults, longestDelay = LONGEST_DELAY): void {
  /** how often a message had been delivered, by receipt handle */
  const deliveries = new Map<string, number>();
  const delay = () => faults.between(1, 1000) * (longestDelay / 1000);

  const disturbSending = (request: SqsRequest) => {
    for (const entry of request.Entries ?? [request]) {
      if (faults.strikes('duplicated')) {
        const { MessageBody } = entry;
        void send(app, 'SendMessage', { QueueUrl: request.QueueUrl, MessageBody, DelaySeconds: delay() });
      }
      if (faults.strikes('delayed')) entry.DelaySeconds = (entry.DelaySeconds ?? 0) + delay();
    }
  };
  const disturbDeleting = (request: SqsRequest) => {
    for (const entry of request.Entries ?? [request]) {
      const count = deliveries.get(entry.ReceiptHandle ?? '') ?? Number.POSITIVE_INFINITY;
      deliveries.delete(entry.ReceiptHandle ?? '');
      // SQS says of a handle that it does not know that it has deleted it
      if (count <= SPOILT_DELIVERIES && faults.strikes('deleteLost')) entry.ReceiptHandle = 'lost';
    }
  };

  app.addHook('preHandler', (request, _, done) => {
    const { operation = '', s3 } = incomingOf(request);
    if (s3 === undefined && request.headers[SPARED] === undefined) {
      if (operation.startsWith('SendMessage')) disturbSending(request.body as SqsRequest);
      if (operation.startsWith('DeleteMessage')) disturbDeleting(request.body as SqsRequest);
    }
    done();
  });

  app.addHook('onSend', (request, _, payload, done) => {
    const { operation, caller } = incomingOf(request);
    if (operation === 'ReceiveMessage' && caller === 'poller' && typeof payload === 'string') {
      for (const { ReceiptHandle, Attributes } of (JSON.parse(payload) as Received).Messages ?? []) {
        deliveries.set(ReceiptHandle, Number(Attributes?.ApproximateReceiveCount));
      }
    }
    done(null, payload);
  });
}

async function send(app: App, action: string, body: object): Promise<void> {
  await app.inject({
    method: 'POST',
    url: '/',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `AmazonSQS.${action}`,
      [SPARED]: 'yes',
    },
    payload: JSON.stringify(body),
  });
}
