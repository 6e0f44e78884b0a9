import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { checkPairs, pairsOf } from '../../../bin/check/check-pairs.ts';
import { writeHeader } from '../../../core/formats/npy/header.ts';
import { zipOf } from '../../core/files/zip/archives.ts';
import { temporaryDirectory } from '../command-line.ts';

const PUZZLE = '12.434..2.4343.1\n';
const SOLUTION = '1234341221434321\n';

/** Creates a directory with these files. */
function directory(files: Readonly<Record<string, string>>): string {
  const root = temporaryDirectory();
  mkdirSync(join(root, 'below'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
  return root;
}

/** An array of 4x4 puzzles. */
const array = (text: string) =>
  Buffer.concat([writeHeader('|u1', [text.length / 16, 16]), Uint8Array.from(text, Number)]).toString(
    'latin1',
  );

test.each([
  ['whose last puzzle, without a solution, is empty', '0'.repeat(16), 0],
  ['with another grid for the last puzzle', SOLUTION.trim(), 1],
])('compares an array %s', async (_, last, code) => {
  const root = temporaryDirectory();
  const write = (name: string, text: string) => writeFileSync(join(root, name), text, 'latin1');
  write('puzzles.npy', array(`${PUZZLE.trim().replaceAll('.', '0').repeat(2)}1230000400000000`));
  write('result.npy', array(SOLUTION.trim().repeat(2) + last));
  expect(await outcome(join(root, 'result.npy'), join(root, 'puzzles.npy'))).toBe(code);
});

const puzzles = { 'a.txt': PUZZLE, 'below/b.txt': PUZZLE };
const results = { 'a.txt': SOLUTION, 'below/b.txt': SOLUTION };

/** Runs `check` without its messages. @returns its exit code */
function outcome(result: string, against: string) {
  const printed = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => printed.mockRestore());
  return checkPairs(pairsOf(result, against), {}, 0, 'none', []);
}

test('compares files of the same names in two directories, and ignores reports among the results', async () => {
  const reports = { 'a.txt.report.json': '{}', 'a.txt.report.html': '', 'report.html': '' };
  const [to, from] = [directory({ ...results, ...reports }), directory(puzzles)];
  expect(pairsOf(to, from)).toEqual({
    areMany: true,
    pairs: ['a.txt', 'below/b.txt'].map((name) => ({ result: join(to, name), against: join(from, name) })),
    unpaired: [],
  });
  expect(await outcome(to, from)).toBe(0);
});

test.each([
  ['a wrong result', { ...results, 'below/b.txt': SOLUTION.replace('4321', '4312') }, 1],
  ['a result that is missing', { 'below/b.txt': SOLUTION }, 2],
  ['a result that answers nothing', { ...results, 'c.txt': SOLUTION }, 2],
])('finds %s among other pairs', async (_, files, code) => {
  expect(await outcome(directory(files), directory(puzzles))).toBe(code);
});

test('proves the claims about all files of a directory on the same threads', async () => {
  const threads = process.getBuiltinModule('node:worker_threads');
  const started = vi.spyOn(threads, 'Worker');
  onTestFinished(() => started.mockRestore());
  const printed = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => printed.mockRestore());
  const pairs = pairsOf(directory(results), directory(puzzles));
  expect(await checkPairs(pairs, { solutions: 'unique' }, 1, 'none', [])).toBe(0);
  expect(started).toHaveBeenCalledTimes(1);
});

test('says how far it is in a directory', async () => {
  const timers: (() => void)[] = [];
  const timed = vi.spyOn(globalThis, 'setInterval').mockImplementation((tick) => {
    timers.push(tick as () => void);
    return undefined as never;
  });
  onTestFinished(() => timed.mockRestore());
  const texts: string[] = [];
  const printed = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    texts.push(String(text));
    if (String(text).includes('b.txt:1:')) for (const tick of timers) tick();
    return true;
  });
  onTestFinished(() => printed.mockRestore());
  const wrong = { ...results, 'below/b.txt': SOLUTION.replace('4321', '4312') };
  expect(await checkPairs(pairsOf(directory(wrong), directory(puzzles)), {}, 0, 'text', [])).toBe(1);
  expect(texts).toContainEqual(
    expect.stringMatching(/^\d.* s · 2 records: 1 right, 1 wrong · 1 of 2 files\n$/),
  );
});

test.each([
  ['missing.txt', 'puzzles.txt'],
  ['missing.zip', 'puzzles.zip'],
  ['puzzles.zip', 'missing.zip'],
])('says that a file is missing, for %s and %s', async (result, against) => {
  const root = temporaryDirectory();
  writeFileSync(join(root, 'puzzles.txt'), PUZZLE);
  writeFileSync(join(root, 'puzzles.zip'), zipOf([{ name: 'puzzles.txt', content: Buffer.from(PUZZLE) }]));
  await expect(outcome(join(root, result), join(root, against))).rejects.toThrow(
    /missing\.\w+: cannot be read: no such file or directory/,
  );
});

test.each(['|i1', '<u2', '<f4'])('names the type %s of an array that solve does not write', async (type) => {
  const root = temporaryDirectory();
  writeFileSync(join(root, 'puzzles.txt'), PUZZLE);
  const cells = array(SOLUTION.trim()).replace('|u1', type);
  writeFileSync(join(root, 'result.npy'), cells, 'latin1');
  await expect(outcome(join(root, 'result.npy'), join(root, 'puzzles.txt'))).rejects.toThrow(
    `result.npy: expected an array of the type |u1, got ${type}`,
  );
});

test('refuses a directory and a file', () => {
  const root = directory(puzzles);
  const file = join(root, 'a.txt');
  for (const [result, against] of [
    [root, file],
    [file, root],
  ] as const)
    expect(() => pairsOf(result, against)).toThrow(
      `expected two files, or two directories with files of the same names, got the directory ${root} and ${file}`,
    );
});
