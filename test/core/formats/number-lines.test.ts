import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { MAX_RECORD_BYTES } from '../../../core/kernel/constants.ts';
import { problemsOf, solveBytes } from './solve-bytes.ts';

/** All numbers of a grid, with separators. */
const line = (cells: string, separator: string) => Array.from(cells).join(separator);

const PUZZLE = '1204340020434301';
const SOLUTION = '1234341221434321';

const solved = (text: string, given = {}) => solveBytes(text, given).text;

describe('a line of numbers', () => {
  test.each([',', ' ', '\t', ';', '|', ', ', '  '])('preserves the separator %j', (separator) => {
    const result = solveBytes(`${line(PUZZLE, separator)}\n`);
    expect(result.plan.format).toBe('number-lines');
    expect(result.text).toBe(`${line(SOLUTION, separator)}\n`);
  });

  test('is preserved with its indent, line end, byte-order mark, comments and blank lines', () => {
    const before = `\xef\xbb\xbf# two\r\n\r\n  ${line(PUZZLE, ',')}\r\n# more\r\n${line(PUZZLE, ' ')}`;
    const after = `\xef\xbb\xbf# two\r\n\r\n  ${line(SOLUTION, ',')}\r\n# more\r\n${line(SOLUTION, ' ')}`;
    expect(solved(before)).toBe(after);
  });

  test.each(['0', '.', '*', '_', '-', '-1'])('can have %s as an empty cell', (empty) => {
    const cells = Array.from(PUZZLE, (cell) => (cell === '0' ? empty : cell)).join(',');
    expect(solved(`${cells}\n`).replaceAll(' ', '')).toBe(`${line(SOLUTION, ',')}\n`);
  });

  test('has one number a cell, and the size can change from line to line', () => {
    const nine = '..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..';
    const { tally, text } = solveBytes(`${line(PUZZLE, ',')}\n${line(nine, ',')}\n${line(PUZZLE, ' ')}\n`);
    expect(tally).toMatchObject({ puzzles: 3, solved: 3, sizes: { '4x4': 2, '9x9': 1 } });
    expect(text.split('\n')[1]).toBe(
      line('145327698839654127672918543496185372218473956753296481367542819984761235521839764', ','),
    );
  });

  test('has numbers of two digits for larger grids', () => {
    const file = readFileSync(new URL('../../../examples/number-lines.txt', import.meta.url));
    const { tally, text } = solveBytes(file);
    expect(tally).toMatchObject({ puzzles: 3, solved: 3, sizes: { '9x9': 2, '16x16': 1 } });
    const rows = text.trimEnd().split('\n');
    for (const [i, size] of [9, 9, 16].entries()) {
      const cells = rows[i]!.split(',').map(Number);
      expect(cells).toHaveLength(size ** 2);
      const firstRow = cells.slice(0, size).sort((a, b) => a - b);
      expect(firstRow).toEqual(Array.from({ length: size }, (_, digit) => digit + 1));
    }
  });

  test('can be split at any line end, and has its solutions counted in a table', () => {
    expect(solveBytes(`${line(PUZZLE, ',')}\n`).plan.splittable).toBe(true);
    const { text } = solveBytes(`${line(PUZZLE, ',')}\n`, { output: 'csv' });
    expect(text).toContain(`${SOLUTION},solved,1`);
  });
});

describe('reports why a line is not a grid', () => {
  const good = line(PUZZLE, ',');
  test.each([
    [
      '1,2,3,4,5',
      '2:0 invalid: expected as many numbers as a grid has cells (16, 36, 64, 81, …, 1296), got 5: "1,2,3,4,5"',
    ],
    [
      line(PUZZLE, ',').replace('3', '5'),
      '2:0 invalid: expected a number from 1 to 4 or an empty cell, got "5"',
    ],
    [
      line(PUZZLE, ',').replace('3', '&'),
      '2:0 invalid: expected a number from 1 to 4 or an empty cell, got "&"',
    ],
    ['no-solution', '2:0 no-solution: expected a puzzle, got no-solution, the marker of an earlier run'],
  ])('%s', (record, problem) => {
    const result = solveBytes(`${good}\n${record}\n${good}\n`);
    expect(problemsOf(result)).toEqual([problem]);
    expect(result.tally).toMatchObject({ puzzles: 3, solved: 2 });
  });

  test('does not affect its neighbours and their solutions when the result is solved again', () => {
    const { output, text } = solveBytes(`${good}\n1,2,3,4,3,4,1,2\n${good}\n`);
    expect(text.split('\n')[1]!.trim()).toBe('invalid');
    expect(solveBytes(output).text).toBe(text);
  });
});

test('reads sixteen numbers, one of them above four, as a row of a 16x16 grid', () => {
  const row = Array.from({ length: 16 }, (_, i) => i + 1).join(' ');
  expect(solveBytes(`${`${row}\n`.repeat(16)}`).plan.format).toBe('grids');
});

test('preserves the zeros that numbers are padded with', () => {
  const padded = line(PUZZLE, ' ').replace(/\d/g, '0$&');
  expect(solved(`${padded}\n`)).toBe(`${line(SOLUTION, ' ').replace(/\d/g, '0$&')}\n`);
});

test('a line of more than a mebibyte is one invalid record, and the next one is solved', () => {
  const long = '1 '.repeat(MAX_RECORD_BYTES);
  const { text, tally } = solveBytes(`${line(PUZZLE, ' ')}\n${long}\n${line(PUZZLE, ' ')}\n`);
  const done = line(SOLUTION, ' ');
  expect(text.split('\n').map((one) => one.trim())).toEqual([done, 'invalid', done, '']);
  expect(tally).toMatchObject({ puzzles: 3, invalid: 1, lines: 3 });
});

test('preserves a header with column names, with commas as a table', () => {
  for (const [delimiter, format] of [
    [' ', 'number-lines'],
    [',', 'csv'],
  ] as const) {
    const header = Array.from({ length: 16 }, (_, i) => `cell_${i}`).join(delimiter);
    for (const count of [1, 2]) {
      const file = (cells: string) => `${header}\n${`${line(cells, delimiter)}\n`.repeat(count)}`;
      expect(solveBytes(file(PUZZLE)).plan.format).toBe(format);
      expect(solved(file(PUZZLE))).toBe(file(SOLUTION));
    }
  }
});
