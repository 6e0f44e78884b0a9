import { describe, expect, test } from 'vitest';
import { canonical, check, count, format, grade, parse, solutions, solve } from '../../../core/index.ts';

const PUZZLE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const SOLUTION = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
const LINE = format(PUZZLE, { layout: 'pencilmarks' });
/** The third cell may be 1 or 4. */
const RESTRICTED = `${LINE.slice(0, 18)}1..4.....${LINE.slice(27)}`;
const GRID = '1 23 23 4\n3 34 1 2\n2 1 34 34\n34 34 2 1';

describe('candidates in a text', () => {
  test('are solved: pencilmarks to a line of cells, a grid in its frame', () => {
    expect(solve(LINE)).toEqual({ status: 'solved', solution: SOLUTION });
    expect(solve(`# text\n${RESTRICTED}\n`)).toEqual({ status: 'solved', solution: `# text\n${SOLUTION}\n` });
    expect(solve(`+----+\n${GRID}\n+----+`)).toEqual({
      status: 'solved',
      solution: '+----+\n1 2  3  4\n3 4  1 2\n2 1 4  3 \n4  3  2 1\n+----+',
    });
  });

  test('are counted and listed', () => {
    const open = '12 12 3 4\n3 4 1 2\n12 12 4 3\n4 3 2 1';
    expect(count(open)).toMatchObject({ status: 'solved', count: 2 });
    expect([...solutions(open)].map((solution) => format(solution))).toEqual([
      '1234341221434321',
      '2134341212434321',
    ]);
  });

  test('can be parsed', () => {
    const { size, cells, candidates } = parse(GRID);
    expect(size).toBe(4);
    expect(cells.join('')).toBe('1004301221000021');
    expect(candidates!.slice(0, 3)).toEqual([[1], [2, 3], [2, 3]]);
    expect(parse(PUZZLE).candidates).toBeUndefined();
  });

  test('of the givens alone are a puzzle with givens', () => {
    expect(format(LINE)).toBe(PUZZLE);
    expect(canonical(LINE)).toEqual(canonical(PUZZLE));
    expect(grade(LINE, { steps: false })).toEqual(grade(PUZZLE, { steps: false }));
  });

  test.each([
    ['canonical', canonical],
    ['format', format],
  ])('beside the givens are refused by %s', (_, call) => {
    expect(() => call(RESTRICTED)).toThrow(
      /expected a puzzle that has only givens, .*; got one that excludes candidates/,
    );
  });

  test('beside the givens are used by grade, which does not rate them', () => {
    const result = grade(RESTRICTED);
    expect(result).toMatchObject({ status: 'explained', counts: expect.anything() });
  });

  test('are written as pencilmarks again', () => {
    expect(format(RESTRICTED, { layout: 'pencilmarks' })).toBe(RESTRICTED);
  });

  test('must have the digits of a solution', () => {
    expect(check(RESTRICTED, SOLUTION)).toEqual({ isValid: true });
    const without = `${LINE.slice(0, 18)}12.......${LINE.slice(27)}`;
    expect(check(without, SOLUTION)).toMatchObject({
      isValid: false,
      conflict: { row: 1, column: 3, value: 4, reason: 'expected a candidate in row 1, column 3, got 4' },
    });
  });

  test('that leave a cell without a digit name the cell', () => {
    expect(solve(`${LINE.slice(0, 18)}.........${LINE.slice(27)}`)).toMatchObject({
      status: 'invalid',
      conflict: { row: 1, column: 3, value: 0, reason: 'expected a candidate in row 1, column 3, got none' },
    });
  });

  test('in the place of another digit are refused with the place', () => {
    expect(() => solve(`2${LINE.slice(1)}`)).toThrow(
      'puzzle: expected 1 or . at place 1 of row 1, column 1, got "2"',
    );
  });
});
