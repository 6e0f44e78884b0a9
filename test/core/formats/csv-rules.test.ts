import { describe, expect, test } from 'vitest';
import { problemsOf, solveBytes } from './solve-bytes.ts';

const P = '12.434..2.4343.1';
const S = '1234341221434321';
/** As many as a puzzle has cells. */
const DASHES = '-'.repeat(P.length);

/** Tables, with `P` for a puzzle, `S` for its solution, and `=>` before what a line becomes where it does not stay. */
const TABLES: Record<string, readonly string[]> = {
  Markdown: [
    '| id | puzzle |=>| id | puzzle |solution|status|',
    '|----|:--:|=>|----|:--:|---|---|',
    '| 1 | P |=>| 1 | P |S|solved|',
  ],
  psql: [' id | puzzle=> id | puzzle|solution|status', '----+--------', '  1 | P=>  1 | P|S|solved'],
  'psql with one column': [' puzzle=> puzzle,solution,status', '------------------', ' P=> P,S,solved'],
  'the client of MySQL': [
    '+----+--------+',
    '| id | puzzle |=>| id | puzzle |solution|status|',
    '+----+--------+',
    '| 1 | P |=>| 1 | P |S|solved|',
    '+----+--------+',
  ],
  reStructuredText: [
    '| id | puzzle |=>| id | puzzle |solution|status|',
    '+====+========+',
    '| 1 | P |=>| 1 | P |S|solved|',
  ],
  commas: ['id,puzzle=>id,puzzle,solution,status', '---,---', '1,P=>1,P,S,solved'],
  'rules as long as puzzles': [
    'puzzle|solution=>puzzle|solution|status',
    `${DASHES}|${DASHES}`,
    'P|=>P|S|solved',
    `${DASHES}|${DASHES}`,
    'P|=>P|S|solved',
  ],
  'such rules between bars': [
    '|puzzle|=>|puzzle|solution|status|',
    `|${DASHES}|=>|${DASHES}|---|---|`,
    '|P|=>|P|S|solved|',
    `|${DASHES}|`,
    '|P|=>|P|S|solved|',
  ],
};

/** Below the name of the only column; `D` is as many dashes as a puzzle has cells. */
const RULED: Record<string, readonly string[]> = {
  'sqlcmd and the columns of SQLite': [
    'puzzle=>puzzle,solution,status',
    'D',
    'P=>P,S,solved',
    'P=>P,S,solved',
  ],
  'signs that are no cells': [
    'puzzle=>puzzle,solution,status',
    '='.repeat(P.length),
    'P=>P,S,solved',
    'P=>P,S,solved',
  ],
  'a rule at the end, too': ['puzzle=>puzzle,solution,status', 'D', 'P=>P,S,solved', 'P=>P,S,solved', 'D'],
};

/** What clients of databases print below a table. */
const ROW_COUNTS = ['(1 row)', '(2 rows)', '(2 rows affected)', '2 rows in set (0.00 sec)', '1 row in set'];

const expanded = (text: string) => text.replace(/\bP\b/g, P).replace(/\bS\b/g, S).replace(/^D$/, DASHES);

describe.each(['\n', '\r\n'])(
  'a line that is drawn in a table is no record and stays, before %j',
  (lineEnd) => {
    test.each(Object.entries(TABLES))('%s', (_, table) => {
      const file = table.map((line) => expanded(line.split('=>')[0]!) + lineEnd).join('');
      const result = table.map((line) => expanded(line.split('=>').at(-1)!) + lineEnd).join('');
      const solved = solveBytes(file);
      expect(solved.text).toBe(result);
      expect(problemsOf(solved)).toEqual([]);
      expect(solveBytes(solved.output).text, 'a result is its own result').toBe(result);
    });
  },
);

test('dashes of a missing value are not a rule', () => {
  expect(problemsOf(solveBytes(`id,puzzle\n1,${P}\n-,-\n`))).toEqual([
    '3:3 invalid: expected a puzzle, got nothing',
  ]);
});

test.each(Object.entries(RULED))('a line of dashes below a column name is a rule: %s', (_, table) => {
  const [file, result] = [0, -1].map((side) =>
    table.map((line) => `${expanded(line.split('=>').at(side)!)}\n`).join(''),
  );
  const solved = solveBytes(file!);
  expect(solved.text).toBe(result);
  expect(solved.tally.puzzles).toBe(2);
  expect(solveBytes(solved.output).text, 'a result is its own result').toBe(result);
  for (let cut = 1; cut < file!.length; cut++) expect(solveBytes(file!, {}, [cut]).text).toBe(result);
});

test('a line of dashes below a column name is a puzzle if other puzzles have dashes as empty cells', () => {
  expect(solveBytes(`puzzle\n${DASHES}\n${P.replaceAll('.', '-')}\n`, { format: 'csv' }).tally.puzzles).toBe(
    2,
  );
});

test.each(ROW_COUNTS)('%j below a table is not a row', (count) => {
  for (const [header, row, answers] of [
    ['id|puzzle', `1|${P}`, ['|solution|status', `|${S}|solved`]],
    ['puzzle', P, [',solution,status', `,${S},solved`]],
  ] as const) {
    const solved = solveBytes(`${header}\n${row}\n${row}\n${count}\n\n`);
    expect(solved.text).toBe(
      `${header}${answers[0]}\n${row}${answers[1]}\n${row}${answers[1]}\n${count}\n\n`,
    );
    expect(problemsOf(solved)).toEqual([]);
  }
});

test('a line of as many dashes as a grid has cells is a puzzle', () => {
  expect(solveBytes(`puzzle\n${P}\n${DASHES}\n`, { format: 'csv' }).tally.puzzles).toBe(2);
});

describe('a delimiter after the last column, below a header without one, is part of the row’s end', () => {
  test.each([
    [
      'nothing to fill in',
      `Puzzle,Difficulty\nP,Easy,\nP,Hard,\n`,
      `Puzzle,Difficulty,solution,status\nP,Easy,S,solved,\nP,Hard,S,solved,\n`,
    ],
    [
      'a solution to fill in',
      `Puzzle,Solution\r\nP,,\r\nP,S,\r\n`,
      `Puzzle,Solution,status\r\nP,S,solved,\r\nP,S,solved,\r\n`,
    ],
    ['one column', 'Puzzle\nP,\n', 'Puzzle,solution,status\nP,S,solved,\n'],
    [
      'in some rows only',
      'id,puzzle\n1,P\n2,P,\n3,P',
      'id,puzzle,solution,status\n1,P,S,solved\n2,P,S,solved,\n3,P,S,solved',
    ],
  ])('%s', (_, file, result) => {
    const solved = solveBytes(expanded(file));
    expect(solved.text).toBe(expanded(result));
    expect(solveBytes(solved.output).text, 'a result is its own result').toBe(solved.text);
  });

  test.each([
    [
      'with the rule below its header',
      '| id | puzzle |\n|:--|-----|\n| 1 | P |\n| 2 | P | \n',
      '| id | puzzle |solution|status|\n|:--|-----|---|---|\n| 1 | P |S|solved|\n| 2 | P |S|solved| \n',
    ],
    [
      'without names that anybody knows',
      '|   | q |\r\n|---|---|\r\n| 1 | P |\r\n',
      '|   | q |solution|status|\r\n|---|---|---|---|\r\n| 1 | P |S|solved|\r\n',
    ],
  ])('a table of Markdown stays one, %s', (_, file, result) => {
    const solved = solveBytes(expanded(file));
    expect(solved.text).toBe(expanded(result));
    expect(solveBytes(solved.output).text, 'a result is its own result').toBe(solved.text);
  });

  test('a row with more delimiters is too long', () => {
    expect(problemsOf(solveBytes(`id,puzzle\n1,${P}\n2,${P},,\n`))).toEqual([
      '3:21 invalid: expected 2 fields, got 4',
    ]);
  });
});

test.each([
  ['in a table without a header', `1,${P},-\n2,${P},r1c1 r1c2\n`, '#3'],
  [
    'in one of many rows',
    `puzzle,renbans\n${`${P},-\n`.repeat(401)}${P},r1c1 r1c2\n${`${P},-\n`.repeat(400)}`,
    'renbans',
  ],
])('a rule is not ignored %s', (_, file, name) => {
  const { tally } = solveBytes(file);
  expect(tally).toMatchObject({ unsupported: 1 });
  expect(tally.problems[0]?.reason).toContain(name);
});

describe('columns that have the name of a rule, but hold none', () => {
  const FILE = 'puzzle,odd,Arrows\n12.434..2.4343.1,3,7\n12.434..2.4343.1,,\n';
  test('are named, with what to do', () => {
    expect(problemsOf(solveBytes(FILE))).toEqual([
      '2:0 invalid: odd: expected a cell from r1c1 to r4c4, got "3"; if this is no rule, set the option ignore=odd',
    ]);
    // a cell is meant as a rule
    expect(problemsOf(solveBytes('puzzle,odd\n12.434..2.4343.1,r1c9\n'))[0]).not.toContain('ignore');
  });

  test.each([
    ['tables', FILE],
    ['JSON Lines', '{"puzzle":"12.434..2.4343.1","odd":3,"arrows":"7"}\n{"puzzle":"12.434..2.4343.1"}\n'],
    ['other JSON', '{"odd":5,"puzzles":[{"puzzle":"12.434..2.4343.1","arrows":true},"12.434..2.4343.1"]}'],
  ])('are ignored by an option, in %s', (_, file) => {
    expect(solveBytes(file, { ignore: 'ODD,arrows' }).tally.solved).toBe(2);
    expect(solveBytes(file, { ignore: 'even' }).tally.solved).toBeLessThan(2);
  });

  test('are not ignored where they are not named', () => {
    const file = '#! sudoku ignore=odd\npuzzle,odd,even\n12.434..2.4343.1,3,r1c3\n';
    expect(solveBytes(file).tally.noSolution).toBe(1);
  });
});
