import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
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

test.runIf(process.platform === 'linux')(
  'sudoku solve reports each file whose name is not UTF-8, and solves the others',
  async () => {
    const directory = join(temporaryDirectory(), 'names');
    mkdirSync(directory);
    // as text, the two names are the same
    for (const name of ['\xe9.txt', '\xe8.txt'])
      writeFileSync(Buffer.from(join(directory, name), 'latin1'), '');
    writeFileSync(join(directory, 'a.txt'), '12.434..2.4343.1\n');
    const { code, stderr } = await sudoku(['solve', '-q', directory, '-o', `${directory}-solved/`]);
    expect(stderr.match(/expected a name in UTF-8/g)).toHaveLength(2);
    expect(readdirSync(`${directory}-solved`)).toEqual(['a.txt']);
    expect(code).toBe(2);
  },
);
