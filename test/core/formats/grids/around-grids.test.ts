import { describe, expect, test } from 'vitest';
import { solveBytes } from '../solve-bytes.ts';

const P = '3.184...6.2..19.4..4.36......8..691..62..1..319..3...7.......5........3.9..5.3.7.';
const S = '371842596526719348849365721438276915762951483195438267283697154657124839914583672';
const rows = (grid: string) => grid.match(/.{9}/g)!;

test('preserves a rule of = and rows between bars with blank ends', () => {
  const rule = ' ===================\n';
  const { text } = solveBytes(` ===================
 |3||||2|1||4|7
 7|||4|2|||||
 ===================
 8||7|1|||5|3|2|
 |4||||||9||
 ===================
 5|1||||||6|3|
 4||2||6|||7|9|
 ===================
 ||9|5|4|3|7|2||
 |||6||||||5
 ===================
 |||A|5|1|2|4|7|
 3|2|4|7|||9||5|
 ===================
`);
  expect(text.split(rule)).toHaveLength(7);
  expect(text).toMatch(/3\|2\|4\|7\|\w\|\w\|9\|\w\|5\|\w/);
});

test.each(['=====', '<>', '@'])(
  'the title %s among rows with blank cells says nothing of their alphabet',
  (title) => {
    const file = (blanks: boolean) => {
      const row = (r: number) =>
        Array.from({ length: 16 }, (_, c) =>
          blanks && (c === r || c === 15 - r) ? ' ' : 'ABCDEFGHIJKLMNOP'[((r % 4) * 4 + (r >> 2) + c) % 16],
        ).join('');
      return `${title}\n${Array.from({ length: 16 }, (_, r) => `${row(r)}\n`).join('')}`;
    };
    expect(solveBytes(file(true)).text).toBe(file(false));
    // also below a grid without blank cells
    expect(solveBytes(file(false) + file(true)).text).toBe(file(false) + file(false));
  },
);

describe('a line above a grid', () => {
  const grid = (cells: string, n: number) => cells.replaceAll(new RegExp(`.{${n}}`, 'g'), '$&\n');
  const titles = ['2024-01-15', '12/03/2024', '15.01.2024', '9:30', '12345', '001', '1-2', '- 1 -', '\f'];
  test.each(titles)('%j is a title, although it is not a word', (title) => {
    for (const [puzzle, solution, n] of [
      ['12.434..2.4343.1', '1234341221434321', 4],
      [P, S, 9],
    ] as const) {
      const file = (cells: string) => `${title}\n${grid(cells, n)}`.repeat(2);
      expect(solveBytes(file(puzzle)).text).toBe(file(solution));
    }
  });

  test('is a title above the letters of a larger grid, although a small one can have such a row', () => {
    const value = (r: number, c: number) => '123456789ABCDEFG'[((r % 4) * 4 + (r >> 2) + c) % 16];
    const row = (r: number) => Array.from({ length: 16 }, (_, c) => value(r, c)).join('');
    const file = `12:30\n${Array.from({ length: 16 }, (_, r) => `${row(15 - r)}\n`).join('')}`;
    expect(solveBytes(file.replaceAll('D', '.')).text).toBe(file);
  });

  test('is a title if it is a date as long as a row, in which a digit is repeated', () => {
    const file = (cells: string) => `1-10-2023\n${grid(cells, 9)}`;
    for (const puzzle of [P, S]) expect(solveBytes(file(puzzle)).text).toBe(file(S));
  });

  test('is a broken first row if a row is missing otherwise', () => {
    const { plan, text } = solveBytes(`${grid(P, 9)}\n${grid(P, 9).slice(1)}`);
    expect(plan.format).toBe('grids');
    expect(text).toBe(`${grid(S, 9)}\ninvalid\n`);
  });
});

test('preserves a form feed before a row or a grid, even if cells are found by their columns', () => {
  for (const blank of ['.', ' ']) {
    const rowsOf = (cells: string) => rows(cells).join('\n').replaceAll('.', blank);
    const file = (cells: string) => `${rowsOf(cells)}\n\f${rowsOf(cells)}\n\f\n${rowsOf(cells)}\n`;
    // no row must be blank
    expect(solveBytes(file(P.replace(/\.{9}/, '....8....'))).tally.puzzles).toBe(3);
    expect(solveBytes(file(P)).text).toBe(file(S));
  }
});

test.each(['-', '*', '_'])(
  'a rule of %s is one where cells are empty by another sign, or by the same',
  (sign) => {
    for (const empty of ['.', '0', '-', '*', '_']) {
      const file = (cells: string) =>
        rows(cells.replaceAll('.', empty))
          .map((row, r) => `${row}\n${r === 2 || r === 5 ? `${sign.repeat(9)}\n` : ''}`)
          .join('');
      // a rule of nine symbols is ambiguous if it can be a row
      const puzzle = P.replace(/\.{9}/g, '....8....');
      expect(solveBytes(`${file(puzzle)}\n${file(puzzle)}`).text).toBe(`${file(S)}\n${file(S)}`);
    }
  },
);

describe('grids side by side', () => {
  const beside = (cells: string, n: number, gap: string, between: string) =>
    cells.replaceAll(new RegExp(`.{${n}}`, 'g'), (row) => {
      const one = row.split('').join(between);
      return `${one}${gap}${one}\n`;
    });

  test.each(['  ', '\t', ' | ', '      '])('separated by %j are rejected by name', (gap) => {
    for (const [puzzle, n] of [
      ['12.434..2.4343.1', 4],
      [P, 9],
    ] as const)
      for (const between of ['', ' '])
        for (const file of [1, 2].map((times) => `${beside(puzzle, n, gap, between)}\n`.repeat(times)))
          expect(() => solveBytes(file)).toThrow(
            'expected a file of plain puzzles, got grids side by side: write them one below the other',
          );
  });

  test('are distinguished from boxes, and from a puzzle beside its solution', () => {
    const pair = '12.434..2.4343.1  1234341221434321\n'.repeat(20);
    expect(solveBytes(pair).tally).toMatchObject({ puzzles: 20, solved: 20 });
    const six = '1.3 4.6\n4.6 1.3\n2.1 .64\n.64 2.1\n.12 6.5\n6.5 .12\n'.replaceAll(' ', '  ');
    expect(solveBytes(six).tally.sizes).toEqual({ '6x6': 1 });
    const eight =
      '1234  5678\n5678  1234\n2143  6587\n6587  2143\n3412  7856\n7856  3412\n4321  8765\n8765  4321\n';
    expect(solveBytes(eight.replaceAll('7', '.')).tally.sizes).toEqual({ '8x8': 1 });
  });
});

test.each<[string, (rows: string[]) => string]>([
  ['rows', (rows) => `${rows.join('\n')}\n\n`],
  ['framed rows', (rows) => `+${rows.map((row) => `\n|${row}|`).join('')}\n---\n\n`],
  [
    'tables with blank headers',
    (rows) =>
      `|${'  |'.repeat(9)}\n|${'--|'.repeat(9)}\n${rows.map((row) => `|${row.split('').join('|')}|\n`).join('')}\n`,
  ],
  ['items of a list', (rows) => `${rows.map((row) => `- ${row}\n`).join('')}\n`],
  ['rows between semicolons', (rows) => `${rows.map((row) => `${row.split('').join(';')}\n`).join('')}\n`],
])('a grid with a fault among %s spoils no other', (_, draw) => {
  const file = (cells: string, other: string[]) =>
    draw(rows(cells)) + draw(other) + draw(rows(cells)).repeat(2);
  for (const other of [rows(P).slice(0, 6), [`1${P.slice(0, 9)}`, ...rows(P).slice(1)]]) {
    const { text, tally } = solveBytes(file(P, other));
    expect(tally).toMatchObject({ puzzles: 4, solved: 3, invalid: 1 });
    expect([text.startsWith(draw(rows(S))), text.endsWith(draw(rows(S)).repeat(2))]).toEqual([true, true]);
  }
});

test.each(['-', '*'])('a date does not affect the meaning of a rule of %s', (sign) => {
  const rule = `${sign.repeat(9)}\n`;
  const file = (cells: string) =>
    `2024-01-15\n${rule}${rows(cells)
      .map((row, r) => `${row}\n${r % 3 === 2 ? rule : ''}`)
      .join('')}`.repeat(2);
  expect(solveBytes(file(P.replaceAll('.', '0'))).text).toBe(file(S));
});

describe('a puzzle in one line among grids is a record by itself', () => {
  const grid = `${rows(P).join('\n')}\n\n`;
  const solution = `${rows(S).join('\n')}\n\n`;

  test('between grids, and in place of a missing row', () => {
    const short = `${rows(P).slice(0, 8).join('\n')}\n`;
    const { tally, text } = solveBytes(`${grid}${grid}${grid}${P}\n${P}\n${grid}${short}${P}\n${grid}`);
    expect([tally.solved, tally.invalid]).toEqual([5, 4]);
    expect(text.startsWith(solution.repeat(3))).toBe(true);
    expect(tally.problems.map(({ line, reason }) => [line, reason.slice(0, 22)])).toEqual([
      [31, 'expected a puzzle by i'],
      [32, 'expected a puzzle by i'],
      [51, 'expected 9 rows, got 8'],
      [51, 'expected a puzzle by i'],
    ]);
  });

  test('more of them than grids cause the file to be rejected', () => {
    expect(() => solveBytes(`${`${P}\n`.repeat(6)}\n${grid}`)).toThrow(
      'got what looks like lines, but 9 of 15 records at its front are no puzzles (line 8: expected 81 cells',
    );
  });
});

describe('rows between bars with blank cells can be indented', () => {
  const drawn = (grid: string, indent: string, between: string) =>
    rows(grid.replaceAll('.', ' '))
      .map(
        (row) =>
          `${indent}|${row
            .match(/.../g)!
            .map((band) => band.split('').join(between))
            .join('|')}|\n`,
      )
      .join('');

  test.each([' ', '  ', '    '])('by %j', (indent) => {
    for (const between of ['', ' ']) {
      expect(solveBytes(drawn(P, indent, between)).text).toBe(drawn(S, indent, between));
      const rule = `${indent}+---+---+---+\n`;
      const file = (grid: string) => `${rule}${drawn(grid, indent, between)}${rule}\n`.repeat(2);
      expect(solveBytes(file(P)).text).toBe(file(S));
    }
  });
});

test('a row of a 10x10 grid can look like a date', () => {
  const row = (r: number) => '1234567890'.slice(r) + '1234567890'.slice(0, r);
  const order = [0, 5, 1, 6, 2, 7, 3, 8, 4, 9];
  const file = (date: string) => `${[date, ...order.slice(1).map(row)].join('\n')}\n`.replaceAll('0', 'A');
  expect(solveBytes(file('1234-67-90')).text).toBe(file('1234567890'));
});

test('rejects grids side by side in 1-9:;<, too', () => {
  const row = (r: number) => '123456789:;<'.slice(r) + '123456789:;<'.slice(0, r);
  const order = [0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11];
  const file = order.map((r) => `${row(r).replace('7', '.')}     ${row(r)}\n`).join('');
  expect(() => solveBytes(file)).toThrow('got grids side by side');
});

test('rejects grids of several sizes with blank cells, as columns belong to one size', () => {
  const nine = `${rows(P).join('\n').replaceAll('.', ' ')}\n`;
  expect(() => solveBytes(`12 4\n34  \n2 43\n43 1\n\n${nine}\n${nine}`)).toThrow(
    /^expected puzzles, .*, but 2 of 3 records at its front are no puzzles/,
  );
});

test('a number above a grid of columns is its first row only if no value repeats', () => {
  const puzzles = ['12 3\n3   \n2 3 \n  21\n', ' 3 2\n 2 1\n3 2 \n 41 \n', '   4\n 1 2\n 34 \n1 23\n'];
  const { tally } = solveBytes(`2\n${puzzles.join('2\n')}2\n 12 \n 34 \n14 2\n   4\n`);
  expect(tally).toMatchObject({ puzzles: 4, solved: 4 });
});

test('reads rows of 36 framed cells, with rules of 435 bytes', () => {
  const rule = `+${Array(36).fill('---').join('+')}+`.replaceAll('-', '\u2500').replaceAll('+', '\u253c');
  const value = (row: number, column: number) => (((row % 6) * 6 + Math.floor(row / 6) + column) % 36) + 1;
  const file = (cell: (value: number, at: number) => string | number) =>
    Array.from({ length: 36 }, (_, row) => {
      const cells = Array.from({ length: 36 }, (__, column) =>
        ` ${cell(value(row, column), 37 * row + column)}`.padStart(3),
      );
      return `${rule}\n|${cells.join('|')}|\n`;
    }).join('');
  const given = Buffer.from(file((n, at) => (at % 5 === 0 ? '.' : n)));
  const solved = solveBytes(given);
  expect(solved.plan.format).toBe('grids');
  expect(solved.tally).toMatchObject({ puzzles: 1, solved: 1 });
  expect(solved.output).toEqual(Buffer.from(file((n) => n)));
});

test('a marker followed by text without a blank is not a padded 6x6 puzzle', () => {
  const result = `no-solution${'\u0820'.repeat(4)}FNGDJ.I.M.BK.\ninvalid\n`;
  expect(Buffer.byteLength(result.split('\n')[0]!)).toBe(36);
  expect(solveBytes(result).plan.format).toBe('grids');
});
