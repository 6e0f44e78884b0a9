// Starts S3, SQS and what surrounds them on a port of 127.0.0.1: fauxqs, with hooks for permissions, faults and counts.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { buildApp } from 'fauxqs';
import type { Faults } from './faults/faults.ts';
import {
  conflictWrites,
  cutConnections,
  disturbMessages,
  refuseObjects,
  refuseRequests,
  shortenVisibilityTimeouts,
} from './faults/services.ts';
import type { AccessControl } from './iam/access-control.ts';
import { enforcePermissions, type KnownArns } from './iam/required-permissions.ts';
import { queueMetrics } from './management/cloudwatch.ts';
import { Management, type ManagementOptions } from './management/management.ts';
import type { CallSqs } from './management/message-moves.ts';
import { type CorsRule, refuseWebPages } from './requests/cross-site-guard.ts';
import { readBody } from './requests/request-body.ts';
import { errorBody, notImplemented, ServiceError } from './requests/service-error.ts';
import {
  type AnsweredRequest,
  RequestCounts,
  sendError,
  serviceRequestOf,
  sqsRequest,
} from './requests/service-request.ts';
import { S3Adapter, type S3Response } from './s3/adapter.ts';
import { Notifier, type SendToQueue } from './s3/notifications.ts';
import { ObjectStore } from './s3/store.ts';
import { FairQueues, keepMessageGroups } from './sqs/fair-queues.ts';
import { queueUrlOf } from './template/template.ts';

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
  /** The rules of buckets for pages of other sites. */
  readonly cors: Map<string, readonly CorsRule[]>;
  /** Starts to answer requests about a stack. */
  manage(options: Omit<ManagementOptions, 'call' | 'queue'>, arns: KnownArns): void;
  /** Answers waiting long polls, refuses new requests, and frees the port. */
  close(): Promise<void>;
}

/** How the services run. */
export interface ServicesOptions {
  /** Called for errors without a request to answer, and for failures that are retried: failed invocations, undelivered events. */
  readonly onError?: (error: unknown) => void;
  /** Called for each request that was answered. */
  readonly onAnswer?: ((request: AnsweredRequest) => void) | undefined;
  /** Checks the permissions of each request. @default every caller may do everything */
  readonly accessControl?: AccessControl;
  /** Faults of services and functions. @default none */
  readonly faults?: Faults | undefined;
  /** Factor by which visibility timeouts are shortened. @default 1 */
  readonly timeLapse?: number | undefined;
}

export async function startServices(options: ServicesOptions = {}): Promise<Services> {
  const { onError = rethrow, onAnswer, accessControl, faults, timeLapse = 1 } = options;
  const store = new ObjectStore();
  const app = buildApp({
    logger: false,
    host: 'localhost',
    defaultRegion: REGION,
    stores: { ...store.forFauxqs, sqsStore: new FairQueues() },
  });
  const cors: Services['cors'] = new Map();
  refuseWebPages(app.server, (bucket) => cors.get(bucket) ?? []);
  parseBodies(app);
  hidePrivateRoutes(app);
  if (onAnswer) timeRequests(app, onAnswer);
  if (faults) {
    refuseObjects(app, faults);
    refuseRequests(app, faults);
    conflictWrites(app, faults);
    disturbMessages(app, faults);
  }
  keepMessageGroups(app);
  if (timeLapse !== 1) shortenVisibilityTimeouts(app, timeLapse);
  let management: Management | undefined;
  let arns: KnownArns | undefined;
  if (accessControl) enforcePermissions(app, accessControl, queueArn, () => arns);
  const call: CallSqs = async (operation, body) => {
    const response = await app.inject(sqsRequest(operation, body));
    if (response.statusCode !== 200) throw new Error(response.body);
    return response.json();
  };
  const sendToQueue: SendToQueue = async (queueArn, MessageBody, MessageGroupId) => {
    await call('SendMessage', { QueueUrl: queueUrl('http://local', queueArn), MessageBody, MessageGroupId });
  };
  const notifier = new Notifier(REGION, sendToQueue);
  const adapter = new S3Adapter(store, notifier, onError);
  /** requests that fauxqs answers */
  const passed = new WeakSet<object>();
  const requests = new RequestCounts();

  app.addHook('preHandler', (request, reply, done) => {
    const serviceRequest = serviceRequestOf(request);
    const { s3, operation, body } = serviceRequest;
    requests.add(serviceRequest);
    const fail = (error: unknown) => done(error as Error);
    if (s3 === undefined) {
      if (management?.has(operation)) {
        return void management
          .call(operation, body)
          .then((response) => reply.type(response.type).headers(response.headers).send(response.body), fail);
      }
      if (isSqs(request.headers)) return done();
      return fail(notImplemented(`the operation ${operation ?? `${request.method} ${request.url}`}`));
    }
    // Fastify takes bytes in shared memory for an object if their type is one of JSON
    const isWritten = (content: unknown) => typeof content === 'string' || ArrayBuffer.isView(content);
    reply.serializer((content) => (isWritten(content) ? (content as string) : JSON.stringify(content)));
    const send = (response: S3Response) => {
      const { status, headers, body } = response;
      reply
        .code(status)
        .headers({ 'content-type': 'application/xml', ...headers })
        .send(body);
    };
    try {
      const response = adapter.before(s3, request);
      if (response instanceof Promise) return void response.then(send, fail);
      if (response !== undefined) return send(response);
      passed.add(request);
      done();
    } catch (error) {
      fail(error);
    }
  });

  app.setErrorHandler((error, request, reply) => {
    if (!(error instanceof ServiceError)) throw error;
    sendError(reply, serviceRequestOf(request), error);
  });

  app.addHook('onSend', (request, reply, _, done) => {
    const { s3 } = serviceRequestOf(request);
    if (s3 && passed.has(request) && reply.statusCode < 300) adapter.after(s3);
    done();
  });

  if (faults) cutConnections(app, faults);

  const endpoint = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    endpoint,
    notifier,
    sendToQueue,
    requests,
    cors,
    manage(options, knownArns) {
      arns = knownArns;
      management = new Management({
        ...options,
        call,
        queue: async (name) => queueMetrics(await inspect(name)),
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
  return queueUrlOf(queueArn.split(':').at(-1)!, { endpoint, account: ACCOUNT });
}

function queueArn(url: string): string {
  return `arn:aws:sqs:${REGION}:${ACCOUNT}:${url.split('/').at(-1)}`;
}

function timeRequests(app: ReturnType<typeof buildApp>, onAnswer: (request: AnsweredRequest) => void): void {
  const begins = new WeakMap<object, number>();
  app.addHook('onRequest', (request, _, done) => {
    begins.set(request, performance.now());
    done();
  });
  app.addHook('onResponse', (request, _, done) => {
    const { caller, operation, s3 } = serviceRequestOf(request);
    const { bucket = '', key = '' } = s3 ?? {};
    const begun = begins.get(request)!;
    onAnswer({ caller, operation, bucket, key, begun, ended: performance.now() });
    done();
  });
}

/** fauxqs's paths of S3 and SQS. Only this process uses the others. */
const PUBLIC_ROUTES = ['/', '/:bucket', '/:bucket/*'];

/** Answers requests from the network with 404 if their path belongs neither to S3 nor to SQS. */
function hidePrivateRoutes(app: ReturnType<typeof buildApp>): void {
  app.addHook('onRequest', (request, reply, done) => {
    const isOwn = !(request.socket instanceof Socket); // by app.inject()
    if (isOwn || PUBLIC_ROUTES.includes(request.routeOptions.url ?? '')) return done();
    const error = new ServiceError(404, 'NotFound', `There is nothing at ${request.method} ${request.url}`);
    const { type, body } = errorBody(error, 's3', request.url);
    reply.code(error.status).type(type).send(body);
  });
}

/** Whether fauxqs's SQS answers a request. Requests with other content types would go to its SNS or STS, which no stack here uses. */
function isSqs({ 'content-type': type = '', 'x-amz-target': target }: IncomingHttpHeaders): boolean {
  return type === 'application/x-amz-json-1.0' && String(target).startsWith('AmazonSQS.');
}

type Parser = (
  request: Pick<IncomingMessage, 'url' | 'headers'>,
  payload: IncomingMessage,
) => Promise<unknown>;

/** Parses bodies of requests to SQS (and of the query protocol). Those of S3 are bytes, whatever their content type. */
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
