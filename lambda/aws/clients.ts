// The AWS SDK's clients behind {@link Cloud}: their timeouts, retries and connections.
import { createHash } from 'node:crypto';
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import type { Cloud } from './cloud.ts';
import { isConflict } from './errors.ts';
import { multipartCalls } from './multipart.ts';
import { objectCalls } from './objects.ts';

/**
 * Settings of all clients. Region, credentials and endpoints (AWS_ENDPOINT_URL, FIPS, dual stack) are the SDK's defaults:
 * it takes them from the environment. Do not set `cacheMiddleware`: all calls of a command would share one context, in which
 * the SDK keeps the endpoint of a call, and with it the bucket.
 */
const SETTINGS = {
  // The pauses before five retries add up to half a minute at most, which fits into the time that an invocation reserves
  // for writing. If S3 fails for longer, a later delivery of the message tries again.
  maxAttempts: 6,
  // after a throttled request each client sends fewer
  retryMode: 'adaptive',
} as const;

/** More connections than requests are ever in flight, since waiting for a free one counts towards `connectionTimeout`. */
const AGENT = { maxSockets: 128 };

type RequestHandler = NonNullable<S3ClientConfig['requestHandler']>;

const CONNECTIONS: RequestHandler = {
  connectionTimeout: 3_000,
  socketTimeout: 30_000,
  httpAgent: AGENT,
  httpsAgent: AGENT,
};

/**
 * Connects to S3, SQS and EventBridge.
 * @param requestHandler sends the requests of all clients
 */
export function connect(requestHandler: RequestHandler = CONNECTIONS): Cloud {
  const config = { ...SETTINGS, requestHandler };
  // most invocations send neither messages nor events
  const queues = onceCalled(() => import('./queues.ts').then(({ queueCalls }) => queueCalls(config)));
  const events = onceCalled(() => import('./events.ts').then(({ eventCalls }) => eventCalls(config)));
  const s3 = new S3Client({
    ...config,
    // the signature covers the SHA-256 of the bodies that we send, and parts that S3 copies have no checksum
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // custom endpoints, such as http://localhost:9000, rarely have a host name for each bucket
    forcePathStyle: Boolean(process.env.AWS_ENDPOINT_URL_S3 || process.env.AWS_ENDPOINT_URL),
  });
  // building the two headers that describe the client takes a sixth of the processor time of a small request
  s3.middlewareStack.remove('getUserAgentMiddleware');
  retryConflicts(s3);
  sendDemandedDigests(s3);
  retryIncompleteAnswers(s3);
  return {
    ...watchThrottling(s3),
    ...objectCalls(s3),
    ...multipartCalls(s3),
    sendMessages: async (...given) => (await queues()).sendMessages(...given),
    messagesIn: async (...given) => (await queues()).messagesIn(...given),
    changeVisibilities: async (...given) => (await queues()).changeVisibilities(...given),
    putEvent: async (...given) => (await events()).putEvent(...given),
  };
}

/** Returns what `load` does, which is called at the first call. */
function onceCalled<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loaded: Promise<Loaded> | undefined;
  return () => (loaded ??= load());
}

/** Milliseconds for which a throttled request counts. */
const THROTTLED_FOR = 10_000;

/** Notes throttled attempts, which the SDK's retries hide. */
function watchThrottling({ middlewareStack }: S3Client): Pick<Cloud, 'isSlowedDown'> {
  let last = Number.NEGATIVE_INFINITY;
  middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args);
      } catch (error) {
        const { httpStatusCode } = (error as { $metadata?: { httpStatusCode?: number } }).$metadata ?? {};
        if (httpStatusCode === 503 || httpStatusCode === 429) last = performance.now();
        throw error;
      }
    },
    // inside the retries, outside the middleware that turns an answer into an error
    { step: 'finalizeRequest', priority: 'low', name: 'watchThrottling' },
  );
  return { isSlowedDown: () => performance.now() - last < THROTTLED_FOR };
}

/** Retries requests that met another one on the same key, as S3 advises. The SDK itself does not. */
function retryConflicts({ middlewareStack }: S3Client): void {
  middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args);
      } catch (error) {
        throw isConflict(error) ? Object.assign(error as Error, { $retryable: {} }) : error;
      }
    },
    // inside the retries, outside the middleware that turns an answer into an error
    { step: 'finalizeRequest', priority: 'low', name: 'retryConflicts' },
  );
}

/**
 * Sends bodies with their MD5 to buckets that demand it: those with Object Lock and a default retention. Others do not pay for
 * digests. A checksum would not do, since parts that S3 copies have none.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-lock-managing.html
 */
function sendDemandedDigests({ middlewareStack }: S3Client): void {
  const demanding = new Set<string>();
  middlewareStack.add(
    (next) => async (args) => {
      const { Bucket = '' } = args.input as { Bucket?: string };
      const { body, headers } = args.request as { body?: unknown; headers: Record<string, string> };
      const send = () => {
        if (demanding.has(Bucket) && body instanceof Uint8Array) {
          headers['content-md5'] ??= createHash('md5').update(body).digest('base64');
        }
        return next(args);
      };
      try {
        return await send();
      } catch (error) {
        const { name, message } = error as Error;
        const isDemanded = name === 'InvalidRequest' && message.includes('Content-MD5');
        if (!isDemanded || 'content-md5' in headers) throw error;
        demanding.add(Bucket);
        return send();
      }
    },
    // before the retries and the signature
    { step: 'build', priority: 'low', name: 'sendDemandedDigests' },
  );
}

/**
 * Operations whose answer is a document. S3 answers 200 to the first two before they are done: the result follows, or an
 * error, or nothing if S3 gives up.
 */
const ANSWERED_BY_DOCUMENT = new Set([
  'UploadPartCopyCommand',
  'CompleteMultipartUploadCommand',
  'CreateMultipartUploadCommand',
  'ListObjectsV2Command',
  'ListPartsCommand',
  'ListMultipartUploadsCommand',
  'DeleteObjectsCommand',
]);

/** Whether a document ends with its closing tag; one without content may be a single tag. */
function isComplete(document: string): boolean {
  const text = document.trimEnd();
  const tag = text.slice(text.lastIndexOf('<'));
  const name = /^<\/?(\w+)/.exec(tag)?.[1] ?? '';
  if (tag.startsWith('</')) return tag === `</${name}>` && (name.endsWith('Result') || name === 'Error');
  return name.endsWith('Result') && tag.endsWith('/>');
}

/**
 * Retries a document that breaks off. The SDK itself retries only one that is an error. An empty listing counts as one without
 * entries, and any other document as a success, or as damaged XML, which the SDK does not retry.
 */
function retryIncompleteAnswers({ middlewareStack, config }: S3Client): void {
  middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const result = await next(args);
        const response = result.response as { statusCode: number; body: unknown };
        if (!ANSWERED_BY_DOCUMENT.has(commandName) || response.statusCode !== 200) return result;
        const body = await config.streamCollector(response.body);
        response.body = body;
        if (isComplete(Buffer.from(body).toString())) return result;
        throw Object.assign(new Error(`S3 broke off its answer to ${commandName.replace(/Command$/, '')}`), {
          name: 'InternalError',
          $metadata: { httpStatusCode: 503 },
        });
      },
    // before anything else reads the answer
    { step: 'deserialize', priority: 'low', name: 'retryIncompleteAnswers' },
  );
}
