import { describe, expect, test } from 'vitest';
import { decodeTable, namedAlphabet } from '../../../../core/formats/shared/alphabet.ts';
import { expandAlphabet } from '../../../../core/options/options.ts';
import { generateCells } from '../../../../core/solver/generate-cells.ts';
import { geometry } from '../../../../core/solver/model/geometry.ts';
import { alphabetsOf, solveBytes } from '../solve-bytes.ts';

const SIXTEEN = generateCells(geometry(16), { seed: 16, clues: 150 }).next().value;
const TWENTY_FIVE = generateCells(geometry(25), { seed: 25, clues: 480 }).next().value;
const { cells, solution } = SIXTEEN;

/** A grid as one line. */
const line = (grid: Uint8Array, symbols: string, empty = '.') =>
  Array.from(grid, (value) => (value === 0 ? empty : symbols[value - 1])).join('');
const rows = (grid: Uint8Array, symbols: string, empty = '.') =>
  line(grid, symbols, empty).replace(/.{16}/g, '$&\n');

const ONES = '123456789ABCDEFG';
const ZEROS = '0123456789ABCDEF';
const LETTERS = 'ABCDEFGHIJKLMNOP';
const ASCII = '123456789:;<=>?@';

describe('chooses a file’s alphabet by its symbols', () => {
  test.each([
    ['1-9A-G', ONES, '.'],
    ['1-9A-G', ONES, '0'],
    ['0-9A-F', ZEROS, '.'],
    ['0-9A-F', ZEROS, '*'],
    ['A-P', LETTERS, '.'],
    ['A-P', LETTERS, '0'],
    ['1-9:;<=>?@', ASCII, '.'],
    ['1-9:;<=>?@', ASCII, '0'],
    ['1-9a-g', ONES.toLowerCase(), '.'],
    ['0-9a-f', ZEROS.toLowerCase(), '.'],
    ['a-p', LETTERS.toLowerCase(), '_'],
  ])('%s: %s with %s for empty', (name, symbols, empty) => {
    for (const layout of [line, rows]) {
      const solved = solveBytes(`${layout(cells, symbols, empty)}\n`);
      expect(solved.text).toBe(`${layout(solution, symbols)}\n`);
      expect(alphabetsOf(solved.plan)).toEqual([name]);
    }
  });

  test.each([
    ['1-9A-P', '123456789ABCDEFGHIJKLMNOP'],
    ['0-9A-O', '0123456789ABCDEFGHIJKLMNO'],
    ['A-Y', 'ABCDEFGHIJKLMNOPQRSTUVWXY'],
    ['1-9:;<=>?@A-I', '123456789:;<=>?@ABCDEFGHI'],
  ])('%s for 25x25', (name, symbols) => {
    const solved = solveBytes(`${line(TWENTY_FIVE.cells, symbols)}\n`);
    expect(solved.text).toBe(`${line(TWENTY_FIVE.solution, symbols)}\n`);
    expect(alphabetsOf(solved.plan)).toEqual([name]);
  });

  test('recognises a complete grid of 0-9A-F by as many zeros as rows', () => {
    const input = `${line(solution, ZEROS)}\n`;
    expect(solveBytes(input)).toMatchObject({ text: input, tally: { solved: 1 } });
  });

  test('0 is a value in 36x36, for which 1-9A-Z has too few symbols', () => {
    const symbols = expandAlphabet('0-9A-Z');
    const grid = Uint8Array.from({ length: 1296 }, (_, i) => {
      const [r, c] = [Math.floor(i / 36), i % 36];
      return ((6 * (r % 6) + Math.floor(r / 6) + c) % 36) + 1;
    });
    const puzzle = grid.map((value, i) => (i % 7 === 0 ? 0 : value));
    expect(solveBytes(`${line(puzzle, symbols)}\n`).text).toBe(`${line(grid, symbols)}\n`);
  });

  test('A is 10 if neither the last symbol nor a zero occurs', () => {
    const without = cells.map((value) => (value === 16 ? 0 : value));
    const solved = solveBytes(`${line(without, ONES)}\n`);
    expect(alphabetsOf(solved.plan)).toEqual(['1-9A-G']);
    expect(solved.text).toBe(`${line(solution, ONES)}\n`);
  });

  test('letters are values in 9x9', () => {
    const nine = generateCells(geometry(9), { seed: 9, clues: 30 }).next().value;
    const input = `${line(nine.cells, 'ABCDEFGHI')}\n`;
    expect(solveBytes(input).text).toBe(`${line(nine.solution, 'ABCDEFGHI')}\n`);
  });
});

describe('a grid in another alphabet than its file is invalid', () => {
  test.each([
    ['0-9A-F in a file of 1-9A-G', ONES, '.', ZEROS, '.'],
    ['0-9A-F in a file of 1-9A-G with 0 for empty', ONES, '0', ZEROS, '.'],
    ['1-9A-G in a file of 0-9A-F', ZEROS, '.', ONES, '.'],
    ['1-9A-G in a file of A-P', LETTERS, '.', ONES, '.'],
    ['A-P in a file of 1-9A-G', ONES, '.', LETTERS, '.'],
  ])('%s', (_, most, empty, other, otherEmpty) => {
    // enough grids of the file's own alphabet to fill the head
    const own = `${line(cells, most, empty)}\n`.repeat(300);
    const solved = solveBytes(`${own}${line(cells, other, otherEmpty)}\n`);
    expect(solved.tally).toMatchObject({ solved: 300, invalid: 1 });
    const grids = solveBytes(`${rows(cells, most, empty)}\n`.repeat(300) + rows(cells, other, otherEmpty));
    expect(grids.tally).toMatchObject({ solved: 300, invalid: 1 });
  });
});

describe('the option alphabet takes precedence', () => {
  test('is 0-9A-F for a file without a zero', () => {
    const without = cells.map((value) => (value === 1 ? 0 : value));
    const input = `${line(without, ZEROS)}\n`;
    expect(solveBytes(input).text).toMatch(/^[1-9A-G]{256}\n$/);
    expect(solveBytes(input, { alphabet: '0-9A-F' }).text).toMatch(/^[0-9A-F]{256}\n$/);
  });

  test('can name any symbols', () => {
    const symbols = expandAlphabet('a-hA-H');
    const solved = solveBytes(`#! sudoku alphabet=a-hA-H\n${line(cells, symbols)}\n`);
    expect(solved.text).toBe(`#! sudoku alphabet=a-hA-H\n${line(solution, symbols)}\n`);
  });

  test('does not apply to grids of other sizes', () => {
    const solved = solveBytes(`${line(cells, ZEROS)}\n12.434..2.4343.1\n`, { alphabet: '0-9A-F' });
    expect(solved.text).toBe(`${line(solution, ZEROS)}\n1234341221434321\n`);
  });
});

describe('ranges', () => {
  test.each([
    ['1-9A-G', ONES],
    ['A-P', LETTERS],
    ['1-9:-@', ASCII],
    ['1-4', '1234'],
    ['wxyz', 'wxyz'],
  ])('%s is %s', (ranges, symbols) => {
    expect(expandAlphabet(ranges)).toBe(symbols);
    expect(expandAlphabet(namedAlphabet(symbols).name)).toBe(symbols);
  });

  test.each([
    ['9-1', 'range 9-1 runs backwards'],
    ['1-9A-GA', "'A' occurs twice"],
    ['123', 'it has 3 symbols'],
    ['!-z', "'\\\"' cannot be a value"],
    ['1-9.', "'.' cannot be a value"],
    ['1-9ä', 'a symbol is not printable ASCII'],
    ['', 'it has 0 symbols'],
  ])('%s is refused: %s', (ranges, why) => {
    expect(() => expandAlphabet(ranges)).toThrow(why.replace('\\', ''));
  });

  test('reads letters in both cases, unless both are values', () => {
    const table = decodeTable(namedAlphabet(ONES));
    expect([table[65], table[97]]).toEqual([10, 10]);
    const both = decodeTable(namedAlphabet(expandAlphabet('a-hA-H')));
    expect([both[97], both[65]]).toEqual([1, 9]);
  });
});
