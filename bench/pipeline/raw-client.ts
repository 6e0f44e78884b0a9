// Puts, gets and deletes objects from a thread of its own, so that the benchmark measures the pipeline and not its
// client, which is another machine in a real cloud. The thread does minimal work: it sends neither signatures nor
// checksums, which the local cloud does not verify.

import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';

/** A request to S3 that the client sends to its thread. */
interface RawRequest {
  readonly id: number;
  readonly method: 'PUT' | 'GET' | 'DELETE';
  readonly url: string;
  readonly body?: Uint8Array;
}

/** The thread's response: the content of the object, or an error. */
interface RawResponse {
  readonly id: number;
  readonly content?: Uint8Array<SharedArrayBuffer>;
  readonly error?: string;
}

export class RawClient {
  readonly #endpoint: string;
  readonly #thread = new Worker(new URL(import.meta.url));
  readonly #open = new Map<number, PromiseWithResolvers<Buffer>>();
  #lastId = 0;

  private constructor(endpoint: string) {
    this.#endpoint = endpoint;
    this.#thread.on('message', ({ id, content, error }: RawResponse) => {
      const { resolve, reject } = this.#open.get(id)!;
      this.#open.delete(id);
      if (content === undefined) reject(new Error(error));
      else resolve(Buffer.from(content.buffer, content.byteOffset, content.byteLength));
    });
    this.#thread.on('error', (error) => {
      throw error; // the thread can send no more requests
    });
  }

  /** A client whose thread is running. */
  static async start(endpoint: string): Promise<RawClient> {
    const client = new RawClient(endpoint);
    await once(client.#thread, 'online');
    return client;
  }

  /** @param body copied to the client's thread, unless its memory is shared */
  put(bucket: string, key: string, body: Uint8Array): Promise<unknown> {
    return this.#send({ method: 'PUT', url: this.#url(bucket, key), body });
  }

  /** Downloads an object. The bytes of a large one are valid until the next large one is requested. */
  get(bucket: string, key: string): Promise<Buffer> {
    return this.#send({ method: 'GET', url: this.#url(bucket, key) });
  }

  delete(bucket: string, key: string): Promise<unknown> {
    return this.#send({ method: 'DELETE', url: this.#url(bucket, key) });
  }

  async close(): Promise<void> {
    await this.#thread.terminate();
  }

  #url(bucket: string, key: string): string {
    return `${this.#endpoint}/${bucket}/${key}`;
  }

  #send(sent: Omit<RawRequest, 'id'>): Promise<Buffer> {
    const settle = Promise.withResolvers<Buffer>();
    const id = this.#lastId++;
    this.#open.set(id, settle);
    this.#thread.postMessage({ id, ...sent } satisfies RawRequest);
    return settle.promise;
  }
}

/** Minimum bytes of a download for which memory is reused. */
const LARGE = 1024 * 1024;

/** Sends the requests of the main thread. */
function serveRequests(): void {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  /** The memory of large downloads: touching new memory takes as long as receiving them. It is shared, which V8 does not count. */
  let reused = new SharedArrayBuffer(0);
  const memoryFor = (bytes: number): Uint8Array<SharedArrayBuffer> => {
    if (bytes < LARGE) return new Uint8Array(new SharedArrayBuffer(bytes));
    if (reused.byteLength < bytes) reused = new SharedArrayBuffer(bytes);
    return new Uint8Array(reused, 0, bytes);
  };
  const respond = (response: RawResponse) => parentPort!.postMessage(response);
  parentPort!.on('message', ({ id, method, url, body }: RawRequest) => {
    const fail = (error: unknown) => respond({ id, error: `${method} ${url}: ${String(error)}` });
    const headers = body === undefined ? {} : { 'content-length': body.length };
    const sent = request(url, { method, agent, headers }, (received) => {
      const content = memoryFor(Number(received.headers['content-length'] ?? 0));
      let filled = 0;
      received.on('data', (piece: Buffer) => {
        content.set(piece, filled);
        filled += piece.length;
      });
      received.on('error', fail);
      received.on('end', () => {
        const { statusCode = 0 } = received;
        if (statusCode === 200 || statusCode === 204) respond({ id, content });
        else fail(`${statusCode} ${Buffer.from(content).toString()}`);
      });
    });
    sent.on('error', fail);
    sent.end(body);
  });
}

if (!isMainThread) serveRequests();
