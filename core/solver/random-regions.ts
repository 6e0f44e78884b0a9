// Random regions of jigsaws, by recombination of neighbouring regions.

import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { neighboursOf } from './model/geometry.ts';
import { regionSymbols } from './model/variants.ts';
import { shuffled } from './random-grid.ts';

/** Recombinations for each region, after which nothing of the first partition is left. */
const STEPS_A_REGION = 20;

/**
 * Random connected regions of `size` cells each, which cover the grid: a symbol of its region for each cell.
 *
 * Begins with rows. Each step joins two regions that touch, draws a random spanning tree of their cells, and cuts it into two
 * equal parts: D. DeFord, M. Duchin, J. Solomon, "Recombination: A family of Markov chains for redistricting" (2021).
 */
export function randomRegions(size: number, rng: RandomGenerator): string {
  const regions = Uint8Array.from({ length: size * size }, (_, cell) => Math.floor(cell / size));
  for (let step = 0; step < STEPS_A_REGION * size; step++) {
    const cell = uniformInt(rng, 0, size * size - 1);
    const others = neighboursOf(cell, size).filter((other) => regions[other] !== regions[cell]);
    if (others.length > 0)
      recombine(regions, regions[cell]!, regions[others[uniformInt(rng, 0, others.length - 1)]!]!, rng);
  }
  return regionSymbols(regions);
}

/** Divides the cells of two regions into two other regions. They stay unchanged if no edge of the tree halves them. */
function recombine(regions: Uint8Array, one: number, other: number, rng: RandomGenerator): void {
  const size = Math.sqrt(regions.length);
  const cells = [...regions.keys()].filter((cell) => regions[cell] === one || regions[cell] === other);
  const tree = spanningTree(cells, size, rng);
  // each cell comes after its parent
  const order: number[] = [cells[0]!];
  const parents = new Map<number, number>([[cells[0]!, -1]]);
  for (const cell of order) {
    for (const next of tree.get(cell)!) {
      if (parents.has(next)) continue;
      parents.set(next, cell);
      order.push(next);
    }
  }
  const weights = new Map<number, number>(cells.map((cell) => [cell, 1]));
  for (const cell of order.toReversed()) {
    const parent = parents.get(cell)!;
    if (parent >= 0) weights.set(parent, weights.get(parent)! + weights.get(cell)!);
  }
  const cuts = order.filter((cell) => weights.get(cell) === size);
  if (cuts.length === 0) return;
  const cut = cuts[uniformInt(rng, 0, cuts.length - 1)]!;
  const below = new Set([cut]);
  for (const cell of order) if (below.has(parents.get(cell)!)) below.add(cell);
  for (const cell of cells) regions[cell] = below.has(cell) ? one : other;
}

/** The neighbours of each cell in a random spanning tree: Kruskal's algorithm on edges in random order. */
function spanningTree(cells: readonly number[], size: number, rng: RandomGenerator): Map<number, number[]> {
  const tree = new Map<number, number[]>(cells.map((cell) => [cell, []]));
  const roots = new Map<number, number>(cells.map((cell) => [cell, cell]));
  const rootOf = (cell: number): number => {
    const above = roots.get(cell)!;
    return above === cell ? cell : rootOf(above);
  };
  const edges = cells.flatMap((cell) =>
    neighboursOf(cell, size)
      .filter((other) => other > cell && tree.has(other))
      .map((other) => [cell, other] as const),
  );
  for (const i of shuffled(rng, edges.length)) {
    const [one, other] = edges[i]!;
    const [from, to] = [rootOf(one), rootOf(other)];
    if (from === to) continue;
    roots.set(from, to);
    tree.get(one)!.push(other);
    tree.get(other)!.push(one);
  }
  return tree;
}
