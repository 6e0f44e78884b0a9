import { Agent, request } from 'node:http';

/** Requests to S3 with as little work as HTTP allows: no signatures, no checksums, which the local cloud does not look at. */
export class RawRequests {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 32 });

  /** @returns what was answered. @throws Error for any status but 200 and 204 */
  send(method: string, url: string, body?: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
    return new Promise((resolve, reject) => {
      const headers = body === undefined ? {} : { 'content-length': body.length };
      const sent = request(url, { method, agent: this.#agent, headers }, (received) => {
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
}
