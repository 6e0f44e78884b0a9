import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { made, sudoku, temporaryDirectory } from '../command-line.ts';

const { puzzles, solutions } = made(2000);
/** Comments that are longer than the head of a file, and than a work item with many threads. */
const COMMENTS = '# a comment\n'.repeat(70_000);

/** A table with its header below the comments, which only the first item contains. */
const table = `${COMMENTS}puzzle,solution\n${puzzles.map((puzzle) => `${puzzle},\n`).join('')}`;
const solved = `${COMMENTS}puzzle,solution,status\n${puzzles.map((puzzle, i) => `${puzzle},${solutions[i]},solved\n`).join('')}`;

describe('a file whose first record is below many comments', () => {
  test.each([1, 3, 64])('is solved on %i threads, as a file and from a pipe', async (threads) => {
    const path = join(temporaryDirectory(), 'commented.csv');
    writeFileSync(path, table);
    const flags = ['--concurrency', String(threads)];
    for (const run of [sudoku(['solve', path, ...flags]), sudoku(['solve', ...flags], { stdin: table })]) {
      const { code, stdout } = await run;
      expect(code).toBe(0);
      expect(stdout.toString() === solved).toBe(true);
    }
  });

  test('is read only as far as recognition requires', async () => {
    const { code, stdout } = await sudoku(['solve', '--dry-run', '-'], { stdin: table });
    expect(code).toBe(0);
    expect(stdout.toString()).toContain('csv');
    expect(stdout.toString()).toMatch(/puzzles {3}\d+ 9x9 puzzles in the first/);
  });

  test('is rejected with the limit if the comments are longer than that', async () => {
    const { code, stderr } = await sudoku(['solve'], { stdin: `${COMMENTS}${COMMENTS}${puzzles[0]}\n` });
    expect(code).toBe(2);
    expect(stderr).toContain(
      'nothing but comments in the first 1048576 bytes, where the first puzzle must begin:',
    );
  });
});
