import lzString from 'lz-string';
import { describe, expect, test } from 'vitest';
import {
  canonical,
  check,
  count,
  format,
  PuzzleError,
  parse,
  solutions,
  solve,
} from '../../../core/puzzle/index.ts';

const grid = Array.from({ length: 4 }, () => [{}, {}, {}, {}] as object[]);
grid[0]![0] = { value: 1, given: true };
const LINK = `https://f-puzzles.com/?load=${lzString.compressToBase64(
  JSON.stringify({ size: 4, grid, thermometer: [{ lines: [['R1C1', 'R1C2', 'R1C3', 'R1C4']] }] }),
)}`;
const TEXT = '.Shape~4x4.~R1C1_1.Thermo~R1C1~R1C2~R1C3~R1C4';

describe('a link as a puzzle', () => {
  test('is solved by its rules', () => {
    for (const puzzle of [LINK, TEXT]) {
      const { status, solution } = solve(puzzle, { solutions: 'first' });
      expect([status, solution?.slice(0, 4), solution?.length]).toEqual(['solved', '1234', 16]);
      expect(solve(puzzle).status).toBe('not-unique');
      expect(count(puzzle)).toEqual({ status: 'solved', count: 12, isExact: true });
      expect([...solutions(puzzle)].every((found) => found.startsWith('1234'))).toBe(true);
      expect(check(puzzle, solution!).isValid).toBe(true);
      expect(check(puzzle, '1243342121344312').isValid).toBe(false);
    }
  });

  test('may have more rules and variants in the options', () => {
    expect(count(TEXT, { variant: 'x' }).count).toBeLessThan(count(TEXT).count);
    expect(solve(TEXT, { even: ['r1c1'] }).status).toBe('invalid');
    expect(count(TEXT, { odd: ['r2c1'] }).count).toBe(6);
  });

  test('with rules that are not known, or that contradict the grid, says so', () => {
    expect(solve('.Shape~4x4.Sandwich~3~R1')).toEqual({
      status: 'unsupported',
      reason: 'expected rules that are known, got Sandwich',
    });
    expect(solve('.Shape~4x4.Cage~20~R1C1~R1C2')).toMatchObject({
      status: 'invalid',
      conflict: { reason: 'the cage at r1c1 needs 2 different digits with sum 20' },
    });
    expect(solve('.Shape~6x6.Windoku').status).toBe('invalid');
  });

  test('without a puzzle is refused', () => {
    expect(() => solve('https://sudokupad.app/abc')).toThrow(
      new PuzzleError(
        'puzzle: expected a link that contains the puzzle, got one with a short id, whose puzzle only its site knows: open it there, and export the puzzle or a long link',
      ),
    );
  });

  test.each([
    ['parse', parse],
    ['format', format],
    ['canonical', canonical],
  ])('is refused by %s, where its rules would be lost', (_, use) => {
    expect(() => use('.Cage~10~R1C1~R1C2')).toThrow(
      'puzzle: expected a puzzle that has only givens, as nothing else fits here; got one with rules of its own',
    );
    const unreadable = { puzzle: '12.434..2.4343.1', cages: [{ sum: 9, cells: ['r1c99'] }] };
    expect(() => use(JSON.stringify(unreadable))).toThrow(
      'puzzle: cages[0].cells: expected a cell from r1c1 to r4c4, got "r1c99"',
    );
  });

  test('without rules is like any other', () => {
    expect(format('.Shape~4x4.~R1C1_1')).toBe(`1${'.'.repeat(15)}`);
    expect(parse('.AntiKnight')).toMatchObject({ size: 9, variant: 'anti-knight' });
  });
});
