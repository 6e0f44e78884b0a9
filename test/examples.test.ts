import { execFile } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import * as library from '../core/index.ts';
import { temporaryDirectory } from './bin/command-line.ts';
import { ROOT } from './package/installed.ts';

/** Examples in docstrings and in docs/library.md. */
const examples = [...inDocstrings(), ...inDocument('docs/library.md')];

function inDocstrings() {
  return globSync('{core,lib}/**/*.ts', { cwd: ROOT }).flatMap((path) => {
    const text = readFileSync(join(ROOT, path), 'utf8');
    return Array.from(text.matchAll(/^ *\* @example\n((?: *\*(?!\/).*\n)+)/gm), ([, lines], i) => ({
      name: `${path} ${i + 1}`,
      code: lines!.replace(/^ *\* ?/gm, ''),
    }));
  });
}

function inDocument(path: string) {
  const text = readFileSync(join(ROOT, path), 'utf8');
  return Array.from(text.matchAll(/```js\n(.*?)```/gs), ([, code], i) => ({
    name: `${path} ${i + 1}`,
    code: code!,
  }));
}

/** `value; // => expected` becomes a comparison. */
function checked(code: string): string {
  const compared = code.replace(
    /^(.+?);? \/\/ => (.*)$/gm,
    (_, value: string, expected: string) => `assert.deepEqual(${value}, ${expected});`,
  );
  return `import assert from 'node:assert/strict';\n${compared}`;
}

test('every public function has an example', () => {
  const documented = examples.map(({ code }) => code).join('\n');
  const functions = Object.entries(library).filter(
    ([, value]) => typeof value === 'function' && !(value.prototype instanceof Error),
  );
  expect(functions.length).toBeGreaterThan(7);
  const without = functions.filter(([name]) => !new RegExp(`\\b${name}\\(`).test(documented));
  expect(without.map(([name]) => name)).toEqual([]);
});

test.each(examples)('the example of $name runs and returns the values that it shows', async ({ code }) => {
  const cwd = temporaryDirectory();
  writeFileSync(join(cwd, 'puzzles.txt.gz'), gzipSync('12.434..2.4343.1\n'));
  // an example imports the built library by the name of the package
  const preload = `import { registerHooks } from 'node:module';
    const built = {
      'sudoku-batch': ${JSON.stringify(new URL('dist/library/index.js', `file://${ROOT}`).href)},
      'sudoku-batch/solve': ${JSON.stringify(new URL('dist/library/solve.js', `file://${ROOT}`).href)},
    };
    registerHooks({ resolve: (name, context, next) => next(built[name] ?? name, context) });`;
  writeFileSync(join(cwd, 'preload.mjs'), preload);
  writeFileSync(join(cwd, 'example.mjs'), checked(code));
  const run = promisify(execFile)(process.execPath, ['--import', './preload.mjs', 'example.mjs'], { cwd });
  await expect(run).resolves.toMatchObject({ stderr: '' });
});

test('a comment with an expected value becomes an assertion', () => {
  expect(checked('1 + 1; // => 3')).toContain('assert.deepEqual(1 + 1, 3);');
});
