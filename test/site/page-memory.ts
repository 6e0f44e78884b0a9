import { readdirSync, readFileSync } from 'node:fs';

/** Peak memory in bytes of a page's process: the maximum over all browsers that this process has started. Linux only. */
export function peakMemoryOfPages(): number {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const status = readFileSync(`/proc/${pid}/status`, 'utf8');
        const value = (name: string) => Number(new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(status)?.[1]);
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        return [{ pid: Number(pid), parent: value('PPid'), peak: value('VmHWM') * 1024, command }];
      } catch {
        // the process has ended
        return [];
      }
    });
  const parents = new Map(processes.map(({ pid, parent }) => [pid, parent]));
  const isOurs = (pid: number): boolean => pid === process.pid || (pid > 1 && isOurs(parents.get(pid) ?? 0));
  const pages = processes.filter(({ pid, command }) => command.includes('--type=renderer') && isOurs(pid));
  return Math.max(0, ...pages.map(({ peak }) => peak));
}
