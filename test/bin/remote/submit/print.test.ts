import { expect, test } from 'vitest';
import { SubmitProgress } from '../../../../bin/remote/submit/print.ts';

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
