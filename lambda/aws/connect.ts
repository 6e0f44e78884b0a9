import { NodeHttpHandler } from '@smithy/node-http-handler';
import type { Cloud } from './cloud.ts';
import { eventCalls } from './events.ts';
import { multipartCalls } from './multipart.ts';
import { objectCalls } from './objects.ts';
import { queueCalls } from './queues.ts';
import { placeOf } from './wire/endpoint.ts';
import { S3 } from './wire/s3.ts';
import { type Handler, Service } from './wire/service.ts';

/** More than there ever are requests in flight: one that waits for a free connection soon counts as one that got none. */
const MAX_SOCKETS = 128;

/** Milliseconds for which an answer that asks to slow down is heeded. */
const HEEDED = 10_000;

/** Connections of one service, kept and used again. */
function connections(): Handler {
  const agent = { keepAlive: true, maxSockets: MAX_SOCKETS };
  const timeouts = { connectionTimeout: 3_000, socketTimeout: 30_000 };
  return new NodeHttpHandler({ ...timeouts, httpAgent: agent, httpsAgent: agent });
}

/**
 * Connects as the environment says (region, credentials, AWS_ENDPOINT_URL).
 * @param handlerOf makes what sends the requests of one service
 */
export function connect(handlerOf: () => Handler = connections): Cloud {
  const { env } = process;
  // answers that ask to slow down, which the retries keep to themselves
  let slowedDown = Number.NEGATIVE_INFINITY;
  const onAnswer = (status: number) => {
    if (status === 503 || status === 429) slowedDown = performance.now();
  };
  const [objects, queues, events] = [placeOf(env, 'S3'), placeOf(env, 'SQS'), placeOf(env, 'EVENTBRIDGE')];
  const s3 = new S3(
    new Service({ name: 's3', region: objects.region, handler: handlerOf(), onAnswer }),
    objects,
  );
  return {
    isSlowedDown: () => performance.now() - slowedDown < HEEDED,
    ...objectCalls(s3),
    ...multipartCalls(s3),
    ...queueCalls(new Service({ name: 'sqs', region: queues.region, handler: handlerOf() })),
    ...eventCalls(new Service({ name: 'events', region: events.region, handler: handlerOf() }), events),
  };
}
