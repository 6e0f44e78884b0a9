import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { cp, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** a copy of the command line, whose files the tests change */
const copy = mkdtempSync(join(tmpdir(), 'sudoku-launcher-'));

beforeAll(async () => {
  for (const part of ['bin', 'core', 'dist/cli', 'lambda', 'lib', 'local', 'package.json']) {
    await cp(join(ROOT, part), join(copy, part), { recursive: true, preserveTimestamps: true });
  }
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
});
afterAll(() => rmSync(copy, { recursive: true }));

const solve = (input: string) =>
  execFileSync(process.execPath, [join(copy, 'bin/sudoku.js'), 'solve', '--quiet'], {
    input,
    encoding: 'utf8',
  });

const PUZZLE = '1..4............';

test('runs the bundle as long as no source is newer', () => {
  expect(solve(PUZZLE)).toMatch(/^[1-4]{16}$/);
  writeFileSync(join(copy, 'dist/cli/sudoku.js'), '() => process.stdout.write("the bundle")');
  expect(solve(PUZZLE)).toBe('the bundle');
});

test.each(['sudoku', 'sudoku-batch'])('npx %s in the clone runs the bundle, and builds nothing', (name) => {
  const made = () =>
    readdirSync(join(copy, 'dist'), { recursive: true, encoding: 'utf8' })
      .map((name) => `${name} ${statSync(join(copy, 'dist', name)).mtimeMs}`)
      .join('\n');
  const before = made();
  const args = ['exec', '--offline', '--cache', join(copy, 'npm-cache'), '--', name, '--version'];
  expect(execFileSync('npm', args, { cwd: copy, encoding: 'utf8', stdio: 'pipe' })).toBe('the bundle');
  expect(made()).toBe(before);
});

test('runs the sources if one is newer', () => {
  const soon = new Date(Date.now() + 60_000);
  utimesSync(join(copy, 'core/files/recognise.ts'), soon, soon);
  expect(solve(PUZZLE)).toMatch(/^[1-4]{16}$/);
});

test('runs the sources if there is no bundle', () => {
  rmSync(join(copy, 'dist/cli'), { recursive: true });
  expect(solve(PUZZLE)).toMatch(/^[1-4]{16}$/);
});

test('reports a Node without TypeScript once, and does not start another one again and again', () => {
  const run = () =>
    execFileSync(process.execPath, [join(copy, 'bin/sudoku.js'), '--version'], {
      env: { ...process.env, NODE_OPTIONS: '--no-experimental-strip-types' },
      stdio: 'pipe',
    });
  expect(run).toThrow(/expected a Node that runs TypeScript, got one with type stripping turned off/);
});

test('says what is missing if an installed package has no bundle', () => {
  const installed = join(copy, 'installed');
  mkdirSync(join(installed, 'bin/cli'), { recursive: true });
  for (const file of ['sudoku.js', 'cli/stored-code.js'])
    copyFileSync(join(ROOT, 'bin', file), join(installed, 'bin', file));
  writeFileSync(join(installed, 'package.json'), '{"type":"module"}');
  const run = () => execFileSync(process.execPath, [join(installed, 'bin/sudoku.js')], { stdio: 'pipe' });
  expect(run).toThrow(
    /sudoku: expected the file .*dist\/cli\/sudoku.js, got none: install the package again/,
  );
});
