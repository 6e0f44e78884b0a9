import { S3Client } from '@aws-sdk/client-s3';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { Cloud } from './cloud.ts';
import { multipartCalls } from './multipart.ts';
import { objectCalls } from './objects.ts';
import { queueCalls } from './queues.ts';

/** Requests in flight at once; more than this wait for a free connection. */
const MAX_SOCKETS = 64;

/** Connects as the environment says (region, credentials, AWS_ENDPOINT_URL). Connections are kept and reused. */
export function connect(): Cloud {
  const agent = { keepAlive: true, maxSockets: MAX_SOCKETS };
  const config = {
    maxAttempts: 6,
    // no cacheMiddleware: calls that run at once would share one context, and go to each other's bucket
    requestHandler: { connectionTimeout: 3_000, socketTimeout: 30_000, httpAgent: agent, httpsAgent: agent },
  };
  const s3 = new S3Client({
    ...config,
    // bodies are guarded by the SHA-256 in the signature already, and parts that S3 copies have no checksum to give
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return { ...objectCalls(s3), ...multipartCalls(s3), ...queueCalls(new SQSClient(config)) };
}
