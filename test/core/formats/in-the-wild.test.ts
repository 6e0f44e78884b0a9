import { describe, expect, test } from 'vitest';
import { problemsOf, solveBytes } from './solve-bytes.ts';

const P = '3.184...6.2..19.4..4.36......8..691..62..1..319..3...7.......5........3.9..5.3.7.';
const S = '371842596526719348849365721438276915762951483195438267283697154657124839914583672';
const rows = (grid: string) => grid.match(/.{9}/g)!;
const triples = (row: string, between: string, bar: string) =>
  row
    .match(/.../g)!
    .map((cells) => cells.split('').join(between))
    .join(bar);

describe('headers as data sets have them', () => {
  test.each([
    // Kaggle: bryanpark/sudoku; rohanrao/sudoku; radcliffe/3-million-sudoku-puzzles-with-ratings; informoney/…-easy-to-hard
    ['quizzes,solutions', ['P', 'S']],
    ['puzzle,solution', ['P', 'S']],
    ['id,puzzle,solution,clues,difficulty', ['1', 'P', 'S', '27', '1.2']],
    ['puzzles,solutions', ['P', 'S']],
    // Hugging Face: imone/sudoku-hard-v2, sapientinc/sudoku-extreme; Ritvik19/Sudoku-Dataset; MathMindsAGI/sudoku_v1; MultiRL/…
    ['source,question,answer,rating', ['puzzles0_kaggle', 'P', 'S', '0']],
    ['puzzle,solution,difficulty,source', ['P', 'S', '2', '"3m, rated"']],
    ['grid,solution', ['P', 'S']],
    ['task_name,initial_board,solution,puzzle_id,rows,cols', ['t', 'P', 'S', '1', '9', '9']],
    // spreadsheets and programs
    ['Puzzle,Solution', ['P', 'S']],
    ['Sudoku Puzzle,Sudoku Solution', ['P', 'S']],
    ['unsolved_sudoku,solved_sudoku', ['P', 'S']],
    ['startingGrid,solvedGrid', ['P', 'S']],
  ])('%s', (header, row) => {
    const file = (answered: string) =>
      `${header}\n${`${row.map((field) => (field === 'P' ? P : field === 'S' ? answered : field)).join()}\n`.repeat(2)}`;
    const { text, plan, tally } = solveBytes(file(''));
    expect(plan.format).toBe('csv');
    expect(text).toBe(
      file(S)
        .replaceAll('\n', ',solved\n')
        .replace(/,solved\n/, ',status\n'),
    );
    // a solution that is there is compared, not taken for the puzzle
    expect(solveBytes(file(S)).tally).toMatchObject({
      ...tally,
      solved: 2,
      disagreements: 0,
      guesses: tally.guesses,
    });
  });
});

describe('sep= before a table', () => {
  test.each([';', ',', '\t', '|'])('says that %j parts fields, and stays', (sign) => {
    const file = (end: string, added: string) =>
      `sep=${sign}\r\nnr${sign}sudoku${added}\r\n1${sign}${P}${end}\r\n`;
    const { text, plan } = solveBytes(file('', ''), {}, [3, 10, 40]);
    expect(plan).toMatchObject({ format: 'csv', splittable: true });
    expect(text).toBe(file(`${sign}${S}${sign}solved`, `${sign}solution${sign}status`));
  });

  test('counts as a line', () => {
    expect(problemsOf(solveBytes(`sep=;\nnr;sudoku\n1;${P}\n2;12\n`))).toEqual([
      expect.stringMatching(/^4:3 invalid: /),
    ]);
  });
});

describe('a + before cells that were placed', () => {
  test.each([
    ['a line of HoDoKu’s library', ':0000:x:', ':::'],
    ['a line by itself', '', ''],
    ['a numbered line', '12: ', ' # mine'],
  ])('stays: %s', (_, before, after) => {
    const file = (cells: string) => `${before}${cells.slice(0, 3)}+${cells.slice(3)}${after}\n`;
    const { text, plan, tally } = solveBytes(`${file(P) + before + P + after}\n${file(P)}`);
    expect(plan).toMatchObject({ format: 'lines', splittable: true });
    expect(tally).toMatchObject({ puzzles: 3, solved: 3 });
    expect(text).toBe(`${file(S)}${before}${S}${after}\n${file(S)}`);
  });

  test('a broken line is invalid in its width', () => {
    const solved = solveBytes(`+${P}\n+${P.slice(1)}\n`);
    expect(solved.text).toBe(`+${S}\n${'invalid'.padEnd(81)}\n`);
    expect(problemsOf(solved)).toEqual([expect.stringMatching(/^2:0 invalid: expected a symbol of 1-9/)]);
  });
});

describe('blank cells, told apart by their columns', () => {
  const looks: Record<string, (row: string) => string> = {
    packed: (row) => row,
    'parted by spaces': (row) => row.split('').join(' '),
    'packed, with bars': (row) => triples(row, '', '|'),
    'packed, in bars': (row) => `|${triples(row, '', '|')}|`,
    'with bars': (row) => triples(row, ' ', ' | '),
    'in bars': (row) => `| ${triples(row, ' ', ' | ')} |`,
    'in drawn bars': (row) => Buffer.from(`│ ${triples(row, ' ', ' │ ')} │`).toString('latin1'),
  };
  test.each(Object.entries(looks))('%s', (_, look) => {
    const rule = Buffer.from('+---+---+---+\n').toString('latin1');
    const file = (grid: string) =>
      `Grid 1\n${rule}${rows(grid)
        .map((row) => `${look(row)}\n`)
        .join('')}${rule}`;
    const blank = P.replaceAll('.', ' ');
    const { text, tally } = solveBytes(file(blank) + file(blank), {}, [50, 100]);
    expect(tally).toMatchObject({ puzzles: 2, solved: 2 });
    expect(text).toBe(file(S) + file(S));
    // what an editor took from the ends of lines comes back
    expect(solveBytes(file(blank).replace(/ +$/gm, '')).text).toBe(file(S));
    // also in the first row, whose columns begin after a byte-order mark
    const short = (grid: string) => `\xef\xbb\xbf${rows(grid).map(look).join('\n')}\n`;
    const ends = blank.slice(0, 6) + ' '.repeat(3) + blank.slice(9);
    expect(solveBytes(short(ends).replace(/ +$/gm, '')).text).toBe(short(S));
  });

  test.each(['3', '9', 'No. 1'])('below %s, its size or name', (title) => {
    const file = (grid: string) =>
      `${title}\n${rows(grid)
        .map((row) => `${row.split('').join(' ')}\n`)
        .join('')}`;
    const blank = P.replaceAll('.', ' ');
    expect(solveBytes(file(blank) + file(blank)).text).toBe(file(S) + file(S));
    expect(solveBytes(file(blank)).text).toBe(file(S));
  });

  test('below a size, a number is a row', () => {
    const grids = [
      '1 3   2\n      3\n2   3\n  4 2',
      '      2\n  1   3\n  2 3\n1   2 4',
      '  1 3 2\n    4\n2 3   4\n      3',
    ];
    const { tally } = solveBytes(grids.map((grid) => `2\n${grid}\n`).join(''));
    expect(tally).toMatchObject({ puzzles: 3, solved: 3 });
  });

  test('all solutions are listed as well', () => {
    const file = ['12 4', '34  ', '2 43', '    '].map((row) => `${row}\n`).join('');
    expect(solveBytes(file, { solutions: 'all' }).text).toBe(
      '1234\n3412\n2143\n4321\n\n1234\n3421\n2143\n4312\n',
    );
  });

  test('a grid of letters takes 0 for a value', () => {
    const { plan, text } = solveBytes(`0123 56789ABCDEF\n${`${' '.repeat(16)}\n`.repeat(15)}`);
    expect(plan.state).toMatchObject({ alphabets: { 16: '0123456789ABCDEF' } });
    expect(text).toMatch(/^0123456789ABCDEF\n([0-9A-F]{16}\n){15}$/);
  });

  test('many cells may stand on few bytes', () => {
    const rows = ['1 2', '', '', '   ', ' 3'].map((row) => row.padEnd(row === '' ? 4 : 0));
    const { tally } = solveBytes(`${'1 2\n2\n 1\n   4\n'.repeat(500)}${rows.join('\n')}\n`, { budget: 10 });
    expect(tally.puzzles).toBeGreaterThan(499);
  });
});

describe('numbers as programs write them that may be missing', () => {
  const floats = (grid: string) => Array.from(grid, (cell) => (cell === '.' ? 'nan' : `${cell}.0`));
  test.each([
    ['a grid a line', (cells: string[]) => `${cells.join()}\n`],
    ['a row a line', (cells: string[]) => cells.map((cell, i) => cell + (i % 9 === 8 ? '\n' : ',')).join('')],
    ['a list in a table', (cells: string[]) => `id,puzzle\n1,"[${cells.join(', ')}]"\n`],
  ])('1.0 and nan: %s', (_, file) => {
    const { text, tally } = solveBytes(file(floats(P)));
    expect(tally).toMatchObject({ puzzles: 1, solved: 1 });
    expect(text).toContain(
      floats(S)
        .slice(0, 9)
        .join(text.includes(', ') ? ', ' : ','),
    );
  });
});

test('the header of a table in Markdown stays, be it blank', () => {
  for (const head of ['| A | B | C | D |', '|   |   |   |   |', '| 1 | 2 | 3 | 4 |']) {
    const file = (grid: string) =>
      `${head}\n|---|:-:|---|--:|\n${grid
        .match(/.{4}/g)!
        .map((row) => `| ${row.split('').join(' | ')} |\n`)
        .join('')}`;
    const { text } = solveBytes(file('12 434  2 4343 1'));
    expect(text).toBe(file('1234341221434321'));
  }
});

test('8x8 with ; between cells has eight cells a row, not fifteen', () => {
  const row = (cells: string) => `${cells.split('').join(';')}\n`;
  const grid = [
    '1.345678',
    '56781234',
    '2143.587',
    '65872143',
    '34126785',
    '7856.412',
    '43218756',
    '87654321',
  ];
  const { plan, tally } = solveBytes(grid.map(row).join(''));
  expect(plan.format).toBe('grids');
  expect(tally.sizes).toEqual({ '8x8': 1 });
});

test('a rule of = and rows between bars with blank ends: neither is destroyed', () => {
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
    // also below a grid that needs no columns to be read
    expect(solveBytes(file(false) + file(true)).text).toBe(file(false) + file(false));
  },
);

describe('above a grid', () => {
  const grid = (cells: string, n: number) => cells.replaceAll(new RegExp(`.{${n}}`, 'g'), '$&\n');
  const titles = ['2024-01-15', '12/03/2024', '15.01.2024', '9:30', '12345', '001', '1-2', '- 1 -', '\f'];
  test.each(titles)('%j is a title, though it is no word', (title) => {
    for (const [puzzle, solution, n] of [
      ['12.434..2.4343.1', '1234341221434321', 4],
      [P, S, 9],
    ] as const) {
      const file = (cells: string) => `${title}\n${grid(cells, n)}`.repeat(2);
      expect(solveBytes(file(puzzle)).text).toBe(file(solution));
    }
  });

  test('a broken first row is none where a row is missing else', () => {
    const { plan, text } = solveBytes(`${grid(P, 9)}\n${grid(P, 9).slice(1)}`);
    expect(plan.format).toBe('grids');
    expect(text).toBe(`${grid(S, 9)}\ninvalid\n`);
  });
});

test('a form feed before a row or a grid stays, also where blank cells are told apart by their columns', () => {
  for (const blank of ['.', ' ']) {
    const rowsOf = (cells: string) => rows(cells).join('\n').replaceAll('.', blank);
    const file = (cells: string) => `${rowsOf(cells)}\n\f${rowsOf(cells)}\n\f\n${rowsOf(cells)}\n`;
    // no row may be blank in columns
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
      // of nine signs between rows nobody could tell what they are if a row looks so, too
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

  test.each(['  ', '\t', ' | ', '      '])('parted by %j are refused by name', (gap) => {
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

  test('boxes, and a puzzle beside its solution, are none', () => {
    const pair = '12.434..2.4343.1  1234341221434321\n'.repeat(20);
    expect(solveBytes(pair).tally).toMatchObject({ puzzles: 20, solved: 20 });
    const six = '1.3 4.6\n4.6 1.3\n2.1 .64\n.64 2.1\n.12 6.5\n6.5 .12\n'.replaceAll(' ', '  ');
    expect(solveBytes(six).tally.sizes).toEqual({ '6x6': 1 });
    const eight =
      '1234  5678\n5678  1234\n2143  6587\n6587  2143\n3412  7856\n7856  3412\n4321  8765\n8765  4321\n';
    expect(solveBytes(eight.replaceAll('7', '.')).tally.sizes).toEqual({ '8x8': 1 });
  });
});

test.each(['-', '*'])('a date says nothing of what a rule of %s is', (sign) => {
  const rule = `${sign.repeat(9)}\n`;
  const file = (cells: string) =>
    `2024-01-15\n${rule}${rows(cells)
      .map((row, r) => `${row}\n${r % 3 === 2 ? rule : ''}`)
      .join('')}`.repeat(2);
  expect(solveBytes(file(P.replaceAll('.', '0'))).text).toBe(file(S));
});

test('a row of a 10x10 grid may look like a date', () => {
  const row = (r: number) => '1234567890'.slice(r) + '1234567890'.slice(0, r);
  const order = [0, 5, 1, 6, 2, 7, 3, 8, 4, 9];
  const file = (date: string) => `${[date, ...order.slice(1).map(row)].join('\n')}\n`.replaceAll('0', 'A');
  expect(solveBytes(file('1234-67-90')).text).toBe(file('1234567890'));
});

test('grids side by side in 1-9:;< are refused, too', () => {
  const row = (r: number) => '123456789:;<'.slice(r) + '123456789:;<'.slice(0, r);
  const order = [0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11];
  const file = order.map((r) => `${row(r).replace('7', '.')}     ${row(r)}\n`).join('');
  expect(() => solveBytes(file)).toThrow('got grids side by side');
});

test('grids of several sizes whose cells are blank are refused: columns are those of one', () => {
  const nine = `${rows(P).join('\n').replaceAll('.', ' ')}\n`;
  expect(() => solveBytes(`12 4\n34  \n2 43\n43 1\n\n${nine}\n${nine}`)).toThrow(/expected .*; got "12 4"/);
});

test('36 cells, each in a box: rules of 435 bytes', () => {
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

test('what is glued to a marker is no padding: 36 bytes with one in front are no puzzle of 6x6', () => {
  const result = `no-solution${'\u0820'.repeat(4)}FNGDJ.I.M.BK.\ninvalid\n`;
  expect(Buffer.byteLength(result.split('\n')[0]!)).toBe(36);
  expect(solveBytes(result).plan.format).toBe('grids');
});
