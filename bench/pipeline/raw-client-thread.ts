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

/** Sends requests to S3 with minimal work: without signatures and checksums, which the local cloud does not verify. */
class RequestSender {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 32 });

  /** @returns the body of the response. @throws Error for any status but 200 and 204 */
  send(method: string, url: string, body?: Uint8Array): Promise<Uint8Array<SharedArrayBuffer>> {
    return new Promise((resolve, reject) => {
      const headers = body === undefined ? {} : { 'content-length': body.length };
      const sent = request(url, { method, agent: this.#agent, headers }, (received) => {
        // shared memory, whose bytes do not make V8 collect its heap
        const content = new Uint8Array(
          new SharedArrayBuffer(Number(received.headers['content-length'] ?? 0)),
        );
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
