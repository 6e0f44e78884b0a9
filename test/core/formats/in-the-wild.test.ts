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

describe('recognises the headers of known data sets', () => {
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

describe('a first line sep=', () => {
  test.each([';', ',', '\t', '|'])('sets the delimiter %j, and is preserved', (sign) => {
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

describe('a + before solved cells', () => {
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

  test('a marker has the width of its broken line', () => {
    const solved = solveBytes(`+${P}\n+${P.slice(1)}\n`);
    expect(solved.text).toBe(`+${S}\n${'invalid'.padEnd(81)}\n`);
    expect(problemsOf(solved)).toEqual([expect.stringMatching(/^2:0 invalid: expected a symbol of 1-9/)]);
  });
});

describe('blank cells are found by their columns', () => {
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

  test.each(['3', '9', 'No. 1'])('below %s, the size or name of the grid', (title) => {
    const file = (grid: string) =>
      `${title}\n${rows(grid)
        .map((row) => `${row.split('').join(' ')}\n`)
        .join('')}`;
    const blank = P.replaceAll('.', ' ');
    expect(solveBytes(file(blank) + file(blank)).text).toBe(file(S) + file(S));
    expect(solveBytes(file(blank)).text).toBe(file(S));
  });

  test('a line with a number below a size is a row', () => {
    const grids = [
      '1 3   2\n      3\n2   3\n  4 2',
      '      2\n  1   3\n  2 3\n1   2 4',
      '  1 3 2\n    4\n2 3   4\n      3',
    ];
    const { tally } = solveBytes(grids.map((grid) => `2\n${grid}\n`).join(''));
    expect(tally).toMatchObject({ puzzles: 3, solved: 3 });
  });

  test('lists all solutions', () => {
    const file = ['12 4', '34  ', '2 43', '    '].map((row) => `${row}\n`).join('');
    expect(solveBytes(file, { solutions: 'all' }).text).toBe(
      '1234\n3412\n2143\n4321\n\n1234\n3421\n2143\n4312\n',
    );
  });

  test('a grid of letters has 0 as a value', () => {
    const { plan, text } = solveBytes(`0123 56789ABCDEF\n${`${' '.repeat(16)}\n`.repeat(15)}`);
    expect(plan.state).toMatchObject({ alphabets: { 16: '0123456789ABCDEF' } });
    expect(text).toMatch(/^0123456789ABCDEF\n([0-9A-F]{16}\n){15}$/);
  });

  test('a block can have more cells than bytes', () => {
    const rows = ['1 2', '', '', '   ', ' 3'].map((row) => row.padEnd(row === '' ? 4 : 0));
    const { tally } = solveBytes(`${'1 2\n2\n 1\n   4\n'.repeat(500)}${rows.join('\n')}\n`, { budget: 10 });
    expect(tally.puzzles).toBeGreaterThan(499);
  });
});

describe('integers of columns with missing values, as pandas writes them', () => {
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

test('preserves the header of a table in Markdown, even if it is blank', () => {
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
