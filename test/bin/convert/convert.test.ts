import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { convert } from '../../../bin/convert/convert.ts';
import { HRM, HrmTarget } from '../../../bin/convert/hrm.ts';
import { targetFor } from '../../../bin/convert/targets.ts';
import { inputsOf, planInput } from '../../../bin/files/inputs.ts';
import { npyHeader } from '../../../core/formats/npy/header.ts';
import type { ParquetState } from '../../../core/formats/parquet/state.ts';
import { lines, made, sudokuProcess, temporaryDirectory } from '../command-line.ts';

const { puzzles, solutions } = made(5);
const TABLE = lines([
  'puzzle,solution,source,rating',
  ...puzzles.map((puzzle, i) => `${puzzle},${solutions[i]},"a, b",${i}`),
]);

/** Converts a file in a directory. @returns the exit code and what was printed */
async function converted(directory: string, from: string, to: string) {
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => stderr.mockRestore());
  const path = join(directory, to);
  const format = targetFor(to, undefined);
  const inputs = inputsOf([join(directory, from)], path);
  const code = await convert(inputs, {}, format, await format.open(path), false);
  const printed = stderr.mock.calls.map(([text]) => text).join('');
  stderr.mockRestore();
  return { code, text: readFileSync(path), printed };
}

/** A directory with these files. */
function directoryOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const directory = temporaryDirectory();
  for (const [name, content] of Object.entries(files)) writeFileSync(join(directory, name), content);
  return directory;
}

describe('puzzles are the same in each format', () => {
  const NAMES = [
    'a.txt',
    'a.csv',
    'a.jsonl',
    'a.npy',
    'a.npz',
    'a.parquet',
    'a.txt.gz',
    'a.csv.zst',
    'a.csv.zip',
  ];

  test.each(NAMES)('%s, from and to all others', async (name) => {
    const directory = directoryOf({ 'table.csv': TABLE });
    await converted(directory, 'table.csv', name);
    for (const [i, other] of NAMES.entries()) {
      await converted(directory, name, `${i}-${other}`);
      const { code, text } = await converted(directory, `${i}-${other}`, 'end.txt');
      expect(text.toString(), other).toBe(lines(puzzles));
      expect(code).toBe(0);
    }
  });

  test('an array has the shape (N, 81) and 0 for empty', async () => {
    const { text, printed } = await converted(directoryOf({ 'table.csv': TABLE }), 'table.csv', 'a.npy');
    expect(npyHeader(text)).toEqual({ start: 128, type: '|u1', count: 5, size: 9 });
    expect(text.subarray(128, 209).join('')).toBe(puzzles[0]!.replaceAll('.', '0'));
    expect(printed).toBe('5 puzzles\nleft out of npy: 5 solutions; the columns "source", "rating"\n');
  });
});

describe('solutions and other columns', () => {
  test.each(['a.parquet', 'a.jsonl.zip'])('are in %s, and columns again', async (name) => {
    const directory = directoryOf({ 'table.csv': TABLE });
    expect((await converted(directory, 'table.csv', name)).printed).toBe('5 puzzles\n');
    expect((await converted(directory, name, 'again.csv')).text.toString()).toBe(TABLE);
  });

  test('of Parquet have the types of ratings, counts and values of JSON', async () => {
    const record = { id: 7, puzzle: puzzles[0], rating: 1.5, count: 1, minimal: true, label: 'x' };
    const directory = directoryOf({ 'a.jsonl': lines([JSON.stringify(record)]) });
    await converted(directory, 'a.jsonl', 'a.parquet');
    const columns = (await planInput({ path: join(directory, 'a.parquet') }, {})).plan.state as ParquetState;
    expect(columns.columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
      'id INT64',
      'puzzle BYTE_ARRAY',
      'rating DOUBLE',
      'count INT64',
      'minimal BOOLEAN',
      'label BYTE_ARRAY',
    ]);
    expect((await converted(directory, 'a.parquet', 'b.csv')).text.toString()).toBe(
      lines(['id,puzzle,rating,count,minimal,label', `7,${puzzles[0]},1.5,1,true,x`]),
    );
  });

  test('of Parquet keep the types of their first 4,096 records', async () => {
    const rows = Array.from({ length: 4100 }, (_, i) => `${puzzles[0]},${i < 4099 ? i : 'hard'}`);
    const directory = directoryOf({ 'a.csv': lines(['puzzle,rating', ...rows]) });
    await expect(converted(directory, 'a.csv', 'a.parquet')).rejects.toThrow(
      'a.csv:4101: expected a number in the column "rating", as in the first records, got "hard"',
    );
    expect(readdirSync(directory)).toEqual(['a.csv']);
  });

  test('the solutions of an archive of NumPy are an array beside that of the puzzles', async () => {
    const rows = puzzles.map((puzzle, i) => `${puzzle},${i === 2 ? '' : solutions[i]}`);
    const directory = directoryOf({ 'a.csv': lines(['puzzle,solution', ...rows]) });
    expect((await converted(directory, 'a.csv', 'a.npz')).printed).toBe('5 puzzles\n');
    expect(readdirSync(directory)).toEqual(['a.csv', 'a.npz']);
    const { text, printed } = await converted(directory, 'a.npz', 'b.csv');
    expect(text.toString()).toBe(readFileSync(join(directory, 'a.csv'), 'utf8'));
    expect(printed).toBe('5 puzzles\n');
  });

  test('are members of an object a line, and columns again', async () => {
    const directory = directoryOf({ 'table.csv': TABLE });
    const { text } = await converted(directory, 'table.csv', 'a.jsonl');
    expect(JSON.parse(text.toString().split('\n')[3]!)).toEqual({
      puzzle: puzzles[3],
      solution: solutions[3],
      source: 'a, b',
      rating: 3,
    });
    expect((await converted(directory, 'a.jsonl', 'b.csv')).text.toString()).toBe(TABLE);
  });

  test('are the hash and the rating of a puzzle bank', async () => {
    const [hash, other] = ['0000183b305c', '0000b0f5b83f'];
    const bank = lines([
      `${hash} ${puzzles[0]!.replaceAll('.', '0')}  1.2`,
      `${other} ${puzzles[1]!.replaceAll('.', '0')}  7.1`,
    ]);
    const { text } = await converted(directoryOf({ 'easy.txt': bank }), 'easy.txt', 'a.csv');
    expect(text.toString()).toBe(
      lines(['id,puzzle,rating', `${hash},${puzzles[0]},1.2`, `${other},${puzzles[1]},7.1`]),
    );
  });

  test('of Markdown are those between the pipes', async () => {
    const table = lines(['| id | puzzle | x |', '|---|---|---|', `| 7 | ${puzzles[0]} | a |`]);
    const { text } = await converted(directoryOf({ 'a.md': table }), 'a.md', 'a.csv');
    expect(text.toString()).toBe(lines(['id,puzzle,x', `7,${puzzles[0]},a`]));
  });

  test('are kept when a table is compressed', async () => {
    const directory = directoryOf({ 'table.csv': TABLE });
    await converted(directory, 'table.csv', 'a.csv.gz');
    const { text } = await converted(directory, 'a.csv.gz', 'b.csv.gz');
    expect(gunzipSync(text).toString()).toBe(TABLE);
  });
});

test('records that are no puzzles are reported and left out', async () => {
  const directory = directoryOf({ 'p.txt': lines([puzzles[0]!, '.2', puzzles[1]!]) });
  const { code, text, printed } = await converted(directory, 'p.txt', 'p.csv');
  expect(text.toString()).toBe(lines(['puzzle', puzzles[0]!, puzzles[1]!]));
  expect(printed).toBe(
    `${join(directory, 'p.txt')}:2:3: invalid: expected 81 cells, got 2: ".2"; left out\n2 puzzles, 1 invalid left out\n`,
  );
  expect(code).toBe(1);
});

test('an array cannot hold grids of several sizes; nothing is written', async () => {
  const directory = directoryOf({ 'p.txt': lines([puzzles[0]!, '12.434..2.4343.1']) });
  await expect(converted(directory, 'p.txt', 'p.npy')).rejects.toThrow(
    'expected grids of one size in an array, got 4x4 after 9x9',
  );
  expect(readdirSync(directory)).toEqual(['p.txt']);
});

describe('a folder for HRM', () => {
  const INPUT = join(import.meta.dirname, 'hrm.csv');
  const digests = (folder: string) =>
    Object.fromEntries(
      readdirSync(folder)
        .filter((name) => name.endsWith('.npy'))
        .map((name) => [
          name,
          createHash('sha256')
            .update(readFileSync(join(folder, name)))
            .digest('hex')
            .slice(0, 16),
        ]),
    );

  // The digests are those of the files that HRM's build_sudoku_dataset.py writes of hrm.csv: with NumPy 2.4, from these
  // permutations of two puzzles (--num-aug 3), and of eight puzzles without any.
  test.each([
    [1, '06543243169012b8', '6c629ac8436c2532', 'fcf3e376923b0ac5'],
    [4, '801b83704fc98c9f', '225ad65fbe8c7d8a', '9461f3c67abb4210'],
  ])('has the bytes that its builder writes, %d to a group', async (group, inputs, labels, groups) => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    onTestFinished(() => void vi.restoreAllMocks());
    const folder = join(temporaryDirectory(), 'data', 'train');
    expect(await convert(inputsOf([INPUT], folder), {}, HRM, await HrmTarget.open(folder, group), true)).toBe(
      0,
    );
    expect(digests(folder)).toEqual({
      'all__inputs.npy': inputs,
      'all__labels.npy': labels,
      'all__group_indices.npy': groups,
      'all__puzzle_indices.npy': 'fcf3e376923b0ac5',
      'all__puzzle_identifiers.npy': 'e85567acdebf27c5',
    });
    expect(readFileSync(join(folder, 'dataset.json'), 'utf8')).toBe(
      `{"pad_id": 0, "ignore_label_id": 0, "blank_identifier_id": 0, "vocab_size": 11, "seq_len": 81, "num_puzzle_identifiers": 1, "total_groups": ${8 / group}, "mean_puzzle_examples": 1.0, "sets": ["all"]}`,
    );
    const back = await converted(folder, 'all__inputs.npy', 'back.txt');
    const first = readFileSync(INPUT, 'utf8').split('\n')[1]!.slice(0, 81);
    expect(back.text.toString().slice(0, 81)).toBe(first.replaceAll('0', '.'));
  });

  test('is read as puzzles with their solutions', async () => {
    const directory = temporaryDirectory();
    const folder = join(directory, 'data', 'train');
    await convert(inputsOf([INPUT], folder), {}, HRM, await HrmTarget.open(folder, 4), true);
    writeFileSync(join(directory, 'data', 'identifiers.json'), '["<blank>"]');
    const path = join(directory, 'back.csv');
    const format = targetFor(path, undefined);
    const inputs = inputsOf([join(directory, 'data')], path);
    expect(await convert(inputs, {}, format, await format.open(path), true)).toBe(0);
    expect(readFileSync(path, 'utf8').replaceAll('.', '0')).toBe(
      readFileSync(INPUT, 'utf8').replaceAll('.', '0'),
    );
  });

  test('says how many puzzles it has, as the loader of TRM requires', async () => {
    const folder = temporaryDirectory();
    await convert(inputsOf([INPUT], folder), {}, HRM, await HrmTarget.open(folder, 2, 'trm'), true);
    expect(readFileSync(join(folder, 'dataset.json'), 'utf8')).toContain(
      '"total_groups": 4, "mean_puzzle_examples": 1.0, "total_puzzles": 4, "sets": ["all"]}',
    );
  });

  test.each([
    ['puzzles without solutions', lines(puzzles), 1, 'expected a solution beside each puzzle, got none'],
    ['an incomplete group', TABLE, 3, 'expected groups of 3 puzzles, got 2 in the last one'],
  ])('is not made of %s', async (_, content, group, message) => {
    const directory = directoryOf({ 'p.csv': content });
    const folder = join(directory, 'out');
    const inputs = inputsOf([join(directory, 'p.csv')], folder);
    const conversion = convert(inputs, {}, HRM, await HrmTarget.open(folder, group), true);
    await expect(conversion).rejects.toThrow(message);
    expect(readdirSync(folder)).toEqual([]);
  });
});

test.each<[string, string[], string]>([
  ['a name that stands for no format', ['-', 'p.xlsx'], 'p.xlsx: expected a name that ends in .txt, .csv, '],
  ['a name without an ending', ['-', 'p'], 'p: expected a name that ends in .txt, .sdm, '],
  [
    'an array on standard output',
    ['-', '-', '--output', 'npy'],
    'expected a file for arrays, whose header is written last',
  ],
  [
    'an array that is compressed',
    ['-', 'p.npy.gz'],
    'p.npy.gz: expected no ending of a compression after .npy',
  ],
  ['a group in a file', ['-', 'p.npy', '--group', '2'], '--group: expected --layout hrm or trm beside it'],
])('the command refuses %s', async (_, args, message) => {
  const { stderr, code } = await sudokuProcess(['convert', ...args], {
    stdin: lines(puzzles),
    cwd: temporaryDirectory(),
  });
  expect(stderr).toContain(message);
  expect(code).toBe(2);
});

test('the command reads standard input and writes standard output', async () => {
  const { stdout, code } = await sudokuProcess(['convert', '-', '-', '--output', 'csv', '-q'], {
    stdin: lines(puzzles),
  });
  expect(stdout.toString()).toBe(lines(['puzzle', ...puzzles]));
  expect(code).toBe(0);
});
