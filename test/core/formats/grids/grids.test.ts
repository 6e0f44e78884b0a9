import { describe, expect, test } from 'vitest';
import { type PartialOptions, RejectedFile } from '../../../../core/files/index.ts';
import { generateCells } from '../../../../core/solver/generate-cells.ts';
import { geometry } from '../../../../core/solver/model/geometry.ts';
import { problemsOf, solveBytes } from '../solve-bytes.ts';

/** A puzzle of 4x4 cells, and one of 9x9, in rows; their solutions. */
const SMALL = ['12.4', '34..', '2.43', '43.1'];
const SMALL_DONE = ['1234', '3412', '2143', '4321'];
const NINE =
  '3.184...6 .2..19.4. .4.36.... ..8..691. .62..1..3 19..3...7 .......5. .......3. 9..5.3.7.'.split(' ');
const NINE_DONE =
  '371842596 526719348 849365721 438276915 762951483 195438267 283697154 657124839 914583672'.split(' ');

/** Rows in a frame: a line before, between bands, and after; `row` draws one row. */
const framed = (rows: string[], bar: string, row: (cells: string[]) => string, first = bar, last = bar) =>
  rows
    .flatMap((cells, i) => [...(i === 3 || i === 6 ? [bar] : []), row(cells.split(''))])
    .toSpliced(0, 0, first)
    .concat(last)
    .join('\n');
const bands = (cells: string[], part: string, within: string) =>
  [0, 3, 6].map((at) => cells.slice(at, at + 3).join(within)).join(part);

const rowsOfSize = (size: number, grid: Uint8Array) =>
  Array.from({ length: size }, (_, r) => grid.subarray(size * r, size * (r + 1)));

const LAYOUTS: [string, (rows: string[]) => string][] = [
  ['nine lines of nine', (rows) => `${rows.join('\n')}\n`],
  ['with line ends of Windows', (rows) => `${rows.join('\r\n')}\r\n`],
  ['without a last line feed', (rows) => rows.join('\n')],
  ['SadMan', (rows) => `#ASomebody 123456789\n#LEasy 1.2.3....\n[Puzzle]\n${rows.join('\n')}\n`],
  [
    'Simple Sudoku',
    (rows) =>
      framed(
        rows,
        '|---+---+---|',
        (cells) => `|${bands(cells, '|', '')}|`,
        '*-----------*',
        '*-----------*',
      ),
  ],
  [
    'HoDoKu',
    (rows) =>
      framed(
        rows,
        ':-------+-------+-------:',
        (cells) => `| ${bands(cells, ' | ', ' ')} |`,
        '.-------.-------.-------.',
        "'-------'-------'-------'",
      ),
  ],
  [
    'pretty print',
    (rows) => framed(rows, '------+-------+------', (cells) => bands(cells, ' | ', ' '), '', ''),
  ],
  [
    'box drawing',
    (rows) =>
      Buffer.from(
        framed(
          rows,
          '├───┼───┼───┤',
          (cells) => `│${bands(cells, '│', '')}│`,
          '┌───┬───┬───┐',
          '└───┴───┴───┘',
        ),
      ).toString('latin1'),
  ],
  ['groups of three', (rows) => rows.map((cells) => bands(cells.split(''), ' ', '')).join('\n')],
  ['blank lines between bands', (rows) => rows.map((row, i) => (i % 3 === 2 ? `${row}\n` : row)).join('\n')],
  ['titles with digits', (rows) => `Grid 01\n${rows.join('\n')}\nGrid 02\n${rows.join('\n')}\n`],
  ['titles of Debian', (rows) => `%Puzzle no. 1\n${rows.join('\n')}\n\n%2\n${rows.join('\n')}\n`],
  ['equal signs between', (rows) => `${rows.join('\n')}\n=====\n${rows.join('\n')}\n`],
  ['no line between', (rows) => `${rows.join('\n')}\n${rows.join('\n')}\n`],
  ['a size of 9', (rows) => `9\n${rows.join('\n')}\n9\n${rows.join('\n')}\n`],
  ['a size of 3', (rows) => `3\n\n${rows.join('\n')}\n3\n${rows.join('\n')}\n`],
  ['numbers of puzzles', (rows) => `1\n${rows.join('\n')}\n2\n${rows.join('\n')}\n`],
  ['spaces', (rows) => rows.map((row) => row.split('').join(' ')).join('\n')],
  ['tabs', (rows) => rows.map((row) => row.split('').join('\t')).join('\n')],
  ['commas, one at the end too', (rows) => rows.map((row) => `${row.split('').join(',')},`).join('\n')],
  ['a byte-order mark', (rows) => `\xef\xbb\xbf${rows.join('\n')}\n`],
  ['an indent', (rows) => rows.map((row) => `  ${row}`).join('\n')],
];

describe.each(LAYOUTS)('%s', (_, layout) => {
  test.each(['.', '0', '_', '*', '-'])('with %s as empty cells', (empty) => {
    const puzzle = NINE.map((row) => row.replaceAll('.', empty));
    const solved = solveBytes(layout(puzzle));
    expect(solved.plan.format).toBe('grids');
    expect(solved.text).toBe(layout(NINE_DONE));
    expect(solved.tally.solved).toBe(solved.tally.puzzles);
  });
});

describe('numbers of two digits', () => {
  const { cells, solution } = generateCells(geometry(12), { seed: 12, clues: 66 }).next().value;
  const rowsOf = (grid: Uint8Array) =>
    Array.from({ length: 12 }, (_, r) => [...grid.subarray(12 * r, 12 * r + 12)]);

  /** Writes a cell, given its number or 0, and separates cells; the result has the same layout. */
  const layouts: [string, (row: number[]) => string][] = [
    ['columns aligned to the right', (row) => row.map((n) => String(n || '.').padStart(2)).join(' ')],
    [
      'columns aligned to the left',
      (row) =>
        row
          .map((n) => String(n || '.').padEnd(2))
          .join(' ')
          .trimEnd(),
    ],
    ['wide columns', (row) => row.map((n) => String(n || '_').padStart(4)).join('')],
    ['single spaces', (row) => row.map(String).join(' ')],
    ['commas', (row) => row.join(',')],
    ['commas, one at the end too', (row) => `${row.join(',')},`],
    ['commas and spaces', (row) => row.join(', ')],
    ['tabs', (row) => row.map((n) => n || '-').join('\t')],
    ['padded with zeros', (row) => row.map((n) => String(n).padStart(2, '0')).join(' ')],
    ['-1 for empty', (row) => row.map((n) => String(n || -1).padStart(2)).join(' ')],
    ['two dots for empty', (row) => row.map((n) => String(n || '..').padStart(2)).join(' ')],
    ['pipes, blank where empty', (row) => `|${row.map((n) => n || '').join('|')}|`],
    ['pipes around blanks', (row) => `|${row.map((n) => String(n || '').padStart(2)).join('|')}|`],
    ['pipes around wide blanks', (row) => `| ${row.map((n) => String(n || '').padStart(2)).join(' | ')} |`],
    [
      'boxes drawn',
      (row) =>
        ` ${row
          .map((n) => String(n || '.').padStart(2))
          .join(' ')
          .replace(/(.{12})(.{12})/, '$1| $2| ')}`,
    ],
  ];

  test.each(layouts)('%s', (_, layout) => {
    const file = (grid: Uint8Array) => `${rowsOf(grid).map(layout).join('\n')}\n`;
    const solved = solveBytes(file(cells));
    expect(solved.plan.format).toBe('grids');
    expect(solved.text).toBe(file(solution));
  });

  test.each(layouts)('%s, below a byte-order mark', (_, layout) => {
    // the first cell needs space and has none
    const named = (grid: Uint8Array) =>
      grid.map((n) => (n === solution[0] ? 12 : n === 12 ? solution[0]! : n));
    const file = (grid: Uint8Array) => `\xef\xbb\xbf${rowsOf(grid).map(layout).join('\n')}\n`;
    expect(solveBytes(file(named(cells).fill(0, 0, 1))).text).toBe(file(named(solution)));
  });

  test('reads a 16x16 grid between pipes as numbers, even if some rows have sixteen digits', () => {
    const puzzles = generateCells(geometry(16), { seed: 3, clues: 130 });
    const grids = Array.from({ length: 6 }, () => puzzles.next().value);
    const row = (cells: Uint8Array) => `| ${[...cells].map((n) => n || ' ').join(' | ')} |`;
    const file = (all: Uint8Array[]) =>
      all.map((grid) => `${rowsOfSize(16, grid).map(row).join('\n')}\n`).join('\n');
    const solved = solveBytes(file(grids.map((grid) => grid.cells)));
    expect(solved.text.replace(/ +/g, '')).toBe(file(grids.map((grid) => grid.solution)).replace(/ +/g, ''));
  });

  test('preserves separators if columns are not aligned', () => {
    const wide = (row: number[]) =>
      row
        .map((n, i) => n + (i % 4 === 3 ? '  ' : ' '))
        .join('')
        .trimEnd();
    const text = (grid: Uint8Array) => `12\n${rowsOf(grid).map(wide).join('\n')}\n`;
    expect(solveBytes(text(cells)).text).toBe(text(solution));
  });
});

test('solves grids of several sizes in one file', () => {
  const mixed = (small: string[], nine: string[]) => [...small, '', ...nine, '', ...small, ''].join('\n');
  const solved = solveBytes(mixed(SMALL, NINE));
  expect(solved.text).toBe(mixed(SMALL_DONE, NINE_DONE));
  expect(solved.tally.sizes).toEqual({ '4x4': 2, '9x9': 1 });
  expect(problemsOf(solved)).toEqual([]);
});

describe('a marker replaces its grid', () => {
  const NONE = ['123.', '...4', '....', '....'];

  test.each<[string, PartialOptions, string[], string, string]>([
    ['no solution', {}, NONE, 'no-solution', '6:0 no-solution: no grid fits the givens'],
    [
      'several, when asked for one proven unique',
      { solutions: 'unique' },
      ['12..', '34..', '....', '....'],
      'not-unique',
      '6:0 not-unique: more than one grid fits the givens',
    ],
    [
      'two equal digits',
      {},
      ['12.4', '34..', '2.43', '43.3'],
      'invalid',
      '6:0 invalid: expected different digits in each unit, got two of 3 in row 4',
    ],
    ['a row too few', {}, SMALL.slice(1), 'invalid', '9:0 invalid: expected 4 rows, got 3'],
    [
      'a row too short',
      {},
      ['12.4', '3..', '2.43', '43.1'],
      'invalid',
      '7:4 invalid: expected rows of equal length: row 2 has 3 cells, row 1 has 4',
    ],
    [
      'a row too long',
      {},
      ['12.4', '34...', '2.43', '43.1'],
      'invalid',
      '7:5 invalid: expected rows of equal length: row 2 has 5 cells, row 1 has 4',
    ],
    [
      'a digit too large',
      {},
      ['12.4', '34..', '2.53', '43.1'],
      'invalid',
      '8:3 invalid: expected a symbol of 1-4 or an empty cell, got "5"',
    ],
    [
      'an unknown symbol',
      {},
      ['12.4', '34.&', '2.43', '43.1'],
      'invalid',
      '7:4 invalid: expected a symbol of 1-4 or an empty cell, got "&"',
    ],
    [
      'a first row of no length that a grid has',
      {},
      ['12.4123', '34..', '2.43', '43.1'],
      'invalid',
      '6:1 invalid: expected a row of a grid (4 to 36 cells, but no prime number of them), got "12.4123"',
    ],
  ])('%s', (_, given, rows, marker, problem) => {
    const file = (middle: string[], others: string[]) =>
      [...others, '', ...middle, '', '# next', ...others, ''].join('\n');
    const solved = solveBytes(file(rows, SMALL), given);
    expect(solved.text).toBe(file([marker], SMALL_DONE));
    expect(problemsOf(solved)).toEqual([problem]);
    expect(solved.tally).toMatchObject({ puzzles: 3, solved: 2 });
  });
});

test('a marker of an earlier result is preserved and reported', () => {
  const first = solveBytes(`4\n${SMALL.join('\n')}\n4\n123.\n...4\n....\n....\n`);
  expect(first.text).toBe(`4\n${SMALL_DONE.join('\n')}\n4\nno-solution\n`);
  const again = solveBytes(first.output);
  expect(again.text).toBe(first.text);
  expect(problemsOf(again)).toEqual([
    '7:1 no-solution: expected a grid, got no-solution, the marker of an earlier run',
  ]);
});

test('a marker replaces the inner lines of a framed grid', () => {
  const input = '+--+--+\n|12|3.|\n|..|.4|\n+--+--+\n|..|..|\n|..|..|\n+--+--+\n';
  expect(solveBytes(input).text).toBe('+--+--+\nno-solution\n+--+--+\n');
});

test('a grid of another size than announced is invalid if it is incomplete', () => {
  const rows = NINE.slice(0, 8).join('\n');
  const solved = solveBytes(`2\n${SMALL.join('\n')}\n2\n${rows}\n\n4\n${SMALL.join('\n')}\n`);
  expect(problemsOf(solved)).toEqual(['7:0 invalid: expected rows of 2 or 4 cells after the size 2, got 9']);
});

test.each(['2', '4', '5', '6', '12', '16', '25', '36'])(
  'the size %s is the title of a complete grid of another size, however the file is cut',
  (size) => {
    const file = (small: string[], nine: string[]) =>
      [
        ...['9', ...nine, '4', ...small, '3', ...nine, '2', ...small, size, ...nine],
        ...['9', ...nine, '', size, ...nine, '', '4', ...small, ''],
      ].join('\n');
    for (const pieces of [[], [1, 10, 100], Array.from({ length: 1000 }, () => 1)]) {
      const solved = solveBytes(file(SMALL, NINE), {}, pieces);
      expect(solved.text).toBe(file(SMALL_DONE, NINE_DONE));
      expect(problemsOf(solved)).toEqual([]);
    }
  },
);

describe('a number above a grid', () => {
  const [grid, done] = [NINE.join('\n'), NINE_DONE.join('\n')];

  test.each(['0', '1', '7', '12', '42', '81', '100', '2024', '12345', '20240131', '1234567'])(
    '%s is its title',
    (number) => {
      const file = (all: string, before: number, after: number) =>
        [...Array<string>(before).fill(all), `${number}\n${all}`, ...Array<string>(after).fill(all)].join(
          '\n\n',
        );
      // alone, among others, at the end, and far below the head that decides how the file is read
      for (const [before, after] of [
        [0, 0],
        [0, 1],
        [3, 3],
        [1, 0],
        [900, 2],
      ] as const) {
        const solved = solveBytes(`${file(grid, before, after)}\n`, {}, [70_001, 13, 7, 99]);
        expect(solved.text, `${before} ${after}`).toBe(`${file(done, before, after)}\n`);
      }
    },
  );

  test.each(['0', '7', '42'])('%s is its title, although others have their size above them', (number) => {
    const file = (all: string) => `9\n${all}\n3\n${all}\n${number}\n${all}\n9\n${all}\n`;
    expect(solveBytes(file(grid)).text).toBe(file(done));
  });

  test('does not shift grids without a line between them: of these, only the first is broken', () => {
    const broken = [`${NINE[0]}1`, ...NINE.slice(1)].join('\n');
    const solved = solveBytes(`${[grid, broken, grid, grid].join('\n')}\n`);
    expect(solved.text).toBe(`${[done, 'invalid', done, done].join('\n')}\n`);
  });
});

test('rows with a delimiter more than the largest grid has are no reason for an error', () => {
  const row = Array.from({ length: 37 }, (_, i) => (i % 3 === 0 ? '' : '1')).join(',');
  expect(() => solveBytes(`${row}\n`)).toThrow(RejectedFile);
});

test('an incomplete grid at the end of the file is invalid, and its rows are not read as puzzles', () => {
  const solved = solveBytes(`${NINE.join('\n')}\n\n${NINE.slice(0, 5).join('\n')}`);
  expect(solved.text).toBe(`${NINE_DONE.join('\n')}\n\ninvalid`);
  expect(problemsOf(solved)).toEqual(['15:0 invalid: expected 9 rows, got 5']);
});

test('a file with one incomplete grid is recognised', () => {
  expect(problemsOf(solveBytes(NINE.slice(0, 5).join('\n')))).toEqual([
    '5:0 invalid: expected 9 rows, got 5',
  ]);
});

describe('solutions=all lists the solutions of a grid one after another', () => {
  const all = { solutions: 'all', limit: 3 } as const;
  const two = ['12..', '34..', '2143', '4321'];

  test('separated by a blank line', () => {
    const solved = solveBytes(`# a\n${['1...', '34..', '2.4.', '43..'].join('\n')}\n# b\n`, all);
    const grids = solved.text.slice('# a\n'.length, -'# b\n'.length).trimEnd().split('\n\n');
    expect(new Set(grids).size).toBe(grids.length);
    expect(solved.tally.solutions).toBe(grids.length);
    for (const grid of grids) expect(grid).toMatch(/^1...\n34..\n2.4.\n43..$/);
  });

  test('with the size before each, and the file’s line ends', () => {
    const solved = solveBytes(`4\r\n${two.join('\r\n')}\r\n`, all);
    expect(solved.text).toBe(`4\r\n${SMALL_DONE.join('\r\n')}\r\n`);
    const many = solveBytes('4\r\n12..\r\n34..\r\n....\r\n....\r\n', all);
    expect(many.text.split('\r\n\r\n').map((grid) => grid.split('\r\n')[0])).toEqual(['4', '4', '4']);
    expect(many.text.endsWith('\r\n')).toBe(true);
  });

  test('with a marker if there is none', () => {
    const solved = solveBytes('123.\n...4\n....\n....\n\n1...\n1...\n....\n....\n', all);
    expect(solved.text).toBe('no-solution\n\ninvalid\n');
  });
});
