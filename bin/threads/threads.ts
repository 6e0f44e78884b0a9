import { Worker } from 'node:worker_threads';
import { wholeSize } from '../../core/files/work-items.ts';
import {
  doTask,
  type Graded,
  type GradeTask,
  type MakeResult,
  type MakeTask,
  type Proofs,
  type Task,
  type TaskResult,
} from './tasks.ts';

type Result<T extends Task> = T extends MakeTask ? MakeResult : T extends GradeTask ? Graded[] : Proofs;

/** Tasks on their way, for each thread: the second spares it the wait for the main thread. */
const DEPTH = 2;

interface Waiting {
  readonly resolve: (result: TaskResult) => void;
  readonly reject: (error: Error) => void;
}

interface Thread {
  readonly worker: Worker;
  readonly waiting: Waiting[];
  /** Whether it is running. */
  isReady: boolean;
}

/** Does tasks on threads of its own; results come in the order of the tasks, whoever is done first. */
export class Threads {
  readonly #size: number;
  /** started when there is something to do for one more */
  readonly #threads: Thread[] = [];

  /** @param size threads at most; 0 for none, where there is little to do */
  constructor(size: number) {
    this.#size = wholeSize('threads', size);
  }

  /** Asks for tasks only as far ahead as the threads can be kept at work. */
  async *inOrder<T extends Task>(tasks: AsyncIterable<T> | Iterable<T>): AsyncGenerator<Result<T>> {
    const pending: Promise<Result<T>>[] = [];
    for await (const task of tasks) {
      const result = this.#do(task);
      // a failure is met when its turn comes
      result.catch(() => {});
      pending.push(result);
      if (pending.length > this.#threads.length * DEPTH) yield pending.shift()!;
    }
    yield* pending;
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }

  async #do<T extends Task>(task: T): Promise<Result<T>> {
    if (this.#size === 0) {
      await new Promise(setImmediate); // signals have their turn
      return doTask(task) as Result<T>;
    }
    const { waiting, worker } = this.#idlest();
    const { promise, resolve, reject } = Promise.withResolvers<TaskResult>();
    waiting.push({ resolve, reject });
    worker.postMessage(task);
    return (await promise) as Result<T>;
  }

  /** The thread with the least to do, or a new one. Only as many start at a time as run already: little work needs few. */
  #idlest(): Thread {
    const [idlest] = this.#threads.toSorted((a, b) => a.waiting.length - b.waiting.length);
    const ready = this.#threads.filter(({ isReady }) => isReady).length;
    const mayStart = this.#threads.length < this.#size && this.#threads.length - ready <= ready;
    if (idlest && (idlest.waiting.length === 0 || !mayStart)) return idlest;
    const worker = new Worker(new URL('task-worker.js', import.meta.url));
    const waiting: Waiting[] = [];
    const thread: Thread = { worker, waiting, isReady: false };
    worker.on('online', () => (thread.isReady = true));
    worker.on('message', (result: TaskResult) => waiting.shift()!.resolve(result));
    worker.on('error', (error) => {
      for (const { reject } of waiting.splice(0)) reject(error as Error);
    });
    this.#threads.push(thread);
    return thread;
  }
}
