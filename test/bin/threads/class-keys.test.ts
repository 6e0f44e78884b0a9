import { describe, expect, test } from 'vitest';
import { classKeys, KEY_WORDS, pairKeys, type Sameness } from '../../../bin/threads/class-keys.ts';
import { doTask } from '../../../bin/threads/tasks.ts';
import type { GeneratedVariant } from '../../../core/solver/drawn-names.ts';
import { generateCells } from '../../../core/solver/generate-cells.ts';
import { generateMatching } from '../../../core/solver/generate-matching.ts';
import { generatedShape } from '../../../core/solver/generated-variants.ts';
import { type Geometry, geometry, withRules } from '../../../core/solver/model/geometry.ts';
import { shapeOf } from '../../../core/solver/model/shape.ts';
import { randomSymmetry } from '../../../core/solver/symmetry/symmetry.ts';
import { belowFrom, moved, turned } from '../../core/solver/symmetry/moved-puzzles.ts';

/** By `pair`, those of puzzles that are found together with those of their solutions. */
function keyOf(shape: Geometry, cells: Uint8Array, by: Sameness | 'pair') {
  const { keys, byCells } =
    by === 'pair'
      ? pairKeys(shape, cells).puzzle
      : doTask({ kind: 'keys', shape: shapeOf(shape), cells, by });
  return { key: keys.join(), isByCells: byCells[0] === 1 };
}

/** Puzzles of a variant. */
function* puzzlesOf(
  size: number,
  variant: GeneratedVariant,
  count: number,
): Generator<[Geometry, Uint8Array]> {
  const requirements = { ...generatedShape(size, variant), seed: 8 };
  for (let i = 0, made = 0; made < count; i++) {
    const puzzle = generateMatching(requirements, i);
    if (typeof puzzle === 'string') continue;
    made++;
    yield [puzzle.geometry, puzzle.cells];
  }
}

describe.each(['puzzle', 'grid', 'pair'] as const)(
  'puzzles have the key by %s of those that symmetries make of them',
  (by) => {
    test.each<[number, GeneratedVariant, what: 'renamed' | 'moved' | 'turned']>([
      [4, 'classic', 'renamed'],
      [6, 'classic', 'renamed'],
      [9, 'classic', 'renamed'],
      [12, 'classic', 'renamed'],
      [16, 'classic', 'renamed'],
      [9, 'killer', 'moved'],
      [6, 'thermo', 'moved'],
      [9, 'jigsaw', 'turned'],
      [9, 'x', 'turned'],
      [9, 'anti-knight', 'turned'],
      [9, 'windoku', 'turned'],
    ])('%i cells a side with %s, %s, and no two of different classes', (size, variant, what) => {
      const keys = new Set<string>();
      for (const [shape, cells] of puzzlesOf(size, variant, 3)) {
        const one = keyOf(shape, cells, by);
        const below = belowFrom(keys.size);
        const drawn = what === 'turned' ? turned(size, below) : randomSymmetry(below, shape);
        const symmetry = what === 'moved' ? { ...drawn, digits: drawn.digits.toSorted() } : drawn;
        expect(keyOf(...moved(shape, cells, symmetry), by)).toEqual(one);
        expect(one.isByCells).toBe(false);
        keys.add(one.key);
      }
      // 4x4 has few classes
      if (size > 4) expect(keys.size).toBe(3);
    });
  },
);

test('keys by pair tell the same puzzles apart, also where solutions have symmetries or there are several', () => {
  const shape = geometry(9);
  const symmetric = Uint8Array.from({ length: 81 }, (_, i) => {
    const [row, column] = [Math.floor(i / 9), i % 9];
    return ((3 * row + Math.floor(row / 3) + column) % 9) + 1;
  });
  const without = (...empty: number[]) => symmetric.map((digit, i) => (empty.includes(i) ? 0 : digit));
  const [made] = generateCells(shape, { seed: 3 }).take(1);
  const several = made!.cells.with(made!.cells.findIndex(Boolean), 0);
  const originals = [
    symmetric,
    without(0),
    without(0, 1),
    without(0, 40),
    made!.cells,
    made!.solution,
    several,
  ];
  const all = originals.flatMap((cells, i) => {
    const twin = () => moved(shape, cells, randomSymmetry(belowFrom(i), shape))[1];
    return [cells, twin(), twin()];
  });
  const cells = new Uint8Array(Buffer.concat(all));
  const classesBy = (keys: Uint32Array) => {
    const texts = all.map((_, i) => keys.subarray(i * KEY_WORDS, (i + 1) * KEY_WORDS).join());
    return texts.map((text) => texts.indexOf(text));
  };
  const { keys } = classKeys(shape, { kind: 'keys', shape: shapeOf(shape), cells, by: 'puzzle' });
  expect(new Set(classesBy(keys)).size).toBe(originals.length);
  expect(classesBy(pairKeys(shape, cells).puzzle.keys)).toEqual(classesBy(keys));
});

test('puzzles with other rules have other keys, but the same one by grid if they have the same solution', () => {
  const [made] = generateCells(geometry(9), { seed: 2 }).take(1);
  const even = made!.solution.indexOf(4);
  const [plain, ruled] = [geometry(9), withRules(geometry(9), [{ kind: 'even', cells: [even] }])];
  for (const [by, areSame] of [
    ['puzzle', false],
    ['grid', true],
    ['exact', false],
  ] as const)
    expect(keyOf(plain, made!.cells, by).key === keyOf(ruled, made!.cells, by).key).toBe(areSame);
});

test('a puzzle whose class would take a long search says that it is compared cell by cell', () => {
  const shape = geometry(36);
  const [empty, other] = [
    new Uint8Array(shape.cells),
    Uint8Array.from({ length: shape.cells }, (_, c) => (c === 1 ? 1 : 0)),
  ];
  expect(keyOf(shape, empty, 'puzzle').isByCells).toBe(true);
  expect(keyOf(shape, empty, 'exact').isByCells).toBe(false);
  expect(keyOf(shape, empty, 'puzzle').key).not.toBe(keyOf(shape, other, 'puzzle').key);
});
