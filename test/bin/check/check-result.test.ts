import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, test } from 'vitest';
import { writeHeader } from '../../../core/formats/npy/header.ts';
import { lines, made, marker, NO_SOLUTION, sudoku, temporaryDirectory } from '../command-line.ts';
import { sudokuHere } from '../in-this-process.ts';
import { THREADS } from '../thread-counts.ts';

const { puzzles, solutions } = made(4);
const [puzzle, solution] = [puzzles[0]!, solutions[0]!];
const MANY = '.'.repeat(81);
const CELLS = puzzle.split('');
const parquet = new Uint8Array(parquetWriteBuffer({ columnData: [{ name: 'puzzle', data: puzzles }] }));
const CONFLICT = `55${'.'.repeat(79)}`;

/** Runs `check` on the text of a result and of its puzzles. */
async function check(result: string | Uint8Array, against: string | Uint8Array, ...flags: string[]) {
  const cwd = temporaryDirectory();
  writeFileSync(join(cwd, 'puzzles'), against);
  writeFileSync(join(cwd, 'result'), result);
  return sudokuHere(['check', 'result', '--against', 'puzzles', ...flags], { cwd });
}

test('finds no fault in a result of solve with grids, markers and comments', async () => {
  const input = lines(['# made', ...puzzles, NO_SOLUTION, '', CONFLICT, '&'.repeat(81), '.1', MANY]);
  const { stdout } = await sudoku(['solve', '-q'], { stdin: input });
  const { code, stderr } = await check(stdout, input);
  expect(stderr).toBe('9 records: 9 right, 0 wrong\n');
  expect(code).toBe(0);
});

test.each([
  [
    'a column for each cell',
    (grid: string) => ['x', ...grid.split('')].join(),
    ['x', ...NO_SOLUTION.split('')].join(),
    `x,no-solution${','.repeat(80)}`,
  ],
  [
    'columns without names',
    (grid: string, i: number) => `${i},${grid},${solutions[i]}`,
    undefined,
    undefined,
  ],
])('reads the place of the puzzles in a result with %s', async (_, row, none, noSolution) => {
  const input = lines([...puzzles.map(row), ...(none ? [none] : [])]);
  const result = lines([
    ...(none ? solutions.map(row) : puzzles.map((each, i) => `${row(each, i)},solved`)),
    ...(noSolution ? [noSolution] : []),
  ]);
  const { code, stderr } = await check(result, input);
  expect(stderr).toBe(`${none ? 5 : 4} records: ${none ? 5 : 4} right, 0 wrong\n`);
  expect(code).toBe(0);
});

test.each(THREADS)('finds the same faults in a long result on %d threads', async (threads) => {
  const input = Array.from({ length: 4000 }, (_, i) => (i % 20 === 3 ? NO_SOLUTION : puzzles[i % 4]!));
  const result = input.map((row, i) => {
    if (i % 1000 === 500) return marker('no-solution');
    return row === NO_SOLUTION ? marker('no-solution') : solutions[i % 4]!;
  });
  // in JSON, because slow machines print progress between the lines of text
  const flags = ['--concurrency', `${threads}`, '--json'];
  const { code, stdout } = await check(lines(result), lines(input), ...flags);
  expect(JSON.parse(stdout)).toMatchObject({
    records: 4000,
    right: 3996,
    wrong: 4,
    problems: [500, 1500, 2500, 3500].map((i) => ({
      line: i + 1,
      reason: 'expected the only solution, got no-solution',
    })),
  });
  expect(code).toBe(1);
});

test('finds no fault in the result of a compressed file of grids over several lines', async () => {
  const grids = (all: string[]) => all.map((grid) => grid.replace(/(.{9})/g, '$1\n')).join('\n');
  const { code, stderr } = await check(gzipSync(grids(solutions)), gzipSync(grids(puzzles)));
  expect(stderr).toBe('4 records: 4 right, 0 wrong\n');
  expect(code).toBe(0);
});

test('compares solutions in text with puzzles in Parquet, and the other way round', async () => {
  expect((await check(lines(solutions), parquet)).stderr).toBe(
    '4 records: 4 right, 0 wrong; values beside puzzles and solutions are not checked\n',
  );
  const { code, stderr } = await check(parquet, lines(puzzles));
  expect(stderr).toMatch(/^result:1: expected a solved grid, got an empty cell in row 1, column \d$/m);
  expect(code).toBe(1);
});

test('compares an array of solutions with puzzles in text', async () => {
  const cells = Buffer.from(solutions.join('')).map((code) => code - 48);
  const array = Buffer.concat([writeHeader('|u1', [4, 81]), cells]);
  expect((await check(array, lines(puzzles))).stderr).toBe('4 records: 4 right, 0 wrong\n');
  array[array.length - 1] = 0;
  expect((await check(array, lines(puzzles))).code).toBe(1);
  const short = await check(array.subarray(0, -81), lines(puzzles));
  expect(short.stderr).toBe(
    'sudoku: result: expected 452 bytes for 4 puzzles, as the header says, got 371\n',
  );
  expect(short.code).toBe(2);
});

test('finds no fault in a table that has records with quotes which are no puzzles', async () => {
  const input = lines([
    JSON.stringify({ puzzle }),
    '{"puzzle": 12x}',
    '{"puzzle": }',
    JSON.stringify({ puzzle }),
  ]);
  const { stdout } = await sudoku(['solve', '-q', '--output', 'csv', '--format', 'json'], { stdin: input });
  expect(stdout.toString()).toContain('"{""puzzle"": }"');
  const { code, stderr } = await check(stdout, input);
  expect(stderr).toMatch(/^4 records: 4 right, 0 wrong/);
  expect(code).toBe(0);
});

test('compares comments of any length, also if they are longer than all buffers', async () => {
  const comment = `#${'c'.repeat(12_000_000)}`;
  const input = lines([puzzle, comment, puzzle]);
  const result = lines([solution, comment, solution]);
  // in JSON, because slow machines print progress between the lines of text
  const found = async (other: string) => JSON.parse((await check(other, input, '--json')).stdout);
  expect(await found(result)).toMatchObject({ right: 2, wrong: 0, changed: 0, exitCode: 0 });
  expect(await found(result.replace('cc', 'c'))).toMatchObject({
    ...{ right: 2, wrong: 0, changed: 1, exitCode: 1 },
    problems: [{ line: 2, reason: expect.stringMatching(/^expected /) }],
  });
});

/** The solution with renamed digits: it obeys the rules, but not the givens. */
const renamed = solution.replace(/./g, (digit) => `${(Number(digit) % 9) + 1}`);
const swapped = solution[1]! + solution[0]! + solution.slice(2);

test.each([
  ['a lost given', puzzle, renamed, /^result:2: expected the given \d in row 1, column \d, got \d$/m],
  [
    'two equal digits',
    MANY,
    '1'.repeat(81),
    /expected different digits in each unit, got two of 1 in row 1$/m,
  ],
  [
    'two equal digits in a column',
    MANY,
    swapped,
    /expected different digits in each unit, got two of \d in column 1$/m,
  ],
  ['an empty cell', puzzle, puzzle, /expected a solved grid, got an empty cell in row \d, column \d$/m],
  ['a wrong no-solution', puzzle, marker('no-solution'), /expected the only solution, got no-solution$/m],
  ['a wrong not-unique', puzzle, marker('not-unique'), /expected the only solution, got not-unique$/m],
  ['a wrong invalid', NO_SOLUTION, marker('invalid'), /expected no-solution, got invalid$/m],
  [
    'a solution of an invalid record',
    '&'.repeat(81),
    solution,
    /expected invalid, as "&+…" is not a puzzle; got a grid$/m,
  ],
  ['a grid of another size', puzzle, '1234341221434321', /expected a grid of 9x9, got one of 4x4$/m],
])('finds %s', async (_, record, answer, reason) => {
  const { code, stderr } = await check(lines([solution, answer]), lines([puzzle, record]));
  expect(stderr).toMatch(reason);
  expect(stderr).toMatch(/^2 records: 1 right, 1 wrong$/m);
  expect(code).toBe(1);
});

test('requires a grid to be the only solution with --solutions unique', async () => {
  const { code, stderr } = await check(
    lines([solution, solution]),
    lines([puzzle, MANY]),
    '--solutions',
    'unique',
  );
  expect(stderr).toContain('result:2: expected not-unique or one of the solutions, got solved');
  expect(code).toBe(1);
});

test('counts unsolved as undecided, neither right nor wrong', async () => {
  const { code, stderr } = await check(lines([solution, marker('unsolved')]), lines([puzzle, MANY]));
  expect(stderr).toBe('2 records: 1 right, 0 wrong, 1 undecided\n');
  expect(code).toBe(0);
});

test.each([
  ['two equal givens', CONFLICT, 'invalid, as its givens or rules contradict each other'],
  ['singles only', puzzle, 'the only solution'],
])('counts unsolved as wrong for a puzzle with %s, which takes no guess', async (_, record, expected) => {
  const { code, stderr } = await check(lines([solution, marker('unsolved')]), lines([puzzle, record]));
  expect(stderr).toBe(`result:2: expected ${expected}, got unsolved\n2 records: 1 right, 1 wrong\n`);
  expect(code).toBe(1);
});

test.each([
  [
    'lost',
    solutions.slice(1),
    puzzles,
    /expected a record for line 4 of the puzzles, got the end of the result/,
  ],
  [
    'added',
    [...solutions, solution],
    puzzles,
    /^result:5: expected the end, as there are no more puzzles; got a record/m,
  ],
])('finds a record that has been %s', async (_, result, against, reason) => {
  const { code, stderr } = await check(lines(result), lines(against));
  expect(stderr).toMatch(reason);
  expect(code).toBe(1);
});

describe('a result with solutions beside the puzzles', () => {
  const rows = lines([...puzzles, NO_SOLUTION, '12']);

  test.each([
    ['csv made of lines', rows, ['--output', 'csv']],
    ['csv made of csv', `name,quiz\n${puzzles.map((text, i) => `${i},${text}\n`).join('')}`, []],
  ])('is read by its columns: %s', async (_, input, flags) => {
    const { stdout } = await sudoku(['solve', '-q', ...flags], { stdin: input });
    expect((await check(stdout, input)).stderr).toMatch(
      /^\d records: \d right, 0 wrong(; guesses are not checked)?$/m,
    );

    const other = await check(stdout.toString().replace(solution, renamed), input);
    expect(other.stderr).toMatch(/: expected the given \d in row 1, column \d, got \d$/m);
    expect(other.code).toBe(1);

    const none = await check(stdout.toString().replace(solution, 'no-solution'), input);
    expect(none.stderr).toMatch(/: expected a solution beside the puzzle, got none$/m);
    expect(none.code).toBe(1);
  });
});

describe('rows of a table with more or fewer fields than its header', () => {
  test.each([
    [
      'commas',
      `id,puzzle\n1,${puzzles[0]}\n2,${puzzles[1]},x,y\n3\n4,${puzzles[2]},\n5,${puzzles[3]},,\n6,${puzzles[0]}\n7,${puzzles[1]}\n`,
    ],
    [
      'pipes, and a solution',
      `puzzle|solution\n${puzzles[0]}|\n${puzzles[1]}|x|y|z\n${puzzles[2]}|${solutions[2]}\n`,
    ],
    [
      'fields in quotes',
      `"puzzle","note"\n"${puzzles[0]}","a"\n"${puzzles[1]}","b","c"\n"${puzzles[2]}","d"\n`,
    ],
    [
      'a column for each cell',
      `id,${CELLS.map((_, i) => `c${i}`).join()}\n${puzzles.map((text, i) => `${i},${text.split('').join()}${[',x', '', ',,', ''][i]}\n`).join('')}`,
    ],
  ])('are expected to be invalid in the result: %s', async (_, input) => {
    const { stdout } = await sudoku(['solve', '-q'], { stdin: input });
    const { code, stderr } = await check(stdout, input);
    expect(stderr).toMatch(/^(\d) records: \1 right, 0 wrong$/m);
    expect(code).toBe(0);

    const unanswered = await check(stdout.toString().replaceAll('invalid', 'solved'), input);
    expect(unanswered.stderr).toMatch(/: expected invalid, as .* is not a puzzle; got /);
    expect(unanswered.code).toBe(1);
  });
});

describe('a result of --solutions all', () => {
  const few = made(2, 7, 40).puzzles.map((text) =>
    text.replace(/[1-9]/g, (digit, at: number) => (at % 9 === 3 ? '.' : digit)),
  );
  const input = lines([puzzle, ...few, few[0]!, NO_SOLUTION, '&'.repeat(81)]);
  const flags = ['--solutions', 'all', '--limit', '20'];

  test.each(['csv', 'jsonl'])('is right as %s, and each change is found', async (output) => {
    const { stdout } = await sudoku(['solve', '-q', ...flags, '--output', output], { stdin: input });
    const text = stdout.toString();
    const right = await check(text, input, ...flags, '--output', output);
    expect(right.stderr).toBe('6 records: 6 right, 0 wrong\n');
    const rows = text.split(/(?<=\n)/);
    const from = output === 'csv' ? 1 : 0;
    expect(rows.length).toBeGreaterThan(9);
    for (let at = from; at < rows.length - 1; at += 3) {
      expect((await check(rows.toSpliced(at, 1).join(''), input, ...flags, '--output', output)).code).toBe(1);
      const doubled = rows.toSpliced(at + 1, 0, rows[at]!).join('');
      const found = await check(doubled, input, ...flags, '--output', output);
      expect(found.stderr).toMatch(/: [56] right, [1-9] wrong/);
    }
  });

  test('is right as grids one below the other', async () => {
    const grids = [puzzle, ...few].map((text) => text.replace(/(.{9})/g, '$1\n')).join('\n');
    const { stdout } = await sudoku(['solve', '-q', ...flags], { stdin: grids });
    expect((await check(stdout, grids, ...flags)).stderr).toBe('3 records: 3 right, 0 wrong\n');
    const short = stdout.toString().slice(0, -91);
    expect((await check(short, grids, ...flags)).code).toBe(1);
  });

  test('has a list for each puzzle', async () => {
    const { code, stderr } = await check(lines(solutions), lines(puzzles), '--solutions', 'all');
    expect(stderr).toContain('result:1: expected "number,puzzle,solution,status\\n", got ');
    expect(code).toBe(1);
  });
});

test('finds no fault in a row that only its own solution makes longer than a record may be', async () => {
  const note = 'n'.repeat(2 ** 20 - 150);
  const input = `puzzle,note\n${puzzle},${note}\n${puzzles[1]},\n`;
  const { stdout } = await sudoku(['solve', '-q'], { stdin: input });
  expect(stdout.indexOf('\n', 50)).toBeGreaterThan(2 ** 20);
  expect((await check(stdout, input)).stderr).toBe('2 records: 2 right, 0 wrong\n');
  const text = stdout.toString();
  for (const other of [text.replace(solution, renamed), text.replace('nnn', 'nxn')])
    expect((await check(other, input)).code).toBe(1);
});

test('finds no fault in markers between pipes', async () => {
  const input = lines([puzzle, NO_SOLUTION, CONFLICT].map((text) => `|${text}|`));
  const { stdout } = await sudoku(['solve', '-q'], { stdin: input });
  expect(stdout.toString()).toContain('|no-solution');
  expect((await check(stdout, input)).stderr).toBe('3 records: 3 right, 0 wrong\n');
});

test('prints the outcome on standard output with --json', async () => {
  const { code, stdout, stderr } = await check(lines([renamed]), lines([puzzle]), '--json');
  expect(JSON.parse(stdout)).toMatchObject({
    result: 'result',
    against: 'puzzles',
    records: 1,
    right: 0,
    wrong: 1,
    problems: [{ line: 1, reason: expect.stringContaining('expected the given') }],
    exitCode: 1,
  });
  expect(stderr).toBe('');
  expect(code).toBe(1);
});

test.each([
  ['a missing file', ['missing', '--against', '-'], 'missing: cannot be read: no such file or directory'],
  ['missing puzzles', ['-'], "required option '--against <puzzles>' not specified"],
  ['standard input for both files', ['-', '--against', '-'], 'standard input cannot be result and puzzles'],
])('refuses %s', async (_, args, reason) => {
  const { code, stderr } = await sudoku(['check', ...args], { stdin: lines(puzzles) });
  expect(stderr).toContain(reason);
  expect(code).toBe(2);
});

test('checks solutions of candidates, in any format of the result', async () => {
  const all = (cell: string) => (cell === '.' ? '123456789' : cell);
  const line = Array.from(puzzle, (cell) =>
    Array.from('123456789', (digit) => (all(cell).includes(digit) ? digit : '.')).join(''),
  ).join('');
  const other = `........9${line.slice(9)}`;
  const input = lines([line, other]);
  for (const output of ['same', 'csv']) {
    const { stdout } = await sudoku(['solve', '-q', '--output', output], { stdin: input });
    expect((await check(stdout, input)).stderr).toMatch(/^2 records: 2 right, 0 wrong/);
  }
  const { code, stderr } = await check(lines([solution, solution.replace(/^./, '1')]), input);
  expect(code).toBe(1);
  expect(stderr).toMatch(/result:2: expected /);
});

test.each(['canonical', 'dedupe', 'minimise'])(
  '%s refuses candidates that givens do not imply',
  async (command) => {
    const cwd = temporaryDirectory();
    const line = `12.......${'123456789'.repeat(80)}`;
    writeFileSync(join(cwd, 'candidates.txt'), lines([line]));
    const { code, stderr } = await sudoku([command, 'candidates.txt'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /candidates\.txt:1: expected puzzles that have only givens, .*; got one that excludes candidates/,
    );
  },
);

test('reads Parquet whose column is named puzzle, even if most of its records are none', async () => {
  const input = `id,puzzle\n1,${puzzle}\n2,unreadable\n3,unreadable\n`;
  const flags = ['--output', 'parquet'];
  const { stdout } = await sudoku(['solve', '-q', ...flags], { stdin: input });
  expect((await check(stdout, input, ...flags)).stderr).toBe(
    '3 records: 3 right, 0 wrong; guesses are not checked\n',
  );
});

describe('without --output, a result that is a table in the format of its puzzles', () => {
  const cases = [
    ['csv', 'csv', `id,puzzle,note\n${puzzles.map((each, i) => `${i},${each},n\n`).join('')}`],
    [
      'jsonl',
      'json',
      puzzles.map((each, id) => `${JSON.stringify({ id, puzzle: each, note: 'n' })}\n`).join(''),
    ],
    ['jsonl', 'json', JSON.stringify({ made: 'here', grids: puzzles.map((quiz) => ({ quiz })) }, null, 1)],
    ['parquet', 'parquet', parquet],
  ] as const;

  test.each(cases)('is compared as --output %s, which the summary says: %s', async (output, _, input) => {
    const { stdout } = await sudoku(['solve', '-q', '--output', output], { stdin: input });
    const right = await check(stdout, input);
    expect(right.stderr).toBe(
      `4 records: 4 right, 0 wrong; guesses are not checked; compared as --output ${output}\n`,
    );
    expect(right.code).toBe(0);
    expect(JSON.parse((await check(stdout, input, '--json')).stdout)).toMatchObject({ outputs: [output] });
    if (output === 'parquet') return;
    const text = stdout.toString();
    const mistakes = [
      text.replace('guesses', 'other'),
      text.replace('solved', 'no-solution'),
      text.replace(solution, solutions[1]!),
      text.replace(solution, swapped),
      text.replace(puzzle, puzzles[1]!),
      text.replace(/[^\n]*\n$/, ''),
      `${text}${text.split('\n').at(-2)}\n`,
      text.replace(/\n$/, '\r\n'),
    ];
    for (const mistake of mistakes) expect((await check(mistake, input)).code, mistake).toBe(1);
  });

  test.each(['jsonl', 'parquet'])(
    'is compared as --output %s if counts would make it CSV',
    async (output) => {
      const counted = ['--solutions', 'count'];
      const { stdout } = await sudoku(['solve', '-q', ...counted, '--output', output], {
        stdin: lines(puzzles),
      });
      const found = await check(stdout, lines(puzzles), ...counted);
      expect(found.stderr).toBe(
        `4 records: 4 right, 0 wrong; guesses are not checked; compared as --output ${output}\n`,
      );
      const { stdout: csv } = await sudoku(['solve', '-q', ...counted], { stdin: lines(puzzles) });
      expect((await check(csv, lines(puzzles), ...counted)).stderr).not.toContain('compared as');
      const lost = stdout.toString('latin1').replace('guesses', 'gusses1');
      expect((await check(Buffer.from(lost, 'latin1'), lines(puzzles), ...counted)).code).not.toBe(0);
    },
  );

  test.each(cases.slice(0, 2))(
    'is not taken for a table of %s if it is in the layout of the file',
    async (output, _, input) => {
      // a count makes a table of JSON
      for (const flags of output === 'csv' ? [[], ['--solutions', 'count']] : [[]]) {
        const { stdout } = await sudoku(['solve', '-q', ...flags], { stdin: input });
        const right = await check(stdout, input, ...flags);
        expect(right.stderr).toMatch(/^4 records: 4 right, 0 wrong(?!.*compared as)/);
        expect(right.code).toBe(0);
        const lost = await check(stdout.toString().replace(/note/g, 'guesses'), input, ...flags);
        expect(lost.code).toBe(1);
      }
    },
  );
});
