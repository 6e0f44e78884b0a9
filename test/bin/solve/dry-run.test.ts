import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lines, made, temporaryDirectory } from '../command-line.ts';
import { sudokuHere } from '../in-this-process.ts';

const { puzzles } = made(3);

test('describes files with --dry-run, and solves nothing', async () => {
  const cwd = temporaryDirectory();
  writeFileSync(join(cwd, 'a.txt'), lines(['#! sudoku variant=x', ...puzzles, '.1']));
  const args = ['solve', 'a.txt', 'missing.txt', '--dry-run', '--limit', '5'];
  const { code, stdout, stderr } = await sudokuHere(args, { cwd });
  expect(stdout.toString().split('\n').slice(0, 6)).toEqual([
    'a.txt: lines',
    '  puzzles   3 9x9 x puzzles, 1 invalid record',
    '  alphabet  1-9',
    '  options   variant=x solutions=first limit=5 output=same explain=false grade=false canonical=false minimal=false',
    '  first     line 2',
    `    ${puzzles[0]!.slice(0, 9)}`,
  ]);
  expect(stderr.split('\n')).toEqual([
    'sudoku: missing.txt: cannot be read: no such file or directory',
    'sudoku: --limit has no effect without --solutions count or all',
    '',
  ]);
  expect(code).toBe(2);
  const { stdout: json } = await sudokuHere([...args, '--json'], { cwd });
  expect(JSON.parse(json.toString())).toMatchObject({
    file: 'a.txt',
    format: 'lines',
    sizes: { '9x9 x': 3 },
  });
});

test('names each file in full, whatever its length', async () => {
  const cwd = temporaryDirectory();
  const name = `${'puzzles-of-the-year-'.repeat(4)}2024.txt`;
  writeFileSync(join(cwd, name), lines(puzzles));
  const { stdout } = await sudokuHere(['solve', '--dry-run', name], { cwd });
  expect(stdout.toString().split('\n', 1)).toEqual([`${name}: lines`]);
});

test('says where the puzzles of a table or of JSON are, and whether the values decided this', async () => {
  const cwd = temporaryDirectory();
  const names = Array.from({ length: 81 }, (_, i) => i).join();
  const cells = puzzles[0]!.split('').join().replaceAll('.', '');
  writeFileSync(join(cwd, 'a.csv'), lines(['id,quiz', `1,${puzzles[0]}`]));
  writeFileSync(join(cwd, 'b.csv'), lines(['id,q', `1,${puzzles[0]}`]));
  writeFileSync(join(cwd, 'c.csv'), lines([`,${names}`, `0,${cells}`]));
  writeFileSync(join(cwd, 'd.json'), JSON.stringify([{ q: puzzles[0] }]));
  const args = ['solve', 'a.csv', 'b.csv', 'c.csv', 'd.json', '--dry-run'];
  const { stdout } = await sudokuHere(args, { cwd });
  expect(stdout.toString().match(/where .*/g)).toEqual([
    'where     in column quiz',
    'where     in column q, by what stands there',
    'where     in columns #2-82, by what stands there',
    'where     at [].q, by what stands there',
  ]);
  const { stdout: json } = await sudokuHere([...args, '--json'], { cwd });
  const recognised = json
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(recognised.map(({ places, placesByShape }) => [places, placesByShape])).toEqual([
    [['quiz'], undefined],
    [['q'], true],
    [['#2-82'], true],
    [['[].q'], true],
  ]);
});
