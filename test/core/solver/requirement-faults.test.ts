import { expect, test } from 'vitest';
import { solveCells } from '../../../core/puzzle/solve-cells.ts';
import { geometry } from '../../../core/solver/model/geometry.ts';
import { whyImpossible } from '../../../core/solver/requirement-faults.ts';
import type { Requirements } from '../../../core/solver/requirements.ts';

const classic = geometry(9);
type Partial9x9 = Omit<Requirements, 'seed' | 'geometry'> & Pick<Partial<Requirements>, 'geometry'>;

const faultOf = (requirements: Partial9x9) => whyImpossible({ geometry: classic, ...requirements });
const mask = (text: string) => Uint8Array.from(text.replace(/\s/g, ''), Number);

test.each<[Partial9x9, string]>([
  [{ er: { from: 10, to: 12 } }, 'expected a rating from 9.9 down'],
  [{ er: { from: 1.3, to: 1.4 } }, 'the nearest are 1.2 and 1.5'],
  [{ er: { from: 6.3, to: 6.4 } }, 'the nearest are 6.2 and 6.5'],
  [
    { er: { from: 2, to: 3.1 }, technique: 'X-Wing' },
    'expected a range that reaches 3.2, the rating of X-Wing',
  ],
  [
    { clues: { from: 5, to: 16 } },
    'expected 17 clues or more, as fewer have several solutions; got 16 at most',
  ],
  [{ clues: { from: 3, to: 3 }, geometry: geometry(4) }, 'expected 4 clues or more'],
  [{ clues: { from: 1, to: 7 }, geometry: geometry(9, 'x') }, 'expected 8 clues or more'],
  [{ clues: { from: 81, to: 81 }, er: { from: 1, to: 2 } }, 'expected an open cell'],
  [
    { clues: { from: 7, to: 7 }, symmetry: 'rotational', geometry: geometry(4) },
    'expected an even number of clues, as rotational symmetry of a 4x4 grid has them in pairs; got 7',
  ],
  [{ mask: mask(`${'1'.repeat(16)}${'0'.repeat(65)}`) }, 'expected a mask of 17 clues or more'],
  [{ mask: mask('1'.repeat(81)), technique: 'X-Wing' }, 'expected an open cell'],
  [{ mask: mask(`${'1'.repeat(63)}${'0'.repeat(18)}`) }, 'got rows 8 and 9 empty'],
  [{ mask: mask('011110111'.repeat(9).replace(/(?<=^(?:.{9})*.{1})1/g, '0')) }, 'got columns 1 and 2 empty'],
])('gives the reason why no puzzle can meet %j', (requirements, fault) => {
  expect(faultOf(requirements)).toContain(fault);
});

test.each<Partial9x9>([
  {},
  { er: { from: 1, to: 1 } },
  { er: { from: 1.3, to: 1.5 } },
  { er: { from: 9.9, to: 12 } },
  { er: { from: 8.7, to: 8.7 }, technique: 'Naked Pair' },
  { clues: { from: 17, to: 17 } },
  { clues: { from: 4, to: 4 }, geometry: geometry(4) },
  { clues: { from: 3, to: 3 }, geometry: geometry(4, 'x') },
  { clues: { from: 5, to: 5 }, geometry: geometry(6) },
  { clues: { from: 23, to: 23 }, symmetry: 'rotational' },
  { clues: { from: 7, to: 8 }, symmetry: 'mirror', geometry: geometry(4) },
  { mask: mask(`${'1'.repeat(72)}${'0'.repeat(9)}`) },
  { mask: mask(`${'1'.repeat(63)}${'0'.repeat(18)}`), geometry: geometry(9, 'x') },
])('gives no reason against %j', (requirements) => {
  expect(faultOf(requirements)).toBeUndefined();
});

test.each([
  ['classic', 0],
  ['x', 320],
] as const)(
  'the number of 4x4 puzzles (%s) with the clues 1, 2 and 3 and one solution is %i',
  (variant, unique) => {
    let found = 0;
    for (let cell = 0; cell < 16 ** 3; cell++) {
      const places = [cell % 16, (cell >> 4) % 16, cell >> 8] as const;
      if (new Set(places).size < 3) continue;
      const cells = new Uint8Array(16);
      for (const [i, place] of places.entries()) cells[place] = i + 1;
      if (solveCells(cells, { variant, solutions: 'unique' }).status === 'solved') found++;
    }
    // the loop makes each of them in six ways, as each of its clues can be the 1
    expect(found / 6).toBe(unique);
  },
);
