import type { Board } from '../board.ts';
import type { Removal } from '../step.ts';
import type { Links } from './links.ts';
import type { Path } from './reach.ts';

/**
 * What a cycle removes: in it either all of its one half or all of its other half is true. So what sees one of each half, of its
 * own digit, goes, but nothing in the cycle's own cells.
 */
export function cycleRemovals(cycle: Path, { candidates, shape }: Board, { cell, digit }: Links): Removal[] {
  const own = new Set(cycle.map((node) => cell[node >> 1]!));
  const removals: Removal[] = [];
  for (let at = 0; at < 81; at++) {
    if (candidates[at] === 0 || own.has(at)) continue;
    const seen = [0, 0];
    for (const node of cycle)
      if (shape.sees[cell[node >> 1]! * 81 + at]) seen[node & 1]! |= 1 << digit[node >> 1]!;
    const digits = candidates[at]! & seen[0]! & seen[1]!;
    if (digits) removals.push({ cell: at, digits });
  }
  return removals;
}
