import { HEAD_BYTES, RejectedFile, sumReached, sumTallies } from '../../core/files/index.ts';
import { wholeSize } from '../../core/files/work-items.ts';
import { Answer } from './answer.ts';
import { Buffers } from './buffers.ts';
import { MainThread } from './main-thread.ts';
import { PARTS_PER_THREAD, type Work } from './protocol.ts';
import { WorkerThread } from './worker-thread.ts';

/** Work items on their way: one that is read, one that is solved, one that is written, */
const ITEMS_IN_HAND = 3;
/** and for each other thread: enough that others go on while one item is hard. */
const ITEMS_PER_THREAD = PARTS_PER_THREAD;
const MAX_ITEM_BYTES = 2048 * 1024;
/** Bytes of all items on their way; their results need about as much again. */
const IN_FLIGHT_BYTES = 32 * 1024 * 1024;
/** Work that a thread holds at most. The second piece spares it the wait for the main thread. */
const DEPTH = 2;

interface Queued {
  readonly work: Work;
  readonly answerTo: (answer: Answer) => void;
  /** Whether the main thread has tried it. */
  readonly isLeft?: boolean;
}

/** Threads that solve work items, the main one among them: each on whichever is free, a file's continued items on the same one. */
export class Pool {
  readonly size: number;
  /** Work items of a file that may be on their way at a time. */
  readonly window: number;
  /** What work items are made in. */
  readonly buffers: Buffers;
  readonly #main = new MainThread();
  readonly #workers: WorkerThread[] = [];
  readonly #atOnce: number;
  /** Whether the main thread has an item of which no worker has taken what is left. */
  #atMain = false;
  #queue: Queued[] = [];
  #failure: Error | undefined;

  /**
   * @param size threads at most, the main one among them
   * @param atOnce threads that may be starting at a time from the beginning on; of these, one starts now
   */
  constructor(size: number, atOnce = 0) {
    this.size = wholeSize('threads', size, 1);
    this.#atOnce = wholeSize('threads at once', atOnce);
    this.window = ITEMS_IN_HAND + ITEMS_PER_THREAD * (size - 1);
    const share = Math.floor(IN_FLIGHT_BYTES / this.window);
    this.buffers = new Buffers(Math.max(HEAD_BYTES, Math.min(MAX_ITEM_BYTES, share)));
    if (atOnce > 0) this.#oneMore();
  }

  /** Threads that have been started, without the main one. */
  get started(): number {
    return this.#workers.length;
  }

  /**
   * Solves a work item; resolves when a thread has taken it. A file's items are to be given in order, and their answers
   * consumed in order: a thread waits with its next work until its output is taken. Two files may be solved at a time
   * only if all but the last items of both continue, and no more files than there are threads: otherwise the output
   * that is wanted may be waiting for output before it that nobody takes yet.
   */
  solve(work: Work): Promise<Answer> {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    this.#queue.push({ work, answerTo: resolve });
    this.#dispatch();
    return promise;
  }

  /** Stops all threads, whatever they are doing. */
  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.close()));
  }

  #dispatch(): void {
    // a file's items in order: one that overtook another would begin a record on a thread that is then given the other, as
    // if it went on with that record; what must wait for its own thread holds up nothing of another file
    const waiting = new Set<number>();
    this.#queue = this.#queue.filter((queued) => {
      const { work, answerTo } = queued;
      const thread = waiting.has(work.file) ? undefined : this.#threadFor(queued);
      if (!thread) {
        waiting.add(work.file);
        return true;
      }
      if (queued.isLeft) this.#atMain = false;
      if (thread instanceof MainThread) answerTo(this.#solveHere(work));
      else answerTo(this.#failure ? failed(this.#failure) : thread.hand(work));
      return false;
    });
  }

  #threadFor({ work, isLeft }: Queued): WorkerThread | MainThread | undefined {
    if (isLeft) return this.#threadForLeft();
    const bound = this.#workers.find(({ files }) => files.has(work.file));
    if (bound) return bound.held < DEPTH ? bound : undefined;
    // what goes on over several items needs a thread, in place of this one
    if (work.continues) this.#main.isOut = true;
    const unbound = this.#workers.filter(({ files, held }) => files.size === 0 && held < DEPTH);
    const byLoad = unbound.toSorted((a, b) => a.held - b.held);
    // the others first, and both pieces: while this thread solves, it hands nothing over
    const ready = byLoad.find(({ isReady }) => isReady);
    if (ready) return ready;
    if (!this.#main.isOut && !this.#main.isAtWork) return this.#main;
    const [least] = byLoad;
    if (this.#main.isOut) return least?.held === 0 ? least : (this.#oneMore() ?? least);
    this.#oneMore();
    return undefined; // what a thread is given while it starts would hold up all that follows it
  }

  /**
   * For what the main thread leaves: a worker that has nothing to do. Any other may be at work on something that comes later
   * in the output, and wait until this is written.
   */
  #threadForLeft(): WorkerThread {
    const idle = this.#workers.filter(({ files, held }) => files.size === 0 && held === 0);
    return idle.find(({ isReady }) => isReady) ?? idle[0] ?? this.#startOne();
  }

  /**
   * A new worker, if there may be one more. Only as many start at a time as are at work already: most files are solved
   * before the last of many threads would be ready, and each costs memory and processor time.
   */
  #oneMore(): WorkerThread | undefined {
    // one takes the main thread's place, but only when there is nothing left of its work
    if (this.#workers.length >= (this.#main.isOut && !this.#atMain ? this.size : this.size - 1))
      return undefined;
    const ready = this.#workers.filter(({ isReady }) => isReady).length;
    if (this.#workers.length - ready >= Math.max(this.#atOnce, ready + 1)) return undefined;
    return this.#startOne();
  }

  #solveHere(work: Work): Answer {
    const answer = new Answer();
    this.#atMain = true;
    const solving = this.#main.solve(work, answer).then(async (left) => {
      const { promise, resolve } = Promise.withResolvers<Answer>();
      if (left) this.#queue.unshift({ work: left.rest, answerTo: resolve, isLeft: true });
      else this.#atMain = false;
      this.#dispatch();
      if (!left) return;
      const rest = await promise;
      answer.reached = () => sumReached(left.solved.tally, rest.reached());
      for await (const part of rest.parts()) {
        await new Promise<void>((taken) => answer.push(part, taken));
      }
      const done = await rest.done.catch((error: unknown) => {
        throw error instanceof RejectedFile ? error.below(left.solved.tally.lines) : error;
      });
      const tally = sumTallies([left.solved.tally, done.tally]);
      // its output has been passed on
      answer.finish({
        ...done,
        outputLength: 0,
        tally,
        taken: left.solved.taken + done.taken,
        milliseconds: left.solved.milliseconds + done.milliseconds,
      });
    });
    solving.catch((error: Error) => {
      this.#atMain = false;
      answer.fail(error);
      this.#dispatch();
    });
    return answer;
  }

  #startOne(): WorkerThread {
    const worker = new WorkerThread(
      () => this.#dispatch(),
      (error) => this.#fail(error),
    );
    this.#workers.push(worker);
    return worker;
  }

  /** A thread died of a defect: nothing that waits will be answered. */
  #fail(error: Error): void {
    this.#failure = error;
    for (const worker of this.#workers) worker.fail(error);
    this.#dispatch();
  }
}

function failed(error: Error): Answer {
  const answer = new Answer();
  answer.fail(error);
  return answer;
}
