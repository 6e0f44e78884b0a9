import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import { recursionDetectionMiddleware } from '@aws-sdk/core/client';
import { AdaptiveRetryStrategy, retryMiddleware } from '@smithy/core/retry';
import { HttpRequest, type HttpResponse } from '@smithy/core/transport';
import type { NodeHttpHandler } from '@smithy/node-http-handler';
import { SignatureV4 } from '@smithy/signature-v4';
import type { Checksum } from '@smithy/types';
import { Clock } from './clock.ts';
import { credentialsOf } from './credentials.ts';
import { ServiceError } from './service-error.ts';

/** What is asked of a service: once, however many tries it takes. */
export interface Ask {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  readonly origin: URL;
  /** Encoded as it is to be signed. No part of a URL, which would take `/../` for a way up, where S3 takes it for a name. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** names in lower case; what is undefined is not sent */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: Uint8Array | string;
  /** Aborts it: it is not tried again, and its connection is closed, also while the answer is read. */
  readonly signal?: AbortSignal | undefined;
}

/** Reads an answer. What it throws is tried again if it is of the kind that passes. @throws ServiceError */
export type ReadAnswer<Answer> = (response: HttpResponse) => Promise<Answer>;

/** Sends a request and gives its answer as soon as its headers are there. */
export type Handler = Pick<NodeHttpHandler, 'handle'>;

export interface ServiceOptions {
  /** as signatures name it */
  readonly name: 's3' | 'sqs' | 'events';
  readonly region: string;
  readonly handler: Handler;
  /** Told the status of each try's answer, and of the error that it turns out to be. */
  readonly onAnswer?: (status: number) => void;
}

const MAX_ATTEMPTS = 6;

/** Bodies from here on wait until the service says that it will take them, as the SDK's do. */
const MIN_EXPECT = 2 * 1024 * 1024;

/** SHA-256 and its HMAC as the signer wants them. */
class Sha256 implements Pick<Checksum, 'digest' | 'update'> {
  readonly #hash: Hash | Hmac;
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', secret as Uint8Array);
  }
  update(data: Uint8Array): void {
    this.#hash.update(data);
  }
  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
}

/**
 * One service of AWS, by the parts of the SDK that sign, send and try again; without those that choose
 * credentials, endpoints and encodings among all that there are.
 */
export class Service {
  readonly #options: ServiceOptions;
  readonly #signer: SignatureV4;
  readonly #clock = new Clock();
  // while S3 says SlowDown, each client sends less
  readonly #retries = new AdaptiveRetryStrategy(async () => MAX_ATTEMPTS);

  constructor(options: ServiceOptions) {
    this.#options = options;
    this.#signer = new SignatureV4({
      credentials: async () => credentialsOf(process.env),
      region: options.region,
      service: options.name,
      sha256: Sha256 as never,
      // S3's paths are signed as they are sent
      uriEscapePath: options.name !== 's3',
    });
  }

  /** @throws ServiceError for what no try got; Error for connections that broke */
  async send<Answer>(ask: Ask, read: ReadAnswer<Answer>): Promise<Answer> {
    const send = async ({ request }: { request: unknown }) => {
      const answer = await this.#attempt(request as HttpRequest, read, ask.signal);
      return { response: undefined, output: { answer, $metadata: {} } };
    };
    const policy = { retryStrategy: async () => this.#retries, maxAttempts: async () => MAX_ATTEMPTS };
    const retry = retryMiddleware(policy as never)(send as never, {});
    const traced = recursionDetectionMiddleware()(retry as never, {} as never);
    const { output } = await traced({ input: {}, request: requestOf(ask) });
    return (output as unknown as { answer: Answer }).answer;
  }

  async #attempt<Answer>(
    request: HttpRequest,
    read: ReadAnswer<Answer>,
    signal?: AbortSignal,
  ): Promise<Answer> {
    signal?.throwIfAborted();
    const { handler, onAnswer } = this.#options;
    const { offset } = this.#clock;
    const signed = await this.#signer.sign(request, { signingDate: this.#clock.now() });
    const asked = Date.now();
    try {
      const { response } = await handler.handle(signed as HttpRequest, { abortSignal: signal });
      this.#clock.hear(response, asked);
      onAnswer?.(response.statusCode);
      return await read(response);
    } catch (error) {
      if (error instanceof ServiceError) {
        this.#clock.judgeRefusal(error, offset);
        // what is answered 200 may turn out to be another status
        onAnswer?.(error.$metadata.httpStatusCode);
      }
      throw error;
    }
  }
}

function requestOf({ method, origin, path, query = {}, headers = {}, body }: Ask): HttpRequest {
  const bytes = body === undefined ? undefined : Buffer.byteLength(body);
  const given = (values: Readonly<Record<string, string | undefined>>) =>
    Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Record<
      string,
      string
    >;
  return new HttpRequest({
    method,
    protocol: origin.protocol,
    hostname: origin.hostname,
    ...(origin.port && { port: Number(origin.port) }),
    path,
    query: given(query),
    headers: given({
      ...headers,
      host: origin.host,
      'user-agent': 'sudoku-batch',
      'content-length': bytes?.toString(),
      expect: (bytes ?? 0) >= MIN_EXPECT ? '100-continue' : undefined,
    }),
    body,
  });
}

/** All of a body, at once. */
export async function bytesOf({ body }: HttpResponse): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body as AsyncIterable<Uint8Array>) pieces.push(piece);
  return Buffer.concat(pieces);
}
