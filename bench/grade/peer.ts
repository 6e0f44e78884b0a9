import { spawnSync } from 'node:child_process';
import { parseRated, type Rated } from './rated.ts';

/** A peer's ratings, and the processor time that it took, with all its threads. */
export function peerRatings(command: string, puzzles: readonly Rated[]): { ratings: Rated[]; ms: number } {
  // the shell tells at its end what its children took
  const { stdout, stderr, status } = spawnSync('sh', ['-c', `{ ${command}; } && times >&2`], {
    input: puzzles.map(({ puzzle }) => `${puzzle}\n`).join(''),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const times = stderr
    .trim()
    .split('\n')
    .at(-1)
    ?.match(/(\d+)m([\d.]+)s (\d+)m([\d.]+)s/);
  if (status !== 0 || !times)
    throw new Error(`expected ratings from the peer, got status ${status}: ${stderr}`);
  const [userMinutes, user, systemMinutes, system] = times.slice(1).map(Number);
  const seconds = (userMinutes! + systemMinutes!) * 60 + user! + system!;
  return { ratings: parseRated(stdout), ms: seconds * 1000 };
}
