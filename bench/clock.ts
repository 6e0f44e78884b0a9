import { existsSync, readFileSync } from 'node:fs';

/** /proc gives times in hundredths of a second. */
export const MS_A_TICK = 10;

const STAT = '/proc/self/stat';

/** Processor time of this process in ms: on a shared machine it tells more than the time of day does. */
export function ownMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Processor time in ms of child processes that have ended; where there is no /proc, the time of day. */
export function childrenMs(): number {
  if (!existsSync(STAT)) return performance.now();
  const fields = readFileSync(STAT, 'latin1')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[13]) + Number(fields[14])) * MS_A_TICK;
}
