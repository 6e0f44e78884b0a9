// A thread that does tasks (see task-threads.ts), in the order in which it receives them.
import { parentPort } from 'node:worker_threads';
import { internalReason } from '../../core/kernel/internal-error.ts';
import type { Copies } from './augment.ts';
import { doTask, type Result, type Task } from './tasks.ts';
import type { FromThread, ToThread } from './thread-pool.ts';

function post(message: FromThread<Result<Task>>, transfer: readonly ArrayBuffer[] = []): void {
  parentPort!.postMessage(message, transfer);
}

parentPort!.on('message', ({ job }: Extract<ToThread<Task>, { job: Task }>) => {
  try {
    const done = doTask(job);
    post({ done }, (done as Partial<Copies>).transfer);
  } catch (error) {
    // the other tasks go on
    post({ rejected: { message: internalReason(error), isInternal: true } });
  }
});
post({ ready: true });
