// The files that both trees read: examples, files of tests, what generators of tests draw, given folders, and alterations of
// all of these.

import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FOREIGN_FILES } from '../../test/core/files/foreign-files.ts';
import { brokenExamples } from '../../test/core/formats/strangers/broken-example.ts';
import { gridFiles } from '../../test/core/formats/strangers/grid-file.ts';
import { optionLines } from '../../test/core/formats/strangers/option-line.ts';
import { exampleFiles } from '../../test/example-files.ts';
import fc from '../../test/property.ts';
import { RECORD_POOLS } from '../records/record-pools.ts';
import { Random } from '../shared/random.ts';

export interface InputFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly isAltered?: true;
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Bytes of a file; longer ones are skipped in given folders. */
const MOST_BYTES = 256 * 1024;

/** Folders of a repository that are not its own files. */
const SKIPPED = new Set(['.git', 'node_modules', '.venv', '__pycache__']);

/** Files of given folders, and those of the project. */
export function givenFiles(folders: readonly string[], hasOwn: boolean): InputFile[] {
  return [...(hasOwn ? ownFiles() : []), ...folders.flatMap(filesBelow)];
}

function ownFiles(): InputFile[] {
  const examples = exampleFiles().map((name) => `examples/${name}`);
  const fixtures = globSync('test/**/fixtures/**/*.{zip,npz}', { cwd: ROOT });
  const own = [...examples, ...fixtures, 'test/bin/convert/hrm.csv'].map((name) => ({
    name,
    bytes: readFileSync(join(ROOT, name)),
  }));
  const foreign = FOREIGN_FILES.map(({ name, file }) => ({ name: `foreign/${name}`, bytes: file }));
  return [...own, ...foreign];
}

/** Files in a folder, of any depth, by their names below its parent. */
export function filesBelow(folder: string): InputFile[] {
  const found: InputFile[] = [];
  const visit = (path: string) => {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const inner = join(path, entry.name);
      if (entry.isDirectory()) {
        if (!SKIPPED.has(entry.name)) visit(inner);
      } else if (entry.isFile() && statSync(inner).size <= MOST_BYTES) {
        found.push({ name: relative(join(folder, '..'), inner), bytes: readFileSync(inner) });
      }
    }
  };
  visit(folder);
  return found;
}

/**
 * The files in a folder, or, if there is no such folder, those that the tests of formats solve, which record-files.ts keeps there.
 * Whether these tests pass does not matter here.
 */
export async function filesOfTests(folder: string, seed: number): Promise<InputFile[]> {
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true });
    const before = { ...process.env };
    Object.assign(process.env, { FILES_OF_TESTS: folder, FUZZ_SEED: String(seed) });
    const { startVitest } = await import('vitest/node');
    const vitest = await startVitest('test', [], {
      config: false,
      root: ROOT,
      watch: false,
      silent: true,
      reporters: ['dot'],
      include: ['test/core/formats/**/*.test.ts'],
      globalSetup: ['test/run-set-up.ts'],
      setupFiles: ['test/file-set-up.ts', 'checks/old-tree/record-files.ts'],
      testTimeout: 300_000,
      hookTimeout: 300_000,
    });
    await vitest.close();
    // the tests have temporary folders of their own
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
    process.exitCode = 0;
  }
  return filesBelow(folder).map(({ name, bytes }) => ({ name: name.replace(/^[^/]*/, 'tests'), bytes }));
}

/** Files that generators of tests and checks draw. */
export function drawnFiles(seed: number, count: number): InputFile[] {
  const draw = <T>(what: string, arbitrary: fc.Arbitrary<T>, bytes: (value: T) => Uint8Array | string) =>
    fc.sample(arbitrary, { numRuns: count, seed }).map((value, i) => ({
      name: `drawn/${what}-${i}.txt`,
      bytes: Buffer.from(bytes(value) as string),
    }));
  return [
    ...draw('grids', gridFiles, ({ puzzles }) => puzzles),
    ...draw('option-line', optionLines, ({ text }) => text),
    ...draw('broken', brokenExamples, (bytes) => bytes),
    ...Array.from({ length: count }, (_, i) => {
      const random = new Random(seed + i);
      const { ending, head, guides, records, between, foot } = random.pick(RECORD_POOLS);
      const texts = Array.from({ length: 10 }, () => random.pick(random.chance(50) ? guides : records));
      const body = Buffer.from(texts.join(between) + foot, 'latin1');
      return { name: `drawn/records-${i}${ending}`, bytes: Buffer.concat([head(texts.length), body]) };
    }),
  ].filter(({ bytes }) => bytes.length <= MOST_BYTES);
}

/** Altered files: one to three changes of a file each. */
export function* alteredFiles(from: readonly InputFile[], seed: number, count: number): Generator<InputFile> {
  const short = from.filter(({ bytes }) => bytes.length > 0 && bytes.length <= 16 * 1024);
  for (let i = 0; i < count; i++) {
    const random = new Random(seed * 1_000_003 + i);
    const { name, bytes } = random.pick(short);
    let text = Buffer.from(bytes).toString('latin1');
    for (let changes = random.between(1, 3); changes > 0; changes--)
      text = random.pick(CHANGES)(text, random, short);
    yield { name: `altered/${i}-${basename(name)}`, bytes: Buffer.from(text, 'latin1'), isAltered: true };
  }
}

type Change = (text: string, random: Random, others: readonly InputFile[]) => string;

/** Applies a change to some lines. */
const toLines =
  (change: (lines: string[], at: number, random: Random) => string[]): Change =>
  (text, random) => {
    const lines = text.split('\n');
    return change(lines, random.between(0, lines.length - 1), random).join('\n');
  };

const PIECES = [
  ...[
    '#',
    '//',
    ';',
    ',',
    '\t',
    '|',
    '"',
    "'",
    '[',
    ']',
    '{',
    '}',
    ':',
    '=',
    '-',
    '0',
    '9',
    '.',
    'x',
    'A',
    ' ',
  ],
  ...[
    '\n',
    '\n\n',
    '\r\n',
    '\xa0',
    '\xef\xbb\xbf',
    '\0',
    '\x1a',
    '\x85',
    'null',
    'NaN',
    '4.3E+78',
    'no-solution',
  ],
  ...[
    'invalid',
    '[]',
    '{}',
    '[[',
    '"puzzle":',
    'puzzle,solution',
    '#! sudoku variant=x\n',
    'https://example.org/?p=1',
  ],
];

/** As people, programs and accidents alter files. */
const CHANGES: readonly Change[] = [
  // a piece in place of a few bytes, somewhere
  ...Array.from(
    { length: 4 },
    (): Change => (text, random) => {
      const at = random.between(0, text.length);
      return text.slice(0, at) + random.pick(PIECES) + text.slice(at + random.between(0, 3));
    },
  ),
  // the same sign in place of another, everywhere
  (text, random) =>
    text.replaceAll(random.pick(['.', '0', ',', '\n', '"', ' ', '1', ';']), () =>
      random.pick(['.', '0', ';', '\t', '\r\n', '_', '*', 'O', ' ', '\xa0', '\r']),
    ),
  (text) => text.replaceAll('.', '0'),
  (text) => text.replaceAll('0', '.'),
  (text) => text.replaceAll(/\r?\n/g, '\r\n'),
  (text, random) => text.slice(0, random.between(0, text.length)),
  (text, random) => text.slice(random.between(0, text.length)),
  toLines((lines, at) => lines.toSpliced(at, 1)),
  toLines((lines, at, random) => lines.toSpliced(random.between(0, lines.length), 0, lines[at]!)),
  toLines((lines, at, random) =>
    lines.toSpliced(
      at,
      0,
      random.pick(['', '# a note', 'A title', 'Puzzle 1', '12', '[code]', '---', 'id,puzzle']),
    ),
  ),
  toLines((lines, at, random) =>
    lines.with(at, lines[at]! + random.pick([' ', ',', ' # note', '\t1', ';', ' 4.5'])),
  ),
  toLines((lines, at, random) =>
    lines.with(at, random.pick(['  ', '- ', '1. ', '> ', '"', '=']) + lines[at]!),
  ),
  toLines((lines, _, random) => {
    const before = random.pick(['- ', '* ', '> ', '  ', '"', "'", '1,', '="']);
    return lines.map((line) => (line.trim() === '' ? line : before + line));
  }),
  toLines((lines, _, random) => {
    const after = random.pick([',', ';', '"', '"', ',1', ' easy', '\\', '<br>']);
    return lines.map((line) => (line.trim() === '' ? line : line + after));
  }),
  toLines((lines) => lines.toReversed()),
  // within JSON
  (text, random) => {
    const value = random.pick([
      text,
      text.split('\n'),
      text
        .trim()
        .split('\n')
        .map((puzzle, id) => ({ id, puzzle })),
    ]);
    return JSON.stringify(
      random.pick([value, [value], { puzzle: value }, { data: { easy: value }, n: [1, 2, 3] }]),
    );
  },
  // another file behind it
  (text, random, others) =>
    (
      text +
      random.pick(['', '\n', '\n\n']) +
      Buffer.from(random.pick(others).bytes).toString('latin1')
    ).slice(0, MOST_BYTES),
];

/** The first of files that have the same bytes and the same ending. */
export function distinctFiles(files: readonly InputFile[]): InputFile[] {
  const byContent = new Map<string, InputFile>();
  for (const file of files) {
    const key = endingOf(file.name) + createHash('sha1').update(file.bytes).digest('base64');
    if (!byContent.has(key)) byContent.set(key, file);
  }
  return [...byContent.values()];
}

/** In another order, so that a comparison that is ended early has seen some of all kinds. */
export function inMixedOrder(files: readonly InputFile[], seed: number): InputFile[] {
  const random = new Random(seed);
  const keyed = files.map((file) => ({ file, key: random.between(0, 2 ** 31) }));
  return keyed.sort((a, b) => a.key - b.key).map(({ file }) => file);
}

/** The ending of a name, of which some commands take notice, and that of a compressed file. */
export const endingOf = (name: string) => /(\.\w{1,8}){0,2}$/.exec(basename(name))![0].toLowerCase();
