// Draws what a generated puzzle begins with: its regions, a full grid, and rules that the grid obeys.

import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { completeSigns, shapeWith } from './generated-variants.ts';
import { type Geometry, withRules } from './geometry.ts';
import { randomGrid } from './random-grid.ts';
import { randomRegions } from './random-regions.ts';
import { drawRules } from './random-rules.ts';
import type { Miss, Requirements } from './requirements.ts';
import { splitCages } from './split-cages.ts';

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
    const rules = drawRules(drawn, solution, regionOfEach(bare), complete, rng);
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
