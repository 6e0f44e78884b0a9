// Where the puzzles of tables stand: the option, names and shapes of columns, a column for each cell, and guards of spreadsheets.

import { describe, expect, test } from 'vitest';
import { placesOf } from '../../../core/files/file-plan.ts';
import type { PartialOptions } from '../../../core/files/index.ts';
import { csv } from '../../../core/formats/csv/index.ts';
import fc from '../../property.ts';
import { planOf, problemsOf, solveBytes } from './solve-bytes.ts';

const P = '12.434..2.4343.1';
const S = '1234341221434321';
const Q = '1.3434122143432.';
const NONE = '123....4........';
const NINE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const NINE_SOLVED = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
const MARKS = '1...2.....3....4..';
const LINK =
  'https://www.sudokuwiki.org/sudoku.htm?bd=530070000600195000098000060800060003400803001700020006060000280000419005000080079';
const SOLVED: Record<string, string> = { [P]: S, [Q]: S, [NONE]: 'no-solution', [NINE]: NINE_SOLVED };

/** A table of fields without quotes. */
const table = (...rows: readonly (readonly string[])[]) => rows.map((row) => `${row.join()}\n`).join('');

describe('the column with the puzzles is', () => {
  const CASES: [name: string, text: string, place: string, byShape: boolean, given?: PartialOptions][] = [
    ['the one with a name for puzzles', table(['id', 'quiz'], ['1', P]), 'quiz', false],
    ['the first of two such names', table(['question', 'grid'], [P, P], [Q, P]), 'question', false],
    [
      'the one of two such names that has puzzles',
      table(['question', 'grid'], ['why?', P], ['how?', Q]),
      'grid',
      false,
    ],
    [
      'not decided by a puzzle among other texts',
      table(['question', 'a'], ['why?', P], ['how?', P], [P, Q]),
      'a',
      true,
    ],
    ['named, although another one has puzzles', table(['start', 'board'], [P, Q], [P, Q]), 'board', false],
    ['named, with links', table(['a', 'puzzle'], [P, LINK]), 'puzzle', false],
    [
      'named, with markers only',
      table(['a', 'puzzle'], ['1', 'invalid'], ['2', 'no-solution']),
      'puzzle',
      false,
    ],
    ['named, without records', table(['id', 'puzzle', 'note']), 'puzzle', false],
    ['the only one with puzzles', table(['a', 'b', 'c'], ['1', P, 'x'], ['2', Q, 'y']), 'b', true],
    ['the one beside its solutions', table(['full', 'start'], [S, P], [S, Q]), 'start', true],
    ['the one beside a solution by its name', table(['solution', 'full'], [S, S]), 'full', true],
    [
      'not one of links that are no puzzles',
      table(['a', 'b'], ['https://a.org/81', P], ['https://b.org/', Q]),
      'b',
      true,
    ],
    ['not one of full grids that are no solutions', table(['map', 'b'], ['1122112233443344', P]), 'b', true],
    ['not one of masks', table(['mask', 'b'], ['1101110010111101', P], ['1011111111111110', Q]), 'b', true],
    ['known by its number without a header', table(['x', P], ['y', Q]), '#2', true],
    ['the one that the option names', table(['puzzle', 'b'], [P, Q], [P, Q]), 'b', false, { puzzle: 'b' }],
    ['the one that the option numbers', table(['puzzle', 'b'], [P, Q], [P, Q]), 'b', false, { puzzle: '#2' }],
    ['named like a number', table(['puzzle', '#1'], [P, Q], [P, Q]), '#1', false, { puzzle: '#1' }],
    ['named in quotes', table(['puzzle', 'my. grid'], [P, Q]), 'my. grid', false, { puzzle: '"my. grid"' }],
    [
      'named with dots and blanks',
      table(['puzzle', 'my. grid'], [P, Q]),
      'my. grid',
      false,
      { puzzle: 'my. grid' },
    ],
    ['the first one without a header', table([P, 'x'], [Q, 'y']), '#1', false, { puzzle: '#1' }],
    ['below a header of numbers', table(['', '0', '1'], ['0', P, 'x'], ['1', Q, 'y']), '0', true],
    [
      'below a header with signs',
      table(['No.', 'Size 4 (4x4)', '@'], ['1', P, 'x'], ['2', Q, 'y']),
      'Size 4 (4x4)',
      true,
    ],
    ['known by its number where rows are numbered', table(['1', 'TBD'], ['2', P], ['3', Q]), '#2', true],
    [
      'named, although most of its values are none',
      table(['id', 'grid'], ['1', P], ['2', 'TBD'], ['3', 'x']),
      'grid',
      false,
    ],
    [
      'named, although most of its values are blank',
      table(['id', 'grid'], ['1', P], ['2', ''], ['3', '']),
      'grid',
      false,
    ],
    [
      'the one that the option names, although most values are none',
      table(['a', 'b'], [P, Q], ['x', P], ['y', Q]),
      'a',
      false,
      { puzzle: 'a' },
    ],
    [
      'the first one, where spreadsheets have damaged some',
      table([P, S], ['23443121234341', S], [P, S]),
      '#1',
      true,
    ],
    ['below the statement of a dump', `COPY p (id, grid) FROM stdin;\n1\t${P}\n2\t${Q}\n\\.\n`, '#2', true],
    ['named in a table of one column', table(['état'], [P], [Q]), 'état', false, { puzzle: 'état' }],
  ];

  test.each(CASES)('%s', (_name, text, place, byShape, given) => {
    const file = Buffer.from(text);
    expect(placesOf(planOf(file, given))).toEqual({
      places: [place],
      ...(byShape && { placesByShape: true }),
    });
  });

  test('named by the first line of the file, in quotes', () => {
    const solved = solveBytes(`#! sudoku puzzle="my grid" solutions=unique\npuzzle,my grid\n${Q},${P}\n`);
    expect(placesOf(solved.plan)).toEqual({ places: ['my grid'] });
    expect(solved.text).toContain(`\n${Q},${P},${S},solved\n`);
  });
});

test('the place in a message or manifest is checked, and bounded', () => {
  const { state } = planOf(table(['id', 'quiz'], ['1', P])) as { state: object };
  const checked = (more: object) => csv.state({ ...state, ...more }, 'state');
  expect(checked({})).toEqual(state);
  expect(checked({ place: 'x'.repeat(1000), byShape: true })).toMatchObject({ byShape: true });
  for (const wrong of [
    { place: 'x'.repeat(1001) },
    { place: undefined },
    { byShape: false },
    { width: 1 },
    { width: 1297 },
  ])
    expect(() => checked(wrong)).toThrow(`state.${Object.keys(wrong)[0]}: expected`);
  const long = planOf(table(['id', 'x'.repeat(2000)], ['1', P], ['2', P]));
  expect(placesOf(long).places).toEqual(['x'.repeat(1000)]);
});

test('a line of two full grids is a result of lines, which has another solution beside its own', () => {
  const other = '4321214334121234';
  const file = table([S, other], [S, other], [S, other]);
  const { plan, text } = solveBytes(file);
  expect([plan.format, text]).toEqual(['lines', file]);
});

describe('a table is refused', () => {
  const CASES: [name: string, text: string, reason: string, given?: PartialOptions][] = [
    [
      'if two columns have puzzles and no name decides',
      table(['a', 'b'], [P, Q], [Q, P]),
      'expected puzzles in one column, got grids in a and in b: say which with the option puzzle, as in puzzle=a',
    ],
    ['so that the value can be copied', table(['my a', 'b'], [P, Q]), 'as in puzzle="my a"'],
    ['also without a header', table(['x', P, Q], ['y', Q, P]), 'got grids in #2 and in #3'],
    [
      'if it has no column of the name',
      table(['a', 'puzzle'], ['1', P]),
      'expected a column quiz, as the option puzzle says, got a, puzzle',
      { puzzle: 'quiz' },
    ],
    [
      'if it has no column of the number',
      table(['a', 'puzzle'], ['1', P]),
      'expected a column #3',
      { puzzle: '#3' },
    ],
    [
      'if the option names a column without puzzles',
      table(['a', 'puzzle'], ['x', P], ['y', P]),
      'got 1: "x"). Read at a, as the option puzzle says',
      { puzzle: 'a' },
    ],
    [
      'if it has only solutions',
      table(['id', 'solution'], ['1', S], ['2', S]),
      'expected a column of puzzles, got one of solutions, solution',
    ],
    [
      'with the fault of its first puzzle',
      table(['id', 'puzzle'], ['1', P.replace('4', 'O')], ['2', Q.replace('4', 'O')]),
      'got what looks like csv, but 2 of 2 records at its front are no puzzles (line 2: expected a symbol of',
    ],
    [
      'with the option that says where the puzzles are',
      table(['id', 'puzzle'], ['1', 'x'], ['2', 'y']),
      'or the place of the puzzles: puzzle=quiz',
    ],
    [
      'if no grid has as many cells as the columns',
      table(['puzzle', ...P.split('').map((_, i) => `c${i}`)], [P, ...P.split('')]),
      'expected as many columns as a grid has cells (16, 36, 64, 81, …, 1296) at #2-16, as the option puzzle says, got 15',
      { puzzle: '#2-16' },
    ],
  ];
  test.each(CASES)('%s', (_name, text, reason, given) => {
    expect(() => planOf(text, given)).toThrow(reason);
  });

  test.each([
    ['lines', `${P}\n${P}\n`],
    ['grids', '12|.4\n34|..\n\n2.|43\n43|.1\n\n'],
    ['links', `${LINK}\n${LINK}\n`],
  ])('if its format has no columns: %s', (format, text) => {
    const reason = `expected columns or members, one of which is quiz, as the option puzzle says, got ${format}, which has none`;
    expect(() => planOf(text, { puzzle: 'quiz' })).toThrow(reason);
    if (format !== 'links')
      expect(() => planOf(text, { puzzle: 'quiz', format: format as 'lines' })).toThrow(reason);
  });
});

describe('columns with a cell each are solved in place', () => {
  const cells = (grid: string, empty = '') => grid.split('').map((cell) => (cell === '.' ? empty : cell));
  const NAMES: Record<string, (i: number) => string> = {
    'numbers from 0': (i) => `${i}`,
    'numbers from 1': (i) => `${i + 1}`,
    'rows and columns': (i) => `r${Math.floor(i / 9) + 1}c${(i % 9) + 1}`,
    'letters and numbers': (i) => `${'ABCDEFGHI'[Math.floor(i / 9)]}${(i % 9) + 1}`,
    'words with numbers': (i) => `cell_${i}`,
  };
  const OTHERS: Record<string, [before: string[], after: string[]][]> = {
    'no others': [
      [[], []],
      [[], []],
    ],
    'the index of pandas': [
      [[''], []],
      [['7'], []],
    ],
    'an id and a level': [
      [['id'], ['level', 'note']],
      [['p-7'], ['hard', '']],
    ],
  };
  const EMPTIES = ['', '0', '.', 'NaN'];

  test('in the alphabet 0-9A-F, whose 0 is a value where a point is empty', () => {
    const grid = Array.from({ length: 256 }, (_, i) => {
      const row = Math.floor(i / 16);
      return ((4 * (row % 4) + Math.floor(row / 4) + (i % 16)) % 16).toString(16).toUpperCase();
    });
    const top = grid.map((_, i) => `c${i}`);
    const given = grid.map((cell, i) => (i % 5 === 0 ? '.' : cell));
    expect(solveBytes(table(top, given)).text).toBe(table(top, grid));
  });

  test.each([
    ['a column for each of its own', cells(S)],
    ['one column', [S]],
  ])('beside a solution with %s, which stays', (_, solution) => {
    const file = table([...cells(P, '0'), ...solution], [...cells(Q, '0'), ...solution]);
    const result = table([...cells(S), ...solution], [...cells(S), ...solution]);
    expect(solveBytes(file).text).toBe(result);
    expect(solveBytes(result).text, 'a result is its own result').toBe(result);
  });

  test.each([
    ['points', '.'],
    ['blanks', ''],
    ['the missing values of R', 'NA'],
    ['null', 'null'],
  ])('without a header, with %s for empty cells', (_, empty) => {
    const file = table([...cells(P, empty), 'x'], [...cells(Q, empty), 'y']);
    expect(solveBytes(file).text).toBe(table([...cells(S), 'x'], [...cells(S), 'y']));
    const beside = table([...cells(P, empty), ...cells(S), 'x'], [...cells(Q, empty), ...cells(S), 'y']);
    expect(solveBytes(beside).text).toBe(
      table([...cells(S), ...cells(S), 'x'], [...cells(S), ...cells(S), 'y']),
    );
  });

  test.each([
    ['in quotes', (cell: string) => `"${cell}"`],
    ['with blanks for empty ones', (cell: string) => (cell === '.' ? '' : cell)],
    ['with words for empty ones', (cell: string) => (cell === '.' ? 'null' : cell)],
  ])('without a header or other columns, %s', (_, write) => {
    const file = table(P.split('').map(write), Q.split('').map(write));
    const row = table(S.split('').map(write));
    expect(solveBytes(file).text).toBe(row + row);
  });

  for (const [names, nameOf] of Object.entries(NAMES)) {
    for (const [others, [header, row]] of Object.entries(OTHERS)) {
      test(`named by ${names}, beside ${others}`, () => {
        for (const delimiter of [',', ';', '\t']) {
          for (const empty of EMPTIES) {
            const line = (middle: readonly string[], [before, after] = row!) =>
              `${[...before, ...middle, ...after].join(delimiter)}\n`;
            const top = line(
              cells(NINE).map((_, i) => nameOf(i)),
              header,
            );
            const rest = line(cells(NINE_SOLVED)).repeat(2);
            const file = top + line(cells(NINE, empty)) + rest;
            const { text, tally, plan } = solveBytes(file);
            expect(text).toBe(top + line(cells(NINE_SOLVED)) + rest);
            expect([tally.solved, tally.puzzles]).toEqual([3, 3]);
            const from = header![0].length + 1;
            expect(placesOf(plan)).toEqual({ places: [`#${from}-${from + 80}`], placesByShape: true });
            expect(solveBytes(text).text).toBe(text);
          }
        }
      });
    }
  }

  test('with markers in the first of them, which a second run preserves', () => {
    const head = `id,${cells(P)
      .map((_, i) => `c${i}`)
      .join()}\n`;
    const row = (id: string, grid: string) => `${id},${cells(grid).join()}\n`;
    const broken = `3,${cells(P).fill('9', 4, 5).join()}\n`;
    const first = solveBytes(head + row('1', P) + row('2', NONE) + broken + row('4', Q));
    const markers = `2,no-solution${','.repeat(15)}\n3,invalid${','.repeat(15)}\n`;
    expect(first.text).toBe(head + row('1', S) + markers + row('4', S));
    expect(problemsOf(first)).toEqual([
      expect.stringMatching(/^3:\d+ no-solution/),
      '4:10 invalid: expected a number from 1 to 4 or an empty cell, got "9"',
    ]);
    expect(solveBytes(first.text).text).toBe(first.text);
    const all = head + markers;
    expect(solveBytes(all).text).toBe(all);
  });

  test('with markers in quotes where the first cell is', () => {
    const quoted = (texts: readonly string[]) => texts.map((text) => `"${text}"`);
    const head = table(['id', ...cells(P).map((_, i) => `c${i}`)]);
    const first = solveBytes(head + table(['1', ...quoted(cells(NONE))], ['2', ...quoted(cells(P))]));
    expect(first.text).toBe(
      `${head}1,"no-solution"${','.repeat(15)}""\n${table(['2', ...quoted(cells(S))])}`,
    );
    expect(solveBytes(first.text).text).toBe(first.text);
  });

  test('with an invalid row where a field contains the separator, or all are blank', () => {
    const head = table(['id', ...cells(P).map((_, i) => `c${i}`)]);
    const row = ['1', ...cells(P)];
    const rows = table(row, row, row, ['2', '"1,2"', ...cells(P).slice(1)]);
    const solved = solveBytes(`${head}${rows}Total${','.repeat(16)}\n`);
    expect(problemsOf(solved)).toEqual([
      '5:4 invalid: expected one cell in each column, got a field that contains the separator',
      '6:7 invalid: expected a puzzle, got nothing',
    ]);
    expect(solveBytes(solved.text).text).toBe(solved.text);
  });

  test('the solutions beside a result stay, although one is blank', () => {
    const names = (letter: string) => cells(P).map((_, i) => `${letter}${i}`);
    const head = table([...names('p'), ...names('s')]);
    const rows = table([...cells(P), ...cells(S)], [...cells(Q), ...cells(S)]);
    const first = solveBytes(`${head}${rows}${table([...cells(NONE), ...cells(S).fill('')])}`);
    expect(first.text).toContain('\nno-solution,,');
    expect(solveBytes(first.text).text).toBe(first.text);
  });

  test('beside solutions of which one lacks a cell, which a second run does not take for puzzles', () => {
    const row = [...cells(P, '0'), ...cells(S)];
    const first = solveBytes(table(row, row, [...row.slice(0, -1), '']));
    expect(solveBytes(first.text).text).toBe(first.text);
  });

  test('beside solutions of which one is wrong', () => {
    const wrong = cells(S).reverse();
    const row = [...cells(S), ...cells(S)];
    const file = table(row, row, [...cells(S), ...wrong]);
    expect(solveBytes(file).text).toBe(file);
  });

  test('with invalid rows where fields are missing or too many', () => {
    const head = `id,${cells(P)
      .map((_, i) => `c${i}`)
      .join()},note\n`;
    const row = (...fields: string[]) => `${fields.join()}\n`;
    const short = row('2', ...cells(P).slice(0, 5));
    const long = row('3', ...cells(P), 'a', 'b');
    const solved = solveBytes(head + row('1', ...cells(P), 'x') + short + long + row('4', ...cells(Q), 'y'));
    expect(solved.text).toBe(
      head +
        row('1', ...cells(S), 'x') +
        `2,invalid${','.repeat(16)}\n` +
        `3,invalid${','.repeat(15)},a,b\n` +
        row('4', ...cells(S), 'y'),
    );
    expect(solved.tally).toMatchObject({ solved: 2, invalid: 2 });
    const again = solveBytes(solved.text);
    expect(again.text).toBe(solved.text);
    expect(problemsOf(again)[1]).toMatch(/^4:3 invalid: expected a puzzle, got invalid, the marker/);
  });

  test('beside their solutions, which stay', () => {
    const names = (letter: string) => cells(P).map((_, i) => `${letter}${i}`);
    const file = table(
      [...names('p'), ...names('s')],
      [...cells(P), ...cells(S)],
      [...cells(Q), ...cells(S)],
    );
    const { text, plan } = solveBytes(file);
    expect(placesOf(plan).places).toEqual(['#1-16']);
    expect(text).toBe(
      table([...names('p'), ...names('s')], [...cells(S), ...cells(S)], [...cells(S), ...cells(S)]),
    );
  });

  test('as the option says, with a column that is like them', () => {
    const file = table(
      cells(`.${P}`).map((_, i) => `${i}`),
      ['1', ...cells(P)],
    );
    expect(solveBytes(file, { puzzle: '#2-17' }).text).toContain(`\n1,${S.split('').join()}\n`);
  });

  test('in quotes where the givens are', () => {
    const quoted = (grid: string) => cells(grid).map((cell) => `"${cell}"`);
    const file = table(['id', ...cells(P).map((_, i) => `c${i}`)], ['1', ...quoted(P)], ['2', ...quoted(Q)]);
    expect(solveBytes(file).text).toContain(`\n2,${quoted(S).join()}\n`);
  });

  test('with the numbers of rows as ids of a table of results', () => {
    const file = table(['id', ...cells(P).map((_, i) => `c${i}`)], ['a7', ...cells(P)]);
    expect(solveBytes(file, { output: 'csv' }).text).toContain('\na7,');
  });

  test('in letters', () => {
    const large = 'ABCDEFGHIJKLMNOP';
    const rows = Array.from({ length: 16 }, (_, r) => {
      const shift = 4 * (r % 4) + Math.floor(r / 4);
      return large.slice(shift) + large.slice(0, shift);
    }).join('');
    const open = rows.replace(/^./, '.').replace(/.$/, '.');
    const names = cells(rows).map((_, i) => `c${i}`);
    const file = table(['id', ...names], ['1', ...cells(open)], ['2', ...cells(rows)]);
    expect(solveBytes(file).text).toBe(table(['id', ...names], ['1', ...cells(rows)], ['2', ...cells(rows)]));
  });

  test('not if they are measurements', () => {
    const header = cells(P).map((_, i) => `pixel${i}`);
    const row = Array.from({ length: 16 }, (_, i) => `${i % 2}`);
    expect(() => planOf(table(header, row, row, row), { format: 'csv' })).toThrow('expected puzzles');
  });
});

describe('what spreadsheets write', () => {
  test.each([
    ['="', '"'],
    ['"=""', '"""'],
    ["'", ''],
  ])('%s around puzzles stays, and is around solutions', (before, after) => {
    const field = (text: string) => before + text + after;
    const file = table(['quiz', 'answer'], [field(NINE), field('')], [field(NINE), field(NINE_SOLVED)]);
    const row = table([field(NINE), field(NINE_SOLVED)]).trim();
    const { text, tally } = solveBytes(file.replaceAll(`,${field('')}\n`, ',\n'));
    const lines = text.split('\n');
    expect(tally).toMatchObject({ puzzles: 2, solved: 2, disagreements: 0 });
    for (const line of lines.slice(1, 3)) expect(line.replaceAll('"solved"', 'solved')).toBe(`${row},solved`);
  });

  test('an empty guard is an empty solution', () => {
    const { text } = solveBytes(table(['quiz', 'answer'], [`="${P}"`, '=""']));
    expect(text).toContain(`\n="${P}",="${S}",solved\n`);
  });

  const DAMAGED: [name: string, field: string, reason: RegExp][] = [
    [
      'a number with an exponent',
      '4.3E+78',
      /^expected a puzzle, got 4\.3E\+78, which a spreadsheet has made/,
    ],
    ['with a comma', '"5,30071E+80"', /^expected a puzzle, got 5,30071E\+80, which a spreadsheet/],
    [
      'without zeros at the front',
      '006740009000000060002000000060407030030500004407320016504030920000000608008094301'.slice(2),
      /^expected 81 cells, got 79: .* dropped the zeros/,
    ],
  ];
  test.each(DAMAGED)('%s is invalid with the cause, and the others are solved', (_name, field, reason) => {
    const rows = [['1', NINE], ...Array.from({ length: 4 }, (_, i) => [`${i + 2}`, field])];
    const solved = solveBytes(table(['id', 'puzzle'], ...rows));
    expect(solved.tally).toMatchObject({ puzzles: 5, solved: 1, invalid: 4 });
    expect(solved.tally.problems[0]!.reason).toMatch(reason);
  });

  test.each(DAMAGED)('%s is the cause if a file has nothing else', (_name, field) => {
    const rows = Array.from({ length: 4 }, (_, i) => [`${i}`, field]);
    expect(() => planOf(table(['id', 'puzzle'], ...rows))).toThrow(/4 of 4 records .* spreadsheet/);
  });
});

/** Texts that a table may have beside its puzzles, without delimiters and quotes. */
const junk = fc.oneof(
  fc.constantFrom('', 'easy', 'x', 'n/a', 'https://example.org/p?id=81', '2026-11-26', '4.5', '-1', MARKS),
  fc.integer({ min: -5, max: 1e6 }).map(String),
  fc.stringMatching(/^[a-z ]{0,30}$/).map((text) => text.trim()),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.stringMatching(/^[0-9]{5,12}$/),
);
/** And with them, as they stand in quotes. */
const quotedJunk = fc.oneof(
  fc.array(fc.nat(99), { maxLength: 12 }).map((list) => JSON.stringify(list)),
  fc.record({ name: fc.stringMatching(/^[a-z]{0,9}$/), n: fc.nat(99) }).map((value) => JSON.stringify(value)),
  fc.constantFrom('a, b', 'he said "no"'),
);

test('of any table around known puzzles, the result without solution and status is the input', () => {
  const puzzles = fc.array(fc.constantFrom(P, Q, NINE), { minLength: 2, maxLength: 8 });
  const run = fc.record({
    puzzles,
    delimiter: fc.constantFrom(',', ';', '\t', '|'),
    lineEnd: fc.constantFrom('\n', '\r\n'),
    // names without a meaning
    names: fc.uniqueArray(fc.stringMatching(/^(note|tag|extra|misc)_[a-z]{1,6}$/), {
      minLength: 1,
      maxLength: 6,
    }),
    name: fc.constantFrom('quiz', 'Puzzle', 'zz_9', 'the_grid_'),
    at: fc.nat(6),
    rows: fc.array(
      fc.array(fc.oneof({ weight: 4, arbitrary: junk }, quotedJunk), { minLength: 6, maxLength: 6 }),
      {
        minLength: 8,
        maxLength: 8,
      },
    ),
  });
  fc.assert(
    fc.property(run, ({ puzzles: grids, delimiter, lineEnd, names, name, at, rows }) => {
      const column = Math.min(at, names.length);
      const quote = (text: string) => (/[,;|"\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
      const within = (fields: readonly string[], own: string) =>
        fields.toSpliced(column, 0, own).join(delimiter);
      const header = within(names, name);
      const others = grids.map((_, i) => names.map((_name, k) => quote(rows[i]![k]!)));
      const file = [header, ...grids.map((grid, i) => within(others[i]!, grid))].join(lineEnd) + lineEnd;
      const { text, plan, tally } = solveBytes(file);
      expect(plan.format).toBe('csv');
      expect(placesOf(plan).places).toEqual([name]);
      expect([tally.puzzles, tally.solved]).toEqual([grids.length, grids.length]);
      const added = (i: number) => (i === 0 ? ['solution', 'status'] : [SOLVED[grids[i - 1]!]!, 'solved']);
      const expected = file
        .split(lineEnd)
        .slice(0, -1)
        .map((line, i) => [line, ...added(i)].join(delimiter));
      expect(text.split(lineEnd).map(unquoted)).toEqual([...expected.map(unquoted), '']);
    }),
  );
});

/** A row without the quotes around what the result adds, which it may have as the puzzle has them. */
const unquoted = (row: string) => row.replace(/"solved"$/, 'solved');

test('of any table with a column for each cell, the result is the input with the cells filled in', () => {
  const run = fc.record({
    puzzles: fc.array(fc.constantFrom(P, Q), { minLength: 1, maxLength: 6 }),
    empty: fc.constantFrom('', '0', '.'),
    // names without a meaning: `cage` would be a rule
    before: fc.array(fc.stringMatching(/^note_[a-z]{1,6}$/), { maxLength: 3 }),
    after: fc.array(fc.stringMatching(/^note_[a-z]{1,6}$/), { maxLength: 3 }),
    prefix: fc.constantFrom('', 'c', 'cell_', 'x.'),
  });
  fc.assert(
    fc.property(run, ({ puzzles, empty, before, after, prefix }) => {
      const row = (cells: readonly string[]) => [...before, ...cells, ...after];
      const header = row(P.split('').map((_, i) => `${prefix}${i}`));
      const cells = (grid: string) => row(grid.split('').map((cell) => (cell === '.' ? empty : cell)));
      const { text, plan } = solveBytes(table(header, ...puzzles.map(cells)));
      expect(plan.format).toBe('csv');
      expect(text).toBe(table(header, ...puzzles.map(() => row(S.split('')))));
    }),
  );
});
