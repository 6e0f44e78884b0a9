// A queue, and the functions that work on its messages, in virtual time: the order of delivery is that of the local cloud.
import { chunksAtOnce } from '../../lambda/chunks/sizing.ts';
import { FairOrder } from '../../local/sqs/fair-order.ts';

/** A message, and the work that it requests. */
interface Work {
  readonly tenant: string;
  /** milliseconds of a function */
  readonly takes: number;
  /** when it was sent */
  readonly sent: number;
  /** sends more */
  readonly done?: () => void;
}

/** What functions need for a batch, beside the work on its messages: three requests to S3, in milliseconds. */
const PER_BATCH = 100;

class SimulatedQueue {
  now = 0;
  /** milliseconds that the messages of each tenant waited, in the order of their delivery */
  readonly waits = new Map<string, number[]>();
  /** when the messages of each tenant were done */
  readonly ends = new Map<string, number[]>();
  readonly #batch: number;
  readonly #order: FairOrder<Work>;
  #free: number;
  #waiting: Work[] = [];
  readonly #events: { readonly at: number; readonly happen: () => void }[] = [];

  constructor({ concurrency, batch, fair }: { concurrency: number; batch: number; fair: boolean }) {
    this.#free = concurrency;
    this.#batch = batch;
    this.#order = new FairOrder(
      ({ tenant }) => (fair ? tenant : undefined),
      () => this.now,
    );
  }

  at(at: number, happen: () => void): void {
    const later = this.#events.findLastIndex((event) => event.at <= at);
    this.#events.splice(later + 1, 0, { at, happen });
  }

  send(...work: Omit<Work, 'sent'>[]): void {
    for (const one of work) this.#waiting.push({ ...one, sent: this.now });
  }

  run(): void {
    for (let event = this.#events.shift(); event; event = this.#events.shift()) {
      this.now = event.at;
      event.happen();
      // what happens at the same time comes first
      if (this.#events[0]?.at !== this.now) this.#deliver();
    }
  }

  #deliver(): void {
    for (; this.#free > 0 && this.#waiting.length > 0; this.#free--) {
      const batch = new Set(this.#order.next(this.#waiting, this.#batch));
      this.#waiting = this.#waiting.filter((work) => !batch.has(work));
      const ends = [...batch].map((work) => this.#order.delivered(work));
      let takes = PER_BATCH;
      for (const work of batch) {
        takes += work.takes;
        add(this.waits, work.tenant, this.now - work.sent);
      }
      this.at(this.now + takes, () => {
        this.#free++;
        for (const end of ends) end();
        for (const { tenant, done } of batch) {
          add(this.ends, tenant, this.now);
          done?.();
        }
      });
    }
  }
}

function add(lists: Map<string, number[]>, name: string, value: number): void {
  const list = lists.get(name);
  if (list) list.push(value);
  else lists.set(name, [value]);
}

/** A number from 0 to 1, the same in each run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

const NOISY = 'noisy';

/** Files of the flood, all at once; milliseconds of one, beside its requests. */
const FLOOD = 8000;
const FILE = 5;
/** Other tenants, each of which uploads a file every two seconds or so. */
const OTHERS = 20;
const EVERY = 2000;

/** A flood of small files while others upload some. @returns the waits of the others, and when a file of the flood is done, on average */
export function flood(concurrency: number, fair: boolean): { waits: number[]; done: number } {
  const queue = new SimulatedQueue({ concurrency, batch: 10, fair });
  const next = random(concurrency);
  queue.at(0, () => queue.send(...Array.from({ length: FLOOD }, () => ({ tenant: NOISY, takes: FILE }))));
  // others upload for as long as the flood takes at least
  const lasts = Math.max(2000, (FLOOD * (PER_BATCH / 10 + FILE)) / concurrency);
  for (let other = 0; other < OTHERS; other++) {
    for (let at = next() * EVERY; at < lasts; at += next() * 2 * EVERY) {
      queue.at(at, () => queue.send({ tenant: `other ${other}`, takes: FILE }));
    }
  }
  queue.run();
  const waits = [...queue.waits].flatMap(([tenant, times]) => (tenant === NOISY ? [] : times));
  return { waits, done: queue.ends.get(NOISY)!.reduce((sum, end) => sum + end, 0) / FLOOD };
}

/** Milliseconds of a chunk, on average: they differ by half of it. */
const CHUNK = 5000;
/** When the file of another tenant arrives, and the chunks of a file of 20 MB. */
const ARRIVES = 6000;
const SMALL_JOB = 2;

export interface JobRules {
  /** whether messages have groups */
  readonly fair: boolean;
  /** whether its chunks are sent in turns, and not all at once */
  readonly inTurns: boolean;
}

/**
 * A job, and the file of another tenant behind it.
 * @returns milliseconds from the other's arrival to its first chunk, and when the job is done
 */
export function jobBefore(
  count: number,
  concurrency: number,
  { fair, inTurns }: JobRules,
  isAlone = false,
): { wait: number; end: number } {
  const queue = new SimulatedQueue({ concurrency, batch: 1, fair });
  const next = random(7);
  const times = Array.from({ length: count }, () => CHUNK * (0.5 + next()));
  const width = inTurns ? chunksAtOnce(count, concurrency) : count;
  const chunk = (index: number): Omit<Work, 'sent'> => ({
    ...{ tenant: NOISY, takes: times[index]! },
    done: () => {
      if (index + width < count) queue.send(chunk(index + width));
    },
  });
  queue.at(0, () =>
    queue.send(...Array.from({ length: Math.min(width, count) }, (_, index) => chunk(index))),
  );
  const other = Array.from({ length: SMALL_JOB }, () => ({ tenant: 'other', takes: CHUNK / 2 }));
  if (!isAlone) queue.at(ARRIVES, () => queue.send(...other));
  queue.run();
  return { wait: queue.waits.get('other')?.[0] ?? 0, end: queue.ends.get(NOISY)!.at(-1)! };
}
