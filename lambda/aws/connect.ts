import { S3Client } from '@aws-sdk/client-s3';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { Cloud } from './cloud.ts';
import { eventCalls } from './events.ts';
import { multipartCalls } from './multipart.ts';
import { objectCalls } from './objects.ts';
import { queueCalls } from './queues.ts';

/** Requests in flight at once; more than this wait for a free connection. */
const MAX_SOCKETS = 64;

/** Milliseconds for which an answer that asks to slow down is heeded. */
const HEEDED = 10_000;

/** Notes answers that ask to slow down, which the SDK's own retries would keep to themselves. */
function watchPressure(s3: S3Client): Pick<Cloud, 'isSlowedDown'> {
  let last = Number.NEGATIVE_INFINITY;
  s3.middlewareStack.add(
    (next) => async (args) => {
      const output = await next(args);
      const { statusCode } = output.response as { statusCode?: number };
      if (statusCode === 503 || statusCode === 429) last = performance.now();
      return output;
    },
    // as near to the wire as there is: each attempt passes, before its answer is read
    { step: 'deserialize', priority: 'low', name: 'watchPressure' },
  );
  return { isSlowedDown: () => performance.now() - last < HEEDED };
}

/** Connects as the environment says (region, credentials, AWS_ENDPOINT_URL). Connections are kept and reused. */
export function connect(): Cloud {
  const agent = { keepAlive: true, maxSockets: MAX_SOCKETS };
  const config = {
    maxAttempts: 6,
    // while S3 says SlowDown, each client sends less
    retryMode: 'adaptive',
    // no cacheMiddleware: calls that run at once would share one context, and go to each other's bucket
    requestHandler: { connectionTimeout: 3_000, socketTimeout: 30_000, httpAgent: agent, httpsAgent: agent },
  };
  const s3 = new S3Client({
    ...config,
    // bodies are guarded by the SHA-256 in the signature already, and parts that S3 copies have no checksum to give
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const pressure = watchPressure(s3);
  return {
    ...pressure,
    ...objectCalls(s3),
    ...multipartCalls(s3),
    ...queueCalls(new SQSClient(config)),
    ...eventCalls(config),
  };
}
