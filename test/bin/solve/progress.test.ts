import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Progress } from '../../../bin/cli/reporter.ts';
import { planInput } from '../../../bin/files/inputs.ts';
import { ProgressMeter } from '../../../bin/solve/progress-meter.ts';
import { Scheduler } from '../../../bin/solve/scheduler.ts';
import { solveOnThreads } from '../../../bin/solve/solve-file.ts';
import { solveInputs } from '../../../bin/solve/solve-paths.ts';
import { ALONE, emptyTally, type PartialOptions } from '../../../core/files/index.ts';
import { lines, made, temporaryDirectory } from '../command-line.ts';
import { silentReporter } from '../silent-reporter.ts';

/** More guesses and solutions than any test reaches. */
const FOREVER = { limit: 2 ** 32 - 1, budget: 2 ** 32 - 1 };

test.each<PartialOptions>([
  { ...FOREVER, solutions: 'count' },
  { ...FOREVER, solutions: 'all' },
])('reports a growing number of solutions within one puzzle: %j', async (given) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const path = join(temporaryDirectory(), 'a.txt');
  writeFileSync(path, lines(['.'.repeat(81)]));
  const reported: Progress[] = [];
  const reporter = silentReporter({
    follow(progress) {
      const timer = setInterval(() => reported.push(progress()), 1000);
      return () => clearInterval(timer);
    },
  });
  const scheduler = new Scheduler(2);
  onTestFinished(() => scheduler.close());
  const inputs = [{ path, name: 'a.txt' }];
  void solveInputs({ inputs, to: '/dev/null', totalBytes: 81, given, scheduler, reporter });
  const counts = () => [...new Set(reported.map(({ solutions }) => solutions))];
  while (counts().length < 4) {
    await new Promise(setImmediate);
    vi.advanceTimersByTime(1000);
  }
  expect(reported.every(({ puzzles }) => puzzles === 0)).toBe(true);
  expect(counts()).toEqual(counts().toSorted((a, b) => a - b));
});

test('measures the progress of a compressed file by the bytes of it that have been read', async () => {
  const path = join(temporaryDirectory(), 'a.txt.gz');
  const bytes = gzipSync(lines(made(8000, 1, 81).puzzles));
  writeFileSync(path, bytes);
  const scheduler = new Scheduler(1);
  const steps: number[] = [];
  try {
    const file = await planInput({ path }, {});
    const output = { async write() {}, async commit() {}, discard() {} };
    await solveOnThreads(file, output, scheduler, ALONE, (_, at) => void steps.push(at));
    await file.input.close();
  } finally {
    await scheduler.close();
  }
  expect(steps[0]).toBe(0);
  expect(steps.at(-1)).toBe(bytes.length);
  expect(new Set(steps).size).toBeGreaterThan(4);
  expect(steps).toEqual([...steps].sort((a, b) => a - b));
});

test('counts all solutions found when a run is interrupted, written or not', () => {
  const meter = new ProgressMeter(undefined);
  const tally = { ...emptyTally(), puzzles: 2, solved: 2, solutions: 9 };
  meter.update({}, tally, 10, () => ({ puzzles: 2, solutions: 1_000_000 }));
  expect(meter.tallyWhenInterrupted).toMatchObject({ puzzles: 2, solved: 2, solutions: 1_000_000 });
});

test('counts as many solutions as solved puzzles when each puzzle has one', () => {
  const meter = new ProgressMeter(undefined);
  const tally = { ...emptyTally(), puzzles: 2, solved: 2, solutions: 2 };
  meter.update({}, tally, 10, () => ({ puzzles: 5, solutions: 5 }));
  expect(meter.tallyWhenInterrupted).toMatchObject({ puzzles: 2, solutions: 2 });
});
