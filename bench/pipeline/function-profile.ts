// Preloaded into the function's processes by the benchmark: profiles them, and writes the profile since the last one on SIGUSR2.

import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { type Profiler, Session } from 'node:inspector';
import { isMainThread } from 'node:worker_threads';

/** Microseconds between two samples. */
export const INTERVAL = 250;

/** A profile, with the processor time in its span. */
export interface Profiled {
  /** milliseconds of V8's helper threads */
  readonly helpers: number;
  /** milliseconds of the main thread */
  readonly thread: number;
  readonly profile: Profiler.Profile;
}

const TASKS = '/proc/self/task';

/**
 * Milliseconds of processor time of V8's helper threads in this process, which collect garbage and compile; those of the profiler
 * are others. 0 on systems without /proc.
 */
export function helpersMs(): number {
  const nanoseconds = whereItExists(() => readdirSync(TASKS), []).map((task) =>
    whereItExists(() => {
      const isHelper = readFileSync(`${TASKS}/${task}/comm`, 'utf8').trim() === 'V8Worker';
      return isHelper ? Number(readFileSync(`${TASKS}/${task}/schedstat`, 'utf8').split(' ')[0]) : 0;
    }, 0),
  );
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6;
}

/** Reads a file of a thread, which may end at any time. */
function whereItExists<Found>(read: () => Found, otherwise: Found): Found {
  try {
    return read();
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return otherwise;
    throw error;
  }
}

function profileThisProcess(directory: string): void {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.setSamplingInterval', { interval: INTERVAL });
  session.post('Profiler.start');
  let helpers = helpersMs();
  let { user, system } = process.threadCpuUsage();
  process.on('SIGUSR2', () => {
    const now = process.threadCpuUsage();
    const spent = { helpers: helpersMs() - helpers, thread: (now.user - user + now.system - system) / 1000 };
    session.post('Profiler.stop', (error, result) => {
      if (error) throw error;
      const profiled: Profiled = { ...spent, profile: result.profile };
      write(directory, `${process.pid}.json`, profiled);
      session.post('Profiler.start');
      helpers = helpersMs();
      ({ user, system } = process.threadCpuUsage());
    });
  });
  write(directory, `${process.pid}.started`, {});
}

/** The file appears when it is complete. */
function write(directory: string, name: string, value: object): void {
  const path = `${directory}/${name}`;
  writeFileSync(`${path}.part`, JSON.stringify(value));
  renameSync(`${path}.part`, path);
}

const { PROFILE_DIRECTORY } = process.env;
if (PROFILE_DIRECTORY !== undefined && isMainThread) profileThisProcess(PROFILE_DIRECTORY);
