import type { HttpResponse } from '@smithy/core/transport';
import { bucketEndpoint, type Place } from './endpoint.ts';
import { type Ask, bytesOf, type Service } from './service.ts';
import { s3Error } from './service-error.ts';
import { type Element, parsed } from './xml.ts';

/** A request to S3; without a key to a bucket. */
export interface S3Ask extends Omit<Ask, 'origin' | 'path'> {
  /** as S3's documentation and policies name it */
  readonly operation: string;
  readonly bucket: string;
  readonly key?: string;
}

/** The headers of an answer, names in lower case. */
export type Headers = Readonly<Record<string, string | undefined>>;

/** S3 over HTTP: XML in and out, errors by their codes. */
export class S3 {
  readonly #service: Service;
  readonly #place: Place;

  constructor(service: Service, place: Place) {
    this.#service = service;
    this.#place = place;
  }

  /** The body is to be read, or its connection is not given back. */
  open(ask: S3Ask): Promise<{ headers: Headers; body: AsyncIterable<Uint8Array> }> {
    return this.#send(ask, async ({ headers, body }) => ({
      headers,
      body: body as AsyncIterable<Uint8Array>,
    }));
  }

  /** For answers whose headers say all. */
  headers(ask: S3Ask): Promise<Headers> {
    return this.#send(ask, async (response) => {
      await bytesOf(response);
      return response.headers;
    });
  }

  /** The content of the document that S3 answers with. */
  document(ask: S3Ask, root: string): Promise<Element> {
    return this.#send(ask, async (response) => {
      const body = (await bytesOf(response)).toString();
      // what takes long is answered 200 before it is done, with blanks until then; both may end otherwise than well
      const document = parsed(body);
      if (!document || 'Error' in document) throw s3Error(ask.operation, response, body, 503);
      const content = document[root];
      if (content === undefined) throw new Error(`expected a ${root} from S3, got ${body.slice(0, 200)}`);
      return content;
    });
  }

  #send<Answer>(
    { operation, bucket, key, ...ask }: S3Ask,
    read: (response: HttpResponse) => Promise<Answer>,
  ): Promise<Answer> {
    const { origin, path } = bucketEndpoint(this.#place, bucket);
    const within = key === undefined ? path || '/' : `${path}/${encodeKey(key)}`;
    return this.#service.send({ ...ask, origin, path: within }, async (response) => {
      if (response.statusCode < 300) return read(response);
      throw s3Error(operation, response, (await bytesOf(response)).toString());
    });
  }
}

/** A key in a path or in the name of a copy's source: all but letters, digits, `-_.~` and `/` is encoded, as it is signed. */
export const encodeKey = (key: string): string =>
  encodeURIComponent(key)
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%2F', '/');
