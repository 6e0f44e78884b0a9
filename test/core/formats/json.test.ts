import { describe, expect, test } from 'vitest';
import { MAX_RECORD_BYTES } from '../../../core/kernel/constants.ts';
import { problemsOf, solveBytes } from './solve-bytes.ts';

const PUZZLE = '12.434..2.4343.1';
const SOLUTION = '1234341221434321';
const NONE = '123....4........';

/** Files and their results. `P` and `S` stand for a puzzle and its solution in quotes. */
const CASES: [name: string, file: string, result: string][] = [
  [
    'lines with an object each: the answer is added beside the puzzle',
    '{"id":1,"puzzle":P,"level":2}\n\n{"puzzle": P}\r\n',
    '{"id":1,"puzzle":P,"solution":S,"status":"solved","level":2}\n\n{"puzzle": P, "solution": S, "status": "solved"}\r\n',
  ],
  [
    'members that are there are filled in',
    '{"solution":null,"sudoku":P}\n{"quiz":P,"answer":"","status":null}\n{"question":P,"solved":[]}\n',
    '{"solution":S,"status":"solved","sudoku":P}\n{"quiz":P,"answer":S,"status":"solved"}\n{"question":P,"solved":S,"status":"solved"}\n',
  ],
  [
    'markers stand in the place of solutions',
    `{"puzzle":"${NONE}"}\n{"puzzle":"12"}\n{"puzzle":P}\n`,
    `{"puzzle":"${NONE}","solution":"no-solution","status":"no-solution"}\n{"puzzle":"12","solution":"invalid","status":"invalid"}\n{"puzzle":P,"solution":S,"status":"solved"}\n`,
  ],
  [
    'an array of objects, spaced as they are',
    '[\n  {\n    "grid": P,\n    "level": 2\n  },\n  { "board" : P }\n]\n',
    '[\n  {\n    "grid": P,\n    "solution": S,\n    "status": "solved",\n    "level": 2\n  },\n  { "board" : P, "solution" : S, "status" : "solved" }\n]\n',
  ],
  ['an array of strings: solutions replace puzzles', `[P, P,\n"${NONE}"]`, '[S, S,\n"no-solution"]'],
  [
    'grids as nested arrays of numbers, 0 for empty',
    '[[[1,2,0,4],[3,4,0,0],[2,0,4,3],[4,3,0,1]],\n [[1,2,0,4],[3,4,0,0],[2,0,4,3],[4,3,0,1]]]\n',
    '[[[1,2,3,4],[3,4,1,2],[2,1,4,3],[4,3,2,1]],\n [[1,2,3,4],[3,4,1,2],[2,1,4,3],[4,3,2,1]]]\n',
  ],
  [
    'null, -1, "." and "" are empty cells',
    '{"board":[[1,2,null,4],[3,4,null,-1],[2,".",4,3],[4,3,"",1]]}\n',
    '{"board":[[1,2,null,4],[3,4,null,-1],[2,".",4,3],[4,3,"",1]],"solution":[[1,2,3,4],[3,4,1,2],[2,1,4,3],[4,3,2,1]],"status":"solved"}\n',
  ],
  [
    'spaces are empty cells, in quotes of their own',
    '[["1","2"," ","4"], ["3","4"," ",\n  " "],\n [" ","1","4","3"],["4","3"," ","1"]]',
    '[["1","2","3","4"], ["3","4","1",\n  "2"],\n ["2","1","4","3"],["4","3","2","1"]]',
  ],
  [
    'cells in quotes stay in quotes',
    '[["1","2",".","4"],["3","4","",""],["2",null,"4","3"],["4","3",".","1"]]',
    '[["1","2","3","4"],["3","4","1","2"],["2","1","4","3"],["4","3","2","1"]]',
  ],
  [
    'one grid is one record, however it is spread over lines',
    '[\n  [1, 2, 0, 4],\n  [3, 4, 0, 0],\n  [2, 0, 4, 3],\n  [4, 3, 0, 1]\n]\n',
    '[\n  [1, 2, 3, 4],\n  [3, 4, 1, 2],\n  [2, 1, 4, 3],\n  [4, 3, 2, 1]\n]\n',
  ],
  [
    'rows as strings',
    '{"puzzle":["12.4","34..","2.43","43.1"]}\n{"puzzle":"12.4\\n34..\\n2.43\\n43.1"}\n',
    '{"puzzle":["12.4","34..","2.43","43.1"],"solution":["1234","3412","2143","4321"],"status":"solved"}\n{"puzzle":"12.4\\n34..\\n2.43\\n43.1","solution":"1234\\n3412\\n2143\\n4321","status":"solved"}\n',
  ],
  [
    'an array within an object',
    '{"count": 2, "puzzles": [{"sudoku": P}, {"sudoku": P}], "by": ["me"]}',
    '{"count": 2, "puzzles": [{"sudoku": P, "solution": S, "status": "solved"}, {"sudoku": P, "solution": S, "status": "solved"}], "by": ["me"]}',
  ],
  [
    'objects one after another, over several lines each',
    '{\n "puzzle": P\n}\n{\n "puzzle": P\n}\n',
    '{\n "puzzle": P,\n "solution": S,\n "status": "solved"\n}\n{\n "puzzle": P,\n "solution": S,\n "status": "solved"\n}\n',
  ],
  [
    'a member with another name, if grids are in it',
    '{"id":"7","task":P}\n',
    '{"id":"7","task":P,"solution":S,"status":"solved"}\n',
  ],
];

const expanded = (text: string) => text.replace(/\bP\b/g, `"${PUZZLE}"`).replace(/\bS\b/g, `"${SOLUTION}"`);

test.each(CASES)('%s', (_, file, result) => {
  const once = solveBytes(expanded(file));
  expect(once.plan.format).toBe('json');
  expect(once.text).toBe(expanded(result));
  expect(solveBytes(once.output).text, 'a result is its own result').toBe(once.text);
});

test('distinguishes a list of grids from a grid by its elements', () => {
  const flat = JSON.parse('[1,2,0,4,3,4,0,0,2,0,4,3,4,3,0,1]');
  // sixteen 4x4 grids, not a 16x16 grid
  expect(solveBytes(JSON.stringify(Array(16).fill(flat))).tally.sizes).toEqual({ '4x4': 16 });
  const sixteen = Array.from({ length: 16 }, (_, i) =>
    Array(16)
      .fill(0)
      .with(0, i + 1),
  );
  expect(solveBytes(JSON.stringify(sixteen)).tally.sizes).toEqual({ '16x16': 1 });
});

test('reports wrong solutions', () => {
  const { tally, text } = solveBytes(expanded('{"puzzle":P,"solution":"2134341221434321"}\n'));
  expect(text).toContain(`"solution":"${SOLUTION}"`);
  expect(tally).toMatchObject({ disagreements: 1, solved: 1 });
});

test('counts lines once if puzzles of several sizes alternate', () => {
  const kinds = [`"${PUZZLE}"`, `"${'.'.repeat(81)}"`, `[${'0,'.repeat(15)}0]`, `"${NONE}"`];
  const file = `[\n${[...kinds, ...kinds].join(',\n')}\n]\n`;
  const { tally } = solveBytes(file);
  expect(tally.problems.map(({ line }) => line)).toEqual([5, 9]);
  expect(tally.lines).toBe(file.split('\n').length - 1);
});

test('only JSON Lines are splittable', () => {
  expect(solveBytes(expanded('{"puzzle":P}\n{"puzzle":P}\n')).plan.splittable).toBe(true);
  expect(solveBytes(expanded('[{"puzzle":P},{"puzzle":P}]')).plan.splittable).toBe(false);
});

test('strings of 81 characters can have a space for each empty cell', () => {
  const puzzle = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
  const solution = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
  const blank = puzzle.replaceAll('.', ' ');
  const { text } = solveBytes(`{"p":"${blank}"}\n{"p":"${puzzle}"}\n{"p":"${' '.repeat(81)}"}\n`);
  expect(text).toBe(
    `{"p":"${blank}","solution":"${solution}","status":"solved"}\n{"p":"${puzzle}","solution":"${solution}","status":"solved"}\n{"p":"${' '.repeat(81)}","solution":"invalid","status":"invalid"}\n`,
  );
});

describe('marks a broken record as invalid without affecting others', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

  test.each([
    ['no JSON', '{"puzzle":}', '1:25 invalid: expected a value in JSON, got "}"'],
    [
      'cut',
      '{"puzzle":"12',
      '1:28 invalid: expected " at the end of a string in JSON, got the end of the record',
    ],
    ['no puzzle', '{"x":1}', '1:15 invalid: expected a puzzle at puzzle, got the members x'],
    ['a number', '17', '1:15 invalid: expected a puzzle at puzzle, got "17"'],
    [
      'nested too deep',
      `{"puzzle":${nested(100_000)}}`,
      '1:15 invalid: expected values nested at most 64 deep, got 100001',
    ],
    [
      'nested too deep in an array',
      nested(100_000),
      '1:15 invalid: expected values nested at most 64 deep, got 100000',
    ],
    [
      'an unknown symbol',
      '{"puzzle":"12.434..2&4343.1"}',
      '1:35 invalid: expected a symbol of 1-4 or an empty cell (. 0 * _ -), got "&"',
    ],
    [
      'a number too large',
      '{"puzzle":[[1,2,0,5],[3,4,0,0],[2,0,4,3],[4,3,0,1]]}',
      '1:33 invalid: expected a number from 1 to 4 or an empty cell, got "5"',
    ],
    [
      'invalid UTF-8',
      '{"puzzle":"12.434..2\xff4343.1"}',
      '1:35 invalid: expected a symbol of 1-4 or an empty cell (. 0 * _ -), got "ÿ"',
    ],
  ])('%s', (_, record, problem) => {
    const good = expanded('{"puzzle":P}');
    const inLines = solveBytes(`${good}\n${record}\n${good}\n`);
    expect(inLines.tally).toMatchObject({ puzzles: 3, solved: 2, invalid: 1 });
    expect(problemsOf(inLines)).toEqual([problem.replace(/^1:(\d+)/, (_all, column) => `2:${column - 14}`)]);
    expect(solveBytes(inLines.output).text).toBe(inLines.text);

    // within an array, a missing bracket is detected at the next bracket
    const isOpen = record.endsWith('12');
    const inArray = solveBytes(`[${good},\n${record},\n${good}]`);
    if (isOpen) expect(inArray.tally).toMatchObject({ puzzles: 2, solved: 1, invalid: 1 });
    else expect(inArray.tally).toMatchObject({ puzzles: 3, solved: 2, invalid: 1 });
    expect(solveBytes(inArray.output).text).toBe(inArray.text);
  });
});

test.each([
  ['[{"puzzle":P}', 'expected ] at the end of the array, got the end of the file'],
  ['[{"puzzle":P},]', 'expected a record, got ]'],
  ['[{"puzzle":P},,{"puzzle":P}]', 'expected a record, got ,'],
  ['[{"puzzle":P} {"puzzle":P}]', 'expected , or ] after a record, got'],
  ['[{"puzzle":P}] x', 'expected the end of the file after the array, got "x"'],
  ['[{"puzzle":P}, {"puzzle":[1,2}, {"puzzle":P}]', 'expected , or ] after a value in JSON, got'],
])('reports what is wrong between the records of %s', (file, reason) => {
  const { tally } = solveBytes(expanded(file));
  expect(tally.invalid).toBe(1);
  expect(tally.problems[0]!.reason).toContain(reason);
});

test('a record of ten megabytes is preserved, in bounded memory', () => {
  const good = expanded('{"puzzle":P}');
  const long = `{"puzzle":"${'1'.repeat(10_000_000)}"}`;
  for (const file of [`[${good},${long},${good}]`, `${good}\n${long}\n${good}\n`]) {
    const { tally, text, longest } = solveBytes(file, {}, Array(160).fill(65_536));
    expect(tally).toMatchObject({ puzzles: 3, solved: 2, invalid: 1 });
    expect(tally.problems[0]!.reason).toContain('at most 1048576 bytes');
    expect(text).toContain(long);
    expect(longest).toBeLessThan(4_000_000);
  }
});

test('white space between records can be longer than a record', () => {
  const space = (n: number) => ' \n'.repeat(n * 300_000);
  const file = `["${PUZZLE}",${space(2)}"${PUZZLE}"${space(3)},${space(2)}"${PUZZLE}"${space(2)}]${space(3)}`;
  const { text, tally, longest } = solveBytes(file);
  expect(tally).toMatchObject({ puzzles: 3, solved: 3, lines: 3_600_000 });
  expect(text === file.replaceAll(PUZZLE, SOLUTION)).toBe(true);
  expect(longest).toBeLessThan(2 * MAX_RECORD_BYTES);
});

test('rejects JSON without puzzles', () => {
  expect(() => solveBytes('{"name":"sudoku-batch","version":"1.0.0"}')).toThrow(/expected puzzles/);
  expect(() => solveBytes('[1,2,3]')).toThrow(/expected puzzles/);
});

test('reads an invalid list of grids up to its fault, or rejects it with a message', () => {
  const grid = JSON.stringify(
    ['12.4', '34.2', '.143', '4321'].map((row) => row.replaceAll('.', '0').split('').map(Number)),
  );
  expect(solveBytes(`[${grid},]`).text).toMatch(/^\[\[\[1,2,3,4\]/);
  expect(() => solveBytes(`[${grid},]]]]`)).toThrow(/expected puzzles/);
});
