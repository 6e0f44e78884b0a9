import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { buildApp } from 'fauxqs';
import { guardServer } from './cross-site-guard.ts';
import type { Faults } from './faults/faults.ts';
import { disturbMessages } from './faults/messages.ts';
import { conflictWrites, cutConnections, refuseRequests } from './faults/requests.ts';
import { lapseTime } from './faults/time-lapse.ts';
import { refuseReading } from './faults/troubled.ts';
import { enforce } from './iam/enforce.ts';
import type { Guard } from './iam/guard.ts';
import type { KnownArns } from './iam/needed.ts';
import { incomingOf } from './incoming.ts';
import { Management, type ManagementOptions } from './management/management.ts';
import type { CallSqs } from './management/message-moves.ts';
import { oldestAge } from './management/metrics.ts';
import { errorXml } from './management/stacks.ts';
import { readBody } from './request-body.ts';
import { RequestCounts } from './request-counts.ts';
import { ANSWERS_READ, type Answer, S3Adapter } from './s3/adapter.ts';
import { notImplemented, S3Error } from './s3/error.ts';
import { Notifier, type SendToQueue } from './s3/notifier.ts';
import { ObjectStore } from './s3/store.ts';
import { errorDocument } from './s3/xml.ts';

/** Account that owns everything in the local cloud. */
export const ACCOUNT = '000000000000';
export const REGION = 'us-east-1';

/** S3 and SQS on a port of 127.0.0.1. */
export interface Services {
  /** http://127.0.0.1:PORT, for clients; buckets are in the path */
  readonly endpoint: string;
  readonly notifier: Notifier;
  readonly sendToQueue: SendToQueue;
  readonly requests: RequestCounts;
  /** From now on answers what people ask of a stack that is up. */
  manage(options: Omit<ManagementOptions, 'call' | 'oldestAge'>, arns: KnownArns): void;
  /** Answers waiting long polls, refuses new requests, and frees the port. */
  close(): Promise<void>;
}

export interface ServicesOptions {
  /** Told of what fails with no request to answer. @default throws it as an uncaught exception */
  readonly onError?: (error: unknown) => void;
  /** Asked before each request. @default everybody may do everything */
  readonly guard?: Guard;
  /** What goes wrong. @default nothing does */
  readonly faults?: Faults | undefined;
  /** By how much visibility timeouts are shortened. @default 1 */
  readonly timeLapse?: number | undefined;
}

export async function startServices(options: ServicesOptions = {}): Promise<Services> {
  const { onError = rethrow, guard, faults, timeLapse = 1 } = options;
  const stores = new ObjectStore().forFauxqs;
  const app = buildApp({ logger: false, host: 'localhost', defaultRegion: REGION, stores });
  guardServer(app.server);
  parseBodies(app);
  hidePrivateRoutes(app);
  if (faults) {
    refuseReading(app, faults.troubled);
    refuseRequests(app, faults);
    conflictWrites(app, faults);
    disturbMessages(app, faults);
  }
  if (timeLapse !== 1) lapseTime(app, timeLapse);
  let management: Management | undefined;
  let arns: KnownArns | undefined;
  if (guard) enforce(app, guard, queueArn, () => arns);
  const call: CallSqs = async (operation, body) => {
    const response = await app.inject({
      method: 'POST',
      url: '/',
      headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': `AmazonSQS.${operation}` },
      payload: JSON.stringify(body),
    });
    if (response.statusCode !== 200) throw new Error(response.body);
    return response.json();
  };
  const sendToQueue: SendToQueue = async (queueArn, body) => {
    await call('SendMessage', { QueueUrl: queueUrl('http://local', queueArn), MessageBody: body });
  };
  const notifier = new Notifier(REGION, sendToQueue);
  const adapter = new S3Adapter(notifier, onError);
  /** requests that fauxqs answers */
  const passed = new WeakSet<object>();
  const requests = new RequestCounts();

  app.addHook('preHandler', (request, reply, done) => {
    const incoming = incomingOf(request);
    const { s3: call } = incoming;
    requests.add(incoming);
    if (call === undefined) {
      const { operation, body } = incoming;
      if (!management?.has(operation)) {
        if (isSqs(request.headers)) return done();
        const error = notImplemented(`the operation ${operation ?? `${request.method} ${request.url}`}`);
        return void reply.code(error.status).type('text/xml').send(errorXml(error));
      }
      return void management
        .answer({ operation, body })
        .then(
          ({ status, type, headers = {}, body }) => reply.code(status).type(type).headers(headers).send(body),
          done,
        );
    }
    const refuse = (error: unknown) => done(error as Error);
    const send = (answer: Answer) => {
      reply.code(answer.status).type('application/xml').send(answer.body);
    };
    try {
      const answer = adapter.before(call, request);
      if (answer instanceof Promise) return void answer.then(send, refuse);
      if (answer !== undefined) return send(answer);
      passed.add(request);
      done();
    } catch (error) {
      refuse(error);
    }
  });

  // those of the adapter, and those of the store by way of fauxqs
  app.setErrorHandler((error, request, reply) => {
    const { s3: call } = incomingOf(request);
    if (!(error instanceof S3Error) || call === undefined) throw error;
    reply.code(error.status).type('application/xml');
    reply.send(call.method === 'HEAD' ? undefined : errorDocument(error, `/${call.bucket}/${call.key}`));
  });

  app.addHook('onSend', (request, reply, payload, done) => {
    const call = passed.has(request) ? incomingOf(request).s3 : undefined;
    if (call?.operation && reply.statusCode < 300) {
      const body = ANSWERS_READ.has(call.operation) ? String(payload) : '';
      adapter.after(call, { etag: reply.getHeader('etag') as string | undefined, body });
    }
    done();
  });

  if (faults) cutConnections(app, faults);

  const endpoint = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    endpoint,
    notifier,
    sendToQueue,
    requests,
    manage(options, knownArns) {
      arns = knownArns;
      management = new Management({
        ...options,
        call,
        oldestAge: async (name) => oldestAge(await inspect(name)),
      });
    },
    close: () => app.close(),
  };

  async function inspect(queueName: string): Promise<unknown> {
    return (await app.inject({ method: 'GET', url: `/_fauxqs/queues/${queueName}` })).json();
  }
}

/** The URL by which a client of `endpoint` calls a queue. */
export function queueUrl(endpoint: string, queueArn: string): string {
  return `${endpoint}/${ACCOUNT}/${queueArn.split(':').at(-1)}`;
}

function queueArn(url: string): string {
  return `arn:aws:sqs:${REGION}:${ACCOUNT}:${url.split('/').at(-1)}`;
}

/** fauxqs's own paths of S3 and SQS. It has others, which only this process uses. */
const PUBLIC_ROUTES = ['/', '/:bucket', '/:bucket/*'];

/** Answers 404 to what comes over the network for a path of neither S3 nor SQS. */
function hidePrivateRoutes(app: ReturnType<typeof buildApp>): void {
  app.addHook('onRequest', (request, reply, done) => {
    const isOwn = !(request.socket instanceof Socket); // of app.inject()
    if (isOwn || PUBLIC_ROUTES.includes(request.routeOptions.url ?? '')) return done();
    const error = new S3Error(404, 'NotFound', `There is nothing at ${request.method} ${request.url}`);
    reply.code(error.status).type('application/xml').send(errorDocument(error, request.url));
  });
}

/** Whether fauxqs's SQS answers a request. Posted in any other type, it would lead to SNS or STS, which no stack here uses. */
function isSqs({ 'content-type': type = '', 'x-amz-target': target }: IncomingHttpHeaders): boolean {
  return type === 'application/x-amz-json-1.0' && String(target).startsWith('AmazonSQS.');
}

type Parser = (
  request: Pick<IncomingMessage, 'url' | 'headers'>,
  payload: IncomingMessage,
) => Promise<unknown>;

/** Bodies of requests to SQS (and the query protocol) are parsed; those of S3 are bytes, whatever type an object is said to have. */
function parseBodies(app: ReturnType<typeof buildApp>): void {
  const query = (body: Buffer) => Object.fromEntries(new URLSearchParams(body.toString()));
  const parsers = {
    'application/x-amz-json-1.0': (body: Buffer) => JSON.parse(body.toString()) as unknown,
    'application/x-amz-json-1.1': (body: Buffer) => JSON.parse(body.toString()) as unknown,
    'application/x-www-form-urlencoded': query,
    '*': (body: Buffer) => body,
  };
  for (const [type, parse] of Object.entries(parsers)) {
    app.removeContentTypeParser(type);
    const read: Parser = async (request, payload) => {
      const body = await readBody(request.headers, payload);
      return request.url === '/' ? parse(body) : body;
    };
    app.addContentTypeParser(type, read);
  }
}

function rethrow(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
