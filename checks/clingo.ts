// npm run checks -- clingo --count 1000
import { spawnSync } from 'node:child_process';
import { Command } from 'commander';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { fullGrid, isObeyed, randomJigsaw } from '../bench/variants/generated.ts';
import type { Variant } from '../core/options/options.ts';
import { VARIANT_NAMES, type VariantName } from '../core/options/variants.ts';
import { batchResult } from '../core/solver/engine/engine.ts';
import { anyGeometry, type Geometry, withRules } from '../core/solver/model/geometry.ts';
import { RULE_KINDS, type Rule, type RuleKind, rulesFault } from '../core/solver/model/rule-kinds.ts';
import { shuffled } from '../core/solver/random-grid.ts';
import { engineFor } from '../core/solver/solve/engines.ts';
import { programFor } from './clingo/program.ts';

const flags = new Command('clingo')
  .description(
    'Compares the numbers of solutions, up to three, of random puzzles of all kinds and combinations of rules with those that ' +
      'clingo finds (Debian package gringo), for which the rules are stated anew.',
  )
  .option('--count <n>', 'puzzles', Number, 200)
  .option('--seed <n>', 'their seed', Number, 1)
  .option('--size <n>', 'cells a side', Number, 9)
  .option('--seconds <n>', 'time that clingo has for a puzzle', Number, 20)
  .parse()
  .opts<{ count: number; seed: number; size: number; seconds: number }>();

const LIMIT = 3;
const KINDS = Object.keys(RULE_KINDS) as RuleKind[];
/** Combinations that some grid obeys. A random one is taken for each puzzle, so `classic` is listed three times. */
const COMBINATIONS = [
  'classic',
  'classic',
  'classic',
  ...VARIANT_NAMES,
  'x,anti-knight',
  'x,windoku',
  'disjoint,center-dot',
  'anti-king,asterisk',
  'x,all-dots',
  'anti-knight,all-xv',
] as const;

if (spawnSync('clingo', ['--version']).error) {
  console.log('skipped: expected clingo on PATH, got none (Debian package gringo)');
  process.exit();
}

const { size } = flags;
const rng = xoroshiro128plus(flags.seed);
const found = new Map<number, number>();
let [differ, late] = [0, 0];
for (let i = 0; i < flags.count; i++) {
  const { geometry, cells } = randomPuzzle(rng);
  const expected = countByClingo(geometry, cells);
  if (expected === undefined) {
    late++;
    continue;
  }
  const result = batchResult(geometry, 1);
  const limits = { mode: 'count', limit: LIMIT, budget: 1e7, deadline: Infinity } as const;
  engineFor(geometry).solveBatch({ geometry, count: 1, cells }, limits, result);
  const count = result.counts[0]!;
  found.set(count, (found.get(count) ?? 0) + 1);
  if (count === expected) continue;
  differ++;
  const { variant, regions, rules } = geometry;
  console.log(
    `puzzle ${i}: expected ${expected} solutions, got ${count}`,
    JSON.stringify({ variant, regions: regions && [...regions].join(), rules, cells: cells.join('') }),
  );
}
const counts = [...found].sort(([a], [b]) => a - b).map(([count, puzzles]) => `${puzzles} with ${count}`);
console.log(
  `${flags.count - late} puzzles ${size}x${size}: ${counts.join(', ')} solutions (${LIMIT}: or more); ${differ} differ, ${late} took clingo too long`,
);
process.exitCode = differ > 0 ? 1 : 0;

/** A full grid of some variants or regions, rules of which it obeys nearly all, and some of its digits. */
function randomPuzzle(rng: RandomGenerator): { geometry: Geometry; cells: Uint8Array } {
  const variants = fitting(COMBINATIONS[uniformInt(rng, 0, COMBINATIONS.length - 1)]!);
  const plain = variants.filter((name) => !name.startsWith('all-'));
  const hasRegions = variants.length === 0 && size > 6 && uniformInt(rng, 0, 2) === 0;
  const base = hasRegions ? randomJigsaw(size, rng) : anyGeometry(size, asVariant(plain));
  const grid = fullGrid(base, rng);
  const rules = randomRules(grid, rng);
  for (const [name, kinds] of [
    ['all-dots', ['white', 'black']],
    ['all-xv', ['x', 'v']],
  ] as const) {
    if (variants.includes(name)) rules.push(...allOf(grid, kinds));
  }
  const symbols = base.regions && Array.from(base.regions, (region) => region.toString(36)).join('');
  const geometry = withRules(anyGeometry(size, asVariant(variants), undefined, symbols), rules);
  const cells = new Uint8Array(geometry.cells);
  const givens = uniformInt(rng, Math.floor(geometry.cells / 12), Math.floor(geometry.cells / 3));
  for (const cell of shuffled(rng, geometry.cells).subarray(0, givens)) cells[cell] = grid[cell]!;
  return { geometry, cells };
}

function fitting(combination: Variant): VariantName[] {
  const names = combination === 'classic' ? [] : (combination.split(',') as VariantName[]);
  return names.filter(
    (name) => anyGeometry(size, name).unfit === undefined && (size >= 9 || !/anti|non/.test(name)),
  );
}

function asVariant(names: readonly VariantName[]): Variant {
  return (names.join(',') || 'classic') as Variant;
}

function randomRules(grid: Uint8Array, rng: RandomGenerator): Rule[] {
  const rules: Rule[] = [];
  const wanted = uniformInt(rng, 1, 14);
  for (let tries = 0; tries < 400 && rules.length < wanted; tries++) {
    const kind = KINDS[uniformInt(rng, 0, KINDS.length - 1)]!;
    const [least, most = size] = RULE_KINDS[kind].cells;
    const cells = randomPath(uniformInt(rng, least, Math.min(most, 6)), rng);
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
    // a few rules that the grid does not obey
    if (!isObeyed(rule, grid, size) && uniformInt(rng, 0, 300) > 0) continue;
    if (rulesFault([...rules, rule], size) === undefined) rules.push(rule);
  }
  return rules;
}

/** All pairs of neighbours with a rule of some kinds. */
function allOf(grid: Uint8Array, kinds: readonly RuleKind[]): Rule[] {
  return Array.from(grid.keys()).flatMap((cell) => {
    const others = [cell % size < size - 1 ? cell + 1 : -1, cell + size];
    return others.flatMap((other): Rule[] => {
      if (other < 0 || other >= grid.length) return [];
      const kind = kinds.find((each) => isObeyed({ kind: each, cells: [cell, other] }, grid, size));
      return kind ? [{ kind, cells: [cell, other] }] : [];
    });
  });
}

/** A random path of up to `length` different cells, each a king's move from the one before. */
function randomPath(length: number, rng: RandomGenerator): number[] {
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

function countByClingo(geometry: Geometry, cells: Uint8Array): number | undefined {
  const args = [`--models=${LIMIT}`, '--quiet=2', '--outf=2', `--time-limit=${flags.seconds}`];
  const { stdout } = spawnSync('clingo', args, { input: programFor(geometry, cells), encoding: 'utf8' });
  const { Result, Models } = JSON.parse(stdout) as {
    Result: string;
    Models: { Number: number; More: string };
  };
  if (Result === 'UNSATISFIABLE') return 0;
  return Result === 'SATISFIABLE' && (Models.More === 'no' || Models.Number === LIMIT)
    ? Models.Number
    : undefined;
}
