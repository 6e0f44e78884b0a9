import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { type Variant, variantNames } from '../options/options.ts';
import { anyGeometry, type Geometry, withRules } from './geometry.ts';
import { randomGrid } from './random-grid.ts';
import { randomRegions } from './random-regions.ts';
import { drawRules } from './random-rules.ts';
import type { Miss, Requirements } from './requirements.ts';
import { ALL_GIVEN, type AllGiven } from './rule-kinds.ts';
import { splitCages } from './split-cages.ts';

/** A puzzle without givens. */
export interface DrawnPuzzle {
  /** With the rules that were drawn. */
  readonly geometry: Geometry;
  /** A full grid that obeys them. */
  readonly solution: Uint8Array;
}

/** Cages that leave several solutions, after which one more draw is completed with givens. */
const MAX_DRAWS = 10;

/** Guesses of each search for another solution that the cages allow. */
const CAGES_BUDGET = 300;

/** Draws the regions of a puzzle, a full grid, and rules that the grid obeys, in this order. */
export function drawPuzzle(
  { geometry, drawn = [], clues, mask }: Requirements,
  rng: RandomGenerator,
): DrawnPuzzle | Miss {
  if (drawn.length === 0) {
    const solution = randomGrid(geometry, rng);
    return solution ? { geometry, solution } : 'grid';
  }
  const { size, variant, boxRows, boxColumns } = geometry;
  const regions = drawn.includes('jigsaw') ? symbolsOf(randomRegions(size, rng)) : undefined;
  const shaped = (names: Variant) =>
    anyGeometry(size, names, { rows: boxRows, columns: boxColumns }, regions);
  const names = variantNames(variant)!;
  const complete = names.filter(isComplete);
  // where all signs are given, the grid decides which there are
  const bare = names.filter((name) => !isComplete(name)).join(',') || 'classic';
  const free = shaped(bare as Variant);
  const solution = free.unfit === undefined ? randomGrid(free, rng) : undefined;
  if (!solution) return 'grid';
  const base = shaped(variant);
  if (drawn.every((name) => name === 'jigsaw')) return { geometry: base, solution };
  // cages need no givens, unless some are required
  const draws = drawn.includes('killer') && !clues && !mask ? MAX_DRAWS : 0;
  for (let draw = 0; ; draw++) {
    const rules = drawRules(drawn, solution, regionOfEach(free), complete, rng);
    if (!rules) return 'rules';
    const ruled = withRules(base, rules);
    if (draw === draws) return { geometry: ruled, solution };
    const split = splitCages(base, ruled, solution, CAGES_BUDGET, rng);
    if (split) return { geometry: split, solution };
  }
}

const isComplete = (name: string): name is AllGiven => name in ALL_GIVEN;

/** A symbol for each cell. */
function symbolsOf(regions: Uint8Array): string {
  return Array.from(regions, (region) => region.toString(36)).join('');
}

/** The box or region of each cell. */
function regionOfEach({ size, cells, units }: Geometry): Uint8Array {
  const regions = new Uint8Array(cells);
  for (let region = 0; region < size; region++)
    for (const cell of units[2 * size + region]!) regions[cell] = region;
  return regions;
}
