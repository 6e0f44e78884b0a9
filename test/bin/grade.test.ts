import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { generate, grade } from '../../core/browser.ts';
import { zipOf } from '../core/files/zip/archives.ts';
import { RATED } from '../core/solver/grade/rated.ts';
import {
  directoryWith,
  events,
  lines,
  NO_SOLUTION,
  sudoku,
  sudokuProcess,
  temporaryDirectory,
} from './command-line.ts';
import { sudokuHere } from './in-this-process.ts';
import { THREADS } from './thread-counts.ts';

const SOME = RATED.filter(([, er]) => er < 7).slice(0, 30);

test('writes one row of CSV for each puzzle, in order', async () => {
  const { stdout, stderr, code } = await sudoku(['grade'], { stdin: lines(SOME.map(([puzzle]) => puzzle)) });
  const [head, ...rows] = stdout.toString().trimEnd().split('\n');
  expect(head).toBe('puzzle,status,er,ep,ed,hardest,techniques');
  expect(rows.map((row) => row.split(',').slice(0, 5))).toEqual(
    SOME.map(([puzzle, ...ratings]) => [puzzle, 'graded', ...ratings.map((rating) => rating.toFixed(1))]),
  );
  expect(stderr).toBe(`${SOME.length} puzzles: ${SOME.length} graded\n`);
  expect(code).toBe(0);
});

test('writes JSON Lines with the steps of the solution', async () => {
  const [puzzle, er, ep, ed] = RATED.find(([, rating]) => rating === 4.2)!;
  const { stdout } = await sudoku(['grade', '--output', 'jsonl', '--path', '-q'], { stdin: lines([puzzle]) });
  const [row] = events(stdout.toString());
  expect(row).toMatchObject({
    puzzle,
    status: 'graded',
    er,
    ep,
    ed,
    hardest: 'XY-Wing',
    counts: { 'XY-Wing': 1 },
  });
  expect(row!.path).toContainEqual({
    rating: 4.2,
    step: expect.stringMatching(/^XY-Wing: .* => r\dc\d<>\d/),
    why: expect.stringMatching(/^r\dc\d is \d or \d: if it is \d, r\dc\d is \d; if .* loses? \d\.$/),
  });
});

describe('keeps the id of each record', () => {
  const [puzzle] = SOME[0]!;
  const csv = `puzzle,n,id\n${puzzle},1,7\nbroken,2,"a,b"\n${puzzle},3,\n${puzzle},4,007\n`;
  const json = ['7', '"a,b"', 'null', '"007"']
    .map((id, i) => JSON.stringify({ puzzle: i === 1 ? 'broken' : puzzle }).replace('{', `{"id":${id},`))
    .join('\n');
  const ids = ['7', '"a,b"', '', '007'];

  test.for(['grade', 'canonical'])('%s, in a table', async (command) => {
    for (const stdin of [csv, json]) {
      const { stdout } = await sudoku([command, '-q', '--output', 'csv'], { stdin });
      const [head, ...rows] = stdout.toString().trimEnd().split('\n');
      expect(head).toMatch(/^id,puzzle,status,/);
      expect(rows.map((row) => /^("[^"]*"|[^,]*),/.exec(row)![1])).toEqual(ids);
    }
  });

  test.for(['grade', 'canonical'])('%s, in JSON Lines', async (command) => {
    for (const stdin of [csv, json]) {
      const { stdout } = await sudoku([command, '-q', '--output', 'jsonl'], { stdin });
      expect(events(stdout.toString()).map(({ id }) => id)).toEqual([7, 'a,b', undefined, '007']);
    }
  });

  describe.each(['grade', 'canonical'])('%s, of several files', (command) => {
    const files = () =>
      directoryWith({
        'a.csv': csv,
        'b.txt': lines([puzzle]),
        'a.zip': zipOf([
          { name: 'b.txt', content: lines([puzzle]) },
          { name: 'a.csv', content: csv },
        ]),
      });
    const columns = (rows: string) =>
      rows
        .trimEnd()
        .split('\n')
        .map((row) => /^("[^"]*"|[^,]*),/.exec(row)![1]);

    test.each([
      [
        ['a.csv', 'b.txt'],
        [...ids, ''],
      ],
      [
        ['b.txt', 'a.csv'],
        ['', ...ids],
      ],
      [
        ['b.txt', 'missing.csv', 'a.zip'],
        ['', '', ...ids],
      ],
      [
        ['b.txt', '{"id":9,"puzzle":"1"}'],
        ['', '9'],
      ],
    ])('in one table if any has some: %j', async (paths, expected) => {
      const { stdout } = await sudokuHere([command, '-q', '--output', 'csv', ...paths], { cwd: files() });
      expect(columns(stdout)).toEqual(['id', ...expected]);
    });

    test('in JSON Lines, where each record has its own', async () => {
      const args = [command, '-q', '--output', 'jsonl', 'b.txt', 'a.csv', 'b.txt'];
      const { stdout } = await sudokuHere(args, { cwd: files() });
      expect(events(stdout).map(({ id }) => id)).toEqual([undefined, 7, 'a,b', undefined, '007', undefined]);
    });

    test('unless only a pipe has some, which comes after others', async () => {
      const cwd = files();
      const args = [command, '-q', '--output', 'csv'];
      const { stdout } = await sudokuProcess([...args, '-', 'a.csv'], { cwd, stdin: lines([puzzle]) });
      expect(columns(stdout.toString())).toEqual(['id', '', ...ids]);
      const { stderr, code } = await sudokuProcess([...args, 'b.txt', '-'], { cwd, stdin: csv });
      expect(stderr).toContain(
        'expected a file without ids, as those before it in this table have none, got',
      );
      expect(code).toBe(2);
    });
  });
});

test('gives the same result on any number of threads', async () => {
  // more puzzles than fit into a task
  const puzzles = SOME.filter(([, er]) => er < 3).map(([puzzle]) => puzzle);
  const stdin = lines(Array.from({ length: 260 }, (_, i) => puzzles[i % puzzles.length]!));
  const [one, ...others] = await Promise.all(
    THREADS.map((n) => sudoku(['grade', '--path', '--concurrency', `${n}`], { stdin })),
  );
  expect(one!.stdout.toString().trimEnd().split('\n')).toHaveLength(261);
  for (const { stdout } of others) expect(stdout).toEqual(one!.stdout);
});

test('writes the reason in place of a rating', async () => {
  const filled = '123456789456789123789123456214365897365897214897214365531642978642978531978531642';
  const stdin = lines([NO_SOLUTION, `11${'.'.repeat(79)}`, '.'.repeat(81), filled, '.1', SOME[0]![0]]);
  const { stdout, stderr, code } = await sudoku(['grade'], { stdin });
  const statuses = stdout
    .toString()
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((row) => row.split(',')[1]);
  expect(statuses).toEqual(['no-solution', 'invalid', 'not-unique', 'filled', 'invalid', 'graded']);
  expect(stderr).toContain('6 puzzles');
  expect(code).toBe(1);
});

test('lists the steps of puzzles that have no rating', async () => {
  const cage = JSON.stringify({ puzzle: '.'.repeat(16), cages: '3 r1c1 r1c2; 5 r4c1 r4c2' });
  const stdin = lines(['{"puzzle":"12.434..2.4343.1"}', cage]);
  const { stdout, code } = await sudoku(['grade', '--path', '-q'], { stdin });
  const [, small, several] = stdout.toString().split('\n');
  expect(small).toBe(
    '12.434..2.4343.1,explained,,,,naked single,naked single: 5,naked single: r2c4=2; naked single: r2c3=1; naked single: r4c3=2; naked single: r3c2=1; naked single: r1c3=3',
  );
  expect(several).toBe(`${'.'.repeat(16)},not-unique,,,,,,`);
  expect(code).toBe(1);
  const json = await sudoku(['grade', '--path', '--output', 'jsonl', '-q'], { stdin });
  const [first] = events(json.stdout.toString());
  expect(first).toMatchObject({
    status: 'explained',
    difficulty: 'easy',
    counts: { 'naked single': 5 },
    path: expect.arrayContaining([
      { step: 'naked single', row: 1, column: 3, digit: 3, why: 'r1c3 sees every digit except 3.' },
    ]),
  });
});

test('says of puzzles without a rating what the library says', async () => {
  const puzzles = [
    { puzzle: '1....4....4....1', cages: [{ sum: 3, cells: ['r1c1', 'r1c2'] }] },
    { puzzle: generate({ size: 12, clues: [80, 90], seed: 1 }).puzzle },
    { puzzle: '1234341221434321', cages: [{ sum: 3, cells: ['r1c1', 'r1c2'] }] },
  ].map((puzzle) => JSON.stringify(puzzle));
  const { stdout } = await sudoku(['grade', '--path', '--output', 'jsonl', '-q'], { stdin: lines(puzzles) });
  const rows = events(stdout.toString()).map(({ path, ...row }) => ({ ...row, steps: path }));
  const [killer, large, filled] = puzzles.map((text) => grade(text));
  expect(rows).toMatchObject([killer, large, filled]);
  expect(rows).toMatchObject(['explained', 'explained', 'filled'].map((status) => ({ status })));
});

test('uses candidates that a puzzle excludes beside its givens, and shows them', async () => {
  const puzzle = '14 23 34 24\n13 124 123 123\n123 124 124 234\n234 134 123 134\n';
  const { stdout, code } = await sudoku(['grade', '--path', '-q'], { stdin: puzzle });
  const [, row] = stdout.toString().split('\n');
  expect(row).toMatch(
    /^1\.{2}4\.23\..{56},explained,,,,hidden single,naked single: 15; hidden single: 1,\w+ single: /,
  );
  expect(code).toBe(1);
  const read = await sudoku(['solve', '-o', '-', '-q'], { stdin: stdout.toString() });
  expect(read.stdout.toString()).toContain('1234341221434321');
});

test.each([
  ['a cage of two cells with the sum 2', { cages: '2 r1c1 r1c2' }],
  ['a thermometer of five cells', { thermos: 'r1c1 r1c2 r1c3 r1c4 r2c4' }],
])('a puzzle with %s is invalid', async (_, rules) => {
  const { stdout } = await sudoku(['grade', '-q'], {
    stdin: lines([JSON.stringify({ puzzle: '.'.repeat(16), ...rules })]),
  });
  expect(stdout.toString()).toContain(`${'.'.repeat(16)},invalid,`);
});

test('does not grade a puzzle with a rule that is not known, and says why', async () => {
  const { stdout, stderr, code } = await sudoku(['grade'], {
    stdin: lines([JSON.stringify({ puzzle: SOME[0]![0], sandwiches: 'r1c1 5' })]),
  });
  expect(stdout.toString()).toContain(`${SOME[0]![0]},not-graded,`);
  expect(stderr).toContain('\nnot-graded: the puzzle has a rule that is not known\n');
  expect(stderr).not.toContain('explained');
  expect(code).toBe(1);
});

test('says which puzzles have ratings if some have only steps', async () => {
  const { stderr, code } = await sudoku(['grade', '12.434..2.4343.1']);
  expect(stderr).toBe(
    '1 puzzle: 1 explained\nexplained: only 9x9 puzzles, classic or X and without candidates, have ratings\n',
  );
  expect(code).toBe(1);
});

test('writes one table for all files, or one for each file in a directory', async () => {
  const cwd = temporaryDirectory();
  mkdirSync(join(cwd, 'in/sub'), { recursive: true });
  const [a, b] = SOME.map(([puzzle]) => puzzle);
  writeFileSync(join(cwd, 'in/a.txt'), lines([a!]));
  writeFileSync(join(cwd, 'in/notes.md'), 'Bread, 2 loaves\n');
  writeFileSync(join(cwd, 'in/sub/b.txt.gz'), gzipSync(lines([b!])));
  const firsts = (table: string | Buffer) =>
    table
      .toString()
      .trimEnd()
      .split('\n')
      .map((row) => row.split(',')[0]);

  const one = await sudoku(['grade', 'in/notes.md', 'in', 'missing'], { cwd });
  expect(firsts(one.stdout)).toEqual(['puzzle', a, b]);
  expect(one.stderr.split('\n')).toEqual([
    expect.stringMatching(/^sudoku: in\/notes.md:1: expected puzzles/),
    expect.stringMatching(/^sudoku: in\/notes.md:1: expected puzzles/),
    'sudoku: missing: cannot be read: no such file or directory',
    '2 puzzles: 2 graded',
    '',
  ]);
  expect(one.code).toBe(2);

  const each = await sudoku(['grade', 'in', '-o', 'new', '-q'], { cwd });
  expect(each.code).toBe(2);
  expect(
    readdirSync(join(cwd, 'new'), { recursive: true, encoding: 'utf8' }).toSorted((a, b) => (a < b ? -1 : 1)),
  ).toEqual(['a.txt.csv', 'sub', 'sub/b.txt.gz.csv']);
  expect(firsts(readFileSync(join(cwd, 'new/a.txt.csv')))).toEqual(['puzzle', a]);
});

test('writes no table for a file that turns out to be damaged', async () => {
  const cwd = temporaryDirectory();
  const damaged = gzipSync(lines(Array<string>(3000).fill(SOME[0]![0]))).subarray(0, -8);
  writeFileSync(join(cwd, 'damaged.gz'), damaged);
  for (const out of ['all.csv', 'new/']) {
    const { code, stderr } = await sudoku(['grade', 'damaged.gz', '-o', out, '-q'], { cwd });
    expect(stderr).toContain('expected a whole gzip file, got one that is cut short');
    expect(code).toBe(2);
  }
  expect(readdirSync(cwd)).toEqual(['damaged.gz']);
});

test('rates a puzzle beyond all techniques above the highest rating', async () => {
  // no technique finds a single step
  const puzzle = '98.7..6..5...9..7...7..4...3.......2..85...6.....23....1..8...6..59...4......61..';
  const csv = await sudoku(['grade', '-q'], { stdin: lines([puzzle]) });
  expect(csv.stdout.toString()).toContain(`${puzzle},beyond,>9.5,>9.5,>9.5,,`);
  const json = await sudoku(['solve', '--grade', '--output', 'jsonl', '-q'], { stdin: lines([puzzle]) });
  expect(events(json.stdout.toString())[0]!.grade).toMatchObject({ er: '>9.5', ep: '>9.5', ed: '>9.5' });
});
