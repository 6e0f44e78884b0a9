import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeEach, expect, test } from 'vitest';

const STORED_CODE = new URL('../../../bin/cli/stored-code.js', import.meta.url);
const BUNDLE = '(require) => require("node:process").stdout.write("ran")';
const directory = mkdtempSync(join(tmpdir(), 'sudoku-stored-code-'));
const cache = join(directory, 'cache');
afterAll(() => rmSync(directory, { recursive: true }));
beforeEach(() => rmSync(cache, { recursive: true, force: true }));

/** Runs a bundle in a process of its own. @returns what it prints */
function run(source = `${BUNDLE}\n//# hash=1\n`, env = {}, use = '', isForAll = false): string {
  const path = join(directory, 'bundle.js');
  writeFileSync(path, source);
  const program = `import { runBundle } from '${STORED_CODE.href}';
runBundle(new URL('${pathToFileURL(path).href}'), '${use}', (store) => process.on('exit', () => store(${isForAll})));`;
  return execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ...process.env, XDG_CACHE_HOME: cache, ...env },
    encoding: 'utf8',
  });
}

/** Paths of the stored code of bundles. */
const storedCode = () =>
  readdirSync(cache, { recursive: true, encoding: 'utf8' })
    .filter((name) => basename(name).startsWith('sudoku-v'))
    .map((name) => join(cache, name));

test('stores the code of a bundle under its hash, and runs it from there', () => {
  expect(run()).toBe('ran');
  const [path] = storedCode();
  expect(path).toMatch(/sudoku-.*-1$/);
  const { mtimeMs } = statSync(path!);
  expect(run()).toBe('ran');
  expect(statSync(path!).mtimeMs).toBe(mtimeMs);
});

test('keeps the code of the two latest bundles of a use, and of other uses', () => {
  run(undefined, {}, 'solve');
  for (const hash of ['1', '2', '3', '4']) run(`${BUNDLE}\n//# hash=${hash}\n`);
  expect(
    storedCode()
      .map((path) => path.at(-1))
      .sort(),
  ).toEqual(['3', '4']);
  expect(readdirSync(cache, { recursive: true, encoding: 'utf8' }).join()).toContain('sudoku-solve-v');
});

test('stores code for each use by itself, and for one that is no word with that for none', () => {
  for (const use of ['solve', 'grade', 'solve', '../grade', '']) run(undefined, {}, use);
  const names = readdirSync(cache, { recursive: true, encoding: 'utf8' }).filter((name) => /-1$/.test(name));
  expect(names.map((name) => basename(name).replace(/-v\d.*/, '')).sort()).toEqual([
    'sudoku',
    'sudoku-grade',
    'sudoku-solve',
  ]);
});

test('commands that do not exist share stored code, which also serves a first run of one that does', () => {
  const stored = () =>
    readdirSync(cache, { recursive: true, encoding: 'utf8' }).filter((name) => /-1$/.test(name));
  run(undefined, {}, 'slove', true);
  const [path] = storedCode();
  const { mtimeMs } = statSync(path!);
  run(undefined, {}, 'sovle', true);
  expect(stored()).toHaveLength(1);
  expect(statSync(path!).mtimeMs).toBe(mtimeMs);
  run(undefined, {}, 'solve');
  expect(stored().map((name) => basename(name).replace(/-v\d.*/, ''))).toEqual(['sudoku-solve', 'sudoku']);
});

test('runs the code of another bundle of the same length', () => {
  run();
  expect(run(`${BUNDLE.replace('ran', 'won')}\n//# hash=2\n`)).toBe('won');
});

test('replaces damaged code', () => {
  run();
  const [path] = storedCode();
  const sound = readFileSync(path!);
  for (const damage of [sound.subarray(0, 1000), Buffer.from(sound).fill(0, 200, 400), Buffer.alloc(0)]) {
    writeFileSync(path!, damage);
    expect(run()).toBe('ran');
    expect(readFileSync(path!).length).toBe(sound.length);
  }
});

test('renews code that is older than a day', () => {
  run();
  const [path] = storedCode();
  const longAgo = new Date(Date.now() - 25 * 60 * 60 * 1000);
  utimesSync(path!, longAgo, longAgo);
  run();
  expect(statSync(path!).mtimeMs).toBeGreaterThan(longAgo.getTime());
});

test('runs a bundle without storing its code if it has no hash, or if the cache is disabled', () => {
  expect(run(BUNDLE)).toBe('ran');
  expect(run(undefined, { NODE_DISABLE_COMPILE_CACHE: '1' })).toBe('ran');
  expect(storedCode()).toEqual([]);
});

test('leaves no part of code that it cannot store', () => {
  run();
  const [path] = storedCode();
  rmSync(path!);
  mkdirSync(path!);
  expect(run()).toBe('ran');
  expect(storedCode()).toEqual([path]);
});
