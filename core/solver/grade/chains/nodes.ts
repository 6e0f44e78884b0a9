import type { ChainNode } from '../step.ts';
import type { Links } from './links.ts';
import type { Path } from './reach.ts';

/** A path, in which each follows from the one before, as nodes. */
export function nodesOf(path: Path, { cell, digit }: Links): ChainNode[] {
  return path.map((node, i) => ({
    cell: cell[node >> 1]!,
    digit: digit[node >> 1]!,
    on: (node & 1) === 1,
    from: i === 0 ? [] : [i - 1],
  }));
}
