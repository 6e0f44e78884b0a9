import { describe, expect, test } from 'vitest';
import { canonical, check, count, grade, parse, solutions, solve } from '../../../core/puzzle/index.ts';
import { solveBytes } from '../formats/solve-bytes.ts';

const EMPTY = '.'.repeat(16);
/** The cages of all rows of a 4x4 grid but their last cells. */
const CAGES = [
  { sum: 3, cells: ['r1c1', 'r1c2'] },
  { sum: 4, cells: [[1, 3]] },
  { sum: 5, cells: 'r2c1 r2c4' },
] as const;

describe('the rules of a puzzle as options', () => {
  test('are those of records', () => {
    const rules = { cages: CAGES, even: ['r2c2'], thermos: [['r3c1', 'r3c2']] } as const;
    const all = [...solutions(EMPTY, rules)];
    expect(all.length).toBeGreaterThan(1);
    expect(count(EMPTY, rules).count).toBe(all.length);
    const record = JSON.stringify({ puzzle: EMPTY, ...rules });
    const table = solveBytes(record, { solutions: 'count', output: 'jsonl' }).text;
    expect(table).toContain(`"count":${all.length},`);
    for (const solution of all) {
      expect(check(EMPTY, solution, rules)).toEqual({ isValid: true });
      expect(Number(solution[0]) + Number(solution[1])).toBe(3);
      expect(solution[2]).toBe('4');
      expect(Number(solution[5]) % 2).toBe(0);
    }
    const texts = { cages: '3 r1c1 r1c2; 4 r1c3; 5 r2c1 r2c4', even: 'r2c2', thermos: 'r3c1 r3c2' };
    expect([...solutions(EMPTY, texts)]).toEqual(all);
    const others = [...solutions(EMPTY)].filter((solution) => !all.includes(solution));
    for (const solution of others) expect(check(EMPTY, solution, rules).isValid).toBe(false);
  });

  test('say which of them a solution breaks', () => {
    const found = check('12.434..2.4343.1', '1234341221434321', { cages: '4 r1c1 r1c2' });
    expect(found).toMatchObject({
      isValid: false,
      conflict: { reason: 'the cage at r1c1: expected digits with sum 4, got 3', row: 1, column: 1 },
    });
  });

  test('are invalid if they are not understood', () => {
    const status = (options: object) => {
      const result = solve(EMPTY, options);
      return result.status === 'invalid' ? result.conflict.reason : result.status;
    };
    expect(status({ cages: [{ sum: 3, cells: ['r1c5'] }] })).toBe(
      'cages[0].cells: expected a cell from r1c1 to r4c4, got "r1c5"',
    );
    expect(status({ regions: '11' })).toBe('regions: expected a symbol for each of 16 cells, got 2');
    expect(status({ cages: 7 })).toMatch(/^cages: expected rules such as/);
    const cyclic: unknown[] = [];
    cyclic.push(cyclic);
    expect(status({ cages: cyclic })).toMatch(/^cages\[0\]: expected a cell/);
    expect(status({ regions: cyclic })).toMatch(/^regions: expected a symbol for each cell/);
    expect(count(EMPTY, { even: 'r1c1', odd: 'r1c1' })).toMatchObject({ status: 'invalid', count: 0 });
    expect(() => solve(EMPTY, { cage: '3 r1c1' } as object)).toThrow('options: expected an option of');
    expect(() => solve(EMPTY, { variant: 'fog' } as object)).toThrow('options.variant: expected');
  });

  test('let grids without boxes have regions, in all forms', () => {
    const rows = ['12345', '34512', '51234', '23451', '45123'];
    const regions = ['11111', '22222', '33333', '44444', '55555'];
    const holed = rows.map((row) => `.${row.slice(1)}`);
    const cells = holed
      .join('')
      .split('')
      .map((cell) => Number(cell.replace('.', '0')));
    const own = { regions } as const;
    expect(solve(holed.join(''), own)).toEqual({ status: 'solved', solution: rows.join('') });
    expect(solve(holed.join('\n'), own)).toEqual({ status: 'solved', solution: rows.join('\n') });
    expect(solve(holed, own).solution).toEqual(rows);
    expect(solve(cells, own).solution).toEqual(rows.join('').split('').map(Number));
    expect(solve(Uint8Array.from(cells), own).solution).toEqual(Uint8Array.from(rows.join(''), Number));
    expect(
      solve(
        rows.map((row) => row.split('').map(Number)),
        own,
      ).status,
    ).toBe('solved');
    expect(solve(`#! sudoku regions=${regions.join('')}\n${holed.join('')}`)).toMatchObject({
      status: 'solved',
    });
    expect(check(holed.join(''), rows.join(''), own)).toEqual({ isValid: true });
    expect(() => solve(holed.join(''))).toThrow('expected puzzles, such as 81 digits');
    expect(() => solve(cells)).toThrow('expected as many cells as a grid has');
  });

  test('regions that are the boxes are no rule', () => {
    const puzzle = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
    const regions = Array.from(puzzle, (_, i) => 3 * Math.floor(i / 27) + Math.floor((i % 9) / 3) + 1).join(
      '',
    );
    const record = JSON.stringify({ puzzle, regions });
    expect(canonical(record)).toEqual(canonical(puzzle));
    expect(grade(record)).toEqual(grade(puzzle));
    expect(grade(puzzle, { regions })).toEqual(grade(puzzle));
  });

  test('are refused where only givens are known', () => {
    expect(() => parse(EMPTY, { cages: CAGES } as object)).toThrow('options: expected an option of');
  });
});
