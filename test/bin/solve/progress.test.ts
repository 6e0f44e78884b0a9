import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { planPath } from '../../../bin/solve/plan.ts';
import { Pool } from '../../../bin/solve/pool.ts';
import type { Progress } from '../../../bin/solve/reporter.ts';
import { Run } from '../../../bin/solve/run.ts';
import { solveFile } from '../../../bin/solve/solve-file.ts';
import type { PartialOptions } from '../../../core/files/index.ts';
import { ALONE } from '../../../core/files/index.ts';
import { lines, made, temporaryDirectory } from '../command-line.ts';

/** What is told while a file is solved by two threads, this one among them. */
async function progressOf(content: string, given: PartialOptions): Promise<Progress[]> {
  const path = join(temporaryDirectory(), 'a.txt');
  writeFileSync(path, content);
  const told: Progress[] = [];
  const reporter = {
    interval: 30,
    progress: (progress: Progress) => void told.push(progress),
    file() {},
    note() {},
    summary() {},
    close() {},
  };
  const pool = new Pool(2);
  try {
    const to = '/dev/null';
    const inputs = [{ path, name: 'a.txt' }];
    await new Run({ inputs, areMany: false, to, totalBytes: 81, given: [given], pool, reporter }).toEnd();
    return told;
  } finally {
    await pool.close();
  }
}

test.each<PartialOptions>([
  { solutions: 'count', limit: 12_000_000 },
  { solutions: 'all', limit: 1_500_000 },
])('progress moves within one puzzle: %j', async (given) => {
  const told = await progressOf(lines(['.'.repeat(81)]), given);
  const within = told.filter(({ puzzles }) => puzzles === 0).map(({ solutions }) => solutions);
  expect(new Set(within).size).toBeGreaterThan(2);
  expect(within).toEqual([...within].sort((a, b) => a - b));
});

test('progress of a compressed file goes by the bytes of it that are read', async () => {
  const path = join(temporaryDirectory(), 'a.txt.gz');
  const bytes = gzipSync(lines(made(8000, 1, 81).puzzles));
  writeFileSync(path, bytes);
  const pool = new Pool(1);
  const steps: number[] = [];
  try {
    const file = await planPath(path, []);
    const output = { async write() {}, async commit() {}, discard() {} };
    await solveFile(file, output, pool, ALONE, (_, at) => void steps.push(at));
    await file.input.close();
  } finally {
    await pool.close();
  }
  expect(steps[0]).toBe(0);
  expect(steps.at(-1)).toBe(bytes.length);
  expect(new Set(steps).size).toBeGreaterThan(4);
  expect(steps).toEqual([...steps].sort((a, b) => a - b));
});
