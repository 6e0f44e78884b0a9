import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { zipOf } from '../core/files/zip/archives.ts';
import { parquetFile } from '../core/formats/parquet-file.ts';
import { lines, made, sudoku, sudokuProcess, temporaryDirectory } from './command-line.ts';
import { sudokuHere } from './in-this-process.ts';
import { morph } from './morphs.ts';
import { THREADS } from './thread-counts.ts';

const { puzzles } = made(400, 3);

/** Splits a text. @returns the parts */
async function split(input: string, name: string, ...flags: string[]) {
  const cwd = temporaryDirectory();
  writeFileSync(join(cwd, name), input);
  const args = ['split', name, '--parts', 'train=0.75,test=0.25', '-o', 'sets/', ...flags];
  const { code, stderr } = await sudoku(args, { cwd });
  const extension = name.slice(name.indexOf('.'));
  const [train, test] = ['train', 'test'].map((part) =>
    readFileSync(join(cwd, `sets/${part}${extension}`), 'utf8'),
  );
  return { code, stderr, train: train!, test: test! };
}

const rowsOf = (text: string) => text.trimEnd().split('\n');

test('writes each record to one part, below the header of its file', async () => {
  const input = `id,puzzle\n${lines(puzzles.map((puzzle, i) => `${i},${puzzle}`))}`;
  const { code, stderr, train, test } = await split(input, 'all.csv');
  expect(code).toBe(0);
  expect(rowsOf(train)[0]).toBe('id,puzzle');
  expect(rowsOf(test)[0]).toBe('id,puzzle');
  const all = [...rowsOf(train).slice(1), ...rowsOf(test).slice(1)];
  expect(all.sort()).toEqual(rowsOf(input).slice(1).sort());
  const share = (rowsOf(train).length - 1) / 400;
  expect(share).toBeGreaterThan(0.65);
  expect(share).toBeLessThan(0.85);
  expect(stderr).toBe(`400 puzzles: ${rowsOf(train).length - 1} train, ${rowsOf(test).length - 1} test\n`);
});

test('keeps a puzzle and its disguises together, in any file and on any number of threads', async () => {
  const threads = THREADS.map((n) => `${n}`);
  const [one, ...others] = await Promise.all(
    threads.map((n) => split(lines(puzzles), 'all.txt', '--concurrency', n, '--seed', '7')),
  );
  for (const other of others) expect(other).toEqual(one);
  const disguised = await split(lines(puzzles.map(morph).reverse()), 'all.txt', '--seed', '7');
  const place = new Map(puzzles.map((puzzle, i) => [morph(puzzle, i), puzzle]));
  const undisguised = rowsOf(disguised.test).map((puzzle) => place.get(puzzle));
  expect(undisguised.reverse()).toEqual(rowsOf(one!.test));
});

test('makes other parts of another seed', async () => {
  const [one, two] = await Promise.all(
    ['1', '2'].map((seed) => split(lines(puzzles), 'a.txt', '--seed', seed)),
  );
  expect(one!.test).not.toBe(two!.test);
});

test('gives each value of a column exactly its proportions with --stratify', async () => {
  const input = `puzzle,er\n${lines(puzzles.map((puzzle, i) => `${puzzle},${i % 4 === 0 ? 9 : 1.2}`))}`;
  const { train, test } = await split(input, 'all.csv', '--stratify', 'er');
  const count = (text: string, er: string) => rowsOf(text).filter((row) => row.endsWith(`,${er}`)).length;
  expect([count(train, '9'), count(test, '9')]).toEqual([75, 25]);
  expect([count(train, '1.2'), count(test, '1.2')]).toEqual([225, 75]);
});

test('gives all parts their shares with --stratify, also if each value occurs once', async () => {
  const input = `puzzle,er\n${lines(puzzles.map((puzzle, i) => `${puzzle},${i}`))}`;
  const { train, test } = await split(input, 'all.csv', '--stratify', 'er');
  // each part has the header, too
  expect([rowsOf(train).length - 1, rowsOf(test).length - 1]).toEqual([300, 100]);
});

test('gives each value of minimal its proportions, for files without such a column', async () => {
  const minimal = made(20, 5, 0).puzzles;
  const { train, test } = await split(
    lines([...puzzles.slice(0, 60), ...minimal]),
    'all.txt',
    '--stratify',
    'minimal',
  );
  const count = (text: string) => rowsOf(text).filter((row) => minimal.includes(row)).length;
  expect([count(train), count(test)]).toEqual([15, 5]);
  expect([rowsOf(train).length, rowsOf(test).length]).toEqual([60, 20]);
});

test('names the columns that exist if the one to stratify by does not', async () => {
  const cwd = temporaryDirectory();
  writeFileSync(join(cwd, 'a.csv'), `puzzle,er\n${puzzles[0]},1.2\n`);
  const args = ['split', 'a.csv', '--parts', 'a=0.5,b=0.5', '-o', 'sets/', '--stratify', 'rating'];
  const { code, stderr } = await sudokuHere(args, { cwd });
  expect(stderr).toBe(
    'sudoku: --stratify: expected a column of a.csv (puzzle, er, clues, status, solutions, minimal, ep, ed), got rating\n',
  );
  expect(code).toBe(2);
});

test.each(['train', 'train=0.9', 'a=0.5,a=0.5', 'a=1e0', '../a=0.5,b=0.5', 'a=-1,b=2'])(
  'refuses the parts %s',
  async (parts) => {
    const { code, stderr } = await sudokuHere(['split', '--parts', parts, '-o', 'sets/']);
    expect(stderr).toContain('--parts: expected names with shares that sum up to 1');
    expect(code).toBe(2);
  },
);

const table = lines(['puzzle,note', ...puzzles.slice(0, 3).map((puzzle) => `${puzzle},a`)]);
const text = lines(puzzles.slice(0, 3));
const json = JSON.stringify({ puzzle: puzzles[0] });
const column = { name: 'puzzle', repetition: 'required', type: 'BYTE_ARRAY', converted: 0 } as const;
const parquet = parquetFile([column], [{ puzzle: Buffer.from(puzzles[0]!) }]);

test.each<[input: string, content: string | Uint8Array, ending: string]>([
  ['a.csv', table, '.csv'],
  ['a', table, '.csv'],
  ['a.parquet', table, '.csv'],
  ['a', table.replaceAll(',', '\t'), '.tsv'],
  ['a.b.data', text, '.data'],
  ['a.sql', text, '.sql'],
  ['a.sdm.GZ', gzipSync(text), '.sdm.GZ'],
  ['a.sdm.zst', gzipSync(text), '.sdm.gz'],
  ['a.txt.gz', text, '.txt'],
  ['a.zip', zipOf([{ name: 'in/b.csv', content: table }]), '.csv'],
  ['a.zip', zipOf([{ name: 'b.jsonl', content: json }]), '.jsonl'],
  ['-', text, '.txt'],
  ['-', table, '.csv'],
  ['-', zstdCompressSync(table), '.csv.zst'],
  ['-', `[${json}]`, '.json'],
  ['-', json, '.json'],
  ['-', parquet, '.parquet'],
])('names the parts of %s (%#) after what they hold', async (name, content, ending) => {
  const cwd = temporaryDirectory();
  if (name !== '-') writeFileSync(join(cwd, name), content);
  const args = ['split', name, '--parts', 'a=0.5,b=0.5', '-o', 'sets'];
  if (name === '-') await sudokuProcess(args, { cwd, stdin: content });
  else await sudokuHere(args, { cwd });
  expect(readdirSync(join(cwd, 'sets'))).toEqual([`a${ending}`, `b${ending}`]);
});

test('does not write a part over an input, which may be in an archive or come after another', async () => {
  const cwd = temporaryDirectory();
  mkdirSync(join(cwd, 'sets'));
  writeFileSync(join(cwd, 'sets/a.csv'), table);
  writeFileSync(join(cwd, 'sets/in.zip'), zipOf([{ name: 'a.csv', content: table }]));
  for (const inputs of [['sets/a.csv'], ['sets/in.zip', 'sets/a.csv']]) {
    const args = ['split', ...inputs, '--parts', 'a=0.5,b=0.5', '-o', 'sets'];
    const { code, stderr } = await sudokuHere(args, { cwd });
    expect(stderr).toContain('sets/a.csv: cannot write the part a: it is an input');
    expect(code).toBe(2);
  }
  expect(readFileSync(join(cwd, 'sets/a.csv'), 'utf8')).toBe(table);
});

test('leaves no empty folder behind when it fails', async () => {
  const cwd = temporaryDirectory();
  writeFileSync(join(cwd, 'a.txt'), lines(puzzles.slice(0, 2)));
  writeFileSync(join(cwd, 'b.csv'), lines(['puzzle', puzzles[2]!]));
  const args = ['split', 'a.txt', 'b.csv', '--parts', 'train=0.5,test=0.5', '-o', 'new/sets/'];
  const { code, stderr } = await sudokuHere(args, { cwd });
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^sudoku: b\.csv: expected .*, got /)]);
  expect(readdirSync(cwd).sort()).toEqual(['a.txt', 'b.csv']);
});

test('says how a record without a puzzle got its part', async () => {
  const cwd = temporaryDirectory();
  writeFileSync(join(cwd, 'a.txt'), lines([...puzzles.slice(0, 20), '.1 bar']));
  const { code, stderr } = await sudokuHere(['split', 'a.txt', '--parts', 'a=0.5,b=0.5', '-o', 'sets/'], {
    cwd,
  });
  expect(stderr).toMatch(/\n1 invalid or unsupported record, assigned to a part by the cells or the text\n$/);
  expect(code).toBe(1);
});
