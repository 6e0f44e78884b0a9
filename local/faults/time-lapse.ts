import type { buildApp } from 'fauxqs';
import { incomingOf } from '../incoming.ts';

interface SqsRequest {
  VisibilityTimeout?: number;
  Entries?: { VisibilityTimeout?: number }[];
  Attributes?: { VisibilityTimeout?: string };
}

/** Makes the visibility timeouts of queues and messages so many times as short: what waits half an hour waits seconds. */
export function lapseTime(app: ReturnType<typeof buildApp>, factor: number): void {
  app.addHook('preHandler', (request, _, done) => {
    const { s3, operation } = incomingOf(request);
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
