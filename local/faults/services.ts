// Faults of services: refused requests, cut connections, conflicting writes, and messages that are duplicated or late.
import { Readable } from 'node:stream';
import type { buildApp } from 'fauxqs';
import { ServiceError } from '../requests/service-error.ts';
import { type ServiceRequest, sendError, serviceRequestOf, sqsRequest } from '../requests/service-request.ts';
import { FAULTY_DELIVERIES, type Faults } from './faults.ts';

type App = ReturnType<typeof buildApp>;

/** Callers whose requests have faults; those of clients that upload files and read results have none. */
const FAULTY_CALLERS = ['function', 'poller'];

const REFUSALS = [
  new ServiceError(500, 'InternalError', 'We encountered an internal error. Please try again.'),
  new ServiceError(503, 'SlowDown', 'Please reduce your request rate.'),
];

const CONFLICT = new ServiceError(
  409,
  'ConditionalRequestConflict',
  'The conditional request cannot succeed due to a conflicting operation against this resource.',
);

/** Operations that S3 answers with a conflict if they have a condition. */
const CONDITIONAL_WRITES = ['PutObject', 'CompleteMultipartUpload', 'DeleteObject'];

/** Requests to S3 per window of a tenth of a second; S3 answers further ones with SlowDown. */
const MAX_RATE = 25;
const WINDOW_MS = 100;

/** @returns a function that counts its calls and returns whether there were too many in the current window */
function rateLimit(): () => boolean {
  let begun = 0;
  let count = 0;
  return () => {
    const now = performance.now();
    if (now - begun >= WINDOW_MS) {
      begun = now;
      count = 0;
    }
    return ++count > MAX_RATE;
  };
}

/** Answers the function's requests on faulty objects with errors. */
export function refuseObjects(app: App, { objects }: Faults): void {
  app.addHook('preHandler', (request, reply, done) => {
    const serviceRequest = serviceRequestOf(request);
    const { caller, s3 } = serviceRequest;
    const error = caller === 'function' && s3?.operation ? objects.errorOf(s3.operation, s3.key) : undefined;
    if (error) sendError(reply, serviceRequest, error);
    else done();
  });
}

/**
 * Answers conditional writes with 409, as S3 does when two meet. A multipart upload that was being completed is gone.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html
 */
export function conflictWrites(app: App, faults: Faults): void {
  app.addHook('preHandler', (request, reply, done) => {
    const serviceRequest = serviceRequestOf(request);
    const { caller, s3 } = serviceRequest;
    const isConditional = s3?.headers['if-match'] !== undefined || s3?.headers['if-none-match'] !== undefined;
    const isWrite = CONDITIONAL_WRITES.includes(s3?.operation ?? '');
    if (!hasFaults(caller) || !isConditional || !isWrite || !faults.strikes('conflict')) return done();
    const answer = () => sendError(reply, serviceRequest, CONFLICT);
    if (s3.operation !== 'CompleteMultipartUpload') answer();
    else void app.inject({ method: 'DELETE', url: request.url }).then(answer, done);
  });
}

/** Refuses requests before any other hook sees them. */
export function refuseRequests(app: App, faults: Faults): void {
  const isOverRate = rateLimit();
  app.addHook('preHandler', (request, reply, done) => {
    const serviceRequest = serviceRequestOf(request);
    const { caller, s3 } = serviceRequest;
    if (!hasFaults(caller)) return done();
    const isTooMuch = s3 !== undefined && isOverRate() && faults.strikes('overRate');
    if (!isTooMuch && !faults.strikes('refused')) return done();
    const refusal = REFUSALS[isTooMuch ? 1 : faults.between(0, REFUSALS.length - 1)]!;
    const { status, message } = refusal;
    sendError(reply, serviceRequest, s3 ? refusal : new ServiceError(status, 'ServiceUnavailable', message));
  });
}

/** Cuts connections before a response or within its body. Must be the last hook. */
export function cutConnections(app: App, faults: Faults): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const serviceRequest = serviceRequestOf(request);
    if (!hasFaults(serviceRequest.caller) || reply.statusCode >= 300) return done(null, payload);
    if (isObjectBody(serviceRequest, payload) && faults.strikes('bodyCut')) {
      return done(null, firstBytes(payload, faults.between(1, payload.length - 1)));
    }
    if (faults.strikes('answerLost')) request.raw.socket.destroy();
    done(null, payload);
  });
}

const hasFaults = (caller: string | undefined): boolean => FAULTY_CALLERS.includes(caller ?? '');

function isObjectBody({ operation }: ServiceRequest, payload: unknown): payload is Buffer {
  return operation === 'GetObject' && Buffer.isBuffer(payload) && payload.length > 1;
}

/** The first bytes of a body, and then an error: once a response has begun, the server can only cut the connection. */
function firstBytes(body: Buffer, length: number): Readable {
  return Readable.from(
    (function* () {
      yield body.subarray(0, length);
      throw new Error('a fault cuts the connection');
    })(),
  );
}

/** Longest delay of a message, seconds. */
const LONGEST_DELAY = 3;

interface Entry {
  MessageBody?: string;
  MessageGroupId?: string;
  DelaySeconds?: number;
  ReceiptHandle?: string;
  VisibilityTimeout?: number;
}

interface SqsRequest extends Entry {
  QueueUrl: string;
  Entries?: Entry[];
  Attributes?: { VisibilityTimeout?: string };
}

interface Received {
  Messages?: { ReceiptHandle: string; Attributes?: { ApproximateReceiveCount?: string } }[];
}

/** Header of messages that a fault sends, so that they have no further faults. */
const WITHOUT_FAULTS = 'local-without-faults';

/**
 * Duplicates and delays messages, and loses deletes.
 * @param longestDelay of a message, seconds
 */
export function disturbMessages(app: App, faults: Faults, longestDelay = LONGEST_DELAY): void {
  /** number of deliveries, by receipt handle */
  const deliveries = new Map<string, number>();
  const delay = () => faults.between(1, 1000) * (longestDelay / 1000);

  const disturbSending = (request: SqsRequest) => {
    for (const entry of request.Entries ?? [request]) {
      if (faults.strikes('duplicated')) {
        const { MessageBody, MessageGroupId } = entry;
        const body = { QueueUrl: request.QueueUrl, MessageBody, MessageGroupId, DelaySeconds: delay() };
        void app.inject(sqsRequest('SendMessage', body, { [WITHOUT_FAULTS]: 'yes' }));
      }
      if (faults.strikes('delayed')) entry.DelaySeconds = (entry.DelaySeconds ?? 0) + delay();
    }
  };
  const disturbDeleting = (request: SqsRequest) => {
    for (const entry of request.Entries ?? [request]) {
      const count = deliveries.get(entry.ReceiptHandle ?? '') ?? Number.POSITIVE_INFINITY;
      deliveries.delete(entry.ReceiptHandle ?? '');
      // SQS answers the delete of an unknown handle with success
      if (count <= FAULTY_DELIVERIES && faults.strikes('deleteLost')) entry.ReceiptHandle = 'lost';
    }
  };

  app.addHook('preHandler', (request, _, done) => {
    const { operation = '', s3 } = serviceRequestOf(request);
    if (s3 === undefined && request.headers[WITHOUT_FAULTS] === undefined) {
      if (operation.startsWith('SendMessage')) disturbSending(request.body as SqsRequest);
      if (operation.startsWith('DeleteMessage')) disturbDeleting(request.body as SqsRequest);
    }
    done();
  });

  app.addHook('onSend', (request, _, payload, done) => {
    const { operation, caller } = serviceRequestOf(request);
    if (operation === 'ReceiveMessage' && caller === 'poller' && typeof payload === 'string') {
      for (const { ReceiptHandle, Attributes } of (JSON.parse(payload) as Received).Messages ?? []) {
        deliveries.set(ReceiptHandle, Number(Attributes?.ApproximateReceiveCount));
      }
    }
    done(null, payload);
  });
}

/** Divides the visibility timeouts of queues and messages by a factor: half an hour becomes seconds. */
export function shortenVisibilityTimeouts(app: App, factor: number): void {
  app.addHook('preHandler', (request, _, done) => {
    const { s3, operation } = serviceRequestOf(request);
    if (s3 === undefined) {
      const body = request.body as SqsRequest;
      if (operation === 'CreateQueue' && body.Attributes?.VisibilityTimeout !== undefined) {
        // SQS has whole seconds for queues
        const seconds = Math.ceil(Number(body.Attributes.VisibilityTimeout) / factor);
        body.Attributes.VisibilityTimeout = String(seconds);
      }
      for (const entry of [body, ...(body.Entries ?? [])]) {
        if (operation?.startsWith('ChangeMessageVisibility') && entry.VisibilityTimeout !== undefined) {
          entry.VisibilityTimeout /= factor;
        }
      }
    }
    done();
  });
}
