import { describe, expect, test } from 'vitest';
import { batchResult } from '../../../../core/solver/engine/engine.ts';
import {
  anyGeometry,
  brokenRule,
  type Geometry,
  geometry,
  givensAreConsistent,
  withRules,
} from '../../../../core/solver/model/geometry.ts';
import { RULE_KINDS, type Rule, type RuleKind } from '../../../../core/solver/model/rule-kinds.ts';
import { Status } from '../../../../core/solver/model/status.ts';
import { engineFor } from '../../../../core/solver/solve/engines.ts';
import fc from '../../../property.ts';
import { obeys } from '../obeys.ts';
import { textOf } from '../puzzles.ts';
import { referenceSolutions } from '../reference.ts';

const KINDS = Object.keys(RULE_KINDS) as RuleKind[];

function listed(shape: Geometry, cells: Uint8Array, limit = 1000): string[] {
  const found: string[] = [];
  const solutions = engineFor(shape).list(shape, cells, { limit, budget: 1e6, deadline: Infinity });
  for (const block of solutions) {
    for (let at = 0; at < block.length; at += shape.cells)
      found.push(textOf(block.slice(at, at + shape.cells)));
  }
  return found;
}

/** A rule that a grid obeys, of random cells; undefined if none of these cells obey it. */
function ruleFor(
  grid: Uint8Array,
  kind: RuleKind,
  cells: readonly number[],
  hasValue: boolean,
): Rule | undefined {
  const [least, most = Infinity] = RULE_KINDS[kind].cells;
  const own = cells.slice(0, Math.min(most, cells.length));
  if (own.length < least) return undefined;
  const digits = own.map((cell) => grid[cell]!);
  const values: Partial<Record<RuleKind, number>> = {
    cage: digits.reduce((sum, digit) => sum + digit, 0),
    whisper: 2,
    white: Math.abs(digits[0]! - digits[1]!),
    black: 3,
  };
  const rule: Rule = { kind, cells: own, ...(hasValue && { value: values[kind] || undefined }) };
  return obeys(rule, grid) ? rule : undefined;
}

const drawn = (cells: number) =>
  fc.record({
    kind: fc.constantFrom(...KINDS),
    cells: fc.uniqueArray(fc.nat(cells - 1), { minLength: 1, maxLength: 4 }),
    hasValue: fc.boolean(),
  });

/** Rules that a grid obeys, of which no two cages share a cell. */
function rulesFor(
  grid: Uint8Array,
  draws: readonly { kind: RuleKind; cells: number[]; hasValue: boolean }[],
): Rule[] {
  const caged = new Set<number>();
  return draws.flatMap(({ kind, cells, hasValue }) => {
    const rule = ruleFor(grid, kind, cells, hasValue);
    if (!rule || (kind === 'cage' && rule.cells.some((cell) => caged.has(cell)))) return [];
    if (kind === 'cage') for (const cell of rule.cells) caged.add(cell);
    return [rule];
  });
}

const GRIDS4 = referenceSolutions(geometry(4), new Uint8Array(16));
const GRID6 = Uint8Array.from('123456456123231564564231312645645312', Number);

describe('puzzles with rules of their own', () => {
  test('have just the 4x4 solutions that obey them', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...GRIDS4),
        fc.array(drawn(16), { minLength: 1, maxLength: 6 }),
        (grid, draws) => {
          const rules = rulesFor(grid, draws);
          const shape = withRules(geometry(4), rules);
          // some values contradict the size although this grid obeys them
          expect(shape.unfit).toBeUndefined();
          const expected = GRIDS4.filter((each) => rules.every((rule) => obeys(rule, each)));
          expect(listed(shape, new Uint8Array(16))).toEqual(expected.map(textOf));
        },
      ),
      { numRuns: 1000 },
    );
  });

  test('have the 6x6 solutions that a plain search finds, jigsaws included', () => {
    const jigsaw = '111222131242331244333444555666555666';
    fc.assert(
      fc.property(
        fc.array(drawn(36), { minLength: 1, maxLength: 10 }),
        fc.uniqueArray(fc.nat(35), { maxLength: 8 }),
        fc.boolean(),
        (draws, givens, isJigsaw) => {
          const base = isJigsaw ? anyGeometry(6, 'classic', undefined, jigsaw) : geometry(6);
          const grid = isJigsaw ? referenceSolutions(base, new Uint8Array(36), 1)[0]! : GRID6;
          const shape = withRules(base, rulesFor(grid, draws));
          const cells = new Uint8Array(36);
          for (const cell of givens) cells[cell] = grid[cell]!;
          expect(listed(shape, cells, 20)).toEqual(referenceSolutions(shape, cells, 20).map(textOf));
        },
      ),
      { numRuns: 100 },
    );
  });

  test.each<[string, Rule, string]>([
    [
      'a sum that is too small',
      { kind: 'cage', cells: [0, 1, 2], value: 4 },
      'the cage at r1c1 needs 3 different digits with sum 4',
    ],
    [
      'a cell twice',
      { kind: 'thermo', cells: [0, 1, 0] },
      'the thermometer at r1c1: expected each cell once, got r1c1 twice',
    ],
    [
      'a cell outside',
      { kind: 'renban', cells: [0, 81] },
      'the renban line at r1c1: expected cells of a 9x9 grid, got 81',
    ],
    [
      'too many cells',
      { kind: 'thermo', cells: [0, 1, 2, 3, 4, 5, 6, 7, 8, 17] },
      'the thermometer at r1c1: expected 2 to 9 cells, got 10',
    ],
    [
      'a difference beyond the size',
      { kind: 'whisper', cells: [0, 1], value: 9 },
      'the whispers line at r1c1 needs two digits that differ by 9 or more, but 1 to 9 have none',
    ],
    [
      'no whole number',
      { kind: 'cage', cells: [0, 1], value: 4.5 },
      'the cage at r1c1: expected a whole number from 1, got 4.5',
    ],
  ])('%s is invalid, and says why', (_, rule, reason) => {
    const shape = withRules(geometry(9), [rule]);
    const result = batchResult(shape, 1);
    const options = { mode: 'first', limit: 1, budget: 1e6, deadline: Infinity } as const;
    engineFor(shape).solveBatch({ geometry: shape, count: 1, cells: new Uint8Array(81) }, options, result);
    expect(result.statuses[0]).toBe(Status.invalid);
    expect(brokenRule(shape, new Uint8Array(81))?.reason).toBe(reason);
  });

  test.each<[Rule, string]>([
    [{ kind: 'cage', cells: [0, 10], value: 7 }, 'the cage at r1c1: expected different digits, got two of 5'],
    [
      { kind: 'cage', cells: [0, 1], value: 3 },
      'the cage at r1c1: expected digits with sum 3, got 5 in a part of them',
    ],
    [
      { kind: 'renban', cells: [0, 20] },
      'the renban line at r1c1: expected 2 consecutive digits, got 5 and 7',
    ],
    [{ kind: 'even', cells: [0] }, 'the even cell at r1c1: got 5'],
  ])('givens that break %j are invalid, and say why', (rule, reason) => {
    const shape = withRules(geometry(9), [rule]);
    const cells = new Uint8Array(81);
    [cells[0], cells[10], cells[20]] = [5, 5, 7];
    // two equal digits share a box, too
    if (rule.cells[1] !== 10) cells[10] = 0;
    else cells.copyWithin(40, 10, 11);
    const far = rule.cells[1] === 10 ? withRules(geometry(9), [{ ...rule, cells: [0, 40] }]) : shape;
    if (rule.cells[1] === 10) cells[10] = 0;
    expect(givensAreConsistent(far, cells)).toBe(false);
    expect(brokenRule(far, cells)?.reason).toBe(reason);
  });

  test('cages share no cell', () => {
    const rules: Rule[] = [
      { kind: 'cage', cells: [0, 1] },
      { kind: 'cage', cells: [1, 2] },
    ];
    expect(withRules(geometry(9), rules).unfit).toBe(
      'the cage at r1c2: expected cages that share no cell, got r1c2 in the cage at r1c1, too',
    );
  });

  test('a rule that is not known makes a puzzle unsupported', () => {
    const shape = withRules(geometry(4), [], 'sandwich');
    const result = batchResult(shape, 1);
    const options = { mode: 'first', limit: 1, budget: 1e6, deadline: Infinity } as const;
    engineFor(shape).solveBatch({ geometry: shape, count: 1, cells: new Uint8Array(16) }, options, result);
    expect(result.statuses[0]).toBe(Status.unsupported);
  });

  test('all dots are given: what has no dot is neither', () => {
    const rules: Rule[] = [{ kind: 'white', cells: [0, 1] }];
    const shape = withRules(anyGeometry(4, 'all-dots'), rules);
    for (const [a, b] of [
      [1, 2],
      [2, 4],
    ]) {
      const cells = new Uint8Array(16);
      [cells[5], cells[6]] = [a!, b!];
      expect(givensAreConsistent(shape, cells)).toBe(false);
    }
  });
});

describe('regions', () => {
  test.each([
    [5, '1122211322133324453445544'],
    [7, '1112222111322213333224435566744556674455667744566777'.slice(0, 49)],
  ])('of %i cells a side need no boxes', (size, regions) => {
    const shape = anyGeometry(size, 'classic', undefined, regions);
    if (shape.unfit === undefined) expect(shape.units).toHaveLength(3 * size);
    else expect(shape.unfit).toContain('regions: expected');
  });

  test('that are no partition are invalid', () => {
    expect(anyGeometry(4, 'classic', undefined, '1122112233443344').unfit).toBeUndefined();
    expect(anyGeometry(4, 'classic', undefined, '1122112233443334').unfit).toBe(
      'regions: expected 4 regions of 4 cells, got 5 cells of 3',
    );
  });
});
