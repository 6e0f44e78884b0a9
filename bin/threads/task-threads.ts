// Threads that do the tasks of commands, and return the results in the order of the tasks.
import { checkedSize } from '../../core/files/cuts.ts';
import { doTask, type Result, type Task } from './tasks.ts';
import { JOBS_PER_THREAD, ThreadPool } from './thread-pool.ts';

export class TaskThreads {
  readonly #size: number;
  readonly #pool = new ThreadPool<Task, Result<Task>>({ entry: new URL('task-worker.js', import.meta.url) });

  /** @param size threads at most; 0 does all tasks on the calling thread */
  constructor(size: number) {
    this.#size = checkedSize('threads', size);
  }

  /**
   * Does tasks and yields their results in the order of the tasks. Requests tasks only as far ahead as it takes to keep the
   * threads busy. For undefined in place of a task, the result is undefined.
   * @throws InternalError if a task fails
   */
  async *inOrder<T extends Task | undefined>(
    tasks: AsyncIterable<T> | Iterable<T>,
  ): AsyncGenerator<T extends Task ? Result<T> : undefined> {
    type Pending = Promise<T extends Task ? Result<T> : undefined>;
    const pending: Pending[] = [];
    for await (const task of tasks) {
      const result = (task ? this.#do(task) : Promise.resolve(undefined)) as Pending;
      result.catch(() => {}); // thrown when its turn comes
      pending.push(result);
      if (pending.length > this.#pool.threads.length * JOBS_PER_THREAD) yield await pending.shift()!;
    }
    for (const result of pending) yield await result;
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  async #do(task: Task): Promise<Result<Task>> {
    if (this.#size > 0) return this.#pool.run(this.#pool.leastBusy(this.#size)!, task).done;
    await new Promise(setImmediate); // handles signals between tasks
    return doTask(task);
  }
}
