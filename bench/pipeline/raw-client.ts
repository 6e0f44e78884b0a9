// Puts, gets and deletes objects from a thread of its own, so that the benchmark measures the pipeline and not its
// client, which is another machine in a real cloud.

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { milliseconds } from '../shared/timing.ts';
import type { RawRequest, RawResponse } from './raw-client-thread.ts';

type Settle = PromiseWithResolvers<Buffer>;

export class RawClient {
  readonly #endpoint: string;
  readonly #thread = new Worker(new URL('raw-client-thread.ts', import.meta.url));
  readonly #open = new Map<number, Settle>();
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
  async put(bucket: string, key: string, body: Uint8Array): Promise<void> {
    await this.#send({ method: 'PUT', url: this.#url(bucket, key), body });
  }

  /** Downloads an object. The bytes of a large one are valid until the next large one is requested. */
  get(bucket: string, key: string): Promise<Buffer> {
    return this.#send({ method: 'GET', url: this.#url(bucket, key) });
  }

  async delete(bucket: string, key: string): Promise<void> {
    await this.#send({ method: 'DELETE', url: this.#url(bucket, key) });
  }

  /** Processor time of the client's thread so far, in milliseconds. */
  async cpuMs(): Promise<number> {
    return milliseconds(await this.#thread.cpuUsage());
  }

  async close(): Promise<void> {
    await this.#thread.terminate();
  }

  #url(bucket: string, key: string): string {
    return `${this.#endpoint}/${bucket}/${key}`;
  }

  #send(request: Omit<RawRequest, 'id'>): Promise<Buffer> {
    const settle = Promise.withResolvers<Buffer>();
    const id = this.#lastId++;
    this.#open.set(id, settle);
    this.#thread.postMessage({ id, ...request } satisfies RawRequest);
    return settle.promise;
  }
}
