import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Audit } from '../../core/report/audit.ts';
import { lines, made, NO_SOLUTION, sudoku, sudokuProcess, temporaryDirectory } from './command-line.ts';
import { morph } from './morphs.ts';
import { THREADS } from './thread-counts.ts';

const { puzzles, solutions } = made(300, 11);
const OPEN = solutions[0]!.replaceAll('1', '.').replaceAll('2', '.');

async function audit(files: Readonly<Record<string, string | Uint8Array>>, ...flags: string[]) {
  const cwd = temporaryDirectory();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
  const { stdout, stderr, code } = await sudoku(['audit', ...Object.keys(files), ...flags], { cwd });
  return { text: stdout.toString(), stderr, code };
}

test('finds every hidden duplicate, and every puzzle that two files share, on any number of threads', async () => {
  const train = [...puzzles.slice(0, 200), ...puzzles.slice(0, 37).map(morph)];
  const testing = [...puzzles.slice(200), ...puzzles.slice(50, 71).map(morph)];
  const files = { 'train.txt': lines(train), 'test.txt': lines(testing) };
  const runs = await Promise.all(
    THREADS.map((n) => audit(files, '--output', 'json', '--concurrency', `${n}`)),
  );
  for (const run of runs) expect(run).toEqual(runs[0]);
  expect(runs[0]!.code).toBe(1);
  const { files: found, meetings } = JSON.parse(runs[0]!.text) as Audit;
  expect(found.map(({ duplicates }) => duplicates)).toEqual([37, 0]);
  expect(meetings.map(({ by, classes }) => [by, classes])).toEqual([
    ['puzzle', 21],
    ['grid', 21],
  ]);
  const [example] = meetings[0]!.examples;
  expect(example).toEqual({
    file: 'test.txt',
    line: 101,
    puzzle: morph(puzzles[50]!, 0),
    ofFile: 'train.txt',
    ofLine: 51,
    ofPuzzle: puzzles[50],
  });
});

test('finds the same if the keys do not fit into memory', async () => {
  const train = Array.from({ length: 40 }, (_, i) => puzzles.slice(0, 200 + i)).flat();
  const files = {
    'train.txt': lines(train),
    'test.txt': lines([...puzzles.slice(190), ...puzzles.slice(180)]),
  };
  const [usual, onDisk] = await Promise.all(
    [[], ['--memory', '1']].map((flags) => audit(files, '--output', 'json', ...flags)),
  );
  expect(onDisk).toEqual(usual);
});

/** Disguises that do not share code with the program. */
const cells = (order: (row: number, column: number) => number) => (puzzle: string) =>
  Array.from({ length: 81 }, (_, cell) => puzzle[order(Math.floor(cell / 9), cell % 9)]).join('');
const DISGUISES: readonly ((puzzle: string) => string)[] = [
  (puzzle) => puzzle.replace(/[1-9]/g, (digit) => `${(Number(digit) % 9) + 1}`),
  cells((row, column) => column * 9 + row),
  cells((row, column) => ((row + 3) % 9) * 9 + column),
  cells((row, column) => row * 9 + (8 - column)),
  (puzzle) => morph(puzzle, 5),
];
/** Not a disguise: one more given. Then the solutions are alike, and the puzzles are not. */
const withMore = (index: number) =>
  puzzles[index]!.replace('.', () => solutions[index]![puzzles[index]!.indexOf('.')]!);

test('finds all and only the duplicates that are hidden in files of different formats', async () => {
  const hidden = (from: number) => DISGUISES.map((disguise, i) => disguise(puzzles[from + i]!));
  const sets = {
    'a.csv': [...puzzles.slice(0, 40), ...hidden(0), withMore(20)],
    'b.jsonl': [...puzzles.slice(40, 80), ...hidden(40), ...hidden(10)],
    'c.txt': [...puzzles.slice(80, 120), ...hidden(80).slice(0, 3), ...hidden(50).slice(0, 2)],
    'd.txt.gz': [...puzzles.slice(120, 160), ...hidden(30).slice(1)],
  };
  const grid = (puzzle: string) => `${puzzle.match(/.{9}/g)!.join('\n')}\n`;
  const files = {
    'a.csv': `id,quizzes\n${lines(sets['a.csv'].map((puzzle, i) => `${i},${puzzle.replaceAll('.', '0')}`))}`,
    'b.jsonl': lines(sets['b.jsonl'].map((puzzle) => JSON.stringify({ question: puzzle }))),
    'c.txt': sets['c.txt'].map(grid).join('\n'),
    'd.txt.gz': gzipSync(lines(sets['d.txt.gz'].map((puzzle) => puzzle.replaceAll('.', '*')))),
  };
  const { text, code } = await audit(files, '--output', 'json');
  const found = JSON.parse(text) as Audit;
  expect(code).toBe(1);
  expect(
    found.files.map(({ file, puzzles: count, duplicates, sameGrid }) => [file, count, duplicates, sameGrid]),
  ).toEqual([
    ['a.csv', 46, 5, 6],
    ['b.jsonl', 50, 5, 5],
    ['c.txt', 45, 3, 3],
    ['d.txt.gz', 44, 0, 0],
  ]);
  const shared = (by: string) =>
    found.meetings
      .filter((meeting) => meeting.by === by)
      .map(({ files: pair, classes }) => [...pair, classes]);
  const expected = [
    ['a.csv', 'b.jsonl', 5],
    ['b.jsonl', 'c.txt', 2],
    ['a.csv', 'd.txt.gz', 4],
  ];
  expect(shared('puzzle')).toEqual(expected);
  expect(shared('grid')).toEqual(expected);
  // every example is a hidden one and the puzzle that it disguises
  const disguised = new Map(
    puzzles.flatMap((puzzle) => DISGUISES.map((disguise) => [disguise(puzzle), puzzle] as const)),
  );
  const examples = [...found.files, ...found.meetings].flatMap((one) => one.examples);
  expect(examples).toHaveLength(13 + 2 * 11);
  for (const { puzzle, ofPuzzle } of examples) expect(disguised.get(puzzle)).toBe(ofPuzzle);
});

test('lists classes that more than two files have once, with the first names', async () => {
  const text = lines(puzzles.slice(0, 3));
  const names = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}.txt`);
  const files = {
    ...Object.fromEntries(names.map((name) => [name, text])),
    'g.txt': lines(puzzles.slice(2, 4)),
  };
  const json = JSON.parse((await audit(files, '--output', 'json')).text) as Audit;
  const all = [...names, 'g.txt'];
  expect(json.meetings.map(({ files: own, by, classes }) => [by, classes, own])).toEqual([
    ['puzzle', 2, names],
    ['puzzle', 1, all],
    ['grid', 2, names],
    ['grid', 1, all],
  ]);
  expect(json.meetings[1]!.examples).toEqual([
    { file: 'g.txt', line: 1, puzzle: puzzles[2], ofFile: 'a.txt', ofLine: 3, ofPuzzle: puzzles[2] },
  ]);
  const { text: shown, stderr } = await audit(files);
  expect(shown).toContain('a.txt, b.txt, c.txt, d.txt and 2 more: 2 classes of puzzles in all 6\n');
  // a solution is in several files because its puzzle is
  expect(json.meetings.map(({ ofOtherPuzzles }) => ofOtherPuzzles)).toEqual([undefined, undefined, 0, 0]);
  expect(shown).toContain('2 classes of solutions in all 6, 0 of other puzzles\n');
  expect(stderr).toContain('3 findings');
});

test('counts solutions in several files as findings of their own if their puzzles are not', async () => {
  const files = {
    'a.txt': lines([puzzles[0]!, puzzles[20]!]),
    'b.txt': lines([morph(puzzles[0]!, 1), withMore(20), morph(withMore(20), 3)]),
  };
  const { text, stderr } = await audit(files, '--output', 'json');
  expect(
    (JSON.parse(text) as Audit).meetings.map(({ by, classes, ofOtherPuzzles }) => [
      by,
      classes,
      ofOtherPuzzles,
    ]),
  ).toEqual([
    ['puzzle', 1, undefined],
    ['grid', 2, 1],
  ]);
  expect(stderr).toBe('5 puzzles: 2 files, 3 findings\n');
});

test('decides the exit code by leaks alone with --only leaks', async () => {
  const own = {
    'a.txt': lines([puzzles[0]!, morph(puzzles[0]!, 1), NO_SOLUTION]),
    'b.txt': lines([puzzles[1]!]),
  };
  const none = await audit(own, '--only', 'leaks');
  expect(none.stderr).toBe('4 puzzles: 2 files, 2 findings\nno leaks\n');
  expect(none.code).toBe(0);
  expect((await audit(own)).code).toBe(1);
  const some = await audit({ ...own, 'b.txt': lines([morph(puzzles[0]!, 2)]) }, '--only', 'leaks');
  expect(some.stderr).toBe('4 puzzles: 2 files, 3 findings, 1 leak\n');
  expect(some.code).toBe(1);
});

test('finds puzzles of other sizes up to symmetry, and says how many it compares cell by cell', async () => {
  const turned = (text: string) => Array.from(text).reverse().join('');
  const six = '12....34..5.......'.padEnd(36, '.');
  const empty = '.'.repeat(36 ** 2);
  const { text, stderr } = await audit({
    'a.txt': lines([six, turned(six)]),
    'b.txt': lines([empty, empty]),
  });
  expect(text).toMatch(/a\.txt: 2 puzzles\n +1 duplicate up to symmetry\n/);
  expect(text).toMatch(/b\.txt: 2 puzzles\n +1 duplicate cell by cell\n/);
  expect(text).toMatch(/^ +2 compared cell by cell$/m);
  expect(stderr).toMatch(/^4 puzzles: 2 files, \d findings, 2 compared cell by cell\n/);
});

test('counts wrong solutions and puzzles without exactly one, and shows distributions', async () => {
  const rows = [
    `${puzzles[0]},${solutions[0]},1.2`,
    `${puzzles[1]},${solutions[0]},2.3`,
    `${NO_SOLUTION},,9`,
    `${OPEN},,1.2`,
    `nonsense,,`,
  ];
  const { text, stderr, code } = await audit({ 'a.csv': `puzzle,solution,rating\n${lines(rows)}` });
  expect(text).toContain('a.csv: 5 puzzles\n');
  for (const [count, label] of [
    [1, 'wrong solution'],
    [1, 'without a solution'],
    [1, 'with several solutions'],
    [1, 'no valid puzzle'],
  ])
    expect(text).toMatch(new RegExp(`^ +${count} ${label}$`, 'm'));
  expect(text).toContain(`wrong solution\n    line 3: ${puzzles[1]}\n`);
  expect(text).toContain('no valid puzzle\n    line 6: nonsense');
  expect(text).toMatch(/^ +2 rating 1\.2 +#+$/m);
  expect(text).toMatch(/^ +2 clues 32 +#+$/m);
  expect(stderr).toContain('5 puzzles: 1 file, 4 findings');
  expect(code).toBe(1);
});

test('exits with 0 for sets without faults, and says so', async () => {
  const { text, code, stderr } = await audit({
    'a.txt': lines(puzzles.slice(0, 9)),
    'b.txt': lines(puzzles.slice(9)),
  });
  expect(text).toContain('  no faults\n');
  expect(text).toContain('No class of puzzles or solutions is in several files.');
  expect(stderr).toMatch(/: 2 files\nno findings\n$/);
  expect(code).toBe(0);
});

test('finds duplicates in the files of an archive, and verifies solutions in an array beside that of the puzzles', async () => {
  const cwd = temporaryDirectory();
  const run = (...args: string[]) => sudoku(args, { cwd });
  const wrong = solutions[2]!;
  writeFileSync(join(cwd, 'a.csv'), lines(['puzzle,solution', `${puzzles[0]},`, `${puzzles[1]},${wrong}`]));
  await run('convert', 'a.csv', 'a.npz');
  writeFileSync(join(cwd, 'twice.txt'), lines([puzzles[0]!, morph(puzzles[0]!, 1)]));
  await run('convert', 'twice.txt', 'twice.txt.zip');
  const { stdout } = await run('audit', 'a.npz', 'twice.txt.zip');
  expect(stdout.toString()).toContain(
    `a.npz/puzzles.npy: 2 puzzles\n             1 wrong solution\n    line 2: ${puzzles[1]}`,
  );
  expect(stdout.toString()).toContain('twice.txt.zip/twice.txt line 2 and line 1: ');
  expect(stdout.toString()).toContain(
    '1 class of puzzles in both\n    twice.txt.zip/twice.txt line 1 and a.npz/puzzles.npy line 1: ',
  );
});

test('takes numbers and texts as ratings, not objects, under the names that other commands know', async () => {
  const { text } = await audit({
    'a.jsonl': lines(
      puzzles
        .slice(0, 2)
        .map((puzzle) => JSON.stringify({ puzzle, difficulty: { steps: 3 }, se_rating: 4.2 })),
    ),
  });
  expect(text).toContain('2 rating 4.2');
  expect(text).not.toContain('steps');
});

test('rates puzzles with --grade', async () => {
  const { text } = await audit({ 'a.txt': `.${solutions[0]!.slice(1)}\n` }, '--grade', '--output', 'json');
  expect((JSON.parse(text) as Audit).files[0]!.ratings).toEqual({ '1.0': 1 });
});

test('writes a page with the examples beside the text, and refuses to write it over an input', async () => {
  const cwd = temporaryDirectory();
  writeFileSync(join(cwd, 'a.txt'), lines([...puzzles.slice(0, 3), morph(puzzles[0]!, 1)]));
  const { stdout, code } = await sudoku(['audit', 'a.txt', '--report', 'a.html'], { cwd });
  expect(code).toBe(1);
  expect(stdout.toString()).toContain('1 duplicate up to symmetry');
  const page = readFileSync(join(cwd, 'a.html'), 'utf8');
  expect(page).toContain('<title>a.txt – sudoku audit</title>');
  for (const puzzle of [puzzles[0]!, morph(puzzles[0]!, 1)]) expect(page).toContain(puzzle);
  const refused = await sudoku(['audit', 'a.txt', '--report', 'a.txt'], { cwd });
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('cannot write the page: it is an input');
});

test('audits standard input, whose examples show one puzzle each', async () => {
  const stdin = lines([puzzles[0]!, morph(puzzles[0]!, 1)]);
  const { stdout } = await sudokuProcess(['audit', '--output', 'json', '-q'], { stdin });
  const [file] = (JSON.parse(stdout.toString()) as Audit).files;
  expect(file!.examples).toEqual([
    {
      ...{ file: 'standard input', line: 2, puzzle: morph(puzzles[0]!, 1) },
      ...{ ofFile: 'standard input', ofLine: 1 },
    },
  ]);
});
