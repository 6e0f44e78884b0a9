import { NOTHING, type Reached } from '../../core/files/index.ts';
import type { Done } from './protocol.ts';

interface Part {
  readonly bytes: Uint8Array;
  readonly taken: () => void;
}

/** What a thread answers to one piece of work, as it comes: parts of the output, then how it ended. For one consumer. */
export class Answer {
  /** How far the solver is that works on it, from where it began: at this piece, or at one before that goes on in this. */
  reached: () => Reached = () => NOTHING;
  readonly #arrived: Part[] = [];
  readonly #end = Promise.withResolvers<Done>();
  #ended = false;
  #wake: (() => void) | undefined;

  constructor() {
    this.#end.promise.catch(() => {}); // seen by whoever awaits `done`, if anybody still does
  }

  /** @param taken called when the consumer is through with the bytes */
  push(bytes: Uint8Array, taken = () => {}): void {
    this.#arrived.push({ bytes, taken });
    this.#wake?.();
  }

  finish(done: Done): void {
    if (done.outputLength > 0) this.push(new Uint8Array(done.buffer, 0, done.outputLength));
    this.#end.resolve(done);
    this.#close();
  }

  fail(error: Error): void {
    this.#end.reject(error);
    this.#close();
  }

  /** @throws RejectedFile, or what stopped the thread */
  get done(): Promise<Done> {
    return this.#end.promise;
  }

  /** The output, in order; each array is valid until the next is asked for. Ends also when the work failed: `done` tells. */
  async *parts(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const part = this.#arrived.shift();
      if (part) {
        yield part.bytes;
        part.taken();
      } else if (this.#ended) return;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  #close(): void {
    this.#ended = true;
    this.#wake?.();
  }
}
