import { expect, test } from 'vitest';
import type { Variant } from '../../../../core/options/options.ts';
import { VARIANT_NAMES } from '../../../../core/options/variants.ts';
import {
  type Batch,
  type BatchMode,
  batchResult,
  type Engine,
} from '../../../../core/solver/engine/engine.ts';
import { isLanesGeometry, lanesEngine } from '../../../../core/solver/lanes/engine.ts';
import { largeEngine } from '../../../../core/solver/large/engine.ts';
import { allowAll, restrict, WORDS } from '../../../../core/solver/model/allowed.ts';
import { anyGeometry, type Geometry, geometry, withRules } from '../../../../core/solver/model/geometry.ts';
import type { Rule, RuleKind } from '../../../../core/solver/model/rule-kinds.ts';
import type { Relation } from '../../../../core/solver/model/rules.ts';
import { Status } from '../../../../core/solver/model/status.ts';
import { engineFor, solveOne } from '../../../../core/solver/solve/engines.ts';
import { casesOf } from '../../../cases.ts';
import fc from '../../../property.ts';
import { isSolution } from '../puzzles.ts';

/** Boxes, and two jigsaws. */
const REGIONS = [
  undefined,
  '111122222111112222666553333666555333666555533448888889444888999444477999777777799',
  '333331111333311811222228881222248888666448777666444777666444777555559999555599999',
];

const shapes = fc
  .tuple(fc.subarray(VARIANT_NAMES.filter((name) => name !== 'non-consecutive')), fc.constantFrom(...REGIONS))
  .map(([names, regions]) => anyGeometry(9, (names.join() || 'classic') as Variant, undefined, regions))
  .filter((shape) => isLanesGeometry(shape) && (!shape.regions || full(shape)[0] !== 0));

// one that is not found soon
const NON_CONSECUTIVE = '573168249816492573249735816681357492357924168924681735792846351468513927135279684';
const grids = new Map<Geometry, Uint8Array>([
  [geometry(9, 'non-consecutive'), Uint8Array.from(NON_CONSECUTIVE, Number)],
]);

/** A full grid; an empty one if none is found soon. */
function full(shape: Geometry): Uint8Array {
  const found = grids.get(shape) ?? solveOne(shape, new Uint8Array(81), 'first', 2000).solution;
  grids.set(shape, found);
  return found;
}

const places = fc.array(fc.tuple(fc.nat(80), fc.integer({ min: 1, max: 9 })), { maxLength: 30 });

/** Givens taken from a full grid, if there is one soon, and some that may break a rule; and digits that cells cannot have. */
const puzzles = fc.record({
  kept: fc.uniqueArray(fc.nat(80), { minLength: 16, maxLength: 40, size: 'max' }),
  broken: fc.option(fc.tuple(fc.nat(80), fc.integer({ min: 1, max: 10 })), { freq: 3 }),
  forbidden: places,
});

function solve(engine: Engine, batch: Batch, mode: BatchMode, budget = 1e6) {
  const result = batchResult(batch.geometry, batch.count);
  engine.solveBatch(batch, { mode, limit: 50, budget, deadline: Infinity }, result);
  return result;
}

test('agrees with the engine that learns on random combinations of variants', () => {
  const modes = fc.constantFrom<BatchMode>('first', 'unique', 'count');
  const lists = fc.array(puzzles, { minLength: 1, maxLength: 20 });
  const statuses = new Set<number>();
  fc.assert(
    fc.property(shapes, lists, modes, fc.boolean(), (shape, list, mode, isRestricted) => {
      const grid = full(shape);
      const cells = new Uint8Array(81 * list.length);
      const allowed = isRestricted ? new Uint32Array(WORDS * cells.length) : undefined;
      if (allowed) for (let cell = 0; cell < cells.length; cell++) allowAll(allowed, cell, 9);
      for (const [i, { kept, broken, forbidden }] of list.entries()) {
        for (const cell of kept) cells[81 * i + cell] = grid[cell]!;
        if (broken) cells[81 * i + broken[0]] = broken[1];
        if (allowed)
          for (const [cell, digit] of forbidden) restrict(allowed, 81 * i + cell, (other) => other !== digit);
      }
      const batch = { geometry: shape, count: list.length, cells, allowed };
      const found = solve(lanesEngine, batch, mode);
      const expected = solve(largeEngine(), batch, mode);
      expect(found.statuses).toEqual(expected.statuses);
      expect(found.counts).toEqual(expected.counts);
      for (const [i, status] of found.statuses.entries()) {
        statuses.add(status);
        const solution = found.solutions.subarray(81 * i, 81 * (i + 1));
        if (status !== Status.solved) expect(solution.every((digit) => digit === 0)).toBe(true);
        else expect(isSolution(shape, cells.subarray(81 * i, 81 * (i + 1)), solution)).toBe(true);
      }
    }),
    { numRuns: 40, seed: 9 },
  );
  expect(statuses).toEqual(new Set([Status.solved, Status.noSolution, Status.notUnique, Status.invalid]));
});

test('a full grid that only breaks a variant is invalid, and is told from one without a solution', () => {
  const classic = full(geometry(9));
  for (const variant of ['windoku', 'disjoint', 'asterisk', 'anti-knight', 'anti-king'] as const) {
    const shape = geometry(9, variant);
    const last = classic.slice();
    last.fill(0, 0, 9);
    const batch = { geometry: shape, count: 2, cells: Uint8Array.of(...classic, ...last) };
    const expected = solve(largeEngine(), batch, 'unique').statuses;
    expect(solve(lanesEngine, batch, 'unique').statuses, variant).toEqual(expected);
    expect(expected[0], variant).toBe(Status.invalid);
  }
});

test('a batch of many geometries gives each puzzle the result that it has alone', () => {
  const own: Geometry[] = [];
  const cells: number[] = [];
  // 60 has each kind with each partition
  for (let i = 0; i < casesOf(240); i++) {
    const names = (['anti-king', 'windoku', 'non-consecutive', 'classic', 'x'] as const)[i % 5]!;
    const regions = REGIONS[i % 3];
    const wanted = regions ? anyGeometry(9, names, undefined, regions) : geometry(9, names);
    const shape = full(wanted)[0] === 0 ? anyGeometry(9, 'classic', undefined, regions) : wanted;
    const solution = full(shape);
    own.push(shape);
    cells.push(...solution.map((digit, cell) => ((cell * 7 + i) % 3 === 0 ? digit : 0)));
    // one that has no solution, or breaks a rule
    const empty = cells.indexOf(0, 81 * i);
    if (i % 4 === 3) cells[empty] = (solution[empty - 81 * i]! % 9) + 1;
  }
  const batch = { geometry: geometry(9), count: own.length, cells: Uint8Array.from(cells), own };
  const found = solve(engineFor(batch.geometry, own), batch, 'count');
  const expected = solve(largeEngine(), batch, 'count');
  expect(found.statuses).toEqual(expected.statuses);
  expect(found.counts).toEqual(expected.counts);
  expect(new Set(found.statuses)).toEqual(new Set([Status.solved, Status.noSolution, Status.invalid]));
});

/** An arrow or a renban line of cells anywhere, which the digits of a full grid obey. The seed says how long it is. */
function groupOf(kind: 'arrow' | 'renban', seed: number, grid: Uint8Array): Rule {
  const cellIn = (row: number, digit: number) => grid.indexOf(digit, 9 * (row % 9));
  if (kind === 'renban') {
    const length = 2 + (seed % 8);
    const least = 1 + (seed % (10 - length));
    return { kind, cells: Array.from({ length }, (_, i) => cellIn(seed + 4 * i, least + i)) };
  }
  const length = 1 + (seed % 8);
  let sum = 0;
  const line = Array.from({ length }, (_, i) => {
    const digit = 1 + Math.min((seed >> i) % 3, 9 - length - (sum - i));
    sum += digit;
    return cellIn(seed + i, digit);
  });
  return { kind, cells: [cellIn(seed + length, sum), ...line] };
}

/**
 * A rule for two neighbours or for the first of them, or for others, which the digits of a full grid obey; undefined if none of the
 * kind does.
 */
function ruleOf(kind: RuleKind, cell: number, isDown: boolean, grid: Uint8Array): Rule | undefined {
  if (kind === 'arrow' || kind === 'renban') return groupOf(kind, cell, grid);
  const other = isDown ? cell + 9 : cell + 1;
  if (other > 80 || (!isDown && cell % 9 === 8)) return undefined;
  const [a, b] = [grid[cell]!, grid[other]!];
  const [less, more] = a < b ? [cell, other] : [other, cell];
  const distance = Math.abs(a - b);
  if (kind === 'thermo') return { kind, cells: [less, more] };
  if (kind === 'greater') return { kind, cells: [more, less] };
  if (kind === 'whisper' || kind === 'white') return { kind, cells: [cell, other], value: distance };
  if (kind === 'black' && Math.max(a, b) % Math.min(a, b) === 0)
    return { kind, cells: [cell, other], value: Math.max(a, b) / Math.min(a, b) };
  if ((kind === 'x' && a + b === 10) || (kind === 'v' && a + b === 5)) return { kind, cells: [cell, other] };
  return kind === (a % 2 === 0 ? 'even' : 'odd') ? { kind, cells: [cell] } : undefined;
}

const LANES_KINDS = [
  ...(['thermo', 'greater', 'whisper', 'white', 'black', 'x', 'v', 'even', 'odd'] as const),
  ...(['arrow', 'arrow', 'renban', 'renban'] as const),
];
const ruled = fc.record({
  base: fc.constantFrom<Variant>('classic', 'x', 'anti-king', 'non-consecutive'),
  rules: fc.array(fc.tuple(fc.constantFrom(...LANES_KINDS), fc.nat(80), fc.boolean()), { maxLength: 60 }),
  kept: fc.uniqueArray(fc.nat(80), { minLength: 8, maxLength: 30, size: 'max' }),
  broken: fc.option(fc.tuple(fc.nat(80), fc.integer({ min: 1, max: 9 })), { freq: 3 }),
});

test('puzzles with related cells, groups of cells and even or odd ones have the results of the engine that learns, in any batch', () => {
  const statuses = new Set<number>();
  const modes = fc.constantFrom<BatchMode>('first', 'unique', 'count');
  fc.assert(
    fc.property(
      fc.array(ruled, { minLength: 1, maxLength: 40 }),
      modes,
      fc.boolean(),
      (list, mode, areJigsaws) => {
        const own: Geometry[] = [];
        const cells = new Uint8Array(81 * list.length);
        for (const [i, { base, rules, kept, broken }] of list.entries()) {
          const shape = areJigsaws
            ? anyGeometry(9, 'classic', undefined, REGIONS[1 + (i % 2)])
            : geometry(9, base);
          const grid = full(shape);
          const found = rules.map(([kind, cell, isDown]) => ruleOf(kind, cell, isDown, grid));
          // every fourth has none
          const geometryOf = withRules(shape, i % 4 === 3 ? [] : found.filter((rule) => rule !== undefined));
          expect(isLanesGeometry(geometryOf)).toBe(true);
          own.push(geometryOf);
          for (const cell of kept) cells[81 * i + cell] = grid[cell]!;
          if (broken) cells[81 * i + broken[0]] = broken[1];
        }
        const batch = { geometry: geometry(9), count: own.length, cells, own };
        const found = solve(engineFor(batch.geometry, own), batch, mode);
        const expected = solve(largeEngine(), batch, mode);
        expect(found.statuses).toEqual(expected.statuses);
        expect(found.counts).toEqual(expected.counts);
        for (const [i, status] of found.statuses.entries()) {
          statuses.add(status);
          const givens = cells.subarray(81 * i, 81 * (i + 1));
          const solution = found.solutions.subarray(81 * i, 81 * (i + 1));
          if (status === Status.solved) expect(isSolution(own[i]!, givens, solution)).toBe(true);
          const alone = solve(
            engineFor(own[i]!, [own[i]!]),
            { ...batch, count: 1, cells: givens, own: [own[i]!] },
            mode,
          );
          expect(alone.guesses[0]).toBe(found.guesses[i]);
          expect(alone.solutions).toEqual(solution);
        }
      },
    ),
    { numRuns: 60, seed: 4 },
  );
  expect(statuses).toEqual(new Set([Status.solved, Status.noSolution, Status.notUnique, Status.invalid]));
});

// relations that a variant could have, one of which says more about the first cell than about the second
const relations = fc.constantFrom<Relation>(
  { name: 'are apart', ofOne: 'is apart from', allows: (a, b) => Math.abs(a - b) !== 1 },
  { name: 'rise', ofOne: 'is less than', allows: (a, b) => a < b },
  { name: 'do not double', ofOne: 'is not twice', allows: (a, b) => b !== 2 * a },
);
const relatedByVariant = fc.record({
  relations: fc.uniqueArray(relations, { minLength: 1, maxLength: 2 }),
  cells: fc.array(fc.tuple(fc.nat(80), fc.nat(80)), { minLength: 10, maxLength: 120 }),
  kept: fc.uniqueArray(fc.nat(80), { minLength: 8, maxLength: 25, size: 'max' }),
  broken: fc.option(fc.tuple(fc.nat(80), fc.integer({ min: 1, max: 9 })), { freq: 3 }),
});

test('pairs of a variant, whatever their relations, give the results of the engine that learns', () => {
  const statuses = new Set<number>();
  const grid = full(geometry(9));
  fc.assert(
    fc.property(relatedByVariant, ({ relations: some, cells: places, kept, broken }) => {
      const pairs = some.flatMap((relation) =>
        places
          .filter(([a, b]) => a !== b && relation.allows(grid[a]!, grid[b]!))
          .map((cells) => ({ cells, relation, rule: 'non-consecutive' })),
      );
      const { units, ...classic } = geometry(9);
      const shape: Geometry = { ...classic, units: [...units], variant: 'non-consecutive', pairs };
      const cells = new Uint8Array(81);
      for (const cell of kept) cells[cell] = grid[cell]!;
      if (broken) cells[broken[0]] = broken[1];
      const batch = { geometry: shape, count: 1, cells };
      const found = solve(lanesEngine, batch, 'count');
      const expected = solve(largeEngine(), batch, 'count');
      expect([found.statuses, found.counts]).toEqual([expected.statuses, expected.counts]);
      statuses.add(found.statuses[0]!);
      if (found.statuses[0] === Status.solved && found.counts[0] === 1)
        expect(found.solutions).toEqual(expected.solutions);
    }),
    { numRuns: 200, seed: 5 },
  );
  expect(statuses).toEqual(new Set([Status.solved, Status.noSolution, Status.invalid]));
});

test('a digit that would leave a unit no place for the next one is removed without a guess', () => {
  const shape = geometry(9, 'non-consecutive');
  // a minimal one, which takes 400 guesses by pairs alone
  const puzzle = '000000000002000006000000000000030000000000000900100050007000800000000000000000100';
  const cells = Uint8Array.from(puzzle, Number);
  const result = solve(lanesEngine, { geometry: shape, count: 1, cells }, 'unique');
  expect(result.statuses[0]).toBe(Status.solved);
  expect(isSolution(shape, cells, result.solutions)).toBe(true);
  expect(result.guesses[0]).toBeLessThan(100);
});

test('solutions of puzzles with related cells are listed in ascending order', () => {
  const grid = full(geometry(9));
  const rules = Array.from({ length: 40 }, (_, i) => ruleOf('greater', 2 * i, i % 2 === 0, grid));
  const shape = withRules(geometry(9), [
    ...rules.filter((rule) => rule !== undefined),
    { kind: 'even', cells: [80] },
  ]);
  const limits = { limit: 500, budget: 1e6, deadline: Infinity };
  const listed = (engine: Engine) => [
    ...engine.list(
      shape,
      grid.map((digit, i) => (i % 3 === 0 ? digit : 0)),
      limits,
    ),
  ];
  const expected = listed(largeEngine()).map((block) => block.join(''));
  expect(
    listed(lanesEngine)
      .map((block) => block.join(''))
      .join(''),
  ).toBe(expected.join(''));
  expect(expected.length).toBeGreaterThan(0);
});

test('a relation without a table, more rules than a list holds, and cages are left to the engine that learns', () => {
  const apart = withRules(geometry(9, 'all-dots'), [{ kind: 'white', cells: [0, 1], value: 3 }]);
  const many = Array.from(
    { length: 300 },
    (_, i): Rule => ({ kind: 'whisper', cells: [i % 72, (i % 72) + 9], value: 1 }),
  );
  const lines = Array.from(
    { length: 70 },
    (_, i): Rule => ({ kind: 'renban', cells: [i, i + 1, i + 2].map((cell) => cell + (i % 9 > 6 ? 2 : 0)) }),
  );
  const cage: Rule = { kind: 'cage', cells: [0, 1], value: 10 };
  const others = [many, lines, [cage], [...lines.slice(0, 10), cage]].map((rules) =>
    withRules(geometry(9), rules),
  );
  for (const shape of [apart, ...others]) {
    expect(shape.unfit).toBeUndefined();
    expect(isLanesGeometry(shape)).toBe(false);
    const batch = { geometry: shape, count: 1, cells: new Uint8Array(81), own: [shape] };
    expect(solve(engineFor(shape, batch.own), batch, 'first')).toEqual(solve(largeEngine(), batch, 'first'));
  }
});

test('puzzles that the lanes do not solve soon are left to the engine that learns', () => {
  const shape = geometry(9, 'asterisk,anti-knight,anti-king');
  const batch = { geometry: shape, count: 1, cells: new Uint8Array(81) };
  expect(solve(lanesEngine, batch, 'first', 20_000).statuses[0]).toBe(Status.unsolved);
  expect(solve(engineFor(shape), batch, 'first').statuses[0]).toBe(Status.noSolution);
});

test('budgets and deadlines hold for both engines together', () => {
  const shape = geometry(9, 'anti-knight');
  const batch = { geometry: shape, count: 1, cells: new Uint8Array(81) };
  const result = solve(engineFor(shape), batch, 'count', 5);
  expect([result.statuses[0], result.guesses[0]]).toEqual([Status.unsolved, 5]);
  expect(solve(engineFor(shape), batch, 'count', 0).statuses[0]).toBe(Status.unsolved);
  const limits = { mode: 'count', limit: 1e9, budget: 1e9, deadline: 0 } as const;
  engineFor(shape).solveBatch(batch, limits, result);
  expect(result.statuses[0]).toBe(Status.interrupted);
});
