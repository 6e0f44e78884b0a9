import type { buildApp } from 'fauxqs';
import { incomingOf } from '../incoming.ts';
import { errorXml } from '../management/stacks.ts';
import { S3Error } from '../s3/error.ts';
import { errorDocument } from '../s3/xml.ts';
import type { Guard } from './guard.ts';
import { type KnownArns, neededByManagement, neededByS3, neededBySqs, neededFor404 } from './needed.ts';

/**
 * Makes the services ask the guard before they answer.
 * @param queueArn of a queue's URL
 * @param arns known once a stack is up
 */
export function enforce(
  app: ReturnType<typeof buildApp>,
  guard: Guard,
  queueArn: (url: string) => string,
  arns: () => KnownArns | undefined,
): void {
  app.addHook('preHandler', (request, reply, done) => {
    const { caller, s3: call, operation, body } = incomingOf(request);
    if (!guard.holds(caller)) return done();
    try {
      if (call !== undefined) {
        guard.check(caller, neededByS3(call));
      } else {
        const known = arns();
        if (typeof body.QueueUrl === 'string' && operation) {
          guard.check(caller, neededBySqs(operation, queueArn(body.QueueUrl)));
        } else if (operation && known) guard.check(caller, neededByManagement(operation, body, known));
      }
      done();
    } catch (error) {
      if (!(error instanceof S3Error)) return done(error as Error);
      reply.code(error.status);
      if (operation === 'DescribeStacks') {
        reply.type('text/xml').send(errorXml(error));
      } else if (call === undefined) {
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
