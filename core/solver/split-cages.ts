// Makes killers without givens: splits cages until only one solution is left.

import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { type Geometry, neighboursOf, withRules } from './geometry.ts';
import { otherSolution } from './needed-clues.ts';
import { shuffled } from './random-grid.ts';
import type { Rule } from './rule-kinds.ts';

/** Minimum number of cells of a part. */
const LEAST = 2;

/**
 * Splits cages in two until a puzzle without givens has only one solution. Each split excludes another solution, in which the parts
 * have other sums.
 * @param base the grid without rules
 * @param budget guesses of each search
 * @returns undefined if no split excludes the last solution that was found
 */
export function splitCages(
  base: Geometry,
  { rules: drawn, cells }: Geometry,
  solution: Uint8Array,
  budget: number,
  rng: RandomGenerator,
): Geometry | undefined {
  const none = new Uint8Array(cells);
  let rules = drawn;
  for (;;) {
    const geometry = withRules(base, rules);
    const other = otherSolution(geometry, none, solution, budget);
    if (other === undefined) return geometry;
    const split = splitOne(rules, solution, other, base.size, rng);
    if (!split) return undefined;
    rules = split;
  }
}

function splitOne(
  rules: readonly Rule[],
  solution: Uint8Array,
  other: Uint8Array,
  size: number,
  rng: RandomGenerator,
): Rule[] | undefined {
  for (const i of shuffled(rng, rules.length)) {
    const { kind, cells } = rules[i]!;
    if (kind !== 'cage' || cells.length < 2 * LEAST) continue;
    const splits = splitsOf(cells, size).filter(([part]) => sumOf(part, solution) !== sumOf(part, other));
    if (splits.length === 0) continue;
    const parts = splits[uniformInt(rng, 0, splits.length - 1)]!;
    return rules.toSpliced(
      i,
      1,
      ...parts.map((part): Rule => ({ kind, cells: part, value: sumOf(part, solution) })),
    );
  }
  return undefined;
}

/** All divisions of a cage into two that are connected. The first cell is in the first part. */
function splitsOf(cells: readonly number[], size: number): (readonly [number[], number[]])[] {
  const found: (readonly [number[], number[]])[] = [];
  for (let set = 1; set < 1 << cells.length; set += 2) {
    const one = cells.filter((_, i) => (set >>> i) & 1);
    const two = cells.filter((_, i) => !((set >>> i) & 1));
    const isSplit = [one, two].every((part) => part.length >= LEAST && isConnected(part, size));
    if (isSplit) found.push([one, two]);
  }
  return found;
}

function isConnected(cells: readonly number[], size: number): boolean {
  const reached = [cells[0]!];
  for (const cell of reached) {
    for (const next of neighboursOf(cell, size))
      if (cells.includes(next) && !reached.includes(next)) reached.push(next);
  }
  return reached.length === cells.length;
}

const sumOf = (cells: readonly number[], grid: Uint8Array) =>
  cells.reduce((sum, cell) => sum + (grid[cell] ?? 0), 0);
