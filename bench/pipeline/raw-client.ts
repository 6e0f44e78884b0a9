import { Agent, request } from 'node:http';

/**
 * Puts and gets objects with as little work as HTTP allows: no signatures, no checksums, which the local cloud does not
 * look at. What is measured is to be the pipeline, not the client that feeds it.
 */
export class RawClient {
  readonly #endpoint: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 32 });

  constructor(endpoint: string) {
    this.#endpoint = endpoint;
  }

  async put(bucket: string, key: string, body: Buffer): Promise<void> {
    await this.#call('PUT', bucket, key, body);
  }

  get(bucket: string, key: string): Promise<Buffer> {
    return this.#call('GET', bucket, key);
  }

  close(): void {
    this.#agent.destroy();
  }

  #call(method: string, bucket: string, key: string, body?: Buffer): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const headers = body === undefined ? {} : { 'content-length': body.length };
      const url = `${this.#endpoint}/${bucket}/${key}`;
      const sent = request(url, { method, agent: this.#agent, headers }, (received) => {
        const content = Buffer.allocUnsafeSlow(Number(received.headers['content-length'] ?? 0));
        let filled = 0;
        received.on('data', (piece: Buffer) => {
          content.set(piece, filled);
          filled += piece.length;
        });
        received.on('error', reject);
        received.on('end', () => {
          if (received.statusCode === 200) resolve(content);
          else reject(new Error(`${method} ${url}: ${received.statusCode} ${content.toString()}`));
        });
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }
}
