import { Readable } from 'node:stream';
import { type HttpRequest, HttpResponse } from '@smithy/core/transport';
import { vi } from 'vitest';
import fc from '../../../property.ts';

/** What answers a request: nothing but its status, unless told otherwise. */
export interface Reply {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** Answers requests in turn, the last reply for ever, and keeps them. */
export class Recorder {
  readonly requests: HttpRequest[] = [];
  readonly #replies: Reply[];

  constructor(...replies: Reply[]) {
    this.#replies = replies;
  }

  readonly metadata = { handlerProtocol: 'http/1.1' };

  async handle(request: HttpRequest): Promise<{ response: HttpResponse }> {
    this.requests.push(request);
    const {
      status = 200,
      headers = {},
      body = '',
    } = (this.#replies.length > 1 ? this.#replies.shift() : this.#replies[0]) ?? {};
    const response = new HttpResponse({
      statusCode: status,
      headers,
      body: Readable.from([Buffer.from(body)]),
    });
    return { response };
  }

  destroy(): void {}
  updateHttpClientConfig(): void {}
  httpHandlerConfigs(): object {
    return {};
  }
}

/** The environment of a function that may send requests, and that of `more`. */
export function stubFunction(more: Readonly<Record<string, string | undefined>> = {}): void {
  const env = {
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'AKID',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_SESSION_TOKEN: undefined,
    AWS_ENDPOINT_URL: undefined,
    ...more,
  };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
}

/** Of those that paths, queries and XML write in another way, and some that they do not. */
export const oddCharacter = fc.constantFrom(
  ...Array.from('ab/.+%20 ~!*\'()&=?#$@:;,[]"<>\\^`{|}'),
  ...['é', '漢', '\u{1f600}'],
);
