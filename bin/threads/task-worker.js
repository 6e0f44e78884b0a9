// Entry point of the threads that do tasks (see task-threads.ts). Plain JavaScript, so that the compile cache is on before
// the first TypeScript is loaded; see ../sudoku.js.
import { parentPort } from 'node:worker_threads';
import { enableCodeCache } from '../cli/stored-code.js';

// before the tasks are loaded: then the next thread may start
parentPort.postMessage({ ready: true });
enableCodeCache();
const { doTask, internalReason } = await import('./tasks.ts');
parentPort.on('message', ({ job }) => {
  try {
    const done = doTask(job);
    parentPort.postMessage({ done }, done.transfer);
  } catch (error) {
    // the other tasks go on
    parentPort.postMessage({ rejected: { message: internalReason(error), isInternal: true } });
  }
});
