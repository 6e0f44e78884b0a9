// Compares numbers of solutions of random puzzles with all kinds and combinations of rules with those that clingo finds.

import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { expect, test } from 'vitest';
import { type Variant, variantNames } from '../../../../core/options/options.ts';
import { VARIANT_NAMES, type VariantName } from '../../../../core/options/variants.ts';
import { batchResult } from '../../../../core/solver/engine/engine.ts';
import {
  anyGeometry,
  type Geometry,
  neighboursOf,
  withRules,
} from '../../../../core/solver/model/geometry.ts';
import {
  ALL_GIVEN,
  RULE_KINDS,
  type Rule,
  type RuleKind,
  rulesFault,
} from '../../../../core/solver/model/rule-kinds.ts';
import { randomGrid, shuffled } from '../../../../core/solver/random-grid.ts';
import { randomRegions } from '../../../../core/solver/random-regions.ts';
import { engineFor } from '../../../../core/solver/solve/engines.ts';
import { casesOf } from '../../../cases.ts';
import { countByClingo } from '../clingo.ts';
import { obeys } from '../obeys.ts';

const LIMIT = 3;
const KINDS = Object.keys(RULE_KINDS) as RuleKind[];
/** Combinations that some grid obeys. A random one is taken for each puzzle, so `classic` is listed three times. */
const COMBINATIONS: readonly Variant[] = [
  ...(['classic', 'classic', 'classic'] as const),
  ...VARIANT_NAMES,
  'x,anti-knight',
  'x,windoku',
  'disjoint,center-dot',
  'anti-king,asterisk',
  'x,all-dots',
  'anti-knight,all-xv',
];

test.each([4, 6, 9])('puzzles of %i cells a side have as many solutions as clingo finds', async (size) => {
  const rng = xoroshiro128plus(Number(process.env.FUZZ_SEED) + size);
  for (let left = casesOf(32); left > 0; left--) {
    const { geometry, cells } = randomPuzzle(size, rng);
    const expected = await countByClingo(geometry, cells, LIMIT);
    if (expected === undefined) continue;
    const { variant, regions, rules } = geometry;
    const puzzle = { variant, regions: regions && [...regions].join(), rules, cells: cells.join('') };
    expect(countOf(geometry, cells), JSON.stringify(puzzle)).toBe(expected);
  }
});

function countOf(geometry: Geometry, cells: Uint8Array): number {
  const result = batchResult(geometry, 1);
  const limits = { mode: 'count', limit: LIMIT, budget: 1e7, deadline: Infinity } as const;
  engineFor(geometry).solveBatch({ geometry, count: 1, cells }, limits, result);
  return result.counts[0]!;
}

/** A full grid of some variants or regions, rules of which it obeys nearly all, and some of its digits. */
function randomPuzzle(size: number, rng: RandomGenerator): { geometry: Geometry; cells: Uint8Array } {
  for (;;) {
    const variants = fitting(COMBINATIONS[uniformInt(rng, 0, COMBINATIONS.length - 1)]!, size);
    const hasRegions = variants.length === 0 && uniformInt(rng, 0, 2) === 0;
    const regions = hasRegions ? randomRegions(size, rng) : undefined;
    const bare = variants.filter((name) => !(name in ALL_GIVEN));
    const grid = randomGrid(anyGeometry(size, asVariant(bare), undefined, regions), rng);
    // some regions have no full grid
    if (!grid) continue;
    const rules = randomRules(grid, size, rng);
    for (const [name, kinds] of Object.entries(ALL_GIVEN))
      if (variants.includes(name as VariantName)) rules.push(...allOf(grid, size, kinds));
    const geometry = withRules(anyGeometry(size, asVariant(variants), undefined, regions), rules);
    const cells = new Uint8Array(geometry.cells);
    const givens = uniformInt(rng, Math.floor(geometry.cells / 12), Math.floor(geometry.cells / 3));
    for (const cell of shuffled(rng, geometry.cells).subarray(0, givens)) cells[cell] = grid[cell]!;
    return { geometry, cells };
  }
}

function fitting(combination: Variant, size: number): readonly VariantName[] {
  return variantNames(combination)!.filter(
    (name) => anyGeometry(size, name).unfit === undefined && (size >= 9 || !/anti|non/.test(name)),
  );
}

function asVariant(names: readonly VariantName[]): Variant {
  return (names.join(',') || 'classic') as Variant;
}

function randomRules(grid: Uint8Array, size: number, rng: RandomGenerator): Rule[] {
  const rules: Rule[] = [];
  const wanted = uniformInt(rng, 1, 14);
  for (let tries = 0; tries < 400 && rules.length < wanted; tries++) {
    const kind = KINDS[uniformInt(rng, 0, KINDS.length - 1)]!;
    const [least, most = size] = RULE_KINDS[kind].cells;
    const cells = randomPath(uniformInt(rng, least, Math.min(most, 6)), size, rng);
    const digits = cells.map((cell) => grid[cell]!);
    const sum = digits.reduce((total, digit) => total + digit, 0);
    // mostly the usual number, or none
    const hasValue = uniformInt(rng, 0, 3) === 0;
    const own: Partial<Record<RuleKind, number>> = {
      cage: sum,
      ...(hasValue && { whisper: uniformInt(rng, 2, 4), white: Math.abs(digits[0]! - digits[1]!), black: 3 }),
    };
    const value = kind === 'cage' && hasValue ? undefined : own[kind] || undefined;
    const rule: Rule = { kind, cells, ...(value !== undefined && { value }) };
    if (rulesFault([...rules, rule], size) !== undefined) continue;
    // a few rules that the grid does not obey
    if (obeys(rule, grid) || uniformInt(rng, 0, 300) === 0) rules.push(rule);
  }
  return rules;
}

/** All pairs of neighbours with a rule of some kinds. */
function allOf(grid: Uint8Array, size: number, kinds: readonly RuleKind[]): Rule[] {
  return Array.from(grid.keys()).flatMap((cell) =>
    neighboursOf(cell, size).flatMap((other): Rule[] => {
      const kind = kinds.find((each) => obeys({ kind: each, cells: [cell, other] }, grid));
      return kind && other > cell ? [{ kind, cells: [cell, other] }] : [];
    }),
  );
}

/** A random path of up to `length` different cells, each a king's move from the one before. */
function randomPath(length: number, size: number, rng: RandomGenerator): number[] {
  const cells = [uniformInt(rng, 0, size * size - 1)];
  for (let tries = 0; tries < 30 && cells.length < length; tries++) {
    const last = cells.at(-1)!;
    const row = Math.floor(last / size) + uniformInt(rng, -1, 1);
    const column = (last % size) + uniformInt(rng, -1, 1);
    const next = row * size + column;
    if (row < 0 || column < 0 || row >= size || column >= size || cells.includes(next)) continue;
    cells.push(next);
  }
  return cells;
}
