import type { buildApp } from 'fauxqs';
import { incomingOf } from '../incoming.ts';
import { S3Error } from '../s3/error.ts';
import { errorDocument } from '../s3/xml.ts';
import type { Guard } from './guard.ts';
import { neededByS3, neededBySqs, neededFor404 } from './needed.ts';

/**
 * Makes S3 and SQS ask the guard before they answer.
 * @param queueArn of a queue's URL
 */
export function enforce(
  app: ReturnType<typeof buildApp>,
  guard: Guard,
  queueArn: (url: string) => string,
): void {
  app.addHook('preHandler', (request, reply, done) => {
    const { caller, s3: call, operation } = incomingOf(request);
    try {
      if (call !== undefined) {
        guard.check(caller, neededByS3(call));
      } else {
        const { QueueUrl } = (request.body ?? {}) as { QueueUrl?: string };
        if (QueueUrl && operation) guard.check(caller, neededBySqs(operation, queueArn(QueueUrl)));
      }
      done();
    } catch (error) {
      if (!(error instanceof S3Error)) return done(error as Error);
      reply.code(error.status);
      if (call === undefined) {
        reply.type('application/x-amz-json-1.0').send({ __type: error.code, message: error.message });
      } else {
        reply
          .type('application/xml')
          .send(call.method === 'HEAD' ? undefined : errorDocument(error, `/${call.bucket}/${call.key}`));
      }
    }
  });

  // who may not list a bucket is not told that an object is not there
  app.addHook('onSend', (request, reply, payload, done) => {
    const { caller, s3: call } = incomingOf(request);
    const looks = call?.operation === 'GetObject' || call?.operation === 'HeadObject';
    if (!looks || reply.statusCode !== 404) return done(null, payload);
    try {
      guard.check(caller, [neededFor404(call)]);
      done(null, payload);
    } catch (error) {
      if (!(error instanceof S3Error)) return done(error as Error);
      reply.code(error.status).removeHeader('content-length');
      done(null, call.method === 'HEAD' ? '' : errorDocument(error, `/${call.bucket}/${call.key}`));
    }
  });
}
