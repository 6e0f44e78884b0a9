import { geometry } from '../../core/solver/geometry.ts';
import { grade } from '../../core/solver/grade/grade.ts';
import type { Rated } from './rated.ts';

/** Our ratings, and the processor time of this thread that they took. */
export function ourRatings(puzzles: readonly Rated[]) {
  const classic = geometry(9);
  const grids = puzzles.map(({ puzzle }) =>
    Uint8Array.from(puzzle, (c) => (c >= '1' && c <= '9' ? Number(c) : 0)),
  );
  const ratings: Rated[] = [];
  let slowest = { ms: 0, puzzle: '' };
  const start = process.cpuUsage();
  for (const [i, grid] of grids.entries()) {
    const began = process.threadCpuUsage();
    const { status, er, ep, ed } = grade(classic, grid);
    const spent = process.threadCpuUsage(began);
    const ms = (spent.user + spent.system) / 1000;
    if (er < 9 && ms > slowest.ms) slowest = { ms, puzzle: puzzles[i]!.puzzle };
    ratings.push({
      puzzle: puzzles[i]!.puzzle,
      er: status === 'graded' ? er.toFixed(1) : status,
      ep: ep.toFixed(1),
      ed: ed.toFixed(1),
    });
  }
  const { user, system } = process.cpuUsage(start);
  return { ratings, ms: (user + system) / 1000, slowest };
}
