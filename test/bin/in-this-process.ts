import { EventEmitter } from 'node:events';
import type { WorkerOptions } from 'node:worker_threads';
import { vi } from 'vitest';
import { COMMANDS } from '../../bin/commands/index.ts';
import { runCommand } from '../../bin/program.ts';
import { doTask, type Task } from '../../bin/threads/tasks.ts';
import type { ToThread } from '../../bin/threads/thread-pool.ts';
import { internalReason } from '../../core/kernel/internal-error.ts';

let isRunning = false;

/**
 * Runs the command line in this process, without standard input: starting a process and loading the command, such as with
 * the clients of AWS, takes longer than most commands. Its tasks are done on this thread unless the arguments have
 * `--concurrency`: a thread loads the sources again.
 */
export async function sudokuHere(
  args: readonly string[],
  { cwd = '.', env = {} }: { cwd?: string; env?: Readonly<Record<string, string>> } = {},
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  if (isRunning) throw new Error('expected one command at a time: they share the current directory');
  isRunning = true;
  const before = process.cwd();
  const [stdout, stderr] = [capture('stdout'), capture('stderr')];
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  if (!args.includes('--concurrency')) doTasksHere();
  process.chdir(cwd);
  process.exitCode = undefined;
  try {
    await runCommand(COMMANDS.values(), args);
    return { code: Number(process.exitCode ?? 0), stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    process.exitCode = undefined;
    process.chdir(before);
    vi.unstubAllEnvs();
    vi.mocked(threads.Worker).mockRestore?.();
    for (const { restore } of [stdout, stderr]) restore();
    isRunning = false;
  }
}

/** Withholds what is written to a stream of this process, until it is restored. */
function capture(name: 'stdout' | 'stderr') {
  const pieces: string[] = [];
  const spy = vi.spyOn(process[name], 'write').mockImplementation((piece, ...rest: unknown[]) => {
    pieces.push(Buffer.from(piece as Uint8Array).toString());
    const done = rest.at(-1);
    if (typeof done === 'function') done();
    return true;
  });
  return { text: () => pieces.join(''), restore: () => spy.mockRestore() };
}

const threads = process.getBuiltinModule('node:worker_threads');
const { Worker } = threads;

/** A thread of bin/threads/task-worker.js that is none. */
class TasksHere extends EventEmitter {
  postMessage({ job }: Extract<ToThread<Task>, { job: Task }>): void {
    setImmediate(() => {
      try {
        this.emit('message', { done: doTask(job) });
      } catch (error) {
        this.emit('message', { rejected: { message: internalReason(error), isInternal: true } });
      }
    });
  }

  async terminate(): Promise<void> {}
}

function doTasksHere(): void {
  vi.spyOn(threads, 'Worker').mockImplementation(function start(
    entry: string | URL,
    options?: WorkerOptions,
  ) {
    const isOfTasks = String(entry).endsWith('/task-worker.js');
    return (isOfTasks ? new TasksHere() : new Worker(entry, options)) as InstanceType<typeof Worker>;
  });
}
