// Draws what a generated puzzle begins with: its regions, a full grid, and rules that the grid obeys. Killers begin without
// givens: their cages are split until only one solution is left.

import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { completeSigns, shapeWith } from './generated-variants.ts';
import { type Geometry, neighboursOf, withRules } from './model/geometry.ts';
import type { Rule } from './model/rule-kinds.ts';
import { randomGrid, shuffled } from './random-grid.ts';
import { randomRegions } from './random-regions.ts';
import { randomRules } from './random-rules.ts';
import type { Miss, Requirements } from './requirements.ts';
import { otherSolution } from './solve/needed-clues.ts';

/** A puzzle without givens. */
export interface DrawnPuzzle {
  /** With the rules that were drawn. */
  readonly geometry: Geometry;
  /** A full grid that obeys them. */
  readonly solution: Uint8Array;
}

/** Draws of cages that may fail to have one solution by themselves. The next draw is completed with givens. */
const MAX_DRAWS = 10;

/** Guesses of each search for another solution that the cages allow. */
const CAGES_BUDGET = 100;

/** Draws the regions of a puzzle, a full grid, and rules that the grid obeys, in this order. */
export function drawPuzzle(
  { geometry, drawn = [], clues, mask }: Requirements,
  rng: RandomGenerator,
): DrawnPuzzle | Miss {
  if (drawn.length === 0) {
    const solution = randomGrid(geometry, rng);
    return solution ? { geometry, solution } : 'grid';
  }
  const regions = drawn.includes('jigsaw') ? randomRegions(geometry.size, rng) : undefined;
  // if all signs are given, the grid decides which signs there are
  const bare = shapeWith(geometry, regions, false);
  const solution = randomGrid(bare, rng);
  if (!solution) return 'grid';
  const complete = completeSigns(geometry);
  const base = shapeWith(geometry, regions, true);
  if (drawn.every((name) => name === 'jigsaw')) return { geometry: base, solution };
  // cages need no givens, unless some are required
  const draws = drawn.includes('killer') && !clues && !mask ? MAX_DRAWS : 0;
  for (let draw = 0; ; draw++) {
    const rules = randomRules(drawn, solution, regionOfEach(bare), complete, rng);
    if (!rules) return 'rules';
    const ruled = withRules(base, rules);
    if (draw === draws) return { geometry: ruled, solution };
    const split = splitCages(base, ruled, solution, CAGES_BUDGET, rng);
    if (split) return { geometry: split, solution };
  }
}

/** The box or region of each cell. */
function regionOfEach({ size, cells, units }: Geometry): Uint8Array {
  const regions = new Uint8Array(cells);
  for (let region = 0; region < size; region++)
    for (const cell of units[2 * size + region]!) regions[cell] = region;
  return regions;
}

/** Minimum number of cells of a part. */
const MIN_PART = 2;

/**
 * Splits cages in two until a puzzle without givens has only one solution. Each split excludes another solution, in which the parts
 * have other sums.
 * @param base the grid without rules
 * @param budget guesses of each search
 * @returns undefined if no split excludes the last solution that was found
 */
function splitCages(
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
    if (kind !== 'cage' || cells.length < 2 * MIN_PART) continue;
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
    const isSplit = [one, two].every((part) => part.length >= MIN_PART && isConnected(part, size));
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
