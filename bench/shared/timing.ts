// Measures processor time, which varies less than elapsed time on a shared machine, and summarises rounds.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** Resolution of the times in /proc, in milliseconds. */
export const TICK_MS = 10;

const STAT = '/proc/self/stat';

/** Processor time of this process in milliseconds. */
export function ownMs(): number {
  return milliseconds(process.cpuUsage());
}

/** Processor time of `work` in milliseconds, all threads of the process included. */
export function timed(work: () => void): number {
  const start = process.cpuUsage();
  work();
  return milliseconds(process.cpuUsage(start));
}

/** As {@link timed}, for work that returns a promise. */
export async function timedAsync(work: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage();
  await work();
  return milliseconds(process.cpuUsage(start));
}

export function milliseconds({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000;
}

/** Processor time in milliseconds of the child processes that have ended; elapsed time on systems without /proc. */
export function childrenMs(): number {
  if (!existsSync(STAT)) return performance.now();
  const fields = fieldsOf(readFileSync(STAT, 'latin1'));
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
}

/** Processor time in milliseconds of the child processes that run now; 0 on systems without /proc. */
export function runningChildrenMs(): number {
  if (!existsSync(STAT)) return 0;
  let ticks = 0;
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    const fields = fieldsOf(statOf(name));
    if (Number(fields[1]) === process.pid) ticks += Number(fields[11]) + Number(fields[12]);
  }
  return ticks * TICK_MS;
}

/** Those after the name of the program, which may contain spaces. */
const fieldsOf = (stat: string): string[] => stat.replace(/^.*\) /s, '').split(' ');

/** Empty if the process has ended meanwhile. */
function statOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return '';
    throw error;
  }
}

/** The middle value, or the mean of the two middle values. NaN for an empty list. */
export function median(values: readonly number[]): number {
  const ascending = values.toSorted((a, b) => a - b);
  const middle = ascending.length / 2;
  return (ascending[Math.ceil(middle - 1)]! + ascending[Math.floor(middle)]!) / 2;
}

/** Median and range over the rounds of a benchmark. */
export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

export function spreadOf(values: readonly number[]): Spread {
  return { median: median(values), least: Math.min(...values), most: Math.max(...values) };
}

/** `median (least to most)` */
export function spreadText(
  values: readonly number[] | Spread,
  text: (value: number) => string = (value) => value.toFixed(2),
): string {
  const { median, least, most } = 'median' in values ? values : spreadOf(values);
  return `${text(median)} (${text(least)} to ${text(most)})`;
}

/** The machine and the Node that a benchmark ran on. */
export function machineText(): string {
  return `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} threads, Node ${process.version}`;
}
