import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from './command-line.ts';
import { sudokuHere } from './in-this-process.ts';

const P4 = '12.434..2.4343.1';

/** A directory with a file of a puzzle, an empty directory, and a directory with a file of no puzzles. */
function folder(): string {
  const cwd = temporaryDirectory();
  writeFileSync(join(cwd, 'ok.txt'), `${P4}\n`);
  mkdirSync(join(cwd, 'empty'));
  mkdirSync(join(cwd, 'in'));
  writeFileSync(join(cwd, 'in/a.txt'), `${P4}\n`);
  writeFileSync(join(cwd, 'in/b.txt'), 'Bread, 2 loaves\n');
  return cwd;
}

/** Commands that read a file. */
const READERS: Record<string, (path: string) => string[]> = {
  solve: (path) => ['solve', path],
  'solve --dry-run': (path) => ['solve', '--dry-run', path],
  grade: (path) => ['grade', path],
  'check RESULT': (path) => ['check', path, '--against', 'ok.txt'],
  'check --against': (path) => ['check', 'ok.txt', '--against', path],
  report: (path) => ['report', path, '-o', 'r.html'],
  local: (path) => ['local', path],
};

describe.each(Object.entries(READERS))('%s', (_, args) => {
  test.each([
    ['missing.txt', 'missing.txt: cannot be read: no such file or directory'],
    ['ok.txt/x', 'ok.txt/x: cannot be read: not a directory'],
    ['ok.csv', 'ok.csv: cannot be read: no such file or directory (did you mean ok.txt?)'],
    ['in/c.txt', 'in/c.txt: cannot be read: no such file or directory'],
  ])('names a file that cannot be read, and why: %s', async (path, message) => {
    const { code, stdout, stderr } = await sudokuHere(args(path), { cwd: folder() });
    expect([code, stdout.toString(), stderr]).toEqual([2, '', `sudoku: ${message}\n`]);
  });
});

/** Commands that write a file. */
const WRITERS: Record<string, (path: string) => string[]> = {
  solve: (path) => ['solve', '-q', 'ok.txt', '-o', path],
  'solve --report': (path) => ['solve', '-q', 'ok.txt', '-o', 'out.txt', '--report', path],
  grade: (path) => ['grade', '-q', 'ok.txt', '-o', path],
  generate: (path) => ['generate', '-o', path],
};

describe.each(Object.entries(WRITERS))('%s', (_, args) => {
  test('names a file that cannot be opened for writing, and ends with 2', async () => {
    const { code, stderr } = await sudokuHere(args('no/where.txt'), { cwd: folder() });
    const message = 'no/where.txt: cannot be written: no such file or directory';
    expect([code, stderr]).toEqual([2, `sudoku: ${message}\n`]);
  });

  test.runIf(process.platform === 'linux')('names a full device, and ends with 3', async () => {
    const { code, stderr } = await sudokuHere(args('/dev/full'), { cwd: folder() });
    expect([code, stderr]).toEqual([3, 'sudoku: /dev/full: cannot be written: no space left on device\n']);
  });
});

test.each([
  [['solve', 'in'], 'in/b.txt:1: '],
  [['solve', '--dry-run', 'in'], 'in/b.txt:1: '],
  [['grade', 'in'], 'in/b.txt:1: '],
  [['check', 'in', '--against', 'in'], 'in/b.txt:1: '],
  [['solve', 'empty'], 'empty: '],
  [['grade', 'empty'], 'empty: '],
  [['report', 'empty', '-o', 'r.html'], 'empty: '],
])('messages about a directory name the file: %j', async (args, place) => {
  const { code, stderr } = await sudokuHere(args, { cwd: folder() });
  expect(code).toBe(2);
  expect(stderr).toContain(`sudoku: ${place}`);
});

test.each([
  [['solve', 'ok.txt'], '1 puzzle: 1 solved'],
  [['check', 'ok.txt', '--against', 'ok.txt'], '1 record: '],
  [['grade', 'ok.txt'], '1 puzzle: '],
  [['solve', '--alphabet', '1', 'ok.txt'], 'it has 1 symbol)'],
])('one of a kind is in the singular: %j', async (args, text) => {
  const { stderr } = await sudokuHere(args, { cwd: folder() });
  expect(stderr).toContain(text);
});
