// Threads that run the same module. The caller chooses the thread of each job; output arrives in parts.
import type { ResourceLimits, Worker } from 'node:worker_threads';
import { InternalError, RejectedFile } from '../../core/files/file-plan.ts';
import { NOTHING } from '../../core/files/progress.ts';
import type { Reached } from '../../core/solver/engine/engine.ts';
import { FailureError } from '../cli/exit.ts';

/** Maximum jobs that a thread holds. With a second one it need not wait for the main thread. */
export const JOBS_PER_THREAD = 2;

/** Output of a job, in a buffer that is transferred. */
export interface OutputPart {
  /** The thread gets it back when the output has been consumed. */
  readonly buffer: ArrayBuffer;
  /** bytes of `buffer` that are filled */
  readonly length: number;
}

/** A message to a thread: a job, or the buffer of an {@link OutputPart} for reuse. */
export type ToThread<Job> = { readonly job: Job } | { readonly free: ArrayBuffer };

/**
 * A message from a thread: that it has started; or the progress, output or end of its current job. A thread does its jobs
 * in the order in which it receives them.
 */
export interface FromThread<Done> {
  readonly ready?: true;
  readonly reached?: Reached;
  readonly part?: OutputPart | undefined;
  readonly done?: Done;
  /** The job's file cannot be solved: the message and line of a {@link RejectedFile}, perhaps of an {@link InternalError}. */
  readonly rejected?: {
    readonly message: string;
    readonly line?: number | undefined;
    readonly isInternal?: boolean;
  };
  /** The job's result cannot be written: the message of a {@link FailureError}. */
  readonly failed?: string;
}

interface ConsumedPart {
  readonly bytes: Uint8Array;
  readonly onConsumed: () => void;
}

/** The result of a job while it arrives: parts of its output, then its end. For one consumer. */
export class JobResult<Done> {
  /** Returns the progress of the job. */
  reached: () => Reached = () => NOTHING;
  readonly #arrived: ConsumedPart[] = [];
  readonly #end = Promise.withResolvers<Done>();
  #hasEnded = false;
  #wake: (() => void) | undefined;

  constructor() {
    this.#end.promise.catch(() => {}); // the error is thrown where `done` is awaited
  }

  /** @param onConsumed called when the consumer no longer needs the bytes */
  push(bytes: Uint8Array, onConsumed = () => {}): void {
    this.#arrived.push({ bytes, onConsumed });
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

  /** @throws RejectedFile, or the error that stopped the thread */
  get done(): Promise<Done> {
    return this.#end.promise;
  }

  /** The output in order; each array is valid until the next is requested. Also ends if the job fails: see {@link done}. */
  async *parts(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const part = this.#arrived.shift();
      if (part) {
        yield part.bytes;
        part.onConsumed();
      } else if (this.#hasEnded) return;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  #close(): void {
    this.#hasEnded = true;
    this.#wake?.();
  }
}

/** One thread of a pool. */
class PoolThread<Job, Done> {
  /** Whether it has started, which can take longer than a job. */
  isReady = false;
  readonly #worker: Worker;
  /** Why it has died. */
  #failure: Error | undefined;
  /** of its jobs, oldest first */
  readonly #results: JobResult<Done>[] = [];

  constructor(
    { entry, resourceLimits = {}, onFree = () => {} }: ThreadPoolOptions,
    onError: (error: Error) => void,
  ) {
    // not imported: a run on one thread needs no worker, and starts sooner without the module
    const { Worker } = process.getBuiltinModule('node:worker_threads');
    this.#worker = new Worker(entry, { resourceLimits });
    this.#worker.on('message', (message: FromThread<Done>) => {
      this.isReady = true;
      if (message.ready || this.#receive(message)) onFree();
    });
    this.#worker.on('error', (error) => onError(error as Error));
  }

  /** Number of jobs that it holds. */
  get held(): number {
    return this.#results.length;
  }

  add(job: Job, transfer: readonly ArrayBuffer[]): JobResult<Done> {
    const result = new JobResult<Done>();
    if (this.#failure) result.fail(this.#failure);
    else {
      this.#results.push(result);
      this.#post({ job }, transfer);
    }
    return result;
  }

  fail(error: Error): void {
    this.#failure = error;
    for (const result of this.#results.splice(0)) result.fail(error);
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  /** @returns whether the message ends a job */
  #receive({ reached, part, done, rejected, failed }: FromThread<Done>): boolean {
    const result = this.#results[0];
    if (!result) return false; // all jobs have failed meanwhile
    if (reached) result.reached = () => reached;
    if (part) {
      const { buffer, length } = part;
      result.push(new Uint8Array(buffer, 0, length), () => this.#post({ free: buffer }, [buffer]));
    }
    if (done) result.finish(done);
    else if (rejected) result.fail(rejectionOf(rejected));
    else if (failed !== undefined) result.fail(new FailureError(failed));
    else return false;
    this.#results.shift();
    return true;
  }

  #post(message: ToThread<Job>, transfer: readonly ArrayBuffer[]): void {
    this.#worker.postMessage(message, transfer);
  }
}

function rejectionOf({
  message,
  line,
  isInternal,
}: NonNullable<FromThread<unknown>['rejected']>): RejectedFile {
  return isInternal ? new InternalError(message) : new RejectedFile(message, line);
}

export type { PoolThread };

export interface ThreadPoolOptions {
  /** The JavaScript module that each thread runs: it answers each {@link ToThread} message by {@link FromThread} messages. */
  readonly entry: URL;
  readonly resourceLimits?: ResourceLimits;
  /** Threads that may be starting at the same time, however few are running. @default 0: see {@link ThreadPool.startNext} */
  readonly atOnce?: number;
  /** Called when a thread has started, and when it has ended a job. */
  readonly onFree?: () => void;
}

export class ThreadPool<Job, Done> {
  /** Those that have been started. */
  readonly threads: PoolThread<Job, Done>[] = [];
  readonly #options: ThreadPoolOptions;
  #failure: Error | undefined;

  constructor(options: ThreadPoolOptions) {
    this.#options = options;
  }

  start(): PoolThread<Job, Done> {
    const thread = new PoolThread<Job, Done>(this.#options, (error) => this.#fail(thread, error));
    this.threads.push(thread);
    return thread;
  }

  /**
   * Starts one more thread, up to `most`. No more threads start at the same time than are running already, plus one: most
   * work is done before the last of many threads would be ready, and each costs memory and processor time.
   */
  startNext(most: number): PoolThread<Job, Done> | undefined {
    const { length } = this.threads;
    const ready = this.threads.filter(({ isReady }) => isReady).length;
    const mayStart = length < most && length - ready < Math.max(this.#options.atOnce ?? 0, ready + 1);
    return mayStart ? this.start() : undefined;
  }

  /** A thread without a job, else a new one (see {@link startNext}), else the one with the fewest jobs. */
  leastBusy(
    most: number,
    among: readonly PoolThread<Job, Done>[] = this.threads,
  ): PoolThread<Job, Done> | undefined {
    const [least] = among.toSorted((a, b) => a.held - b.held);
    return least?.held === 0 ? least : (this.startNext(most) ?? least);
  }

  /** Gives a job to a thread. @param transfer buffers of the job that are moved to the thread */
  run(thread: PoolThread<Job, Done>, job: Job, transfer: readonly ArrayBuffer[] = []): JobResult<Done> {
    if (!this.#failure) return thread.add(job, transfer);
    const failed = new JobResult<Done>();
    failed.fail(this.#failure);
    return failed;
  }

  /** Stops all threads, whatever they are doing. */
  async close(): Promise<void> {
    await Promise.all(this.threads.map((thread) => thread.close()));
  }

  /**
   * Called if a thread dies, such as for want of memory. Its jobs fail; the others go on, and another thread may take its place.
   * If it has never started, no thread can: then all jobs fail, including later ones.
   */
  #fail(dead: PoolThread<Job, Done>, error: Error): void {
    if (dead.isReady) {
      dead.fail(error);
      this.threads.splice(this.threads.indexOf(dead), 1);
    } else {
      this.#failure = error;
      for (const thread of this.threads) thread.fail(error);
    }
    this.#options.onFree?.();
  }
}
