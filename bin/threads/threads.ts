import { Worker } from 'node:worker_threads';
import { doTask, type Graded, type GradeTask, type MakeResult, type MakeTask, type Task } from './tasks.ts';

type Result<T extends Task> = T extends MakeTask ? MakeResult : T extends GradeTask ? Graded[] : never;

/** Tasks on their way, for each thread: the second spares it the wait for the main thread. */
const DEPTH = 2;

interface Waiting {
  readonly resolve: (result: MakeResult | Graded[]) => void;
  readonly reject: (error: Error) => void;
}

/** Does tasks on threads of its own; results come in the order of the tasks, whoever is done first. */
export class Threads {
  readonly #workers: { readonly worker: Worker; readonly waiting: Waiting[] }[];

  /** @param size threads; 0 for none, where there is little to do */
  constructor(size: number) {
    this.#workers = Array.from({ length: size }, () => {
      const worker = new Worker(new URL('task-worker.js', import.meta.url));
      const waiting: Waiting[] = [];
      worker.on('message', (result: MakeResult | Graded[]) => waiting.shift()!.resolve(result));
      worker.on('error', (error) => {
        for (const { reject } of waiting.splice(0)) reject(error as Error);
      });
      return { worker, waiting };
    });
  }

  /** Asks for tasks only as far ahead as the threads can be kept at work. */
  async *inOrder<T extends Task>(tasks: AsyncIterable<T> | Iterable<T>): AsyncGenerator<Result<T>> {
    const pending: Promise<Result<T>>[] = [];
    for await (const task of tasks) {
      const result = this.#do(task);
      // a failure is met when its turn comes
      result.catch(() => {});
      pending.push(result);
      if (pending.length > this.#workers.length * DEPTH) yield pending.shift()!;
    }
    yield* pending;
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map(({ worker }) => worker.terminate()));
  }

  async #do<T extends Task>(task: T): Promise<Result<T>> {
    if (this.#workers.length === 0) {
      await new Promise(setImmediate); // signals have their turn
      return doTask(task) as Result<T>;
    }
    const idlest = this.#workers.reduce((best, other) =>
      other.waiting.length < best.waiting.length ? other : best,
    );
    const { promise, resolve, reject } = Promise.withResolvers<MakeResult | Graded[]>();
    idlest.waiting.push({ resolve, reject });
    idlest.worker.postMessage(task);
    return (await promise) as Result<T>;
  }
}
