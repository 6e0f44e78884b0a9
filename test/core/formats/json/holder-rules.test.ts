import { describe, expect, test } from 'vitest';
import { problemsOf, solveBytes } from '../solve-bytes.ts';

const P = '................';
const PLAIN = '1234341221434321';
const X = '1234341243212143';
const JIGSAW = '1342421321343421';
const cage = (sum: number) => [{ sum, cells: ['r1c1', 'r1c2'] }];
const solved = (solution: string) => ({ puzzle: P, solution, status: 'solved' });
const invalid = { puzzle: P, solution: 'invalid', status: 'invalid' };

/** Documents and their results. */
const CASES: [name: string, document: unknown, result: unknown][] = [
  [
    'a variant before its puzzles',
    { variant: 'x', puzzles: [P, { puzzle: P }] },
    { variant: 'x', puzzles: [X, solved(X)] },
  ],
  ['a variant after its puzzles', { puzzles: [P], variant: 'x' }, { puzzles: [X], variant: 'x' }],
  [
    'rules of an object around others',
    { variant: 'x', sets: { easy: [P], hard: { puzzles: [{ puzzle: P }] } } },
    { variant: 'x', sets: { easy: [X], hard: { puzzles: [solved(X)] } } },
  ],
  [
    'rules beside those of a record',
    { variant: 'x', puzzles: [{ puzzle: P, cages: cage(99) }] },
    { variant: 'x', puzzles: [{ ...invalid, cages: cage(99) }] },
  ],
  [
    'rules given twice',
    { cages: cage(3), puzzles: [{ puzzle: P, cages: cage(4) }] },
    { cages: cage(3), puzzles: [{ ...invalid, cages: cage(4) }] },
  ],
  [
    'regions',
    { regions: '1221122133443344', puzzles: [P] },
    { regions: '1221122133443344', puzzles: [JIGSAW] },
  ],
  [
    'a rule that is not known',
    { sandwich: [3, 4], puzzles: [P] },
    { sandwich: [3, 4], puzzles: ['unsupported'] },
  ],
  [
    'objects with and without rules',
    [
      { puzzles: [{ puzzle: P }, { puzzle: P }, { puzzle: P }] },
      { variant: 'x', puzzles: [{ puzzle: P }, { puzzle: P }, { puzzle: P }] },
      { puzzles: [{ puzzle: P }, { puzzle: P }, { puzzle: P }] },
    ],
    [
      { puzzles: [solved(PLAIN), solved(PLAIN), solved(PLAIN)] },
      { variant: 'x', puzzles: [solved(X), solved(X), solved(X)] },
      { puzzles: [solved(PLAIN), solved(PLAIN), solved(PLAIN)] },
    ],
  ],
  ['a list of cells', { even: ['r1c1'], puzzles: [P] }, { even: ['r1c1'], puzzles: ['2134342112434312'] }],
  ['puzzles under the name of a rule', { killer: [P], even: 2 }, { killer: ['invalid'], even: 2 }],
];

describe('the rules of an object with several puzzles', () => {
  test.each(CASES)('apply to each of them: %s', (_, document, result) => {
    const text = JSON.stringify(document, undefined, 1);
    for (const pieces of [[], [1, 30, 7], Array.from(text, () => 1)]) {
      expect(JSON.parse(solveBytes(text, {}, pieces).text)).toEqual(result);
    }
  });

  test('are a problem after the first 64 KiB, as puzzles before them may be solved already', () => {
    const text = `{"puzzles":[${Array(4000).fill(`"${P}"`).join()}],\n"variant":"x"}`;
    const reason =
      'expected rules of all puzzles of an object once, in its first 65536 bytes, got them later';
    expect(problemsOf(solveBytes(text))).toEqual([`2:11 invalid: variant: ${reason}`]);
    expect(problemsOf(solveBytes(text, { ignore: 'variant' })), 'unless it is no rule').toEqual([]);
  });
});
