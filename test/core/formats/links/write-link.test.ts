import { describe, expect, test } from 'vitest';
import type { LinkPuzzle as ReadPuzzle } from '../../../../core/formats/links/description.ts';
import { readLink } from '../../../../core/formats/links/link.ts';
import { LINK_FORMS } from '../../../../core/formats/links/write-link.ts';
import type { Variant } from '../../../../core/options/options.ts';
import { VARIANT_NAMES } from '../../../../core/options/variants.ts';
import { anyGeometry, type Geometry, withRules } from '../../../../core/solver/model/geometry.ts';
import { RULE_KINDS, type Rule, type RuleKind } from '../../../../core/solver/model/rule-kinds.ts';
import fc from '../../../property.ts';

type LinkPuzzle = Omit<ReadPuzzle, 'notes'>;

const FORMS = Object.entries(LINK_FORMS);
const KINDS = Object.keys(RULE_KINDS) as RuleKind[];

/** Rules of any kinds that can stand together in a grid: cages share no cell, and a cell is even or odd. */
const rulesOf = (size: number): fc.Arbitrary<Rule[]> =>
  fc
    .array(
      fc.constantFrom(...KINDS).chain((kind) => {
        const { cells, value } = RULE_KINDS[kind];
        const most = Math.min(cells[1] ?? size, size);
        const isPair = cells[1] === 2;
        return fc.record({
          kind: fc.constant(kind),
          cells: isPair
            ? fc.nat(size * (size - 1) - 1).map((i) => [i, i + size])
            : fc.uniqueArray(fc.nat(size * size - 1), { minLength: cells[0], maxLength: most }),
          value: value
            ? fc.option(fc.integer({ min: 3, max: 4 }), { nil: undefined })
            : fc.constant(undefined),
        });
      }),
      { maxLength: 12 },
    )
    .map((rules) => {
      const seen = new Set<string>();
      return rules.filter(({ kind, cells }) => {
        const keys = cells.map((cell) => `${kind === 'odd' ? 'even' : kind} ${cell}`);
        const isFree =
          (kind !== 'cage' && kind !== 'even' && kind !== 'odd') || !keys.some((key) => seen.has(key));
        for (const key of keys) seen.add(key);
        return isFree;
      });
    });

const puzzles: fc.Arbitrary<LinkPuzzle> = fc.constantFrom(4, 5, 6, 9, 16).chain((size) =>
  fc
    .record({
      rules: rulesOf(size),
      variant: fc.subarray([...VARIANT_NAMES]).map((names) => (names.join() || 'classic') as Variant),
      isJigsaw: fc.boolean(),
      cells: fc.array(fc.nat(size), { minLength: size * size, maxLength: size * size }),
    })
    .map(({ rules, variant, isJigsaw, cells }) => {
      const columns = Array.from({ length: size * size }, (_, cell) => '123456789ABCDEFG'[cell % size]).join(
        '',
      );
      const regions = isJigsaw || size === 5 ? columns : undefined;
      const base = anyGeometry(size, variant, undefined, regions);
      return { geometry: withRules(base, rules), cells: Uint8Array.from(cells) };
    })
    .filter(({ geometry: { unfit } }) => unfit === undefined),
);

/** What a puzzle says, whatever the order of its rules. */
const meaning = ({ geometry, cells, allowed }: LinkPuzzle) => ({
  size: geometry.size,
  boxes: geometry.regions ? undefined : [geometry.boxRows, geometry.boxColumns],
  variant: geometry.variant,
  regions: geometry.regions && [...geometry.regions].join(),
  rules: geometry.rules.map(({ kind, cells: own, value }) => JSON.stringify([kind, own, value])).sort(),
  cells: [...cells].join(),
  allowed: allowed && [...allowed].join(),
  unsupported: geometry.unsupported,
});

describe.each(FORMS)('the form %s', (name, { missing, write }) => {
  test('gives the same puzzle when it is read', () => {
    fc.assert(
      fc.property(puzzles, (puzzle) => {
        const { geometry } = puzzle;
        if (missing(geometry) !== undefined) return;
        expect(meaning(readLink(write(puzzle)))).toEqual(meaning(puzzle));
      }),
      { numRuns: 300 },
    );
  });

  test.each(KINDS.filter((kind) => name === 'iss' || kind !== 'greater'))(
    'holds a rule of the kind %s',
    (kind) => {
      const { cells, value } = RULE_KINDS[kind];
      const few = cells[1] === 2 ? [0, 9] : Array.from({ length: Math.max(cells[0], 2) }, (_, i) => i);
      for (const own of value ? [undefined, 3] : [undefined]) {
        const rule: Rule = { kind, cells: few.slice(0, cells[1]), ...(own !== undefined && { value: own }) };
        const puzzle = { geometry: withRules(anyGeometry(9, 'classic'), [rule]), cells: new Uint8Array(81) };
        if (missing(puzzle.geometry) !== undefined && own !== undefined) continue;
        expect(missing(puzzle.geometry)).toBeUndefined();
        expect(puzzle.geometry.rules).toHaveLength(1);
        expect(meaning(readLink(write(puzzle)))).toEqual(meaning(puzzle));
      }
    },
  );

  test.each(VARIANT_NAMES)('holds the variant %s', (variant) => {
    const puzzle = { geometry: anyGeometry(9, variant), cells: new Uint8Array(81) };
    expect(missing(puzzle.geometry)).toBeUndefined();
    expect(meaning(readLink(write(puzzle)))).toEqual(meaning(puzzle));
  });

  test('holds the digits that cells may have, and boxes of another shape', () => {
    const geometry = anyGeometry(6, 'classic', { rows: 3, columns: 2 });
    const allowed = new Uint32Array(72).fill(0).map((_, i) => (i % 2 === 0 ? 63 : 0));
    allowed[0] = 0b001011;
    const cells = new Uint8Array(36);
    cells[1] = 5;
    allowed[2] = 0b010000;
    const read = readLink(write({ geometry, cells, allowed }));
    expect([...read.allowed!]).toEqual([...allowed]);
    expect(read.cells).toEqual(cells);
    expect([...read.geometry.regions!].slice(0, 8)).toEqual([0, 0, 1, 1, 2, 2, 0, 0]);
  });
});

const nine = (rules: Rule[], variant: Variant = 'classic'): Geometry =>
  withRules(anyGeometry(9, variant), rules);

test('a puzzle whose grid cannot have its variant is read with its rules', () => {
  const { unfit, rules } = readLink('.Shape~6x6.Windoku.X~R1C1~R1C2').geometry;
  expect(unfit).toMatch(/^windoku: expected a grid of square boxes/);
  expect(rules).toHaveLength(1);
});

test.each<[keyof typeof LINK_FORMS, Geometry, string]>([
  ['fpuzzles', nine([{ kind: 'greater', cells: [0, 1] }]), 'a greater-than sign'],
  ['sudokupad', nine([{ kind: 'greater', cells: [0, 1] }]), 'a greater-than sign'],
  ['fpuzzles', nine([{ kind: 'white', cells: [0, 1] }], 'non-consecutive'), 'non-consecutive beside dots'],
  [
    'fpuzzles',
    nine([{ kind: 'black', cells: [0, 1], value: 3 }], 'all-dots'),
    'all-dots with numbers in dots',
  ],
  ['fpuzzles', anyGeometry(25, 'classic'), 'grids above 16x16'],
  ['iss', anyGeometry(25, 'classic'), 'grids above 16x16'],
  ['iss', nine([{ kind: 'white', cells: [0, 1], value: 2 }]), 'a white dot with a number'],
  ['iss', nine([{ kind: 'x', cells: [8, 9] }]), 'a X between cells that are no neighbours'],
])('%s has no place for some rules: %#', (name, geometry, reason) => {
  expect(LINK_FORMS[name].missing(geometry)).toBe(reason);
});
