// What a chain's length adds to its rating: a tenth for each of 4, 6, 8, 12, 16, 24, 32, ... nodes that it exceeds, its two ends aside.

const ADDED: number[] = [];

/** @param nodes of a chain, or of several together, each counted once */
export function lengthRating(nodes: number): number {
  while (ADDED.length <= nodes) ADDED.push(compute(ADDED.length));
  return ADDED[nodes]!;
}

/** A sum of tenths, not a product: a rating compares as Sudoku Explainer's does. */
function compute(nodes: number): number {
  let added = 0;
  for (let limit = 4, odd = false; nodes - 2 > limit; odd = !odd) {
    added += 0.1;
    limit = odd ? (limit * 4) / 3 : (limit * 3) / 2;
  }
  return added;
}
