import { Readable } from 'node:stream';
import type { buildApp } from 'fauxqs';
import { type Incoming, incomingOf } from '../incoming.ts';
import { S3Error } from '../s3/error.ts';
import { errorDocument } from '../s3/xml.ts';
import type { Faults } from './faults.ts';

type App = ReturnType<typeof buildApp>;

/** Who meets faults: the clients that put files in and take results out are to see what becomes of them. */
const VICTIMS = ['function', 'poller'];

const REFUSALS = [
  new S3Error(500, 'InternalError', 'We encountered an internal error. Please try again.'),
  new S3Error(503, 'SlowDown', 'Please reduce your request rate.'),
];

const CONFLICT = new S3Error(
  409,
  'ConditionalRequestConflict',
  'The conditional request cannot succeed due to a conflicting operation against this resource.',
);

/** Requests to S3 that the function may make in a tenth of a second before it is told to slow down. */
const MAX_RATE = 25;
const WINDOW = 100;

/** Counts what comes in each window of time. @returns whether there was too much before */
function rateLimit(): () => boolean {
  let begun = 0;
  let count = 0;
  return () => {
    const now = performance.now();
    if (now - begun >= WINDOW) {
      begun = now;
      count = 0;
    }
    return ++count > MAX_RATE;
  };
}

/**
 * Answers 409 to conditional writes, as S3 does when two come at once. A multipart upload that was to be completed is gone.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html
 */
export function conflictWrites(app: App, faults: Faults): void {
  app.addHook('preHandler', (request, reply, done) => {
    const { caller, s3 } = incomingOf(request);
    const isConditional = s3?.headers['if-match'] !== undefined || s3?.headers['if-none-match'] !== undefined;
    const isWrite = s3?.operation === 'PutObject' || s3?.operation === 'CompleteMultipartUpload';
    if (!isVictim(caller) || !isConditional || !isWrite || !faults.strikes('conflict')) return done();
    const answer = () => {
      reply
        .code(CONFLICT.status)
        .type('application/xml')
        .send(errorDocument(CONFLICT, `/${s3.bucket}`));
    };
    if (s3.operation === 'PutObject') answer();
    else void app.inject({ method: 'DELETE', url: request.url }).then(answer, done);
  });
}

/** Refuses requests, before anything else looks at them. */
export function refuseRequests(app: App, faults: Faults): void {
  const isOverRate = rateLimit();
  app.addHook('preHandler', (request, reply, done) => {
    const { caller, s3 } = incomingOf(request);
    if (!isVictim(caller)) return done();
    const isTooMuch = s3 !== undefined && isOverRate() && faults.strikes('overRate');
    if (!isTooMuch && !faults.strikes('refused')) return done();
    const refusal = REFUSALS[isTooMuch ? 1 : faults.between(0, REFUSALS.length - 1)]!;
    reply.code(refusal.status);
    if (s3 === undefined) {
      reply
        .type('application/x-amz-json-1.0')
        .send({ __type: 'ServiceUnavailable', message: refusal.message });
    } else {
      reply
        .type('application/xml')
        .send(s3.method === 'HEAD' ? undefined : errorDocument(refusal, `/${s3.bucket}`));
    }
  });
}

/** Cuts connections before an answer, or in the middle of it, after everything else has been done. */
export function cutConnections(app: App, faults: Faults): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const incoming = incomingOf(request);
    if (!isVictim(incoming.caller) || reply.statusCode >= 300) return done(null, payload);
    if (isBody(incoming, payload) && faults.strikes('bodyCut')) {
      return done(null, firstBytes(payload, faults.between(1, payload.length - 1)));
    }
    if (faults.strikes('answerLost')) request.raw.socket.destroy();
    done(null, payload);
  });
}

const isVictim = (caller: string | undefined): boolean => VICTIMS.includes(caller ?? '');

function isBody({ operation }: Incoming, payload: unknown): payload is Buffer {
  return operation === 'GetObject' && Buffer.isBuffer(payload) && payload.length > 1;
}

/** The beginning of a body, at least a byte, and then an error: once the answer has begun, the server can only cut the connection. */
function firstBytes(body: Buffer, length: number): Readable {
  return Readable.from(
    (function* () {
      yield body.subarray(0, length);
      throw new Error('a fault cuts the connection');
    })(),
  );
}
