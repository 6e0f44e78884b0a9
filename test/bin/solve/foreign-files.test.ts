import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FOREIGN_FILES } from '../../core/files/foreign-files.ts';
import { sudoku, temporaryDirectory } from '../command-line.ts';

test('sudoku solve names each file of another kind in a directory, says what it is, and exits with 2', async () => {
  const directory = join(temporaryDirectory(), 'mixed');
  mkdirSync(directory);
  for (const { name, file } of FOREIGN_FILES) writeFileSync(join(directory, name), file);
  const { code, stdout, stderr } = await sudoku(['solve', '-q', directory]);
  const messages = stderr.split('\n');
  for (const { name, says } of FOREIGN_FILES) {
    const own = messages.filter((line) => line.includes(`${join(directory, name)}:`));
    expect(own).toEqual([expect.stringContaining(says)]);
    expect(own[0]).toMatch(/: (first line: )?expected /);
  }
  expect(stdout.toString()).toBe('');
  expect(code).toBe(2);
});
