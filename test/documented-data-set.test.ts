import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SCRIPT, temporaryDirectory } from './bin/command-line.ts';
import { fencedBlocksIn } from './documented-blocks.ts';

const blocks = fencedBlocksIn('docs/data-sets.md');
const commands = blocks
  .filter(({ language }) => language === 'sh')
  .flatMap(({ content }) => content.trim().split('\n'));
const program = blocks.find(({ language }) => language === 'python')!.content;

/** A set of hundreds in place of a million takes seconds. */
const SCALE = 2000;
const scaled = (command: string) =>
  command
    .replace(/\b\d{5,}\b/g, (number) => `${Number(number) / SCALE}`)
    .replace(/^sudoku/, `"${process.execPath}" "${SCRIPT}"`);

const hasNumPy = spawnSync('python3', ['-c', 'import numpy']).status === 0;

/** The shape in the header of an array. */
function shapeOf(path: string): string {
  return /'shape': \(([\d, ]+)\)/.exec(readFileSync(path, 'latin1'))![1]!;
}

test('every command of the guide to data sets makes what the next one reads, and the arrays fit together', () => {
  const cwd = temporaryDirectory();
  expect(commands.length).toBeGreaterThan(12);
  for (const command of commands) {
    const { status, stderr } = spawnSync('sh', ['-c', scaled(command)], { cwd, encoding: 'utf8' });
    expect({ command, status, stderr }).toEqual({ command, status: 0, stderr });
    expect(stderr).not.toMatch(/no effect|only \d+ puzzle/);
  }
  const rows = (name: string) => readFileSync(join(cwd, name), 'utf8').trim().split('\n').length - 1;
  expect(rows('sets/train.csv') + rows('sets/test.csv')).toBe(150);
  expect(rows('augmented.csv')).toBe(4 * rows('sets/train.csv'));
  for (const part of ['train', 'test']) {
    const records = part === 'train' ? rows('augmented.csv') : rows('sets/test.csv');
    expect(shapeOf(join(cwd, `${part}.npy`))).toBe(`${records}, 81`);
    expect(shapeOf(join(cwd, `${part}-solutions.npy`))).toBe(`${records}, 81`);
    // the solutions beside the puzzles of the table are those of the array
    const table = readFileSync(join(cwd, part === 'train' ? 'augmented.csv' : 'sets/test.csv'), 'utf8');
    const own = table
      .trim()
      .split('\n')
      .slice(1)
      .map((row) => row.split(',')[1]!);
    const array = readFileSync(join(cwd, `${part}-solutions.npy`)).subarray(-81 * records);
    expect(Array.from(array, (digit) => `${digit}`).join('')).toBe(own.join(''));
  }
  expect(readFileSync(join(cwd, 'audit.html'), 'utf8')).toContain('No findings');
  if (!hasNumPy) return;
  const { status, stderr } = spawnSync('python3', ['-c', program], { cwd, encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(status).toBe(0);
});
