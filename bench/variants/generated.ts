// Puzzles of each kind of variant, made from a seed: a random full grid, random rules that it obeys, and a minimal set of givens
// with one solution.
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import type { Variant } from '../../core/options/options.ts';
import { anyGeometry, type Geometry, geometry, withRules } from '../../core/solver/model/geometry.ts';
import { type Rule, type RuleKind, rulesFault } from '../../core/solver/model/rule-kinds.ts';
import { Status } from '../../core/solver/model/status.ts';
import { randomGrid, shuffled } from '../../core/solver/random-grid.ts';
import { solveOne } from '../../core/solver/solve/engines.ts';

/** A puzzle with a geometry of its own. */
export interface VariantPuzzle {
  readonly geometry: Geometry;
  readonly cells: Uint8Array;
}

type Draw = (grid: Uint8Array, size: number, rng: RandomGenerator) => Rule[];

/** How the puzzles of a set are drawn. */
interface Recipe {
  readonly variant?: Variant;
  readonly hasRegions?: boolean;
  readonly rules?: Draw;
}

/** The sets by name. */
export const RECIPES: Readonly<Record<string, Recipe>> = {
  killer: { rules: cages },
  jigsaw: { hasRegions: true },
  windoku: { variant: 'windoku' },
  'anti-knight': { variant: 'anti-knight' },
  'anti-king': { variant: 'anti-king' },
  'x, anti-knight': { variant: 'x,anti-knight' },
  'x, windoku': { variant: 'x,windoku' },
  disjoint: { variant: 'disjoint' },
  'non-consecutive': { variant: 'non-consecutive' },
  Kropki: { variant: 'all-dots', rules: (grid, size) => allOf(grid, size, ['white', 'black']) },
  'some dots': { rules: (grid, size, rng) => some(allOf(grid, size, ['white', 'black']), 16, rng) },
  XV: { rules: (grid, size) => allOf(grid, size, ['x', 'v']) },
  'greater than': { rules: (grid, size, rng) => some(allOf(grid, size, ['greater']), 40, rng) },
  thermo: { rules: lines('thermo', 5, 3, 6) },
  arrow: { rules: lines('arrow', 8, 3, 4) },
  whispers: { rules: lines('whisper', 4, 4, 8) },
  renban: { rules: lines('renban', 6, 3, 5) },
  'even and odd': { rules: (grid, size, rng) => some(parities(grid), 4 * size, rng) },
};

/** @returns `count` puzzles of a set; the same seed gives the same ones */
export function generatedPuzzles(recipe: Recipe, seed: number, count: number, size = 9): VariantPuzzle[] {
  const rng = xoroshiro128plus(seed);
  return Array.from({ length: count }, () => {
    const base = recipe.hasRegions ? randomJigsaw(size, rng) : geometry(size, freed(recipe.variant));
    const grid = fullGrid(base, rng);
    const rules = recipe.rules?.(grid, size, rng);
    const shape = rules ? withRules(anyGeometry(size, recipe.variant ?? 'classic'), rules) : base;
    if (shape.unfit !== undefined) throw new Error(`expected rules that fit, got: ${shape.unfit}`);
    return { geometry: shape, cells: dug(shape, grid, rng) };
  });
}

/** @throws Error if there is none */
export function fullGrid(shape: Geometry, rng: RandomGenerator): Uint8Array {
  const grid = randomGrid(shape, rng);
  if (!grid) throw new Error(`expected a variant that has grids, got ${shape.variant}`);
  return grid;
}

/** The variant of the full grid. That of `all-dots` is classic: any grid obeys the rule once all its dots are drawn. */
function freed(variant: Variant = 'classic'): Variant {
  return variant === 'all-dots' ? 'classic' : variant;
}

/** Removes givens of a full grid in random order, as long as the solution stays unique. */
export function dug(shape: Geometry, grid: Uint8Array, rng: RandomGenerator): Uint8Array {
  const cells = grid.slice();
  for (const cell of shuffled(rng, shape.cells)) {
    cells[cell] = 0;
    if (solveOne(shape, cells, 'unique', 1000).status !== Status.solved) cells[cell] = grid[cell]!;
  }
  return cells;
}

/** Cages of two to five neighbours that cover the grid. */
function cages(grid: Uint8Array, size: number, rng: RandomGenerator): Rule[] {
  const caged = new Set<number>();
  return Array.from(shuffled(rng, grid.length)).flatMap((start): Rule[] => {
    if (caged.has(start)) return [];
    const most = uniformInt(rng, 2, 5);
    const cells = [start];
    const digits = new Set([grid[start]]);
    for (let tries = 0; tries < 12 && cells.length < most; tries++) {
      const next = stepFrom(cells[uniformInt(rng, 0, cells.length - 1)]!, size, rng, false);
      if (next === undefined || caged.has(next) || cells.includes(next) || digits.has(grid[next])) continue;
      cells.push(next);
      digits.add(grid[next]);
    }
    for (const cell of cells) caged.add(cell);
    return [{ kind: 'cage', cells, value: cells.reduce((sum, cell) => sum + grid[cell]!, 0) }];
  });
}

/** Lines of some cells, each a step in any of eight directions from the one before, which share no cell. */
function lines(kind: RuleKind, count: number, least: number, most: number): Draw {
  return (grid, size, rng) => {
    const taken = new Set<number>();
    const found: Rule[] = [];
    for (let tries = 0; tries < 20_000 && found.length < count; tries++) {
      const length = uniformInt(rng, least, most);
      const cells = [uniformInt(rng, 0, grid.length - 1)];
      while (cells.length < length) {
        const next = stepFrom(cells.at(-1)!, size, rng, true);
        if (next === undefined || cells.includes(next)) break;
        cells.push(next);
      }
      const rule: Rule = { kind, cells };
      if (cells.length < length || cells.some((cell) => taken.has(cell)) || !isObeyed(rule, grid, size))
        continue;
      for (const cell of cells) taken.add(cell);
      found.push(rule);
    }
    return found;
  };
}

/** All rules of two neighbours, in either order, that the grid obeys. */
function allOf(grid: Uint8Array, size: number, kinds: readonly RuleKind[]): Rule[] {
  const found: Rule[] = [];
  for (let cell = 0; cell < grid.length; cell++) {
    for (const other of [cell + 1, cell + size]) {
      if (other >= grid.length || (other === cell + 1 && other % size === 0)) continue;
      const own = kinds.flatMap((kind) =>
        [
          [cell, other],
          [other, cell],
        ].map((cells): Rule => ({ kind, cells })),
      );
      const rule = own.find((each) => isObeyed(each, grid, size));
      if (rule) found.push(rule);
    }
  }
  return found;
}

function parities(grid: Uint8Array): Rule[] {
  return Array.from(grid, (digit, cell): Rule => ({ kind: digit % 2 === 0 ? 'even' : 'odd', cells: [cell] }));
}

function some(rules: readonly Rule[], count: number, rng: RandomGenerator): Rule[] {
  return Array.from(shuffled(rng, rules.length).subarray(0, count), (i) => rules[i]!);
}

/** Whether a full grid obeys a rule, as the geometry with it alone says. */
export function isObeyed(rule: Rule, grid: Uint8Array, size: number): boolean {
  if (rulesFault([rule], size) !== undefined) return false;
  const { pairs, groups, sums, digits } = withRules(geometry(size), [rule]);
  const total = (cells: readonly number[]) => cells.reduce((sum, cell) => sum + grid[cell]!, 0);
  return (
    pairs.every(({ cells: [a, b], relation }) => relation.allows(grid[a]!, grid[b]!)) &&
    groups.every(({ cells, sum, consecutive }) => {
      const values = cells.map((cell) => grid[cell]!);
      return (
        new Set(values).size === values.length &&
        (sum === undefined || total(cells) === sum) &&
        (!consecutive || Math.max(...values) - Math.min(...values) === values.length - 1)
      );
    }) &&
    sums.every(({ plus, minus, sum }) => total(plus) - total(minus) === sum) &&
    digits.every(({ cell, allows }) => allows(grid[cell]!))
  );
}

/** A neighbour of a cell; undefined beyond the border. */
function stepFrom(cell: number, size: number, rng: RandomGenerator, diagonal: boolean): number | undefined {
  const steps = diagonal ? EIGHT : FOUR;
  const [down, right] = steps[uniformInt(rng, 0, steps.length - 1)]!;
  const [row, column] = [Math.floor(cell / size) + down, (cell % size) + right];
  return row < 0 || column < 0 || row >= size || column >= size ? undefined : row * size + column;
}

const FOUR = [
  [0, 1],
  [1, 0],
  [0, -1],
  [-1, 0],
] as const;
const EIGHT = [...FOUR, [1, 1], [1, -1], [-1, 1], [-1, -1]] as const;

/** Boxes whose regions have exchanged border cells until they are of irregular shapes, and which have a full grid. */
export function randomJigsaw(size: number, rng: RandomGenerator): Geometry {
  for (;;) {
    const { boxRows, boxColumns } = geometry(size);
    const across = size / boxColumns;
    const regions = Array.from(
      { length: size * size },
      (_, cell) =>
        Math.floor(Math.floor(cell / size) / boxRows) * across + Math.floor((cell % size) / boxColumns),
    );
    for (let i = 0; i < 40 * size; i++) exchange(regions, size, rng);
    const symbols = regions.map((region) => region.toString(36)).join('');
    const shape = anyGeometry(size, 'classic', undefined, symbols);
    // many irregular partitions have no full grid
    if (solveOne(shape, new Uint8Array(shape.cells), 'first', 1000).status === Status.solved) return shape;
  }
}

/** Two neighbouring regions exchange a cell each, if both stay connected. */
function exchange(regions: number[], size: number, rng: RandomGenerator): void {
  const border = () => {
    const cell = uniformInt(rng, 0, regions.length - 1);
    const next = stepFrom(cell, size, rng, false);
    return next === undefined || regions[next] === regions[cell]
      ? undefined
      : ([cell, regions[next]!] as const);
  };
  const first = border();
  if (!first) return;
  const [cell, to] = first;
  const from = regions[cell]!;
  regions[cell] = to;
  for (let tries = 0; tries < 200; tries++) {
    const second = border();
    if (!second || second[0] === cell || regions[second[0]] !== to || second[1] !== from) continue;
    regions[second[0]] = from;
    if (isConnected(regions, from, size) && isConnected(regions, to, size)) return;
    regions[second[0]] = to;
  }
  regions[cell] = from;
}

function isConnected(regions: readonly number[], region: number, size: number): boolean {
  const reached = new Set([regions.indexOf(region)]);
  for (const cell of reached) {
    for (const [down, right] of FOUR) {
      const [row, column] = [Math.floor(cell / size) + down, (cell % size) + right];
      const next = row * size + column;
      if (row >= 0 && column >= 0 && row < size && column < size && regions[next] === region)
        reached.add(next);
    }
  }
  return reached.size === regions.filter((each) => each === region).length;
}
