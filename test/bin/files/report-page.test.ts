import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readReportFiles } from '../../../bin/files/report-page.ts';
import { findFiles } from '../../../bin/remote/submit/sources.ts';
import { lines, made, sudoku, temporaryDirectory } from '../command-line.ts';
import { sudokuHere } from '../in-this-process.ts';

const { puzzles } = made(3);

test('report makes the same page as solve --report, from reports', async () => {
  const directory = temporaryDirectory();
  const at = (name: string) => join(directory, name);
  writeFileSync(at('a.txt'), lines(puzzles));
  writeFileSync(at('b.txt'), 'Bread, 2 loaves\n');
  const { code, stderr } = await sudokuHere(
    ['solve', 'a.txt', 'b.txt', '-o', '.solved', '--report', 'page.html', '--json'],
    { cwd: directory },
  );
  expect(code).toBe(2);
  const reports = stderr.split('\n').filter((line) => line.includes('"event":"file"'));
  writeFileSync(at('a.report.json'), reports[0]!);
  writeFileSync(at('b.report.json'), reports[1]!);
  const page = documentOf(readFileSync(at('page.html'), 'utf8'));
  expect(page.totals).toMatchObject({ files: 2, rejected: 1, puzzles: 3, solved: 3 });

  writeFileSync(at('events.jsonl'), stderr);
  const fromEvents = await sudokuHere(['report', 'events.jsonl', '-o', '-'], { cwd: directory });
  expect(documentOf(fromEvents.stdout.toString()).totals).toEqual(page.totals);

  const fromFiles = await sudokuHere(['report', directory, '-o', '-']);
  expect(fromFiles.code).toBe(0);
  expect(documentOf(fromFiles.stdout.toString()).totals).toEqual(page.totals);
});

test('names a missing report or source as solve does', async () => {
  expect(() => readReportFiles(['nosuch'])).toThrow('nosuch: cannot be read: no such file or directory');
  expect((await sudokuHere(['report', 'nosuch', '-o', '-'])).stderr).toBe(
    'sudoku: nosuch: cannot be read: no such file or directory\n',
  );
  await expect(findFiles(['nosuch'])).rejects.toThrow('nosuch: cannot be read: no such file or directory');
});

test.skipIf(process.platform === 'win32')('refuses an endless device as a report', () => {
  expect(() => readReportFiles(['/dev/zero'])).toThrow(
    '/dev/zero: expected a report of at most 64 KiB, got more than 256 MiB',
  );
});

test('refuses a file that is not a report, which it names, and a directory without reports', async () => {
  const directory = temporaryDirectory();
  const none = await sudokuHere(['report', directory, '-o', '-']);
  expect([none.code, none.stderr]).toEqual([
    2,
    `sudoku: ${directory}: expected files that end in .report.json, got none\n`,
  ]);
  symlinkSync('nowhere', join(directory, 'link'));
  const unreadable = await sudokuHere(['report', directory, '-o', '-']);
  expect([unreadable.code, unreadable.stderr]).toEqual([
    2,
    `sudoku: ${join(directory, 'link')}: cannot be read: no such file or directory\n` +
      `sudoku: ${directory}: expected files that end in .report.json, got none\n`,
  ]);
  writeFileSync(join(directory, 'a.report.json'), '{}');
  const other = await sudokuHere(['report', 'a.report.json', '-o', '-'], { cwd: directory });
  expect([other.code, other.stderr]).toEqual([
    2,
    'sudoku: a.report.json: expected a report with a status and an input, got other JSON\n',
  ]);
  const missing = await sudokuHere(['report', 'no.report.json', '-o', '-'], { cwd: directory });
  expect([missing.code, missing.stderr]).toEqual([
    2,
    expect.stringContaining('no.report.json: cannot be read: no such file or directory'),
  ]);
});

test('refuses a page that cannot be written before anything is solved', async () => {
  const directory = temporaryDirectory();
  const { code, stdout, stderr } = await sudoku(['solve', '-', '-q', '--report', 'no/where.html'], {
    cwd: directory,
    stdin: lines(puzzles),
  });
  expect([code, stdout.toString(), stderr]).toEqual([
    2,
    '',
    'sudoku: no/where.html: cannot be written: no such file or directory\n',
  ]);
});

/** The data of a page. */
function documentOf(page: string): { totals: object } {
  return JSON.parse(/id="reports">(.*)<\/script>/.exec(page)![1]!);
}
