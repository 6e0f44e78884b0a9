import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { unzip, zipOf } from '../core/files/zip/archives.ts';
import { sudokuProcess, temporaryDirectory } from './command-line.ts';
import { sudokuHere } from './in-this-process.ts';

const P = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const S = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';

const ARCHIVE = zipOf([
  { name: 'easy/a.txt', content: `${P}\n${P}` },
  { name: 'README', content: 'About these puzzles' },
  { name: 'b.txt', content: `${P}\n.1\n` },
]);

/** A directory with the archive, and a cut one. */
function directory(): string {
  const cwd = temporaryDirectory();
  writeFileSync(join(cwd, 'sets.zip'), ARCHIVE);
  writeFileSync(join(cwd, 'cut.zip'), ARCHIVE.subarray(0, -30));
  return cwd;
}

test('solve writes an archive of the same names, and reports each file that is none of puzzles', async () => {
  const cwd = directory();
  const { code, stderr } = await sudokuHere(['solve', 'sets.zip', '-o', 'solved.zip'], { cwd });
  const files = unzip(readFileSync(join(cwd, 'solved.zip')));
  expect(Array.from(files, ([name, content]) => [name, content.toString()])).toEqual([
    ['easy/a.txt', `${S}\n${S}`],
    ['README', 'About these puzzles'],
    ['b.txt', `${S}\nin\n`],
  ]);
  expect(stderr.split('\n')).toEqual([
    expect.stringMatching(
      /^sudoku: sets\.zip\/README:1: expected puzzles, .* got "About these puzzles"; in the result, it is as it was$/,
    ),
    expect.stringMatching(/^sets\.zip\/b\.txt:2:3: invalid: expected /),
    expect.stringMatching(/^4 puzzles: 3 solved, 1 invalid/),
    '',
  ]);
  expect(code).toBe(2);
});

test('solve reads an archive from a pipe, and writes it to one', async () => {
  const { stdout, code } = await sudokuProcess(['solve', '-q'], {
    stdin: zipOf([{ name: 'a.txt', content: `${P}\n` }]),
  });
  expect(unzip(stdout).get('a.txt')!.toString()).toBe(`${S}\n`);
  expect(code).toBe(0);
});

test('solve writes nothing for an archive that is cut short', async () => {
  const cwd = directory();
  const { stderr, code } = await sudokuHere(['solve', 'cut.zip', '-o', 'solved.zip'], { cwd });
  expect(stderr).toBe('sudoku: cut.zip: expected a whole zip archive, got one that is cut short\n');
  expect(code).toBe(2);
  expect(() => readFileSync(join(cwd, 'solved.zip'))).toThrow('no such file');
});

test('other commands read the files in an archive as if they were given one by one', async () => {
  const cwd = directory();
  const says = /^sudoku: sets\.zip\/README:1: expected puzzles/m;
  const one = await sudokuHere(['dedupe', '--exact', 'sets.zip', '--duplicates', 'd.csv'], { cwd });
  expect(one.stdout.toString()).toBe(`${P}\n.1\n`);
  expect(one.stderr).toMatch(says);
  expect(readFileSync(join(cwd, 'd.csv'), 'utf8').split('\n').slice(1)).toEqual([
    `sets.zip/easy/a.txt,2,${P},sets.zip/easy/a.txt,1,${P}`,
    `sets.zip/b.txt,1,${P},sets.zip/easy/a.txt,1,${P}`,
    '',
  ]);
  const forms = await sudokuHere(['grade', 'sets.zip', '-o', 'grades/'], { cwd });
  expect(forms.stderr).toMatch(says);
  expect(readFileSync(join(cwd, 'grades/sets.zip/easy/a.txt.csv'), 'utf8').split('\n')).toHaveLength(4);
  const dry = await sudokuHere(['solve', '--dry-run', 'sets.zip'], { cwd });
  expect(dry.stdout.toString()).toMatch(/^sets\.zip\/easy\/a\.txt: lines\n.*^sets\.zip\/b\.txt: lines\n/ms);
  const converted = await sudokuHere(['convert', 'sets.zip', 'all.csv'], { cwd });
  expect(converted.stderr).toMatch(/^sets\.zip\/b\.txt:2:3: invalid: /m);
  expect(readFileSync(join(cwd, 'all.csv'), 'utf8')).toBe(`puzzle\n${`${P}\n`.repeat(3)}`);
});

test('convert writes nothing of an archive that is damaged, and check finds files that are not solved', async () => {
  const cwd = directory();
  const converted = await sudokuHere(['convert', 'cut.zip', 'all.csv'], { cwd });
  expect(converted.stderr).toMatch(/^sudoku: cut\.zip: expected a whole zip archive/m);
  expect(() => readFileSync(join(cwd, 'all.csv'))).toThrow('no such file');
  const checked = await sudokuHere(['check', 'sets.zip', '--against', 'sets.zip'], { cwd });
  expect(checked.stdout.toString() + checked.stderr).toMatch(/sets\.zip\/easy\/a\.txt:1: /);
  expect([converted.code, checked.code]).toEqual([2, 1]);
});
