import { describe, expect, test } from 'vitest';
import { KernelPool } from '../../../../core/kernel/kernel.ts';
import { largeKernelFactory, Search } from '../../../../core/solver/large/search.ts';
import { geometry } from '../../../../core/solver/model/geometry.ts';
import {
  DIFFERENT,
  type Group,
  type Pair,
  type Relation,
  type Rules,
  type Sum,
} from '../../../../core/solver/model/rules.ts';
import { Status } from '../../../../core/solver/model/status.ts';
import fc from '../../../property.ts';
import { textOf } from '../puzzles.ts';
import { referenceSolutions } from '../reference.ts';
import { code as debugCode } from './debug-kernel.generated.ts';

/** The debug build checks its invariants, and that it learns nothing that rules out a known solution. */
const pool = new KernelPool(largeKernelFactory(debugCode));

const RISING: Relation = { name: 'rise', ofOne: 'is less than', allows: (a, b) => a < b };
const FAR: Relation = {
  name: 'differ by 2 or more',
  ofOne: 'differs by 2 or more from',
  allows: (a, b) => Math.abs(a - b) >= 2,
};

/** All solutions under rules, as the kernel finds them, sorted. */
function solutionsOf(size: number, cells: Uint8Array, rules: Rules, witness?: Uint8Array): string[] {
  return pool.run((kernel) => {
    kernel.setWitness(witness);
    const limits = { budget: 1e6, deadline: Infinity };
    const search = new Search(kernel, { geometry: geometry(size), cells, rules }, limits, false);
    const found: string[] = [];
    let status = search.next();
    for (; status === Status.solved; status = search.next()) found.push(textOf(search.solution));
    expect([Status.noSolution, Status.invalid]).toContain(status);
    return found.sort();
  });
}

function obeys({ pairs, groups, sums }: Rules, grid: Uint8Array): boolean {
  const total = (cells: readonly number[]) => cells.reduce((sum, cell) => sum + grid[cell]!, 0);
  return (
    pairs.every(({ cells: [a, b], relation }) => relation.allows(grid[a]!, grid[b]!)) &&
    groups.every(({ cells, sum, consecutive }) => {
      const digits = cells.map((cell) => grid[cell]!);
      if (new Set(digits).size < cells.length) return false;
      if (consecutive && Math.max(...digits) - Math.min(...digits) !== cells.length - 1) return false;
      return sum === undefined || total(cells) === sum;
    }) &&
    sums.every(({ plus, minus, sum }) => total(plus) - total(minus) === sum)
  );
}

const GRIDS4 = referenceSolutions(geometry(4), new Uint8Array(16));

/** Cells of a 4x4 grid, each once. */
const someCells = (least: number, most: number) =>
  fc.uniqueArray(fc.nat(15), { minLength: least, maxLength: most });

const pairs = fc
  .tuple(someCells(2, 2), fc.constantFrom(DIFFERENT, RISING, FAR))
  .map(([[a, b], relation]): Pair => ({ cells: [a!, b!], relation, rule: relation.name }));

/** Disjoint cages: the parts of a list of cells. */
const cages = fc
  .tuple(someCells(0, 16), fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 8 }))
  .map(([cells, lengths]) => {
    const left = [...cells];
    return lengths.map((length) => left.splice(0, length)).filter(({ length }) => length > 0);
  });

/** Rules that a full grid obeys, so that there is a solution, or that none may obey. */
const puzzles = fc
  .record({
    grid: fc.constantFrom(...GRIDS4),
    givens: someCells(0, 4),
    pairs: fc.array(pairs, { maxLength: 4 }),
    cages,
    lines: fc.array(someCells(2, 3), { maxLength: 1 }),
    sums: fc.array(fc.tuple(someCells(2, 4), fc.nat(3)), { maxLength: 2 }),
    isTrue: fc.boolean(),
  })
  .map(({ grid, givens, pairs: related, cages: parts, lines, sums, isTrue }) => {
    const total = (list: readonly number[]) => list.reduce((sum, cell) => sum + grid[cell]!, 0);
    const differ = (list: readonly number[]) => new Set(list.map((cell) => grid[cell])).size === list.length;
    const all: Rules = {
      pairs: related,
      groups: [
        ...parts.filter(differ).map((list): Group => ({ cells: list, sum: total(list) })),
        ...lines.map((list): Group => ({ cells: list, consecutive: true })),
      ],
      sums: sums.map(([list, minus]): Sum => {
        const [plus, less] = [list.slice(minus), list.slice(0, minus)];
        return { plus, minus: less, sum: Math.max(0, total(plus) - total(less)) };
      }),
    };
    const rules: Rules = isTrue
      ? {
          pairs: all.pairs.filter((pair) => obeys({ pairs: [pair], groups: [], sums: [] }, grid)),
          groups: all.groups.filter((group) => obeys({ pairs: [], groups: [group], sums: [] }, grid)),
          sums: all.sums.filter((sum) => obeys({ pairs: [], groups: [], sums: [sum] }, grid)),
        }
      : all;
    const cells = new Uint8Array(16);
    for (const cell of givens) cells[cell] = grid[cell]!;
    return { rules, cells, witness: isTrue ? grid : undefined };
  });

describe('rules of pairs, groups and sums', () => {
  test('leave just the 4x4 grids that obey them', () => {
    fc.assert(
      fc.property(puzzles, ({ rules, cells, witness }) => {
        const expected = GRIDS4.filter(
          (grid) => cells.every((digit, cell) => digit === 0 || digit === grid[cell]) && obeys(rules, grid),
        );
        expect(solutionsOf(4, cells, rules, witness)).toEqual(expected.map(textOf));
      }),
      { numRuns: 2000 },
    );
  });

  test('of one puzzle do not stay for the next', () => {
    const none: Rules = { pairs: [], groups: [], sums: [] };
    const cage: Rules = { ...none, groups: [{ cells: [0, 1, 2], sum: 9 }] };
    expect(solutionsOf(4, new Uint8Array(16), cage)).toHaveLength(72);
    expect(solutionsOf(4, new Uint8Array(16), none)).toHaveLength(288);
  });

  test('that cannot be kept have no solution', () => {
    const rules: Rules = { pairs: [], groups: [{ cells: [0, 1], sum: 30 }], sums: [] };
    expect(solutionsOf(4, new Uint8Array(16), rules)).toEqual([]);
  });
});
