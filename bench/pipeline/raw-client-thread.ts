// The thread of RawClient. It sends requests to S3 with minimal work: without signatures and checksums, which the local
// cloud does not verify.

import { Agent, request } from 'node:http';
import { parentPort } from 'node:worker_threads';

/** A request that RawClient sends to its thread. */
export interface RawRequest {
  readonly id: number;
  readonly method: 'PUT' | 'GET' | 'DELETE';
  readonly url: string;
  readonly body?: Uint8Array;
}

/** The thread's response: the content of the object, or an error. */
export interface RawResponse {
  readonly id: number;
  readonly content?: Uint8Array<SharedArrayBuffer>;
  readonly error?: string;
}

/** Minimum bytes of a download for which memory is reused. */
const LARGE = 1024 * 1024;

/** The memory of large downloads: touching new memory takes as long as receiving them. It is shared, which V8 does not count. */
let reused = new SharedArrayBuffer(0);

function memoryFor(bytes: number): Uint8Array<SharedArrayBuffer> {
  if (bytes < LARGE) return new Uint8Array(new SharedArrayBuffer(bytes));
  if (reused.byteLength < bytes) reused = new SharedArrayBuffer(bytes);
  return new Uint8Array(reused, 0, bytes);
}

class RequestSender {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 32 });

  /** @returns the body of the response. @throws Error for any status but 200 and 204 */
  send(method: string, url: string, body?: Uint8Array): Promise<Uint8Array<SharedArrayBuffer>> {
    return new Promise((resolve, reject) => {
      const headers = body === undefined ? {} : { 'content-length': body.length };
      const sent = request(url, { method, agent: this.#agent, headers }, (received) => {
        const content = memoryFor(Number(received.headers['content-length'] ?? 0));
        let filled = 0;
        received.on('data', (piece: Buffer) => {
          content.set(piece, filled);
          filled += piece.length;
        });
        received.on('error', reject);
        received.on('end', () => {
          const { statusCode = 0 } = received;
          if (statusCode === 200 || statusCode === 204) resolve(content);
          else reject(new Error(`${method} ${url}: ${statusCode} ${Buffer.from(content).toString()}`));
        });
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }
}

const port = parentPort!;
const sender = new RequestSender();
const respond = (response: RawResponse) => port.postMessage(response);

port.on('message', ({ id, method, url, body }: RawRequest) => {
  sender.send(method, url, body).then(
    (content) => respond({ id, content }),
    (error: unknown) => respond({ id, error: String(error) }),
  );
});
