import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Audit } from '../../bin/sets/audit-text.ts';
import { lines, made, NO_SOLUTION, sudoku, temporaryDirectory } from './command-line.ts';
import { morph } from './morphs.ts';
import { THREADS } from './thread-counts.ts';

const { puzzles, solutions } = made(300, 11);
const OPEN = solutions[0]!.replaceAll('1', '.').replaceAll('2', '.');

async function audit(files: Readonly<Record<string, string>>, ...flags: string[]) {
  const cwd = temporaryDirectory();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
  const { stdout, stderr, code } = await sudoku(['audit', ...Object.keys(files), ...flags], { cwd });
  return { text: stdout.toString(), stderr, code };
}

test('finds every hidden duplicate, and every puzzle that two files share, on any number of threads', async () => {
  const train = [...puzzles.slice(0, 200), ...puzzles.slice(0, 37).map(morph)];
  const testing = [...puzzles.slice(200), ...puzzles.slice(50, 71).map(morph)];
  const files = { 'train.txt': lines(train), 'test.txt': lines(testing) };
  const runs = await Promise.all(
    THREADS.map((n) => audit(files, '--output', 'json', '--concurrency', `${n}`)),
  );
  for (const run of runs) expect(run).toEqual(runs[0]);
  expect(runs[0]!.code).toBe(1);
  const { files: found, meetings } = JSON.parse(runs[0]!.text) as Audit;
  expect(found.map(({ duplicates }) => duplicates)).toEqual([37, 0]);
  expect(meetings.map(({ by, classes }) => [by, classes])).toEqual([
    ['puzzle', 21],
    ['grid', 21],
  ]);
  const [example] = meetings[0]!.examples;
  expect(example).toEqual({
    file: 'test.txt',
    line: 101,
    puzzle: morph(puzzles[50]!, 0),
    ofFile: 'train.txt',
    ofLine: 51,
  });
});

test('counts wrong solutions and puzzles without exactly one, and shows distributions', async () => {
  const rows = [
    `${puzzles[0]},${solutions[0]},1.2`,
    `${puzzles[1]},${solutions[0]},2.3`,
    `${NO_SOLUTION},,9`,
    `${OPEN},,1.2`,
    `nonsense,,`,
  ];
  const { text, stderr, code } = await audit({ 'a.csv': `puzzle,solution,rating\n${lines(rows)}` });
  expect(text).toContain('a.csv: 5 puzzles\n');
  for (const [count, label] of [
    [1, 'wrong solutions'],
    [1, 'without a solution'],
    [1, 'with several solutions'],
    [1, 'no valid puzzles'],
  ])
    expect(text).toMatch(new RegExp(`^ +${count} ${label}$`, 'm'));
  expect(text).toMatch(/^ +2 rating 1\.2 +#+$/m);
  expect(text).toMatch(/^ +2 clues 32 +#+$/m);
  expect(stderr).toContain('5 puzzles: 1 files, 4 findings');
  expect(code).toBe(1);
});

test('exits with 0 for sets without faults, and says so', async () => {
  const { text, code } = await audit({
    'a.txt': lines(puzzles.slice(0, 9)),
    'b.txt': lines(puzzles.slice(9)),
  });
  expect(text).toContain('  no faults\n');
  expect(text).toContain('No class of puzzles or solutions is in two files.');
  expect(code).toBe(0);
});

test('rates puzzles with --grade', async () => {
  const { text } = await audit({ 'a.txt': `.${solutions[0]!.slice(1)}\n` }, '--grade', '--output', 'json');
  expect((JSON.parse(text) as Audit).files[0]!.ratings).toEqual({ '1.0': 1 });
});
