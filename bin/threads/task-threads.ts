// Threads that do the tasks of commands, and return the results in the order of the tasks.
import { checkedSize } from '../../core/files/cuts.ts';
import type { CanonicalForms } from '../../core/solver/symmetry/canonical.ts';
import type { Audited, AuditTask } from './audit-records.ts';
import type { AugmentTask, Copies } from './augment.ts';
import type { ClassKeys, KeyTask } from './class-keys.ts';
import type { FieldTask, FieldValues } from './computed-fields.ts';
import type { Minimised, MinimiseTask } from './minimise.ts';
import {
  type CanonicalTask,
  doTask,
  type Graded,
  type GradeTask,
  type MakeResult,
  type MakeTask,
  type Proofs,
  type Task,
  type TaskResult,
} from './tasks.ts';
import { JOBS_PER_THREAD, ThreadPool } from './thread-pool.ts';

/** The result of a kind of task. */
export type Result<T extends Task> = T extends MakeTask
  ? MakeResult
  : T extends GradeTask
    ? Graded[]
    : T extends CanonicalTask
      ? CanonicalForms
      : T extends KeyTask
        ? ClassKeys
        : T extends AugmentTask
          ? Copies
          : T extends FieldTask
            ? FieldValues
            : T extends AuditTask
              ? Audited
              : T extends MinimiseTask
                ? Minimised
                : Proofs;

export class TaskThreads {
  readonly #size: number;
  readonly #pool = new ThreadPool<Task, TaskResult>({ entry: new URL('task-worker.js', import.meta.url) });

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
    for await (const { result } of this.results(tasks)) yield await result;
  }

  /** As {@link inOrder}, with a promise in place of each result: a task that fails does not end the others. */
  async *results<T extends Task | undefined>(
    tasks: AsyncIterable<T> | Iterable<T>,
  ): AsyncGenerator<{ readonly result: Promise<T extends Task ? Result<T> : undefined> }> {
    type Pending = Promise<T extends Task ? Result<T> : undefined>;
    const pending: Pending[] = [];
    for await (const task of tasks) {
      const result = (task ? this.#do(task) : Promise.resolve(undefined)) as Pending;
      result.catch(() => {}); // thrown when its turn comes
      pending.push(result);
      if (pending.length > this.#pool.threads.length * JOBS_PER_THREAD) yield { result: pending.shift()! };
    }
    for (const result of pending) yield { result };
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  async #do(task: Task): Promise<TaskResult> {
    if (this.#size > 0) return this.#pool.run(this.#pool.leastBusy(this.#size)!, task).done;
    await new Promise(setImmediate); // handles signals between tasks
    return doTask(task);
  }
}
