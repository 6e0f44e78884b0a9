// What belongs to a file is released with its result: memory does not grow with the number of files.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { SCRIPT } from './command-line.ts';

const FILES = 200;
const folder = mkdtempSync(join(tmpdir(), 'sudoku-many-'));
const PUZZLE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n';

mkdirSync(join(folder, 'in'));
for (let i = 0; i < FILES; i++) writeFileSync(join(folder, 'in', `${i}.txt`), PUZZLE);
afterAll(() => rmSync(folder, { recursive: true }));

/** When the command ends, reports the bytes of buffers that are still in use. */
const WATCH = `process.on('exit', () => {
  gc();
  process.stderr.write('held ' + process.memoryUsage().arrayBuffers);
});`;

/** An output has two buffers of 1 MiB, and the front of a file takes 192 KiB. */
const MOST = 32 * 1024 * 1024;

test.each([
  'solve in -o solved',
  'solve in -o solved-by-two --concurrency 2',
  'canonical in -o canonical',
  'dedupe in -o deduped',
])('sudoku %s holds no memory of files that are finished', async (command) => {
  const args = ['--expose-gc', '--import', `data:text/javascript,${encodeURIComponent(WATCH)}`, SCRIPT];
  const { stderr } = await promisify(execFile)(process.execPath, [...args, ...command.split(' '), '-q'], {
    cwd: folder,
  });
  const held = Number(/held (\d+)$/.exec(stderr)?.[1]);
  expect(held).toBeGreaterThan(0);
  expect(held).toBeLessThan(MOST);
});
