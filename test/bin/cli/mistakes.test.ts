import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../command-line.ts';
import { sudokuHere } from '../in-this-process.ts';

const P = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';

/** What is printed about a command line; every line fits a terminal of 80 columns. */
async function printed(args: readonly string[]): Promise<string> {
  const cwd = temporaryDirectory();
  writeFileSync(join(cwd, 'p.csv'), `puzzle\n${P}\n`);
  const { code, stdout, stderr } = await sudokuHere(args, { cwd });
  expect([code, stdout]).toEqual([2, '']);
  for (const line of stderr.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  return stderr;
}

describe('a first word that is no command', () => {
  test.each([
    [['p.csv'], 'expected a command, got p.csv\nTo solve it: sudoku solve p.csv\n'],
    [['.'], 'expected a command, got .\nTo solve it: sudoku solve .\n'],
    [['p.csv', '-o', 'a b.csv'], "got p.csv\nTo solve it: sudoku solve p.csv -o 'a b.csv'\n"],
    [['new.txt'], 'expected a command, got new.txt\nTo solve a file: sudoku solve new.txt\n'],
    [[P], 'expected a command, got a puzzle\nTo solve it: sudoku solve 53..7....6..…\n'],
    [['-o', 'x', 'p.csv'], 'expected a command before -o\nDid you mean: sudoku solve -o x p.csv\n'],
    [['--er=4'], 'expected a command before --er=4\nDid you mean: sudoku generate --er=4\n'],
    [['slove', 'p.csv'], "unknown command 'slove' (did you mean solve?)\n"],
    [['gen'], "unknown command 'gen' (did you mean generate?)\n"],
    [['verify'], "unknown command 'verify' (did you mean check?)\n"],
    [['version'], "unknown command 'version' (did you mean --version?)\n"],
    [['serve'], "unknown command 'serve' (did you mean local --serve?)\n"],
    [['deploy'], "unknown command 'deploy' (cdk deploy does it: see docs/deploy.md)\n"],
    [['zebra'], "unknown command 'zebra'\n"],
    [['-v'], "unknown option '-v' (did you mean --version?)\n"],
    [['--solve', P], "unknown option '--solve' (did you mean solve?)\n"],
    [['--helpp'], "unknown option '--helpp' (did you mean --help?)\n"],
  ])('%j is explained', async (args, text) => {
    const message = await printed(args);
    expect(message.startsWith('sudoku: ')).toBe(true);
    expect(message.endsWith(`${text}See: sudoku --help\n`)).toBe(true);
  });
});

describe('a flag that does not exist gets the right one back:', () => {
  test.each([
    ['solve', '--unique', '--solutions unique'],
    ['solve', '--threads', '--concurrency'],
    ['solve', '-j', '--concurrency'],
    ['solve', '-j4', '--concurrency'],
    ['solve', '--jobs=4', '--concurrency'],
    ['solve', '--timeout', '--budget'],
    ['solve', '--csv', '--output csv'],
    ['solve', '--steps', '--explain'],
    ['generate', '-n', '--count'],
    ['generate', '--difficulty', '--er'],
    ['generate', '--level', '--er'],
    ['generate', '--easy', '--er'],
    ['generate', '--min-clues', '--clues'],
    ['generate', '--rotational', '--symmetry rotational'],
    ['generate', '--killer', '--variant killer'],
    ['solve', '--jsonl', '--output jsonl'],
    ['select', '--head', '--sample'],
    ['select', '--filter', '--where'],
    ['grade', '--steps', '--path'],
    ['convert', '--to', '--output'],
    ['split', '--ratio', '--parts'], // although --parts is missing
    ['status', '--follow', '--watch'],
    ['submit', '--bucket', '--upload-bucket'],
  ])('%s %s: %s', async (command, flag, meant) => {
    expect(await printed([command, flag, 'p.csv'])).toBe(
      `sudoku: unknown option '${flag}' (did you mean ${meant}?)\nSee: sudoku ${command} --help\n`,
    );
  });

  test.each([
    ['--force', 'existing files are replaced anyway'],
    ['--input', 'files are arguments; - is standard input'],
    ['--delimiter', 'see docs/formats.md#tables'],
    ['-r', 'a directory stands for all files in and below it'],
    ['--columns', 'all columns stay', 'select'],
    ['-o', 'the last file is the one to write, or - for standard output', 'convert'],
    ['--out', 'the last file is the one to write, or - for standard output', 'convert'],
  ])('of %s, what to do in its place', async (flag, advice, command = 'solve') => {
    const { code, stderr } = await sudokuHere([command, flag, 'p.csv'], { cwd: temporaryDirectory() });
    expect([code, stderr]).toEqual([
      2,
      `sudoku: unknown option '${flag}' (${advice})\nSee: sudoku ${command} --help\n`,
    ]);
  });

  test('nothing, if there is none', async () => {
    expect(await printed(['solve', '--zebra'])).toBe(
      "sudoku: unknown option '--zebra'\nSee: sudoku solve --help\n",
    );
  });
});

test.each([
  [['generate', '10'], 'sudoku generate --count 10'],
  [['generate', 'a.txt'], 'sudoku generate -o a.txt'],
  [['check', 'r.csv', 'p.csv'], 'sudoku check r.csv --against p.csv'],
])('an argument too many gets its flag back: %j', async (args, meant) => {
  expect(await printed(args)).toContain(`\nDid you mean: ${meant}\nSee: sudoku ${args[0]} --help\n`);
});

test.each([
  ['split', 'p.csv', '0.8'],
  ['split', 'p.csv', 'more.csv'],
  ['generate', '0'],
])('an argument that its flag would refuse gets none back: %j', async (...args) => {
  expect(await printed(args)).not.toContain('Did you mean');
});

test.each([
  ['generate', '--count', '1k', '1000'],
  ['generate', '--size', '9x9', '9'],
  ['generate', '--er', '>4', '4-9.9'],
  ['generate', '--clues', '24..26', '24-26'],
  ['solve', '--boxes', '3', '3x3'],
  ['solve', '--limit', 'none', '4294967295'],
  ['solve', '--solutions', '2', 'all'],
])('%s %s: a value in another form gets the right one back: %s', async (command, flag, value, meant) => {
  const { code, stderr } = await sudokuHere([command, flag, value], { cwd: temporaryDirectory() });
  expect([code, stderr]).toEqual([2, expect.stringMatching(`\\(did you mean ${meant}\\?\\)\n$`)]);
});

test('convert says that --format is the format of the input', async () => {
  expect(await printed(['convert', 'p.csv', '-', '--format', 'csv'])).toBe(
    'sudoku: --format: it is the format that is read (did you mean --output csv?)\n',
  );
});

test.each([
  ['convert p.csv csv', ' or --output (did you mean - --output csv?)\n'],
  [
    'convert p.csv a.npy --format npy',
    '\nsudoku: --format is the format of the files to read; --output, or an',
  ],
  ['solve p.csv solved.csv', '\nsudoku: to write the result into solved.csv: -o solved.csv\n'],
  ['status s3://up/a/k.txt', 'expected a key, got an address (did you mean a/k.txt?)\n'],
  ['cancel k.txt s3://up/', 'sudoku: expected s3://BUCKET/KEY, got s3://up/\n'],
  ['presign s3://up --put', 'sudoku: s3://up: expected a key, got an address\n'],
  ['select p.csv --where clues~24', 'got "~" (comparisons are =, !=,'],
  ['select p.csv --where "puzzle like 5"', 'got "like" (comparisons are =, !=,'],
  ['select p.csv --where "clues in (24,25)"', 'got "," (comparisons are =, !=,'],
])('%s leads on', async (line, text) => {
  const cwd = temporaryDirectory();
  writeFileSync(join(cwd, 'p.csv'), `puzzle\n${P}\n`);
  const args = line.match(/"[^"]*"|\S+/g)!.map((word) => word.replaceAll('"', ''));
  const { code, stderr } = await sudokuHere(args, { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain(text);
});

test('an unknown flag is named before a missing one', async () => {
  expect(await printed(['split', '--zebra', 'p.csv'])).toBe(
    "sudoku: unknown option '--zebra'\nSee: sudoku split --help\n",
  );
});

test.each([
  ['watch', 'a'],
  ['completion', 'bash', 'zsh'],
])('an argument too many that has no flag gets none back: %j', async (...args) => {
  expect(await printed(args)).toMatch(/^sudoku: too many arguments .*\nSee: sudoku \w+ --help\n$/);
});
