// What the ending of `-o` means, for every command that writes one.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync, zstdDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';

import { directoryWith, lines, made } from './command-line.ts';
import { sudokuHere } from './in-this-process.ts';

const { puzzles, solutions } = made(3);
const table = lines(['puzzle,solution', ...puzzles.map((puzzle, i) => `${puzzle},${solutions[i]!}`)]);

/** What a file is by its bytes: not by its name. */
function contentOf(bytes: Buffer): string {
  const hex = bytes.subarray(0, 6).toString('latin1');
  if (hex.startsWith('\x1f\x8b')) return `${contentOf(gunzipSync(bytes))} in gzip`;
  if (hex.startsWith('\x28\xb5\x2f\xfd')) return `${contentOf(zstdDecompressSync(bytes))} in zstd`;
  if (hex.startsWith('PAR1')) return 'parquet';
  if (hex === '\x93NUMPY') return 'npy';
  if (hex.startsWith('PK\x03\x04')) return bytes.includes('.npy') ? 'npz' : 'zip';
  const text = bytes.toString();
  const first = text.split('\n')[0]!;
  if (/^[[{]/.test(text)) return isJson(text) && (text.match(/\n/g)?.length ?? 0) !== 1 ? 'json' : 'jsonl';
  if (first.includes('\t')) return 'tsv';
  return first.includes(',') || first === 'puzzle' ? 'csv' : 'text';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const REFUSED = 'refused';

/** Commands by what they write for a file of lines, and the arguments between the command and the path of the output. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  solve: ['solve', 'p.txt', '-o'],
  grade: ['grade', 'p.txt', '-o'],
  canonical: ['canonical', 'p.txt', '-o'],
  minimise: ['minimise', 'p.txt', '-o'],
  select: ['select', 'p.txt', '-o'],
  dedupe: ['dedupe', 'p.txt', '-o'],
  'dedupe --duplicates': ['dedupe', 'p.txt', '-o', 'kept.txt', '--duplicates'],
  augment: ['augment', 'p.txt', '-o'],
  convert: ['convert', 't.csv'],
  generate: ['generate', '--count', '3', '-o'],
  audit: ['audit', 'p.txt', '-o'],
};

const LAYOUT = ['minimise', 'select', 'dedupe', 'augment'];

/** What each ending gives; `text` for the commands whose text is a table or an audit is that. */
const ENDINGS: readonly (readonly [name: string, expected: (command: string) => string])[] = [
  ['out', own],
  ['out.unknown', own],
  ['out.txt', own],
  ['out.TXT', own],
  ['out.txt.gz', (command) => packed(own(command), 'gzip')],
  ['out.txt.zst', (command) => packed(own(command), 'zstd')],
  ['out.gz', (command) => packed(own(command), 'gzip')],
  ['out.ZST', (command) => packed(own(command), 'zstd')],
  ['out.csv', (command) => (writes(command).includes('csv') ? 'csv' : REFUSED)],
  ['out.CSV', (command) => (writes(command).includes('csv') ? 'csv' : REFUSED)],
  ['out.csv.zst', (command) => (writes(command).includes('csv') ? 'csv in zstd' : REFUSED)],
  ...(['tsv', 'jsonl', 'json', 'parquet', 'npy', 'npz'] as const).map(
    (format) =>
      [`out.${format}`, (command: string) => (writes(command).includes(format) ? format : REFUSED)] as const,
  ),
  ['out.ndjson.gz', (command) => (writes(command).includes('jsonl') ? 'jsonl in gzip' : REFUSED)],
  ['out.parquet.gz', () => REFUSED],
  ['out.npy.zst', () => REFUSED],
  ['out.sdk', (command) => (command === 'convert' ? 'text' : REFUSED)],
  ['out.csv.zip', (command) => (command === 'convert' ? 'zip' : REFUSED)],
  ['out.zip', () => REFUSED],
  ['out.xlsx', () => REFUSED],
  ['out.xlsx.gz', () => REFUSED],
  ['out.PDF', () => REFUSED],
  ['out.tar.gz', () => REFUSED],
];

function writes(command: string): readonly string[] {
  if (LAYOUT.includes(command)) return [];
  switch (command) {
    case 'solve':
      return ['csv', 'jsonl', 'parquet', 'npy'];
    case 'grade':
    case 'canonical':
    case 'generate':
      return ['csv', 'jsonl'];
    case 'dedupe --duplicates':
      return ['csv'];
    case 'audit':
      return ['json'];
    default:
      return ['csv', 'tsv', 'jsonl', 'json', 'parquet', 'npy', 'npz'];
  }
}

/** What a command writes if the name of the output leaves it open. */
function own(command: string): string {
  return command === 'grade' || command === 'dedupe --duplicates' ? 'csv' : 'text';
}

const packed = (content: string, compression: string) => `${content} in ${compression}`;

describe.each(Object.entries(COMMANDS))('%s', (command, args) => {
  test.each(ENDINGS)('writes to %s what the name says, or refuses', async (name, expected) => {
    const cwd = directoryWith({ 'p.txt': lines(puzzles), 't.csv': table });
    const path = join(cwd, name);
    const needsName = command === 'convert' && /^out(\.unknown|\.gz|\.ZST)?$/.test(name);
    const wanted = needsName ? REFUSED : expected(command);
    const { code, stderr } = await sudokuHere([...args, name], { cwd });
    if (wanted === REFUSED) {
      expect(code).toBe(2);
      expect(stderr).toContain(name);
      expect(stderr).toContain('expected');
      expect(existsSync(path)).toBe(false);
    } else {
      expect(stderr).not.toContain('expected');
      expect(contentOf(readFileSync(path))).toBe(wanted);
    }
  });
});

const json = `[\n${puzzles.map((puzzle) => `  {"puzzle": "${puzzle}"}`).join(',\n')}\n]\n`;
const jsonLines = lines(puzzles.map((puzzle) => JSON.stringify({ puzzle })));

/** What `solve` makes of files of other formats. The layout of a file has the ending of its own name, too. */
test.each<[input: string, content: string | Uint8Array, out: string, wanted: string]>([
  ['p.csv', table, 'out.csv', 'csv'],
  ['p.csv', table, 'out.txt', 'csv'],
  ['p.csv', table, 'out.tsv', REFUSED],
  ['p.csv', table, 'out.jsonl', 'jsonl'],
  ['p.tsv', table.replaceAll(',', '\t'), 'out.tsv', 'tsv'],
  ['p.tsv', table.replaceAll(',', '\t'), 'out.csv', 'csv'],
  ['p.tab', table.replaceAll(',', '\t'), 'out.tab.gz', 'tsv in gzip'],
  ['p.csv', table.replaceAll(',', '\t'), 'out.csv', 'tsv'],
  ['p.csv', lines(puzzles), 'out.csv', 'text'],
  ['p.sql', lines(puzzles), 'out.sql', 'text'],
  ['p.json', json, 'out.json', 'json'],
  ['p.json', json, 'out.jsonl', 'json'],
  ['p.jsonl', jsonLines, 'out.json', 'jsonl'],
  ['p.jsonl', jsonLines, 'out.csv', 'csv'],
  ['p.jsonl', jsonLines, 'out.parquet', 'parquet'],
  ['p.txt.gz', gzipSync(lines(puzzles)), 'out.txt', 'text'],
  ['p.txt.gz', gzipSync(lines(puzzles)), 'out', 'text in gzip'],
  ['p.txt.gz', gzipSync(lines(puzzles)), 'out.txt.gz', 'text in gzip'],
  ['p.txt.gz', gzipSync(lines(puzzles)), 'out.txt.zst', 'text in zstd'],
  ['p.txt.gz', gzipSync(lines(puzzles)), 'out.csv', 'csv'],
  ['p.sdk', lines([puzzles[0]!.replace(/.{9}/g, '$&\n').trim()]), 'out.sdk', 'text'],
])('solves %s to what the name of the output says: %#', async (input, content, out, wanted) => {
  const cwd = directoryWith({ [input]: content });
  const { code, stderr } = await sudokuHere(['solve', input, '-o', out], { cwd });
  expect({ code, stderr: wanted === REFUSED ? '' : stderr }).toMatchObject({
    code: wanted === REFUSED ? 2 : 0,
  });
  expect(existsSync(join(cwd, out)) ? contentOf(readFileSync(join(cwd, out))) : REFUSED).toBe(wanted);
});

test.each(['out.npy', 'out.parquet'])('solves %s again under the same and another name', async (name) => {
  const cwd = directoryWith({ 'p.txt': lines(puzzles) });
  const format = name.slice(4);
  await sudokuHere(['convert', 'p.txt', `in.${format}`], { cwd });
  for (const [out, wanted] of [
    [name, format],
    ['other', format],
    ['out.csv', 'csv'],
    ['out.jsonl.gz', 'jsonl in gzip'],
    ['out.txt', REFUSED],
    ['out.zip', REFUSED],
  ] as const) {
    await sudokuHere(['solve', `in.${format}`, '-o', out], { cwd });
    expect([out, existsSync(join(cwd, out)) ? contentOf(readFileSync(join(cwd, out))) : REFUSED]).toEqual([
      out,
      wanted,
    ]);
  }
});

test('solves an archive to an archive only', async () => {
  const cwd = directoryWith({ 'p.txt': lines(puzzles) });
  await sudokuHere(['convert', 'p.txt', 'in.txt.zip'], { cwd });
  for (const [out, wanted] of [
    ['out.zip', 'zip'],
    ['out', 'zip'],
    ['out.csv', REFUSED],
    ['out.npz', REFUSED],
    ['out.zip.gz', REFUSED],
  ] as const) {
    await sudokuHere(['solve', 'in.txt.zip', '-o', out], { cwd });
    expect([out, existsSync(join(cwd, out)) ? contentOf(readFileSync(join(cwd, out))) : REFUSED]).toEqual([
      out,
      wanted,
    ]);
  }
});

test.each<[args: string[], message: string]>([
  [
    ['solve', 'p.txt', '--output', 'csv', '-o', 'o.jsonl'],
    'o.jsonl: expected a name that ends in .csv for output=csv, got .jsonl: rename it, or give --output jsonl',
  ],
  [
    ['solve', 'p.txt', '--output', 'same', '-o', 'o.parquet'],
    'o.parquet: expected a name that ends in .txt for the layout of the file, got .parquet: rename it, or give --output parquet',
  ],
  [
    ['solve', 'own.txt', '-o', 'o.csv'],
    'o.csv: expected a name that ends in .jsonl for output=jsonl, got .csv: rename it, or change the first line of the file',
  ],
  [
    ['solve', 'p.txt', '-o', 'o.xlsx'],
    'o.xlsx: expected a name that ends in .txt, .csv, .jsonl, .parquet or .npy, or that names no format, got .xlsx',
  ],
  [
    ['dedupe', 'p.txt', '-o', 'o.parquet'],
    'o.parquet: expected a name that ends in .txt, got .parquet: give it one of these, and make .parquet of that with sudoku convert',
  ],
  [
    ['grade', 'p.txt', '--output', 'csv', '-o', 'o.jsonl'],
    'o.jsonl: expected a name that ends in .csv for output=csv, got .jsonl: rename it, or give --output jsonl',
  ],
  [
    ['canonical', 'p.txt', '--output', 'lines', '-o', 'o.csv.gz'],
    'o.csv.gz: expected a name that ends in .txt for output=lines, got .csv: rename it, or give --output csv',
  ],
  [
    ['generate', '--output', 'jsonl', '-o', 'o.csv'],
    'o.csv: expected a name that ends in .jsonl for output=jsonl, got .csv: rename it, or give --output csv',
  ],
  [
    ['convert', 'p.txt', 'o.npy', '--output', 'parquet'],
    'o.npy: expected a name that ends in .parquet for output=parquet, got .npy: rename it, or give --output npy',
  ],
  [
    ['audit', 'p.txt', '--output', 'text', '-o', 'o.json'],
    'o.json: expected a name that ends in .txt for output=text, got .json: rename it, or give --output json',
  ],
])('refuses a name that the output contradicts, and names both ways out: %j', async (args, message) => {
  const cwd = directoryWith({
    'p.txt': lines(puzzles),
    'own.txt': lines(['#! sudoku output=jsonl', ...puzzles]),
  });
  const { code, stderr } = await sudokuHere(args, { cwd });
  expect(stderr).toContain(message);
  expect(code).toBe(2);
});

test.each(['x.json', 'x.txt'])('writes JSON Lines to %s if they are requested', async (out) => {
  const cwd = directoryWith({ 'p.txt': lines(puzzles) });
  for (const args of [['solve', 'p.txt'], ['grade', 'p.txt'], ['canonical', 'p.txt'], ['generate']]) {
    const { code } = await sudokuHere([...args, '--output', 'jsonl', '-o', out], { cwd });
    expect([args[0], code]).toEqual([args[0], 0]);
    expect(JSON.parse(readFileSync(join(cwd, out), 'utf8').split('\n')[0]!)).toHaveProperty('puzzle');
  }
});

test('keeps the names of inputs in a directory, whatever the directory is called', async () => {
  const cwd = directoryWith({ 'a.txt': lines(puzzles), 'b.txt.gz': gzipSync(lines(puzzles)) });
  for (const command of ['solve', 'dedupe', 'minimise', 'select', 'augment'])
    await sudokuHere([command, 'a.txt', 'b.txt.gz', '-o', `${command}.csv/`], { cwd });
  for (const command of ['solve', 'dedupe', 'minimise', 'select', 'augment']) {
    expect(contentOf(readFileSync(join(cwd, `${command}.csv/a.txt`)))).toBe('text');
    expect(contentOf(readFileSync(join(cwd, `${command}.csv/b.txt.gz`)))).toBe('text in gzip');
  }
  await sudokuHere(['split', 'b.txt.gz', '--parts', 'x=0.5,y=0.5', '-o', 'sets.csv'], { cwd });
  expect(contentOf(readFileSync(join(cwd, 'sets.csv/x.txt.gz')))).toMatch(/ in gzip$/);
});

describe.each(['solve', 'grade', 'canonical', 'select', 'dedupe', 'minimise', 'augment'])(
  '%s of a directory',
  (command) => {
    const inDirectory = () => {
      const cwd = directoryWith({});
      mkdirSync(join(cwd, 'in'));
      for (const name of ['a.txt', 'b.txt']) writeFileSync(join(cwd, 'in', name), lines(puzzles));
      return cwd;
    };
    const isLayout = LAYOUT.includes(command);

    test.each([
      ['all.txt', own(command)],
      ['all.txt.gz', packed(own(command), 'gzip')],
      ['all.zst', packed(own(command), 'zstd')],
      ['new.csv', isLayout ? REFUSED : 'csv'],
      ['new.jsonl', isLayout ? REFUSED : 'jsonl'],
      ['all.xlsx', REFUSED],
      ['all.zip', REFUSED],
      ['all.tsv', REFUSED],
    ])('joins the results in %s, or refuses', async (name, expected) => {
      const cwd = inDirectory();
      const { code, stderr } = await sudokuHere([command, 'in', '-o', name], { cwd });
      if (expected === REFUSED) {
        expect(code).toBe(2);
        expect(stderr).toMatch(
          new RegExp(`${name}: expected a name that ends in .*, or ${name}/ for a directory, got `),
        );
        expect(existsSync(join(cwd, name))).toBe(false);
      } else {
        expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining('expected') });
        expect(contentOf(readFileSync(join(cwd, name)))).toBe(expected);
        const other = `files-${name}`;
        await sudokuHere([command, 'in/a.txt', 'in/b.txt', '-o', other], { cwd });
        expect(readFileSync(join(cwd, name))).toEqual(readFileSync(join(cwd, other)));
      }
    });

    test.each(['new', 'new.v2', '.new', 'all.csv/', 'all.xlsx/'])(
      'writes a file for each to %s',
      async (name) => {
        const cwd = inDirectory();
        expect((await sudokuHere([command, 'in', '-o', name], { cwd })).code).toBe(0);
        expect(readdirSync(join(cwd, name))).toHaveLength(2);
      },
    );
  },
);

test.each([1, 3])(
  'joins plain and compressed files under a name that says the compression: %i threads',
  async (threads) => {
    const cwd = directoryWith({ 'a.txt': lines(puzzles), 'b.txt.gz': gzipSync(lines(puzzles)) });
    const both = lines([...solutions, ...solutions]);
    for (const [out, unpack] of [
      ['out.txt', (bytes: Buffer) => bytes],
      ['out.txt.gz', gunzipSync],
    ] as const) {
      const args = ['solve', 'a.txt', 'b.txt.gz', '--concurrency', `${threads}`, '-o', out];
      expect((await sudokuHere(args, { cwd })).code).toBe(0);
      expect(unpack(readFileSync(join(cwd, out))).toString()).toBe(both);
    }
  },
);

test.each([
  [['--grade'], '--grade has no effect without --output csv, jsonl or parquet, or a column for ratings'],
  [['--explain'], '--explain has no effect without --output jsonl'],
  [['--explain', '-o', 'o.csv'], '--explain has no effect without --output jsonl'],
  [['--minimal'], '--minimal has no effect without --output csv, jsonl or parquet, or a column minimal'],
  [['--grade', '--solutions', 'all'], '--grade has no effect with --solutions all'],
])('refuses %j, for which no result has a place, and solves nothing', async (flags, message) => {
  const cwd = directoryWith({ 'p.txt': lines(puzzles), 'q.txt': lines(puzzles) });
  const { code, stdout, stderr } = await sudokuHere(['solve', 'p.txt', 'q.txt', ...flags], { cwd });
  expect(stderr).toBe(`sudoku: ${message}\n`);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
});

test.each([
  ['the name of the output', ['p.txt', '--explain', '-o', 'o.jsonl']],
  ['the first line of a later file', ['p.txt', 'own.txt', '--explain', '-o', 'out/']],
  ['a column of a later file', ['p.txt', 'rated.csv', '--grade', '-o', 'out/']],
])('solves with a flag for which there is a place by %s', async (_, args) => {
  const cwd = directoryWith({
    'p.txt': lines(puzzles),
    'own.txt': lines(['#! sudoku output=jsonl', ...puzzles]),
    'rated.csv': lines(['puzzle,rating', `${puzzles[0]!},`]),
  });
  expect((await sudokuHere(['solve', ...args], { cwd })).code).toBe(0);
});
