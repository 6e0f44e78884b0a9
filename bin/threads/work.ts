import { parentPort } from 'node:worker_threads';
import { doTask, type Task } from './tasks.ts';

parentPort!.on('message', (task: Task) => parentPort!.postMessage(doTask(task)));
