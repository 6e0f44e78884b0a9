import { parentPort } from 'node:worker_threads';
import { RawRequests } from './raw-requests.ts';

/** One request of {@link RawClient}, and what came of it. */
export interface Asked {
  readonly id: number;
  readonly method: 'PUT' | 'GET' | 'DELETE';
  readonly url: string;
  readonly body?: Uint8Array;
}

export interface Answered {
  readonly id: number;
  readonly content?: Uint8Array<ArrayBuffer>;
  readonly error?: string;
}

const port = parentPort!;
const requests = new RawRequests();
const answer = (answered: Answered, transfer: ArrayBuffer[] = []) => port.postMessage(answered, transfer);

port.on('message', ({ id, method, url, body }: Asked) => {
  requests.send(method, url, body).then(
    (content) => answer({ id, content }, [content.buffer]),
    (error: unknown) => answer({ id, error: String(error) }),
  );
});
