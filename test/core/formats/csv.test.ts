import { describe, expect, test } from 'vitest';
import type { PartialOptions } from '../../../core/files/index.ts';
import { canonical } from '../../../core/puzzle/canonical.ts';
import { RATED } from '../solver/grade/rated.ts';
import { solveBytes } from './solve-bytes.ts';

const PUZZLE = '12.434..2.4343.1';
const SOLUTION = '1234341221434321';
const TWO = '..343412..434321'; // 1234… and 2134…
const NONE = '123....4........';
const TWICE = '1.1.............';

const SIX_PUZZLE = '.16..3.5.2..5.......2.....3.62......';
const SIX = '216453354216531624462135143562625341';

/** Files and their results. `P` and `S` stand for a puzzle and its solution. */
const CASES: { name: string; file: string; result: string; options?: PartialOptions }[] = [
  {
    name: 'columns that are missing are added after the last one',
    file: 'puzzle\nP\n',
    result: 'puzzle,solution,status\nP,S,solved\n',
  },
  {
    name: 'empty solutions are filled in, whatever the order and the names of columns',
    file: 'source,question,answer,rating\nbook,P,,1.5\nweb,P,NaN,2\n',
    result: 'source,question,answer,rating,status\nbook,P,S,1.5,solved\nweb,P,S,2,solved\n',
  },
  {
    name: 'a number before the puzzle is no puzzle',
    file: 'id,quizzes,solutions\n1234123412341234,P,S\n',
    result: 'id,quizzes,solutions,status\n1234123412341234,P,S,solved\n',
  },
  {
    name: 'markers stand in the place of solutions',
    file: `puzzle,solution,status\n${NONE},,\n${TWICE},,\n${TWO},,\n12,,\n`,
    result: `puzzle,solution,status\n${NONE},no-solution,no-solution\n${TWICE},invalid,invalid\n${TWO},not-unique,not-unique\n12,invalid,invalid\n`,
    options: { solutions: 'unique' },
  },
  {
    name: 'counts are added when asked for',
    file: `puzzle\n${TWO}\n${NONE}\n`,
    result: `puzzle,solution,status,count\n${TWO},${SOLUTION},solved,2\n${NONE},no-solution,no-solution,0\n`,
    options: { solutions: 'count' },
  },
  {
    name: 'a count of its own is filled only when counts are asked for',
    file: 'puzzle,count\nP,7\n',
    result: 'puzzle,count,solution,status\nP,7,S,solved\n',
  },
  {
    name: 'what is added is quoted as the puzzle is',
    file: '"puzzle","by"\r\n"P","a ""b"", c"\r\n',
    result: '"puzzle","by","solution","status"\r\n"P","a ""b"", c","S","solved"\r\n',
  },
  {
    name: 'delimiters may be semicolons',
    file: 'nr;sudoku\n1;P\n',
    result: 'nr;sudoku;solution;status\n1;P;S;solved\n',
  },
  {
    name: 'or tabs',
    file: 'nr\tboard\n1\tP\n',
    result: 'nr\tboard\tsolution\tstatus\n1\tP\tS\tsolved\n',
  },
  {
    name: 'cells may be numbers with semicolons between them',
    file: 'puzzle,solution\n1;2;0;4;3;4;0;0;2;0;4;3;4;3;0;1,\n',
    result:
      'puzzle,solution,status\n1;2;0;4;3;4;0;0;2;0;4;3;4;3;0;1,1;2;3;4;3;4;1;2;2;1;4;3;4;3;2;1,solved\n',
  },
  {
    name: 'or lists',
    file: 'puzzle\n"[[1, 2, 0, 4], [3, 4, 0, 0], [2, 0, 4, 3], [4, 3, 0, 1]]"\n',
    result:
      'puzzle,solution,status\n"[[1, 2, 0, 4], [3, 4, 0, 0], [2, 0, 4, 3], [4, 3, 0, 1]]","[[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]]","solved"\n',
  },
  {
    name: 'rows that are short are filled up',
    file: 'puzzle,by,solution\nP\n',
    result: 'puzzle,by,solution,status\nP,,S,solved\n',
  },
  {
    name: 'without a header, if the puzzle is not first',
    file: '1,P\n2,P\n',
    result: '1,P,S,solved\n2,P,S,solved\n',
  },
  {
    name: 'comments, blank lines, a byte-order mark and mixed line endings stay',
    file: '\ufeff# mine\n\r\npuzzle\r\n\n#P\nP\r\n  \nP',
    result: '\ufeff# mine\n\r\npuzzle,solution,status\r\n\n#P\nP,S,solved\r\n  \nP,S,solved',
  },
  {
    name: 'line breaks within quotes',
    file: 'by,puzzle\n"two\nlines",P\nx,"12.4\n34..\n2.43\n43.1"\n',
    result:
      'by,puzzle,solution,status\n"two\nlines",P,S,solved\nx,"12.4\n34..\n2.43\n43.1","1234\n3412\n2143\n4321","solved"\n',
  },
  {
    name: 'rows that end in CR, with LF in the cells that have several lines',
    file: 'by,puzzle\r"two\nlines",P\rx,"12.4\n34..\n2.43\n43.1"\r',
    result:
      'by,puzzle,solution,status\r"two\nlines",P,S,solved\rx,"12.4\n34..\n2.43\n43.1","1234\n3412\n2143\n4321","solved"\r',
  },
  {
    name: 'without a header, and with guards of spreadsheets',
    file: 'a,="P"\nb,="P"\n',
    result: 'a,="P",="S",solved\nb,="P",="S",solved\n',
  },
  {
    name: 'lists in a single column are no lines of JSON below its name',
    file: 'quiz\n"1,2,0,4,3,4,0,0,2,0,4,3,4,3,0,1"\n"1,2,0,4,3,4,0,0,2,0,4,3,4,3,0,1"\n',
    result: `quiz,solution,status\n${'"1,2,0,4,3,4,0,0,2,0,4,3,4,3,0,1","1,2,3,4,3,4,1,2,2,1,4,3,4,3,2,1","solved"\n'.repeat(2)}`,
  },
  {
    name: 'a column of values without a name, last in a table with pipes',
    file: 'id|quiz|\n1|P|x\n2|P|y\n',
    result: 'id|quiz||solution|status\n1|P|x|S|solved\n2|P|y|S|solved\n',
  },
  {
    name: 'fields of rows that are too long are no evidence of what a column has',
    file: 'puzzle,solution,status\nP,S,solved\nP,x,S,solved\n',
    result: 'puzzle,solution,status\nP,S,solved\nP,x,S,solved\n',
  },
  {
    name: 'without a header, an earlier result with a broken row has the columns of the result',
    file: 'x,P,S,solved\ny,P,S,solved\n"z,P\n',
    result: 'x,P,S,solved\ny,P,S,solved\n"z,P\n',
  },
  {
    name: 'a status of somebody else is not touched',
    file: 'status,puzzle\nprinted,P\n,P\n',
    result: 'status,puzzle,solution\nprinted,P,S\nsolved,P,S\n',
  },
  {
    name: 'a column without a usual name is not overwritten because one of its fields looks like a solution',
    file: `number,puzzle,note\n7,P,a\n8,P,S\n${SOLUTION},P\n`,
    result: `number,puzzle,note,solution,status\n7,P,a,S,solved\n8,P,S,S,solved\n${SOLUTION},P,,S,solved\n`,
  },
  {
    name: 'a column of another name keeps what it has, even solutions',
    file: `puzzle,found\nP,S\nP,\n${NONE},no-solution\n`,
    result: `puzzle,found,solution,status\nP,S,S,solved\nP,,S,solved\n${NONE},no-solution,no-solution,no-solution\n`,
  },
  {
    name: 'so does a column named as solutions that has other values',
    file: 'puzzle,result,solved\nP,won,false\nP,lost,true\n',
    result: 'puzzle,result,solved,solution,status\nP,won,false,S,solved\nP,lost,true,S,solved\n',
  },
  {
    name: 'without a header, a column with the solutions of the puzzles is filled in',
    file: `x,P,S\ny,P,\n`,
    result: `x,P,S,solved\ny,P,S,solved\n`,
  },
  {
    name: 'without a header, other full grids are preserved',
    file: '1122112233443344,P\n1234341243212143,P\n',
    result: '1122112233443344,P,S,solved\n1234341243212143,P,S,solved\n',
  },
  {
    name: 'sizes may be mixed',
    file: `puzzle\nP\n${SIX_PUZZLE}\nP\n`,
    result: `puzzle,solution,status\nP,S,solved\n${SIX_PUZZLE},${SIX},solved\nP,S,solved\n`,
  },
];

const expanded = (text: string) => text.replace(/\bP\b/g, PUZZLE).replace(/\bS\b/g, SOLUTION);

test.each(CASES)('$name', ({ file, result, options }) => {
  const once = solveBytes(Buffer.from(expanded(file)), options);
  expect(once.plan.format).toBe('csv');
  expect(once.output.toString()).toBe(expanded(result));
  expect(solveBytes(once.output, options).text, 'a result is its own result').toBe(once.text);
});

describe('the file’s own solution', () => {
  const kept = (own: string, puzzle = PUZZLE, options: PartialOptions = {}) => {
    const { text, tally } = solveBytes(`puzzle,solution\n${puzzle},${own}\n`, options);
    const { disagreements, problems } = tally;
    return { own: text.split('\n')[1]!.split(',')[1], disagreements, reason: problems.at(-1)?.reason };
  };

  test('is preserved if it is right', () => {
    expect(kept(SOLUTION)).toEqual({ own: SOLUTION, disagreements: 0, reason: undefined });
  });

  test('is completed if it is incomplete without a contradiction', () => {
    expect(kept('123.............')).toEqual({ own: SOLUTION, disagreements: 0, reason: undefined });
  });

  test('is replaced and reported if it is wrong', () => {
    expect(kept('1234341221434312')).toEqual({
      own: SOLUTION,
      disagreements: 1,
      reason: 'expected 2 in row 4, column 3 of the solution in the file, got 1',
    });
    const one = solveBytes(`puzzle,solution\n${`${PUZZLE},${SOLUTION}\n`.repeat(2)}${PUZZLE},see page 9\n`);
    expect(one.text).not.toContain('see page 9');
    expect(one.tally).toMatchObject({ disagreements: 1 });
    expect(kept(SOLUTION, NONE)).toMatchObject({ own: 'no-solution', disagreements: 1 });
  });

  test('is preserved and reported if it is one of several solutions', () => {
    expect(kept('2134341212434321', TWO)).toEqual({
      own: '2134341212434321',
      disagreements: 1,
      reason: 'the solution in the file fits, but so does another: more than one grid fits the givens',
    });
    expect(kept('2134341212434321', TWO, { solutions: 'unique' })).toMatchObject({ disagreements: 0 });
    expect(kept('2134341212434321', TWO, { solutions: 'count' })).toMatchObject({ disagreements: 0 });
  });
});

test.each([
  [
    'an unclosed quote',
    'by,puzzle\n"me,P\nyou,P\n',
    2,
    1,
    'expected a closing quote before the end of the line, got none',
  ],
  [
    'an unclosed quote in a file with line breaks in quotes',
    'by,puzzle\n"a\nb",P\n"me,P\n',
    4,
    1,
    'expected a closing quote before the end of the file, got none',
  ],
  ['too few fields', 'id,by,puzzle\n1,me\n2,me,P\n', 2, 5, 'expected 3 fields, got 2'],
  ['too many fields', 'by,puzzle\nme,P,you\nyou,P\n', 2, 24, 'expected 2 fields, got 3'],
  [
    'rows parted by CR in a file of other line ends',
    'by,puzzle\nyou,P\nme,P\ryou,P\n',
    3,
    20,
    'expected 2 fields, got 3 in a line that contains a CR, which does not end a row',
  ],
  [
    'text after such a CR',
    'by,puzzle\nyou,P\nme,P\rP\n',
    3,
    4,
    'expected as many cells as a grid has (16, 36, 64, 81, …, 1296), got 33: "12.434..2.4343.1\\r12.434..2.4343.1"',
  ],
  ['no puzzle in its field', 'by,puzzle\nme,\nyou,P\n', 2, 4, 'expected a puzzle, got nothing'],
  [
    'an unknown symbol',
    'by,puzzle\nme,12.434..2&4343.1\nyou,P\n',
    2,
    13,
    'expected a symbol of 1-4 or an empty cell (. 0 * _ -), got "&"',
  ],
  [
    'invalid UTF-8',
    'by,puzzle\nme,12.434..2\xff4343.1\nyou,P\n',
    2,
    13,
    'expected a symbol of 1-4 or an empty cell (. 0 * _ -), got "ÿ"',
  ],
  [
    'a wrong length',
    'by,puzzle\nme,12.434..\nyou,P\n',
    2,
    4,
    'expected as many cells as a grid has (16, 36, 64, 81, …, 1296), got 8: "12.434.."',
  ],
  [
    'a number too large',
    'by,puzzle\nme,1;2;0;4;3;4;0;0;2;0;4;3;4;3;0;5\nyou,P\n',
    2,
    34,
    'expected a number from 1 to 4 or an empty cell, got "5"',
  ],
  [
    'cut in the middle',
    'by,puzzle\nyou,P\nme,12.43',
    3,
    4,
    'expected as many cells as a grid has (16, 36, 64, 81, …, 1296), got 5: "12.43"',
  ],
] as const)('%s: the row is invalid, others are unharmed', (_, file, line, column, reason) => {
  const { tally, text } = solveBytes(expanded(file));
  expect(tally.problems).toEqual([{ line, column, status: 'invalid', reason, record: expect.any(String) }]);
  expect(tally.solved).toBe(tally.puzzles - 1);
  expect(text).toContain(`${SOLUTION},solved`);
  expect(solveBytes(text).text).toBe(solveBytes(solveBytes(text).output).text);
});

test.each([3, 255, 256, 257, 300])('a table can have %d columns, with fields of any length', (columns) => {
  const others = (row: number) => Array.from({ length: columns - 1 }, (_, c) => '#'.repeat((row * c) % 23));
  const names = Array.from({ length: columns - 1 }, (_, c) => `c${c}`);
  const table = (after: string) =>
    expanded([0, 1, 1, 2, 3, 5, 8].map((row) => `${others(row).join(',')},P${after}\n`).join(''));
  const file = `${names.join(',')},puzzle\n${table('')}`;
  const { text, tally } = solveBytes(file);
  expect(text).toBe(`${names.join(',')},puzzle,solution,status\n${table(',S,solved')}`);
  expect(tally).toMatchObject({ puzzles: 7, solved: 7 });
});

test('a row of ten megabytes is preserved, in bounded memory', () => {
  const long = `x,${'1'.repeat(10_000_000)}`;
  const { tally, text, longest } = solveBytes(expanded(`by,puzzle\nme,P\n${long}\nyou,P\n`));
  expect(text).toBe(expanded(`by,puzzle,solution,status\nme,P,S,solved\n${long}\nyou,P,S,solved\n`));
  expect(tally).toMatchObject({ puzzles: 3, solved: 2, invalid: 1 });
  expect(tally.problems[0]).toMatchObject({ line: 3, reason: expect.stringContaining('1048576 bytes') });
  expect(longest).toBeLessThan(4_000_000);
});

test.each([
  ['a file with one puzzle a line and its solution after it', `${PUZZLE},${SOLUTION}\n`.repeat(3), 'lines'],
  ['a title before the rows of a grid', 'Sudoku\n12.4\n34..\n2.43\n43.1\n', 'grids'],
])('%s is no table', (_, text, format) => {
  expect(solveBytes(text).plan.format).toBe(format);
});

test('tables are splittable unless quoted fields contain line breaks', () => {
  expect(solveBytes(expanded('by,puzzle\n"a, b",P\n')).plan.splittable).toBe(true);
  expect(solveBytes(expanded('by,puzzle\n"a\nb",P\n')).plan.splittable).toBe(false);
});

const CANONICAL = (canonical(RATED[0]![0]) as { form: string }).form;

test.each<[string, PartialOptions, string[]]>([
  ['canonical', { canonical: true }, ['canonical', CANONICAL, 'mine', '']],
  ['minimal', { minimal: true }, ['minimal', 'true', 'mine', '']],
  ['canonical', { minimal: true }, ['canonical', '', 'mine', '']],
])('a blank column %s is filled with %j', (name, options, expected) => {
  const file = `${name},puzzle\n,${RATED[0]![0]}\nmine,${RATED[0]![0]}\n,broken\n`;
  const rows = solveBytes(file, options).text.trim().split('\n');
  expect(rows.map((row) => row.split(',')[0])).toEqual(expected);
});

describe('a column for ratings', () => {
  const [easy, chained] = [1.2, 7.2].map((er) => RATED.find(([, rating]) => rating === er)![0]);
  const several = `${'.'.repeat(80)}1`;
  const file = [
    'rating,puzzle,se',
    `,${easy},a`,
    `"  ","${chained}","b, ""c"""`,
    `3.3,${easy},d`,
    `,${several},e`,
    `,no puzzle,f`,
  ].join('\n');
  const ratings = (options: PartialOptions) =>
    solveBytes(file, options)
      .text.split('\n')
      .map((row) => row.split(',')[0]);

  test('is filled where it is blank, if the option grade is set', () => {
    expect(ratings({ grade: true })).toEqual(['rating', '1.2', '"7.2"', '3.3', '', '']);
  });

  test('is preserved without the option', () => {
    expect(ratings({})).toEqual(['rating', '', '"  "', '3.3', '', '']);
  });

  test('is filled as the last column, too, and in rows without that field', () => {
    const { text } = solveBytes(`puzzle,er\n${easy},\r\n${easy}\n`, { grade: true });
    expect(text.split(/\r?\n/).map((row) => row.split(',')[1])).toEqual(['er', '1.2', '1.2', undefined]);
  });
});

test.each([
  ['a single column', 'puzzle', ['no-solution', 'invalid', '12.434..2.4343.1']],
  ['several columns', 'id,puzzle', ['1,no-solution', '2,invalid', '3,unsolved', '4,12.434..2.4343.1']],
  ['nothing else', 'puzzle,level', ['no-solution,a', 'invalid,b', 'unsupported,c']],
])('keeps the header of a table with markers in place of most puzzles: %s', (_, header, rows) => {
  const { plan, text, tally } = solveBytes(`${[header, ...rows].join('\n')}\n`);
  expect(plan.format).toBe('csv');
  expect(text.split('\n')[0]).toBe(`${header},solution,status`);
  expect(tally.puzzles).toBe(rows.length);
});

describe('a first line that is no row of the table', () => {
  test.each([
    'hello',
    'Hello World',
    '42',
    'invalid',
    '2024-01-01',
    'a title; with signs',
    '{"a":1}',
    '.',
    '',
    '# x',
  ])('%j is preserved above the header', (line) => {
    const { text } = solveBytes(`${line}\nid,puzzle\n1,${PUZZLE}\n2,${PUZZLE}\n`);
    expect(text).toBe(
      `${line}\nid,puzzle,solution,status\n1,${PUZZLE},${SOLUTION},solved\n2,${PUZZLE},${SOLUTION},solved\n`,
    );
  });

  test.each(['hello', '42', '9,x', '9', '9,1,2'])(
    '%j is an invalid record of a table without a header',
    (line) => {
      const { plan, tally } = solveBytes(`${line}\n1,${PUZZLE}\n2,${PUZZLE}\n3,${PUZZLE}\n`);
      expect(plan.format).toBe('csv');
      expect(tally).toMatchObject({ solved: 3, invalid: 1 });
    },
  );
});

test('a rule far below the front, in a column that was blank until then, blocks only its own puzzle', () => {
  const rows = Array.from({ length: 9000 }, (_, i) => `${i},${PUZZLE},${i === 8000 ? 'r1c1-r1c2' : ''}\n`);
  const { plan, tally, text } = solveBytes(`id,puzzle,ties\n${rows.join('')}`);
  expect(plan.state).toMatchObject({ rules: [{ column: 2, name: 'ties' }] });
  expect(tally).toMatchObject({ solved: 8999, unsupported: 1 });
  expect(text).toContain(`\n8000,${PUZZLE},r1c1-r1c2,unsupported,unsupported\n`);
});

describe('a table whose first line has a quote too many', () => {
  const row = (id: number) => `${id},${PUZZLE}\n`;
  const PAIRS = 'expected quotes in pairs in the first line of the table, got one more';

  test.each([
    ['a header that leaves it open', `id,"puzzle\n${row(1)}${row(2)}`],
    ['a header that leaves it open up to a later row', `id,"uzzle\n${row(1)}2,${PUZZLE},"b"\n`],
    ['a puzzle that leaves it open', `1,"${PUZZLE}\n${row(2)}${row(3)}`],
  ])('is refused: %s', (_, text) => {
    expect(() => solveBytes(text)).toThrow(PAIRS);
  });

  test.each([
    ['within a field beside a puzzle', `6" board,${PUZZLE}\n${row(2)}`, 2],
    ['within a name of a header', `id,puz"zle\n${row(1)}${row(2)}`, 2],
    ['within a name of a header with known names', `6" board,puzzle\n${row(1)}`, 1],
    ['in a later line', `${row(1)}${row(2)}3,"${PUZZLE}\n`, 2],
  ])('is solved if the quote stands %s', (_, text, solved) => {
    expect(solveBytes(text).tally).toMatchObject({ solved });
  });
});

test.each([true, false])(
  'as many characters are an 8x8 grid or pencilmarks, whatever precedes them (rules: %s)',
  (hasRules) => {
    const eight = '12345678'.padEnd(64, '.');
    const marks = '1234'.repeat(15).padEnd(64, '..3.');
    const alone = (puzzle: string) => tally([puzzle]).sizes;
    const tally = (puzzles: string[]) =>
      solveBytes(
        `id,puzzle${hasRules ? ',variant' : ''}\n${puzzles.map((each) => `1,${each}${hasRules ? ',' : ''}\n`).join('')}`,
        { budget: 100 },
      ).tally;
    expect([alone(eight), alone(marks)]).toEqual([{ '8x8': 1 }, { '4x4': 1 }]);
    expect(tally([eight, marks, eight, eight, marks, marks]).sizes).toEqual({ '8x8': 3, '4x4': 3 });
  },
);
