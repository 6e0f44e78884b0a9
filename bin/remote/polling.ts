// When to poll again: with growing delays, for one item or for a queue of thousands.
import pMap from 'p-map';

/** Milliseconds between two polls of an item: each is half as long again as the one before. */
export interface Delays {
  /** @default 1000; a {@link PollQueue} with few items begins sooner */
  readonly first?: number;
  /** @default 60,000 */
  readonly longest?: number;
}

/** An endless series of growing delays, in milliseconds. */
export function* delays({ first = 1000, longest = 60_000 }: Delays = {}): Generator<number, never> {
  for (let delay = first; ; delay = Math.min(delay * 1.5, longest)) yield delay;
}

interface Entry<Item> {
  readonly item: Item;
  readonly delays: Generator<number, never>;
  /** when the next poll is due, by `performance.now()` */
  due: number;
  /** number of polls so far */
  polls: number;
}

/** The first delay of a queue per item that is not finished: a file by itself is polled soon, thousands once a second. */
const DELAY_PER_ITEM = 10;

/** The shortest first delay of a queue. */
const SOONEST = 100;

/** The longest delay of a timer, in milliseconds. */
const FOR_EVER = 2 ** 31 - 1;

/** Polls items with growing delays, each until a poll finds that it is finished. */
export class PollQueue<Item> {
  readonly #delays: Delays;
  readonly #signal: AbortSignal;
  /** sorted by due time */
  readonly #waiting: Entry<Item>[] = [];
  /** number of items that are not finished, including those that are being polled */
  #unfinished = 0;
  #isClosed = false;
  #wake = () => {};

  /** @param signal makes {@link poll} return after the polls in progress */
  constructor(delays: Delays, signal: AbortSignal) {
    this.#delays = delays;
    this.#signal = signal;
    signal.addEventListener('abort', () => this.#wake());
  }

  /** Adds an item whose first poll is due now. */
  add(item: Item): void {
    this.#unfinished++;
    const first = this.#delays.first ?? Math.min(Math.max(SOONEST, DELAY_PER_ITEM * this.#unfinished), 1000);
    this.#insert({ item, delays: delays({ ...this.#delays, first }), due: performance.now(), polls: 0 });
  }

  /** Ends {@link poll} as soon as every item that was added is finished. */
  close(): void {
    this.#isClosed = true;
    this.#wake();
  }

  /** @param pollOnce returns whether the item is finished; `count` begins at 1 */
  async poll(concurrency: number, pollOnce: (item: Item, count: number) => Promise<boolean>): Promise<void> {
    const run = async (entry: Entry<Item>) => {
      entry.polls++;
      if (await pollOnce(entry.item, entry.polls)) {
        this.#unfinished--;
        this.#wake();
      } else {
        entry.due = performance.now() + entry.delays.next().value;
        this.#insert(entry);
      }
    };
    await pMap(this.#dueEntries(), run, { concurrency });
  }

  #insert(entry: Entry<Item>): void {
    const at = this.#waiting.findLastIndex(({ due }) => due <= entry.due) + 1;
    this.#waiting.splice(at, 0, entry);
    this.#wake();
  }

  async *#dueEntries(): AsyncGenerator<Entry<Item>> {
    while (!this.#signal.aborted && (this.#unfinished > 0 || !this.#isClosed)) {
      const [next] = this.#waiting;
      const wait = next ? Math.ceil(next.due - performance.now()) : FOR_EVER;
      if (wait <= 0) yield this.#waiting.shift()!;
      else await this.#sleep(wait);
    }
  }

  /** Waits, but no longer than until something changes. */
  #sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
