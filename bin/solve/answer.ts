import type { Done, Part } from './protocol.ts';

/** What a thread answers to one piece of work, as it comes: parts of the output, then how it ended. For one consumer. */
export class Answer {
  readonly #arrived: Part[] = [];
  readonly #end = Promise.withResolvers<Done>();
  #ended = false;
  #wake: (() => void) | undefined;
  readonly #giveBack: (buffer: ArrayBuffer) => void;

  /** @param giveBack takes the buffer of each part when the consumer is through with it */
  constructor(giveBack: (buffer: ArrayBuffer) => void) {
    this.#giveBack = giveBack;
    this.#end.promise.catch(() => {}); // seen by whoever awaits `done`, if anybody still does
  }

  push(part: Part): void {
    this.#arrived.push(part);
    this.#wake?.();
  }

  finish(done: Done): void {
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
        yield new Uint8Array(part.buffer, 0, part.length);
        this.#giveBack(part.buffer);
      } else if (this.#ended) return;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  #close(): void {
    this.#ended = true;
    this.#wake?.();
  }
}
