import { RejectedFile, type Tally } from '../../../core/browser.ts';
import type { FromWorker, Order, PieceOfWork, ToWorker } from './protocol.ts';

/** What comes of a piece of work. */
export interface Answer {
  /** Output, in its order, as it comes; each is to be taken by {@link Answer.next}. */
  next(): Promise<Uint8Array | undefined>;
  /** Counts; undefined where the next piece goes on. @throws RejectedFile */
  readonly tally: Promise<Tally | undefined>;
}

interface Held {
  readonly parts: Uint8Array[];
  wake: () => void;
  isOver: boolean;
  readonly end: PromiseWithResolvers<Tally | undefined>;
}

/** One web worker with what it is at. */
export class PoolWorker {
  readonly #worker: Worker;
  readonly #free: () => void;
  #held: Held[] = [];
  #isClosed = false;

  constructor(url: string, free: () => void) {
    this.#free = free;
    this.#worker = new Worker(url, { type: 'module' });
    this.#worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => this.#take(data));
    this.#worker.addEventListener('error', ({ message }) =>
      this.#fail(new Error(message ?? 'a worker failed')),
    );
  }

  /** pieces that it has not done */
  get load(): number {
    return this.#held.length;
  }

  /** @throws DOMException named AbortError once it is closed */
  hand(work: PieceOfWork | Order): Answer {
    if (this.#isClosed) throw new DOMException('cancelled', 'AbortError');
    const held: Held = { parts: [], wake: () => {}, isOver: false, end: Promise.withResolvers() };
    // whoever takes the output hears of a failure by then
    held.end.promise.catch(() => {});
    this.#held.push(held);
    this.#post(work, work.kind === 'solve' ? [work.buffer] : []);
    return {
      tally: held.end.promise,
      next: async () => {
        while (held.parts.length === 0 && !held.isOver) {
          await new Promise<void>((resolve) => {
            held.wake = resolve;
          });
        }
        const part = held.parts.shift();
        if (part) this.#post({ kind: 'taken' });
        return part;
      },
    };
  }

  close(): void {
    this.#worker.terminate();
    this.#isClosed = true;
    this.#fail(new DOMException('cancelled', 'AbortError'));
  }

  #post(message: ToWorker, transfer: Transferable[] = []): void {
    this.#worker.postMessage(message, transfer);
  }

  #take(message: FromWorker): void {
    const held = this.#held[0];
    if (!held) return;
    if (message.kind === 'part') {
      held.parts.push(new Uint8Array(message.bytes));
      held.wake();
      return;
    }
    this.#held.shift();
    held.isOver = true;
    if (message.kind === 'done') held.end.resolve(message.tally);
    else if (message.kind === 'rejected') held.end.reject(new RejectedFile(message.message, message.line));
    else held.end.reject(new Error(message.message));
    held.wake();
    this.#free();
  }

  #fail(error: Error): void {
    for (const held of this.#held.splice(0)) {
      held.isOver = true;
      held.end.reject(error);
      held.wake();
    }
    this.#free();
  }
}

/** As many workers as the machine has processors. */
export class Pool {
  readonly workers: readonly PoolWorker[];
  #wake: () => void = () => {};

  constructor(url: string, count = navigator.hardwareConcurrency || 2) {
    this.workers = Array.from({ length: count }, () => new PoolWorker(url, () => this.#wake()));
  }

  /** The worker with the least to do, as soon as one has room for another piece. */
  async free(): Promise<PoolWorker> {
    for (;;) {
      const [least] = [...this.workers].sort((a, b) => a.load - b.load);
      // one at work and one that waits, so that no worker waits for us
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
