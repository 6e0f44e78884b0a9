// Random regions of jigsaws, by recombination of neighbouring regions: alone, or together with a full grid.

import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { anyGeometry, neighboursOf } from './model/geometry.ts';
import { Status } from './model/status.ts';
import { regionSymbols } from './model/variants.ts';
import { shuffled } from './random-grid.ts';
import { solveOne } from './solve/engines.ts';

/** Recombinations for each region, after which nothing of the first partition is left. */
const STEPS_A_REGION = 20;

/**
 * Random connected regions of `size` cells each, which cover the grid: a symbol of its region for each cell.
 *
 * Begins with rows. Each step joins two regions that touch, draws a random spanning tree of their cells, and cuts it into two
 * equal parts: D. DeFord, M. Duchin, J. Solomon, "Recombination: A family of Markov chains for redistricting" (2021).
 */
export function randomRegions(size: number, rng: RandomGenerator): string {
  const regions = rowOfEach(size);
  for (let step = 0; step < STEPS_A_REGION * size; step++) {
    const pair = touchingRegions(regions, rng);
    if (pair) recombine(regions, ...pair, rng);
  }
  return regionSymbols(regions);
}

/** Up to this size, the engine completes an empty grid with most random regions. */
export const MAX_REGIONS_APART = 21;

/** Cells that may change with the regions. With fewer, few recombinations have a grid; with more, the engine searches longer. */
const FREE_SHARE = 0.6;

/** Conflicts after which another recombination is tried. */
const STEP_BUDGET = 1000;

/** Recombinations that each region takes part in, so that none is a row. */
const LEAST_CHANGES = 2;

/**
 * Random regions with a full grid that obeys them, for sizes at which the engine rarely completes an empty grid: begins with a
 * Latin square, whose regions are its rows. After each recombination, most cells are filled anew.
 */
export function randomRegionsAndGrid(
  size: number,
  rng: RandomGenerator,
): { readonly regions: string; readonly grid: Uint8Array } {
  let regions = rowOfEach(size);
  let grid = latinSquare(size, rng);
  const changes = new Uint8Array(size);
  for (let step = 0; step < STEPS_A_REGION * size && changes.some((count) => count < LEAST_CHANGES); step++) {
    const pair = touchingRegions(regions, rng);
    const next = regions.slice();
    if (!pair || !recombine(next, ...pair, rng)) continue;
    const start = grid.map((digit, cell) => (pair.includes(regions[cell]!) ? 0 : digit));
    for (const cell of shuffled(rng, start.length).subarray(0, start.length * FREE_SHARE)) start[cell] = 0;
    const geometry = anyGeometry(size, 'classic', undefined, regionSymbols(next));
    const { status, solution } = solveOne(geometry, start, 'first', STEP_BUDGET);
    if (status !== Status.solved) continue;
    regions = next;
    grid = solution;
    for (const region of pair) changes[region]!++;
  }
  return { regions: regionSymbols(regions), grid };
}

function rowOfEach(size: number): Uint8Array {
  return Uint8Array.from({ length: size * size }, (_, cell) => Math.floor(cell / size));
}

/** A cyclic one, with rows, columns and digits in random order. */
function latinSquare(size: number, rng: RandomGenerator): Uint8Array {
  const [rows, columns, digits] = [shuffled(rng, size), shuffled(rng, size), shuffled(rng, size)];
  return Uint8Array.from({ length: size * size }, (_, cell) => {
    const sum = rows[Math.floor(cell / size)]! + columns[cell % size]!;
    return digits[sum % size]! + 1;
  });
}

/** The regions of a random cell and of a random neighbour, undefined if they are the same. */
function touchingRegions(regions: Uint8Array, rng: RandomGenerator): [number, number] | undefined {
  const cell = uniformInt(rng, 0, regions.length - 1);
  const others = neighboursOf(cell, Math.sqrt(regions.length)).filter(
    (other) => regions[other] !== regions[cell],
  );
  if (others.length === 0) return undefined;
  return [regions[cell]!, regions[others[uniformInt(rng, 0, others.length - 1)]!]!];
}

/** Divides the cells of two regions into two other regions. @returns false if no edge of the tree halves them */
function recombine(regions: Uint8Array, one: number, other: number, rng: RandomGenerator): boolean {
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
  if (cuts.length === 0) return false;
  const cut = cuts[uniformInt(rng, 0, cuts.length - 1)]!;
  const below = new Set([cut]);
  for (const cell of order) if (below.has(parents.get(cell)!)) below.add(cell);
  for (const cell of cells) regions[cell] = below.has(cell) ? one : other;
  return true;
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
