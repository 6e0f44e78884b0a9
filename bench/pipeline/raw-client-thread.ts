import { Agent, request } from 'node:http';
import { parentPort } from 'node:worker_threads';

/** One request of {@link RawClient}. */
export interface RawRequest {
  readonly id: number;
  readonly method: 'PUT' | 'GET' | 'DELETE';
  readonly url: string;
  readonly body?: Uint8Array;
}

export interface RawResponse {
  readonly id: number;
  readonly content?: Uint8Array<ArrayBuffer>;
  readonly error?: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 32 });

/**
 * Sends a request to S3 with minimal work: without signatures and checksums, which the local cloud does not verify.
 * @returns the body of the response
 * @throws Error for any status but 200 and 204
 */
function send(method: string, url: string, body?: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { 'content-length': body.length };
    const sent = request(url, { method, agent, headers }, (received) => {
      const content = new Uint8Array(Number(received.headers['content-length'] ?? 0));
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

const port = parentPort!;
const respond = (response: RawResponse, transfer: ArrayBuffer[] = []) => port.postMessage(response, transfer);

port.on('message', ({ id, method, url, body }: RawRequest) => {
  send(method, url, body).then(
    (content) => respond({ id, content }, [content.buffer]),
    (error: unknown) => respond({ id, error: String(error) }),
  );
});
