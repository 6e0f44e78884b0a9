import { EventEmitter } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WorkerOptions } from 'node:worker_threads';
import { vi } from 'vitest';
import { COMMANDS } from '../../bin/commands/index.ts';
import { runCommand } from '../../bin/program.ts';
import { doTask, type Task } from '../../bin/threads/tasks.ts';
import type { ToThread } from '../../bin/threads/thread-pool.ts';
import { internalReason } from '../../core/kernel/internal-error.ts';

/** What comes of a command. Its output is bytes. */
interface EndedHere {
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** The last command that was started: they share the current directory, so each waits for the one before. */
let last: Promise<unknown> = Promise.resolve();

interface HereOptions {
  /** Content of standard input. @default nothing */
  readonly stdin?: string | Uint8Array | undefined;
  readonly cwd?: string | undefined;
  readonly env?: Readonly<Record<string, string>>;
}

/** As {@link bytesHere}, with its output as text. */
export async function sudokuHere(args: readonly string[], options?: HereOptions) {
  const { stdout, ...ended } = await bytesHere(args, options);
  return { ...ended, stdout: stdout.toString() };
}

/**
 * Runs the command line in this process: starting a process and loading the command, such as with the clients of AWS,
 * takes longer than most commands. Its tasks are done on this thread unless the arguments have
 * `--concurrency`: a thread loads the sources again.
 */
export function bytesHere(args: readonly string[], options: HereOptions = {}): Promise<EndedHere> {
  const run = last.then(() => runHere(args, options));
  last = run.catch(() => {});
  return run;
}

async function runHere(
  args: readonly string[],
  { stdin = '', cwd = '.', env = {} }: HereOptions,
): Promise<EndedHere> {
  const before = process.cwd();
  redirectInput(stdin);
  const [stdout, stderr] = [capture('stdout'), capture('stderr')];
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  if (!args.includes('--concurrency')) doTasksHere();
  process.chdir(cwd);
  process.exitCode = undefined;
  try {
    await runCommand(COMMANDS.values(), args);
    return { code: Number(process.exitCode ?? 0), stdout: stdout.bytes(), stderr: stderr.bytes().toString() };
  } finally {
    process.exitCode = undefined;
    process.chdir(before);
    vi.unstubAllEnvs();
    vi.mocked(threads.Worker).mockRestore?.();
    for (const { restore } of [stdout, stderr]) restore();
  }
}

/** Makes a file standard input, as a shell does by `<`: a file that is opened gets the lowest number that is free. */
function redirectInput(content: string | Uint8Array): void {
  const folder = mkdtempSync(join(tmpdir(), 'sudoku-stdin-'));
  const path = join(folder, 'stdin');
  writeFileSync(path, content);
  closeSync(0);
  const fd = openSync(path, 'r');
  rmSync(folder, { recursive: true });
  if (fd !== 0) throw new Error(`expected standard input to be free, got ${fd}`);
}

/** Withholds what is written to a stream of this process, until it is restored without the listeners that were added. */
function capture(name: 'stdout' | 'stderr') {
  const pieces: Buffer[] = [];
  const spy = vi.spyOn(process[name], 'write').mockImplementation((piece, ...rest: unknown[]) => {
    pieces.push(Buffer.from(piece as Uint8Array));
    const done = rest.at(-1);
    if (typeof done === 'function') done();
    return true;
  });
  const before = process[name].listeners('error');
  const restore = () => {
    spy.mockRestore();
    for (const added of process[name].listeners('error'))
      if (!before.includes(added)) process[name].off('error', added as () => void);
  };
  return { bytes: () => Buffer.concat(pieces), restore };
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
