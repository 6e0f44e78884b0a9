import { describe, expect, test } from 'vitest';
import { generate, type Puzzle, PuzzleError, type SolveOptions, solve } from '../../../core/browser.ts';
import { solve as solveOnDemand } from '../../../core/puzzle/solve-on-demand.ts';
import fc from '../../property.ts';

const P = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';

/** What a call returns or throws, by name and message. */
async function outcome(call: () => unknown) {
  try {
    return { returned: await call() };
  } catch (error) {
    return { thrown: String(error) };
  }
}

const values = Array.from(P, (symbol) => Number(symbol) || 0);
const rows = Array.from({ length: 9 }, (_, row) => values.slice(row * 9, row * 9 + 9));

describe('solve on demand gives the result of solve', () => {
  test.each<[string, Puzzle, SolveOptions?]>([
    ['a line', P],
    ['a line with 0 for empty cells', P.replaceAll('.', '0')],
    ['a line with 0 as the lowest of nine digits', P.replaceAll('9', '0')],
    ['other empty cells', P.replaceAll('.', '*')],
    ['letters', P.replace(/[1-9]/g, (digit) => 'ABCDEFGHI'[Number(digit) - 1]!)],
    ['lines', P.replace(/.{9}/g, '$&\n')],
    ['numbers', values],
    ['rows of numbers', rows],
    ['rows with null', rows.map((row) => row.map((value) => value || null))],
    ['rows of texts', P.match(/.{9}/g)!],
    ['bytes', Uint8Array.from(values)],
    ['a number above 9', values.with(2, 10)],
    ['a hole', values.toSpliced(80, 1)],
    ['several solutions', '.'.repeat(81)],
    ['no solution', `12345678.........9${'.'.repeat(63)}`],
    ['equal givens', `11${'.'.repeat(79)}`],
    ['a full grid', solve(P).solution!],
    ['a diagonal', '.'.repeat(80).concat('1'), { variant: 'x', solutions: 'first' }],
    ['rules', '.'.repeat(81), { cages: '3 r1c1 r1c2', solutions: 'first' }],
    ['another size', '12.434..2.4343.1'],
    ['no puzzle', 'abc'],
    ['an unknown option', P, { limit: 1 } as SolveOptions],
    ['null', null as unknown as Puzzle],
  ])('for %s', async (_, puzzle, options) => {
    const expected = await outcome(() => solve(puzzle, options));
    expect(await outcome(() => solveOnDemand(puzzle, options))).toEqual(expected);
  });

  test('for puzzles with cells changed at random', async () => {
    const changes = fc.array(fc.tuple(fc.nat(80), fc.constantFrom(...'.0123456789A x'.split(''))), {
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(fc.nat(1000), changes, async (seed, changed) => {
        const cells = Array.from(generate({ seed }).puzzle);
        for (const [at, symbol] of changed) cells[at] = symbol;
        const puzzle = cells.join('');
        const expected = await outcome(() => solve(puzzle));
        expect(await outcome(() => solveOnDemand(puzzle))).toEqual(expected);
      }),
    );
  });
});

test('errors are rejections, not exceptions', async () => {
  const promise = solveOnDemand('abc');
  await expect(promise).rejects.toThrow(PuzzleError);
});

test('the bytes of a caller are not changed, and the solution has bytes of its own', async () => {
  const bytes = Uint8Array.from(values);
  const { solution } = await solveOnDemand(bytes);
  expect(bytes).toEqual(Uint8Array.from(values));
  expect(solution).toEqual(solve(bytes).solution);
});
