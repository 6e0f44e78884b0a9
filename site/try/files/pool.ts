// Web workers that solve pieces of files, one for each processor. The next piece goes to the least busy one.

import { RejectedFile, type Tally } from '../../../core/browser.ts';
import { startWorker } from '../shared/start-worker.ts';
import type { FromWorker, GenerateRequest, PieceOfWork, RangedWork, ToWorker } from './protocol.ts';
import script from './worker.ts?worker&url';

/** The outcome of a piece of work. */
export interface Answer {
  /** The next part of the output, as soon as there is one; undefined at the end. */
  next(): Promise<Uint8Array | undefined>;
  /** Counts; undefined if the next piece continues this one. @throws RejectedFile */
  readonly tally: Promise<Tally | undefined>;
}

interface Pending {
  readonly parts: Uint8Array[];
  wake: () => void;
  isOver: boolean;
  readonly end: PromiseWithResolvers<Tally | undefined>;
}

/** A web worker and its pending pieces of work. */
export class PoolWorker {
  readonly #worker: Worker;
  readonly #free: () => void;
  #pending: Pending[] = [];
  /** Why it takes no more work. */
  #end: Error | undefined;

  constructor(free: () => void) {
    this.#free = free;
    this.#worker = startWorker(script);
    this.#worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => this.#take(data));
    this.#worker.addEventListener('error', ({ message }) =>
      this.#fail(new Error(message ?? 'a worker failed')),
    );
  }

  /** pending pieces */
  get load(): number {
    return this.#pending.length;
  }

  /** @throws DOMException named AbortError once it is closed; Error once it has failed */
  submit(work: PieceOfWork | RangedWork | GenerateRequest): Answer {
    if (this.#end) throw this.#end;
    const pending: Pending = { parts: [], wake: () => {}, isOver: false, end: Promise.withResolvers() };
    // the consumer sees a failure only after the output: it is no unhandled rejection until then
    pending.end.promise.catch(() => {});
    this.#pending.push(pending);
    this.#post(work, work.kind === 'solve' ? [work.buffer] : []);
    return {
      tally: pending.end.promise,
      next: async () => {
        while (pending.parts.length === 0 && !pending.isOver) {
          await new Promise<void>((resolve) => {
            pending.wake = resolve;
          });
        }
        const part = pending.parts.shift();
        if (part) this.#post({ kind: 'taken' });
        return part;
      },
    };
  }

  close(): void {
    this.#worker.terminate();
    this.#fail(new DOMException('cancelled', 'AbortError'));
  }

  #post(message: ToWorker, transfer: Transferable[] = []): void {
    this.#worker.postMessage(message, transfer);
  }

  #take(message: FromWorker): void {
    const pending = this.#pending[0];
    if (!pending) return;
    if (message.kind === 'part') {
      pending.parts.push(new Uint8Array(message.bytes));
      pending.wake();
      return;
    }
    this.#pending.shift();
    pending.isOver = true;
    if (message.kind === 'done') pending.end.resolve(message.tally);
    else if (message.kind === 'rejected') pending.end.reject(new RejectedFile(message.message, message.line));
    else pending.end.reject(new Error(message.message));
    pending.wake();
    this.#free();
  }

  #fail(error: Error): void {
    this.#end ??= error;
    for (const pending of this.#pending.splice(0)) {
      pending.isOver = true;
      pending.end.reject(error);
      pending.wake();
    }
    this.#free();
  }
}

/** A worker for each processor of the machine. */
export class Pool {
  readonly workers: readonly PoolWorker[];
  #wake: () => void = () => {};

  constructor(count = navigator.hardwareConcurrency || 2) {
    this.workers = Array.from({ length: count }, () => new PoolWorker(() => this.#wake()));
  }

  /** The worker with the fewest pending pieces, as soon as one has room for another. */
  async free(): Promise<PoolWorker> {
    for (;;) {
      const [least] = [...this.workers].sort((a, b) => a.load - b.load);
      // one in progress and one that waits, so that no worker is idle
      if (least!.load < 2) return least!;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  close(): void {
    for (const worker of this.workers) worker.close();
  }
}
