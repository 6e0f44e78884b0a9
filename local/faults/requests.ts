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

/** Refuses requests, before anything else looks at them. */
export function refuseRequests(app: App, faults: Faults): void {
  app.addHook('preHandler', (request, reply, done) => {
    const { caller, s3 } = incomingOf(request);
    if (!isVictim(caller) || !faults.strikes('refused')) return done();
    const refusal = REFUSALS[faults.between(0, REFUSALS.length - 1)]!;
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
