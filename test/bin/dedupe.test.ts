import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { lines, made, NO_SOLUTION, sudoku, temporaryDirectory } from './command-line.ts';
import { sudokuHere } from './in-this-process.ts';
import { morph } from './morphs.ts';
import { THREADS } from './thread-counts.ts';

const { puzzles, solutions } = made(4);
const [A, B, C] = puzzles as [string, string, string];
const [SA, SB] = solutions as [string, string];

/** What a summary says about duplicates, whose rows may differ. */
const BY_SYMMETRY = 'duplicates are equivalent by symmetry (--exact compares cells)\n';

/** Files of A, B, A in disguise, C and B in disguise, and what is left of them. */
const rows = (grid: string) => grid.match(/.{9}/g)!;
const grid = (text: string) => lines(rows(text));
const [MA, MB] = [morph(A, 1), morph(B, 2)];
const FORMATS: readonly (readonly [name: string, input: string, output: string])[] = [
  [
    'lines with text',
    `# set\n${A} a\n${B}\n\n${MA} x\n# of MA\n${C}\n${MB}`,
    `# set\n${A} a\n${B}\n\n${C}\n`,
  ],
  [
    'CSV',
    `id,puzzle,er\n1,${A},1.2\n2,"${B}",\n3,${MA},2\n4,${C},3`,
    `id,puzzle,er\n1,${A},1.2\n2,"${B}",\n4,${C},3`,
  ],
  ['CSV with CRLF', `puzzle,n\r\n${A},1\r\n${MA},2\r\n`, `puzzle,n\r\n${A},1\r\n`],
  [
    'JSON Lines',
    `{"puzzle":"${A}","n":1}\n{"puzzle":"${MA}"}\n{"puzzle": "${B}"}\n`,
    `{"puzzle":"${A}","n":1}\n{"puzzle": "${B}"}\n`,
  ],
  ['a JSON array', `[\n  "${A}",\n  "${MA}",\n  "${B}"\n]\n`, `[\n  "${A}",\n  "${B}"\n]\n`],
  [
    'a JSON array whose last record is dropped',
    `[{"puzzle":"${A}","n":1},{"puzzle":"${B}"},{"puzzle":"${MA}"}]`,
    `[{"puzzle":"${A}","n":1},{"puzzle":"${B}"}]`,
  ],
  [
    'lists in a JSON object',
    `{"a": ["${A}", "${B}"], "b": ["${MA}", "${C}"]}\n`,
    `{"a": ["${A}", "${B}"], "b": [ "${C}"]}\n`,
  ],
  [
    'grids with titles',
    `Grid 01\n${grid(A)}Grid 02\n${grid(MA)}Grid 03\n${grid(B)}`,
    `Grid 01\n${grid(A)}Grid 03\n${grid(B)}`,
  ],
  ['grids and blank lines', `${grid(A)}\n${grid(MA)}\n${grid(C)}`, `${grid(A)}\n${grid(C)}`],
];

test.each(FORMATS)('drops whole records of %s, and keeps all other bytes', async (_, stdin, expected) => {
  const { stdout, code, stderr } = await sudoku(['dedupe', '--concurrency', '1'], { stdin });
  expect(stdout.toString(), stderr).toBe(expected);
  expect(code).toBe(0);
});

test('finds every disguise of 300 puzzles, on any number of threads', async () => {
  const all = made(300, 7).puzzles;
  const stdin = lines(Array.from({ length: 6000 }, (_, i) => (i < 300 ? all[i]! : morph(all[i % 300]!, i))));
  const runs = await Promise.all(THREADS.map((n) => sudoku(['dedupe', '--concurrency', `${n}`], { stdin })));
  for (const { stdout, stderr } of runs) {
    expect(stdout.toString()).toBe(lines(all));
    expect(stderr).toBe(`6,000 puzzles: 300 kept, 5,700 duplicates\n${BY_SYMMETRY}`);
  }
});

test('keeps disguises with --exact, and drops equal puzzles however their empty cells are written', async () => {
  const stdin = lines([A, MA, A, A.replaceAll('.', '0')]);
  const { stdout, stderr } = await sudoku(['dedupe', '--exact'], { stdin });
  expect(stdout.toString()).toBe(lines([A, MA]));
  expect(stderr).toBe('4 puzzles: 2 kept, 2 duplicates\n');
});

test('drops puzzles with the same solution by --by grid, and reports those without exactly one', async () => {
  const open = SA.replaceAll('1', '.').replaceAll('2', '.');
  const stdin = lines([A, SA, SB, open, NO_SOLUTION, open]);
  const { stdout, stderr, code } = await sudoku(['dedupe', '--by', 'grid'], { stdin });
  expect(stdout.toString()).toBe(lines([A, SB, open, NO_SOLUTION, open]));
  expect(stderr).toBe(
    '6 puzzles: 5 kept, 1 duplicate, 1 no solution, 2 not unique\nduplicates have solutions that are equivalent by symmetry (--exact compares the cells of puzzles)\n',
  );
  expect(code).toBe(1);
});

test('compares the files of a set, joins their results, and lists the duplicates', async () => {
  const cwd = temporaryDirectory();
  writeFileSync(join(cwd, 'one.csv'), `puzzle,n\n${A},1`);
  writeFileSync(join(cwd, 'two.csv'), `puzzle,n\n${B},2\n${MA},3\n`);
  const args = ['dedupe', 'one.csv', 'two.csv', '-o', 'all.csv', '--duplicates', 'dropped.csv'];
  const { code } = await sudokuHere(args, { cwd });
  expect(code).toBe(0);
  expect(readFileSync(join(cwd, 'all.csv'), 'utf8')).toBe(`puzzle,n\n${A},1\n${B},2\n`);
  expect(readFileSync(join(cwd, 'dropped.csv'), 'utf8')).toBe(
    `file,line,puzzle,first_file,first_line,first_puzzle\ntwo.csv,3,${MA},one.csv,2,${A}\n`,
  );
});

test('writes a result per file into a directory, compressed as its file is', async () => {
  const cwd = temporaryDirectory();
  writeFileSync(join(cwd, 'one.txt'), lines([A, B]));
  writeFileSync(join(cwd, 'two.txt.gz'), gzipSync(lines([MA, C])));
  await sudokuHere(['dedupe', 'one.txt', 'two.txt.gz', '-o', 'clean/'], { cwd });
  expect(readFileSync(join(cwd, 'clean/one.txt'), 'utf8')).toBe(lines([A, B]));
  expect(gunzipSync(readFileSync(join(cwd, 'clean/two.txt.gz'))).toString()).toBe(lines([C]));
});

test.each(['puzzle', 'grid'])(
  'gives the same result by %s with the keys on disk, and removes them',
  async (by) => {
    const cwd = temporaryDirectory();
    const all = made(300, 7).puzzles;
    const input = lines([
      ...Array.from({ length: 3000 }, (_, i) => morph(all[i % 300]!, i)),
      '.1',
      NO_SOLUTION,
      // full and invalid, and compared
      ...Array.from({ length: 2 }, () => SA[1] + SA.slice(1)),
    ]);
    writeFileSync(join(cwd, 'in.txt'), input);
    const flags = ['dedupe', 'in.txt', '--by', by];
    const inMemory = await sudokuHere([...flags, '-o', 'a.txt', '--duplicates', 'a.csv'], { cwd });
    for (const more of [
      ['--memory', '1'],
      ['--work', 'keys'],
    ]) {
      const onDisk = await sudokuHere([...flags, '-o', 'b.txt', '--duplicates', 'b.csv', ...more], { cwd });
      expect(onDisk.stderr).toBe(inMemory.stderr);
      expect(onDisk.code).toBe(1);
      for (const type of ['txt', 'csv'])
        expect(readFileSync(join(cwd, `b.${type}`))).toEqual(readFileSync(join(cwd, `a.${type}`)));
    }
    expect(readdirSync(join(cwd, 'keys'))).toEqual([]);
    expect(readdirSync(cwd).sort()).toEqual(['a.csv', 'a.txt', 'b.csv', 'b.txt', 'in.txt', 'keys']);
  },
);

/** A grid with so many symmetries that the search for its class would be long. */
const SYMMETRIC = '.'.repeat(36 ** 2);

test('says how many puzzles are compared cell by cell, also with the keys on disk', async () => {
  const cwd = temporaryDirectory();
  writeFileSync(join(cwd, 'in.txt'), lines([SYMMETRIC, SYMMETRIC, A, MA]));
  for (const flags of [[], ['--work', 'keys']]) {
    const { stderr } = await sudokuHere(['dedupe', 'in.txt', '-o', 'out.txt', ...flags], { cwd });
    expect(stderr).toBe(`4 puzzles: 2 kept, 2 duplicates, 2 compared cell by cell\n${BY_SYMMETRY}`);
  }
  const split = ['split', 'in.txt', '--parts', 'a=1', '-o', 'parts'];
  expect((await sudokuHere(split, { cwd })).stderr).toMatch(/\n2 puzzles compared cell by cell\n$/);
});

test('continues an interrupted run with the keys that it left', async () => {
  const cwd = temporaryDirectory();
  writeFileSync(join(cwd, 'in.txt'), lines([A, B, MA]));
  // a run that cannot write its result leaves its keys
  const flags = ['dedupe', 'in.txt', '--work', 'keys'];
  const failed = await sudokuHere([...flags, '-o', 'missing/folder.txt'], { cwd });
  expect(failed.code).toBe(2);
  expect(existsSync(join(cwd, 'keys/dedupe.keys'))).toBe(true);
  const { stdout } = await sudokuHere(flags, { cwd });
  expect(stdout.toString()).toBe(lines([A, B]));
  expect(readdirSync(join(cwd, 'keys'))).toEqual([]);
});

test.each([
  [
    'a link',
    (path: string, other: string) => symlinkSync(other, path),
    'too many symbolic links encountered',
  ],
  [
    'a file of another user',
    (path: string) => {
      writeFileSync(path, 'precious');
      chownSync(path, 65_534, 65_534);
    },
    'expected a file of your own, got one of another user',
  ],
])('never writes to %s in the place of its keys', async (kind, plant, message) => {
  if (kind !== 'a link' && process.getuid?.() !== 0) return; // only root can give files away
  for (const name of ['dedupe.keys', 'dedupe.json']) {
    const cwd = temporaryDirectory();
    writeFileSync(join(cwd, 'in.txt'), lines([A, MA]));
    writeFileSync(join(cwd, 'other'), 'precious');
    mkdirSync(join(cwd, 'keys'));
    plant(join(cwd, 'keys', name), join(cwd, 'other'));
    const { code, stderr } = await sudokuHere(['dedupe', 'in.txt', '--work', 'keys'], { cwd });
    expect(stderr).toContain(message);
    expect(code).toBe(3);
    expect(readFileSync(join(cwd, 'keys', name), 'utf8')).toBe('precious');
  }
});

test('refuses a NumPy file, and says how to make it text', async () => {
  const cwd = temporaryDirectory();
  writeFileSync(join(cwd, 'a.txt'), lines([A, MA, B]));
  expect((await sudokuHere(['convert', 'a.txt', 'a.npy'], { cwd })).code).toBe(0);
  const { stderr, code } = await sudokuHere(['dedupe', 'a.npy', '-o', 'b.npy'], { cwd });
  expect(stderr).toContain(
    'got a NumPy array, whose header counts them: make a table of it with sudoku convert',
  );
  expect(code).toBe(2);
  expect(existsSync(join(cwd, 'b.npy'))).toBe(false);
});

test.each([
  [
    ['-o', 'b.txt', '--duplicates', 'b.txt'],
    2,
    'b.txt: cannot write the puzzles: the table of duplicates goes there, too',
  ],
  [
    ['-o', 'b.txt', '--work', 'a.txt'],
    2,
    'a.txt: cannot be written: expected a directory, got the file a.txt',
  ],
  [
    ['-o', 'b.txt', '--work', 'keys'],
    3,
    'keys: the keys cannot be written: illegal operation on a directory',
  ],
])('names what is wrong with %j in one line, and writes nothing', async (flags, code, message) => {
  const cwd = temporaryDirectory();
  writeFileSync(join(cwd, 'a.txt'), lines([A, MA]));
  mkdirSync(join(cwd, 'keys/dedupe.keys'), { recursive: true });
  const ended = await sudokuHere(['dedupe', 'a.txt', ...flags], { cwd });
  expect(ended).toMatchObject({ code, stderr: `sudoku: ${message}\n` });
  expect(readdirSync(cwd).sort()).toEqual(['a.txt', 'keys']);
});
