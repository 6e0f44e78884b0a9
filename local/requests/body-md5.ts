// Computes the MD5 of a body in a thread of its own while the body arrives: it takes longer than receiving the bytes.
import { hash } from 'node:crypto';
import { Worker } from 'node:worker_threads';

/** Digests of large bodies, by their memory. */
const digests = new WeakMap<ArrayBufferLike, string>();

/** The MD5 of bytes in hexadecimal, which S3's ETags are: computed here, unless {@link ArrivingMd5} has. */
export function md5Of(bytes: Buffer | string): string {
  const isEntire = typeof bytes !== 'string' && bytes.length === bytes.buffer.byteLength;
  return (isEntire && digests.get(bytes.buffer)) || hash('md5', bytes);
}

/** Bytes of a message to the thread. */
const BATCH = 1024 * 1024;

let thread: Worker | undefined;
let lastId = 0;
/** receive the digests that the thread is computing */
const receivers = new Map<number, (digest: string) => void>();

function startThread(): Worker {
  const started = new Worker(new URL('md5-worker.js', import.meta.url));
  started.on('message', ({ id, digest }: { id: number; digest: string }) => {
    receivers.get(id)!(digest);
    receivers.delete(id);
  });
  // the connection that sends the body keeps the process running
  started.unref();
  return started;
}

export class ArrivingMd5 {
  readonly #id = ++lastId;
  readonly #body: Uint8Array<SharedArrayBuffer>;
  #sent = 0;

  /** @param body memory of the entire body */
  constructor(body: Uint8Array<SharedArrayBuffer>) {
    this.#body = body;
  }

  /** @param bytes that have arrived so far */
  add(bytes: number): void {
    if (bytes - this.#sent >= BATCH) this.#send(bytes, false);
  }

  /** Ends the computation, also of a body that broke off. @returns when {@link md5Of} knows the digest of a complete body */
  async end(bytes: number): Promise<void> {
    const digest = await new Promise<string>((resolve) => {
      receivers.set(this.#id, resolve);
      this.#send(bytes, true);
    });
    if (bytes === this.#body.length) digests.set(this.#body.buffer, digest);
  }

  #send(to: number, isEnd: boolean): void {
    thread ??= startThread();
    thread.postMessage({ id: this.#id, bytes: this.#body.subarray(this.#sent, to), isEnd });
    this.#sent = to;
  }
}
