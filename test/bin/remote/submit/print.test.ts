import { expect, test } from 'vitest';
import { FileTable, SubmitProgress } from '../../../../bin/remote/submit/print.ts';

test('progress counts bytes, files and puzzles, and estimates the time left', () => {
  let now = 1000;
  const progress = new SubmitProgress(4, 2000, () => now);
  progress.bytes(500, false);
  progress.bytes(1500, true);
  progress.file(90);
  now += 30_000;
  expect(progress.line()).toBe(
    '2.0 kB of 2.0 kB uploaded · 1 of 4 files done · 90 puzzles · 3/s · 2 min left',
  );
  for (let i = 0; i < 3; i++) progress.file(0);
  expect(progress.line()).toBe('2.0 kB of 2.0 kB uploaded · 4 of 4 files done · 90 puzzles · 3/s');
  expect([progress.sent, progress.puzzles, progress.seconds]).toEqual([1500, 90, 30]);
});

test('the table has fewer columns on a terminal that is too narrow for all', () => {
  const none = { solved: 0, noSolution: 0, notUnique: 0, invalid: 0, unsolved: 0, unsupported: 0 };
  const rowOf = (counts: object) => ({
    key: 'thousand.txt',
    seconds: 2.134,
    report: { status: 'done', ...none, ...counts } as never,
  });
  const mixed = { puzzles: 1000, solved: 996, noSolution: 1, invalid: 3 };
  const narrow = new FileTable(['thousand.txt'], 80);
  const lines = [narrow.header(), narrow.row(rowOf({ puzzles: 4, solved: 4 })), narrow.row(rowOf(mixed))];
  expect(lines).toEqual([
    'file           puzzles    solved   seconds    others',
    'thousand.txt         4         4      2.13         0',
    'thousand.txt     1,000       996      2.13 1 no solution, 3 invalid',
  ]);
  for (const width of [undefined, 120]) {
    const table = new FileTable(['thousand.txt'], width);
    expect(table.header()).toContain('no solution not unique   invalid  unsolved unsupported');
    expect(table.row(rowOf(mixed)).split(/ +/)).toEqual([
      'thousand.txt',
      '1,000',
      '996',
      '1',
      '0',
      '3',
      '0',
      '0',
      '2.13',
    ]);
  }
});
