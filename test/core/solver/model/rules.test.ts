import { describe, expect, test } from 'vitest';
import { KernelPool } from '../../../../core/kernel/kernel.ts';
import { largeKernelFactory, Search } from '../../../../core/solver/large/search.ts';
import { brokenRule, type Geometry, geometry, withRules } from '../../../../core/solver/model/geometry.ts';
import {
  RULE_KINDS,
  type Rule,
  type RuleKind,
  rulesFault,
} from '../../../../core/solver/model/rule-kinds.ts';
import { type Relation, type Rules, tooManyRules } from '../../../../core/solver/model/rules.ts';
import { Status } from '../../../../core/solver/model/status.ts';
import fc from '../../../property.ts';
import { code as debugCode } from '../large/debug-kernel.generated.ts';
import { obeys } from '../obeys.ts';

const pool = new KernelPool(largeKernelFactory(debugCode));
const LIMITS = { budget: 1e6, deadline: Infinity };

/** Whether the first solution of a puzzle is this grid. */
function finds(shape: Geometry, cells: Uint8Array, grid: Uint8Array): boolean {
  return pool.run((kernel) => {
    kernel.setWitness(grid);
    const search = new Search(kernel, { geometry: shape, cells }, LIMITS, false);
    return search.next() === Status.solved && Buffer.compare(search.solution, grid) === 0;
  });
}

/** Whether a grid is among the first solutions of a puzzle, and they all obey its rules. */
function solutionsInclude(shape: Geometry, cells: Uint8Array, grid: Uint8Array): boolean {
  return pool.run((kernel) => {
    kernel.setWitness(grid);
    const search = new Search(kernel, { geometry: shape, cells }, LIMITS, false);
    for (let found = 0; found < 200; found++) {
      if (search.next() !== Status.solved) return false;
      expect(brokenRule(shape, search.solution)).toBeUndefined();
      if (Buffer.compare(search.solution, grid) === 0) return true;
    }
    return true;
  });
}

function firstSolution(shape: Geometry): Uint8Array {
  return pool.run((kernel) => {
    kernel.setWitness(undefined);
    const search = new Search(kernel, { geometry: shape, cells: new Uint8Array(shape.cells) }, LIMITS, false);
    expect(search.next()).toBe(Status.solved);
    return search.solution.slice();
  });
}

const someCells = ({ cells }: Geometry, most: number) =>
  fc.uniqueArray(fc.nat(cells - 1), { minLength: 1, maxLength: most });

/** A full grid: the first row, shifted. */
function patternGrid({ size, boxRows, boxColumns, cells }: Geometry): Uint8Array {
  return Uint8Array.from({ length: cells }, (_, cell) => {
    const row = Math.floor(cell / size);
    const shift = Math.floor(row / boxRows) + (row % boxRows) * boxColumns;
    return ((shift + cell) % size) + 1;
  });
}

const LARGEST = geometry(36);
const GRID = patternGrid(LARGEST);
const range = (length: number) => Array.from({ length }, (_, i) => i);
const row = (number: number) => range(36).map((i) => (number % 36) * 36 + i);

describe('a puzzle of the largest size is solved', () => {
  test('with 1,296 cages of one cell', () => {
    const rules = range(1296).map((cell): Rule => ({ kind: 'cage', cells: [cell], value: GRID[cell]! }));
    expect(finds(withRules(LARGEST, rules), new Uint8Array(1296), GRID)).toBe(true);
  });

  test('with 5,000 pairs of whispers lines', () => {
    const cells = range(1296);
    const rules = range(5000).map((i): Rule => {
      const a = i % 1296;
      const others = cells.filter((b) => Math.abs(GRID[a]! - GRID[b]!) >= 18);
      return { kind: 'whisper', cells: [a, others[(i * 7) % others.length]!], value: 18 };
    });
    const givens = GRID.map((digit, cell) => (cell % 5 === 0 ? 0 : digit));
    expect(finds(withRules(LARGEST, rules), givens, GRID)).toBe(true);
  });

  test('with 300 lines of 36 cells', () => {
    const rules = range(300).map((i): Rule => ({ kind: 'renban', cells: row(i) }));
    const givens = GRID.map((digit, cell) => (cell % 5 === 0 ? 0 : digit));
    expect(finds(withRules(LARGEST, rules), givens, GRID)).toBe(true);
  });

  test('with cages that say the sum of each row and leave no room for sums that follow', () => {
    const rules: Rule[] = [
      ...range(36).map((i): Rule => ({ kind: 'cage', cells: row(i), value: 666 })),
      ...range(4050).map((i): Rule => ({ kind: 'renban', cells: row(i).slice(i % 18, (i % 18) + 2) })),
    ].filter(({ kind, cells: [a, b] }) => kind === 'cage' || Math.abs(GRID[a!]! - GRID[b!]!) === 1);
    const givens = GRID.map((digit, cell) => (cell % 5 === 0 ? 0 : digit));
    expect(finds(withRules(LARGEST, rules), givens, GRID)).toBe(true);
  });
});

describe('random rules of all kinds', () => {
  const kinds = Object.keys(RULE_KINDS) as RuleKind[];
  const shapes = [
    geometry(4),
    geometry(6),
    geometry(9, 'x,anti-knight'),
    geometry(10),
    geometry(12),
    geometry(16),
  ];

  test.each(shapes.map((shape) => [shape.size, shape] as const))(
    'leave the solution of grids with %i cells a side',
    (size, shape) => {
      // renamed and shifted, a full grid obeys other rules
      const full = firstSolution(shape);
      fc.assert(
        fc.property(
          fc.shuffledSubarray(range(size), { minLength: size }),
          fc.array(
            fc.record({
              kind: fc.constantFrom(...kinds),
              cells: fc.oneof(someCells(shape, 3), someCells(shape, size + 1)),
              value: fc.option(fc.integer({ min: 1, max: 4 * size }), { nil: undefined }),
            }),
            { maxLength: 400 },
          ),
          fc.integer({ min: 2, max: 6 }),
          (names, draws, share) => {
            const grid = full.map((digit) => names[digit - 1]! + 1);
            const rules = draws.map(({ kind, cells, value }): Rule => {
              const most = RULE_KINDS[kind].cells[1] ?? size;
              const own = cells.slice(0, most);
              const sum = own.reduce((total, cell) => total + grid[cell]!, 0);
              return { kind, cells: own, value: kind === 'cage' && value ? sum : value };
            });
            const kept: Rule[] = [];
            for (const rule of rules) {
              if (rulesFault([...kept, rule], size) === undefined && obeys(rule, grid)) kept.push(rule);
            }
            const givens = grid.map((digit, cell) => ((cell * 7 + draws.length) % share === 0 ? 0 : digit));
            const ruled = withRules(shape, kept);
            expect(ruled.unfit).toBeUndefined();
            expect(solutionsInclude(ruled, givens, grid)).toBe(true);
          },
        ),
        { numRuns: 60 },
      );
    },
  );
});

describe('a puzzle with more rules than there is room for is invalid, and says why', () => {
  // cells of a broken diagonal: no two of them share a row or a column
  const line = (i: number) => range(36).map((k) => k * 36 + ((k * 5 + i) % 36));

  test.each<[string, Rule[], string]>([
    [
      'pairs',
      range(250).map((i) => ({ kind: 'renban', cells: line(i) })),
      'expected at most 131072 pairs of cells that rules relate, got 157500',
    ],
    [
      'rules',
      range(4096).map((i) => ({ kind: 'renban', cells: [i % 1000, (i % 1000) + 1] })),
      'expected at most 4095 rules of several cells, got 4096',
    ],
    [
      'cells',
      range(1000).map((i) => ({ kind: 'arrow', cells: range(37).map((k) => (i + k) % 1296) })),
      'expected at most 32768 cells in all rules, got 37000',
    ],
  ])('%s', (_, rules, reason) => {
    const shape = withRules(LARGEST, rules);
    expect(brokenRule(shape, new Uint8Array(1296))?.reason).toBe(reason);
    const status = pool.run((kernel) => {
      kernel.setWitness(undefined);
      return new Search(kernel, { geometry: shape, cells: new Uint8Array(1296) }, LIMITS, false).next();
    });
    expect(status).toBe(Status.invalid);
  });

  test('if a rule has more cells than any kind of rule', () => {
    const rules: Rules = { pairs: [], groups: [], sums: [{ plus: range(256), minus: [], sum: 300 }] };
    expect(tooManyRules(rules, 36)).toBe('expected at most 255 cells in a rule, got 256');
  });
});

describe('relations', () => {
  const relationOf = (least: number): Relation => ({
    name: `add up to ${least} or more`,
    ofOne: `makes ${least} or more with`,
    allows: (a, b) => a + b >= least,
  });
  const one = (relation: Relation): Rules => ({
    pairs: [{ cells: [0, 5], relation, rule: 'test' }],
    groups: [],
    sums: [],
  });
  const countOf = (rules: Rules) =>
    pool.run((kernel) => {
      kernel.setWitness(undefined);
      const puzzle = { geometry: geometry(4), cells: new Uint8Array(16), rules };
      const search = new Search(kernel, puzzle, LIMITS, false);
      while (search.next() === Status.solved);
      return search.count;
    });
  const usual = relationOf(6);

  test('of thousands of names, one after another, keep their meaning', () => {
    const first = one(usual);
    const expected = countOf(first);
    expect(expected).toBeGreaterThan(0);
    expect(expected).toBeLessThan(288);
    const counts = range(1000).map((i) => {
      // each is a name of its own; every tenth one is as before
      const relation = relationOf(i % 10 === 0 ? 6 : 2);
      return countOf(one({ ...relation, name: `relation ${i}` }));
    });
    expect(new Set(counts.filter((_, i) => i % 10 === 0))).toEqual(new Set([expected]));
    expect(new Set(counts.filter((_, i) => i % 10 !== 0))).toEqual(new Set([288]));
    // a relation from before the table was full
    expect(countOf(first)).toBe(expected);
  });

  test('of one puzzle are at most 128, that of different cells included', () => {
    const many = (count: number): Rules => ({
      pairs: range(count).map((i) => ({
        cells: [0, 5],
        relation: { ...usual, name: `of ${count}, ${i}` },
        rule: 'test',
      })),
      groups: [],
      sums: [],
    });
    expect(countOf(many(127))).toBe(countOf(one(usual)));
    expect(() => countOf(many(128))).toThrow('expected at most 128 relations, got more');
  });
});
