// Assigns work items to threads, the main thread among them: any free thread takes the next item, but the items of a
// record that continues go to the same thread.

import { checkedSize } from '../../core/files/cuts.ts';
import {
  below,
  type FileSolverOptions,
  HEAD_BYTES,
  openStored,
  owned,
  type PieceFacts,
  RejectedFile,
  resultEncoding,
  type StreamSolver,
  sumReached,
  sumTallies,
  type Tally,
} from '../../core/files/index.ts';
import {
  JOBS_PER_THREAD,
  JobResult,
  type OutputPart,
  type PoolThread,
  ThreadPool,
} from '../threads/thread-pool.ts';
import { ItemOutput, PARTS_PER_THREAD, PartWriter, type SolvedItem, type SolveJob } from './solve-job.ts';
import { solveStretch } from './stretches.ts';

/** Work items in flight for the main thread: one is read, one is solved, one is written. */
const ITEMS_IN_HAND = 3;
/** Work items in flight for each other thread: enough for it to continue while one item is hard. */
const ITEMS_PER_THREAD = PARTS_PER_THREAD;
const MAX_ITEM_BYTES = 2048 * 1024;
/** Bytes of all items in flight; their results need about as much again. */
const IN_FLIGHT_BYTES = 32 * 1024 * 1024;
/** Milliseconds of solving after which other threads start: one takes as long to start, and most work ends before. */
const START_AFTER = 25;
/** Solving allocates few but large objects outside of the heap: a small young generation frees them early. */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 2 };

type Thread = PoolThread<SolveJob, SolvedItem>;
type Result = JobResult<SolvedItem>;

interface QueuedJob {
  readonly job: SolveJob;
  readonly onStart: (result: Result) => void;
  /** Whether it is the rest of an item that the main thread did not finish. */
  readonly isUnfinished?: boolean;
}

export class Scheduler {
  readonly size: number;
  /** Work items of a file that may be in flight at the same time. */
  readonly window: number;
  /** The buffers of work items. */
  readonly buffers: BufferPool;
  readonly #main = new MainThread();
  readonly #pool: ThreadPool<SolveJob, SolvedItem>;
  /** By file: the thread that holds the beginning of a record that continues. */
  readonly #bound = new Map<number, Thread>();
  /** Whether the main thread has an item whose unfinished rest no other thread has taken yet. */
  #isMainPending = false;
  #queue: QueuedJob[] = [];
  /** Whether other threads may start while the main thread solves. */
  #mayStart: boolean;
  readonly #startAfter: number;
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param size threads at most, the main thread among them
   * @param atOnce threads that may be starting at the same time from the beginning; if any, one starts now
   * @param startAfter milliseconds of solving after which threads start otherwise, unless they are needed earlier
   */
  constructor(size: number, atOnce = 0, startAfter = START_AFTER) {
    this.size = checkedSize('threads', size, 1);
    this.#mayStart = atOnce > 0 || startAfter === 0;
    this.#startAfter = startAfter;
    this.#pool = new ThreadPool({
      entry: new URL('solve-worker.js', import.meta.url),
      resourceLimits: RESOURCE_LIMITS,
      atOnce: checkedSize('threads at once', atOnce),
      onFree: () => this.#dispatch(),
    });
    this.window = ITEMS_IN_HAND + ITEMS_PER_THREAD * (size - 1);
    const share = Math.floor(IN_FLIGHT_BYTES / this.window);
    this.buffers = new BufferPool(Math.max(HEAD_BYTES, Math.min(MAX_ITEM_BYTES, share)));
    if (atOnce > 0) this.#pool.startNext(this.#maxWorkers);
  }

  /** Number of threads that have been started, the main thread excluded. */
  get started(): number {
    return this.#pool.threads.length;
  }

  /**
   * Solves a work item; resolves when a thread has taken it. The caller passes the items of a file in order, and consumes
   * their results in order: a thread waits until its output is consumed before it takes its next item. Two files may be
   * solved at the same time only if all but the last items of both continue, and no more files than there are threads:
   * otherwise the output that is awaited may itself wait for earlier output that nobody consumes yet.
   */
  solve(job: SolveJob): Promise<Result> {
    const { promise, resolve } = Promise.withResolvers<Result>();
    this.#queue.push({ job, onStart: resolve });
    this.#dispatch();
    return promise;
  }

  /** Stops all threads, whatever they are doing. */
  close(): Promise<void> {
    clearTimeout(this.#timer);
    return this.#pool.close();
  }

  #dispatch(): void {
    // The items of a file start in order. If an item that ends within a record overtook another, its thread would take the
    // other for the rest of the record. An item that waits for its own thread does not delay the items of other files.
    const waiting = new Set<number>();
    this.#queue = this.#queue.filter((queued) => {
      const { job, onStart } = queued;
      const thread = waiting.has(job.file) ? undefined : this.#threadFor(queued);
      if (!thread) {
        waiting.add(job.file);
        return true;
      }
      if (queued.isUnfinished) this.#isMainPending = false;
      onStart(thread instanceof MainThread ? this.#runOnMain(job) : this.#runOn(thread, job));
      return false;
    });
  }

  #threadFor({ job, isUnfinished }: QueuedJob): Thread | MainThread | undefined {
    if (isUnfinished) return this.#threadForUnfinished();
    const bound = this.#bound.get(job.file);
    if (bound) return bound.held < JOBS_PER_THREAD ? bound : undefined;
    // items that continue, and those whose content has to be read, need a worker, which replaces the main thread
    if (job.continues || job.stored) this.#main.isRetired = true;
    const free = this.#unbound().filter(({ held }) => held < JOBS_PER_THREAD);
    // workers come first, with two items each: while the main thread solves, it cannot give them more
    const ready = free.toSorted((a, b) => a.held - b.held).find(({ isReady }) => isReady);
    if (ready) return ready;
    if (this.#main.isRetired) return this.#pool.leastBusy(this.#maxWorkers, free);
    if (!this.#main.isBusy) return this.#main;
    if (this.#mayStart) this.#pool.startNext(this.#maxWorkers);
    else this.#timer ??= setTimeout(() => this.#startThreads(), this.#startAfter);
    return undefined; // an item of a thread that is still starting would delay all that follow it
  }

  #startThreads(): void {
    this.#mayStart = true;
    this.#dispatch();
  }

  /**
   * A worker without a job. Any other may be solving an item that comes later in the output, and wait until the unfinished
   * one has been written.
   */
  #threadForUnfinished(): Thread {
    const idle = this.#unbound().filter(({ held }) => held === 0);
    return idle.find(({ isReady }) => isReady) ?? idle[0] ?? this.#pool.start();
  }

  #unbound(): Thread[] {
    const bound = new Set(this.#bound.values());
    return this.#pool.threads.filter((thread) => !bound.has(thread));
  }

  /** One worker replaces the main thread, but not before a worker has taken its unfinished item. */
  get #maxWorkers(): number {
    return this.#main.isRetired && !this.#isMainPending ? this.size : this.size - 1;
  }

  #runOn(thread: Thread, job: SolveJob): Result {
    if (job.continues) this.#bound.set(job.file, thread);
    else this.#bound.delete(job.file);
    return this.#pool.run(thread, job, [job.buffer]);
  }

  #runOnMain(job: SolveJob): Result {
    const result: Result = new JobResult();
    this.#isMainPending = true;
    const solving = this.#main.solve(job, result).then(async (unfinished) => {
      if (unfinished) return this.#finishElsewhere(unfinished, result);
      this.#isMainPending = false;
      this.#dispatch();
    });
    solving.catch((error: Error) => {
      this.#isMainPending = false;
      result.fail(error);
      this.#dispatch();
    });
    return result;
  }

  /** Has another thread solve the rest of an item, and appends its result. */
  async #finishElsewhere({ rest, solved }: UnfinishedItem, result: Result): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<Result>();
    this.#queue.unshift({ job: rest, onStart: resolve, isUnfinished: true });
    this.#dispatch();
    const other = await promise;
    result.reached = () => sumReached(solved.tally, other.reached());
    for await (const part of other.parts()) {
      await new Promise<void>((onConsumed) => result.push(part, onConsumed));
    }
    const done = await other.done.catch((error: unknown) => {
      throw error instanceof RejectedFile ? below(solved.tally.lines, error) : error;
    });
    result.finish({
      ...done,
      tally: sumTallies([solved.tally, done.tally]),
      consumed: solved.consumed + done.consumed,
      milliseconds: solved.milliseconds + done.milliseconds,
      facts: [...solved.facts, ...(done.facts ?? [])],
    });
  }
}

/** Buffers of one capacity that are reused, so that memory stays flat however long the files are. */
export class BufferPool {
  readonly capacity: number;
  readonly #free: ArrayBuffer[] = [];

  constructor(capacity: number) {
    this.capacity = checkedSize('bytes of a buffer', capacity, 1);
  }

  readonly take = (): ArrayBuffer => this.#free.pop() ?? new ArrayBuffer(this.capacity);

  /** Takes back a buffer; one of another size was made for a single file. */
  give(buffer: ArrayBuffer): void {
    if (buffer.byteLength === this.capacity) this.#free.push(buffer);
  }
}

/** Maximum milliseconds of solving without a pause. Meanwhile nothing is read, written, shown or interrupted. */
const SLICE = 250;
/** Milliseconds of solving after which pending events are handled, such as finished reads, writes and jobs. */
const TURN = 4;
/** Maximum processor time for one item, in milliseconds. On a busy machine, it may take longer than a slice. */
const MAX_MILLISECONDS = 100;
/** Maximum bytes of output that are held while the main thread solves a file that cannot be cut. */
const MAX_OUTPUT = 4 * 1024 * 1024;

/** What has been solved of an item so far. */
interface Solved {
  readonly tally: Tally;
  readonly milliseconds: number;
  /** bytes of the item */
  readonly consumed: number;
  readonly facts: readonly PieceFacts[];
}

/** An item that the main thread has not finished. */
interface UnfinishedItem {
  /** What another thread has to solve. Its output follows that of `solved`. */
  readonly rest: SolveJob;
  readonly solved: Solved;
}

/**
 * Solves work items on the main thread, which is otherwise idle while files are read and written: no thread has to start,
 * and no bytes are transferred. An item that takes too long is left to another thread, as are all after it.
 */
export class MainThread {
  /** Whether it has stopped solving for good. */
  isRetired = false;
  isBusy = false;
  readonly #writer = new PartWriter((part) => this.#push(part));
  /** of the current job */
  #result: Result | undefined;
  #turnEnd = 0;

  /**
   * Solves an item that does not continue another and is not continued.
   * @returns undefined if the result is complete; else what another thread has to finish
   */
  async solve(job: SolveJob, result: Result): Promise<UnfinishedItem | undefined> {
    this.isBusy = true;
    this.#result = result;
    await this.#handleEvents();
    try {
      // a cut would end a row group: where it falls must not depend on the clock
      const canBeCut = job.plan.splittable && resultEncoding(job.plan) !== 'parquet';
      return canBeCut ? await this.#solvePiece(job, result) : await this.#solveWhole(job, result);
    } finally {
      this.#dropOutput();
      this.isBusy = false;
    }
  }

  /** Solves as much as it can of a piece that can be cut between any two records. */
  async #solvePiece(job: SolveJob, result: Result): Promise<UnfinishedItem | undefined> {
    const since = process.threadCpuUsage();
    const output = new ItemOutput(job.buffer, this.#writer);
    const parts: Solved[] = [];
    const { places, length } = job;
    const { at = 0 } = job;
    let { first } = job;
    /** bytes of the item that are solved */
    let done = 0;
    const turn = () => (performance.now() > this.#turnEnd ? this.#handleEvents() : undefined);
    for (;;) {
      const { joint, listedGuesses } = job;
      const session = this.#open(job, { first, joint, listedGuesses });
      try {
        if (places) await solveStretch(session, places, { at: at + done, length: length - done }, turn);
        else {
          for await (const piece of session.take(new Uint8Array(job.buffer, done, length - done))) {
            await output.write(piece);
            await turn();
          }
          for await (const piece of session.end()) await output.write(piece);
        }
      } catch (error) {
        throw error instanceof RejectedFile ? below(sum(parts).tally.lines, error) : error;
      }
      const { solved } = session;
      const consumed = solved.interrupted ? solved.consumed : length - done;
      parts.push({ ...solved, consumed, facts: solved.facts ? [solved.facts] : [] });
      if (!solved.interrupted) return this.#finish(job, result, sum(parts), output.inPlace);
      first &&= solved.consumed === 0;
      done += consumed;
      const { user, system } = process.threadCpuUsage(since);
      if (user + system > 1000 * MAX_MILLISECONDS) break;
      await this.#handleEvents();
    }
    this.isRetired = true;
    if (output.inPlace > 0) result.push(new Uint8Array(job.buffer, 0, output.inPlace));
    this.#push(this.#writer.rest());
    const buffer = new ArrayBuffer(job.buffer.byteLength);
    const rest = { ...job, buffer, length: length - done, first };
    if (places) return { rest: { ...rest, at: at + done }, solved: sum(parts) };
    new Uint8Array(buffer).set(new Uint8Array(job.buffer, done, rest.length));
    return { rest, solved: sum(parts) };
  }

  /** Solves an item that cannot be cut: all of it, or nothing. */
  async #solveWhole(job: SolveJob, result: Result): Promise<UnfinishedItem | undefined> {
    const session = this.#open(job, { first: job.first, joint: job.joint, mostOutput: MAX_OUTPUT });
    const output: Uint8Array[] = [];
    for await (const piece of session.push(new Uint8Array(job.buffer, 0, job.length)))
      output.push(owned(piece));
    for await (const piece of session.end()) output.push(owned(piece));
    session.close();
    const { solved } = session;
    if (solved.interrupted) {
      this.isRetired = true;
      return { rest: job, solved: sum([]) };
    }
    for (const piece of output) result.push(piece);
    return this.#finish(job, result, {
      ...solved,
      consumed: job.length,
      facts: solved.facts ? [solved.facts] : [],
    });
  }

  /** Handles pending events: other threads wait for items, and for their output to be written. */
  async #handleEvents(): Promise<void> {
    await new Promise(setImmediate);
    this.#turnEnd = performance.now() + TURN;
  }

  #push(part: OutputPart | undefined): void {
    if (!part) return;
    const { buffer, length } = part;
    this.#result!.push(new Uint8Array(buffer, 0, length), () => this.#writer.reuse(buffer));
  }

  /** Drops the output of a job that has failed. */
  #dropOutput(): void {
    const part = this.#writer.rest();
    if (part) this.#writer.reuse(part.buffer);
  }

  #open({ plan }: SolveJob, options: FileSolverOptions): StreamSolver {
    return openStored(plan, { ...options, deadline: performance.now() + SLICE });
  }

  #finish(
    { buffer }: SolveJob,
    result: Result,
    { tally, milliseconds, consumed, facts }: Solved,
    outputLength = 0,
  ): undefined {
    this.#push(this.#writer.rest());
    result.finish({ buffer, tally, milliseconds, consumed, facts, outputLength });
  }
}

function sum(parts: readonly Solved[]): Solved {
  const [only] = parts;
  if (only && parts.length === 1) return only;
  return {
    tally: sumTallies(parts.map(({ tally }) => tally)),
    milliseconds: parts.reduce((total, { milliseconds }) => total + milliseconds, 0),
    consumed: parts.reduce((total, { consumed }) => total + consumed, 0),
    facts: parts.flatMap(({ facts }) => facts),
  };
}
