import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { createContext, Script } from 'node:vm';
import ts from 'typescript-5';
import { expect, test } from 'vitest';

const ROOT = new URL('..', import.meta.url).pathname;

/** Sources that process bytes, names and arguments of users. */
const SOURCES = '{bin,core,lambda,local,site/client,site/try}/**/*.ts';

/** Expressions that are slow on long texts, and why they only meet short ones. */
const NEVER_LONG = new Map([
  ['/\\[([^\\]]*)\\]\\([^)]*\\)/g', 'help of the options, which is part of the program'],
  ['/0+$/', 'the sequencer of an event: some twenty digits that the local cloud writes'],
  ['/\\$\\{(!?)([^}]+)\\}/g', 'a text of a CloudFormation template of the project'],
]);

/** Strings that are repeated to make slow texts, in addition to parts of the expression itself. */
const PARTS = [
  ...[' ', '\t', '\n', '\r\n', 'a', 'A', '0', '1', '.', '-', '_', '|', ',', '"', '#', '%', '/', '=', ':'],
  ...[';', '\\', '{', '[', '+', '*', '!', '\xe2\x94\x82', '\x01', '. ', '|-', '| ', 'a ', '1 ', ', '],
];

const SHORT = 2048;
const LONG = 1024 * 1024;

/** Milliseconds. An expression that takes quadratic time would take an hour for 1 MB. */
const NEVER = 20_000;

/** The regular expressions of a file, as they are written. */
function expressionsIn(file: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(ROOT + file, 'utf8'), ts.ScriptTarget.Latest));
  return found;
}

const room = createContext({ now: () => performance.now() });
/** In one call for all texts: a call with a timeout starts a thread. */
const search = new Script(`
  times = [];
  for (const text of texts) {
    const start = now();
    for (const _ of text.matchAll(expression));
    times.push(now() - start);
  }`);

/** Milliseconds to find all matches of an expression in each text; undefined if that exceeds `never` in all. */
function timesOf(expression: RegExp, texts: Iterable<string>, never: number): number[] | undefined {
  Object.assign(room, { expression, texts });
  try {
    search.runInContext(room, { timeout: never });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined;
    throw error;
  }
  return (room as { times: number[] }).times;
}

/**
 * Whether an expression repeats anything without limit. One that does not takes a limited number of steps at each place of a
 * text, and so linear time.
 */
function repeats(written: string): boolean {
  const operators = written.replace(/\\./g, ' ').replace(/\[[^\]]*\]/g, ' ');
  return /[*+]|\{\d+,\}/.test(operators);
}

/** Texts of about `length` characters on which an expression may be slow. */
function* textsFor(expression: string, length: number): Generator<string> {
  const written = expression.replace(/\\[a-zA-Z]|\[[^\]]*\]|\{[\d,]+\}/g, ' ');
  const words = written.match(/[\w"=:<>#!-]+/g) ?? [];
  const signs = written.replace(/[\\^$?()\s\w]/g, '').split('');
  // the parts of an expression that is anchored at the start
  const fronts = words.flatMap((_, i) => [words.slice(0, i + 1).join(''), words.slice(0, i + 1).join(' ')]);
  for (const first of new Set(['', ...signs, ...words, ...fronts])) {
    for (const part of new Set([...PARTS, ...signs, ...words])) {
      for (const last of ['', '\x01', '\r\x01'])
        yield first + part.repeat(Math.max(1, Math.ceil(length / part.length))) + last;
    }
  }
}

const found = new Set<string>();
for await (const file of glob(SOURCES, { cwd: ROOT }))
  for (const expression of expressionsIn(file)) found.add(expression);
const expressions = [...found].sort();

test('the sources contain regular expressions, including all exceptions', () => {
  expect(expressions.length).toBeGreaterThan(100);
  expect([...NEVER_LONG.keys()].filter((one) => !expressions.includes(one))).toEqual([]);
});

/** Whether an expression matches its slowest texts of 1 MB within `never` milliseconds. */
function endsInTime(written: string, never: number): boolean {
  const [, source, flags] = /^\/(.*)\/([a-z]*)$/s.exec(written)!;
  const expression = new RegExp(source!, `${flags!.replace('g', '')}g`);
  const times = timesOf(expression, textsFor(written, SHORT), never);
  if (times === undefined) return false;
  // several, as other programs may disturb the measurement
  const slowest = [...times.keys()].sort((a, b) => times[b]! - times[a]!).slice(0, 5);
  return slowest.every((number) => {
    const text = textsFor(written, LONG).drop(number).next().value!;
    return timesOf(expression, [text], never) !== undefined;
  });
}

test.each(expressions.filter((one) => repeats(one) && !NEVER_LONG.has(one)))(
  '%s matches 1 MB of its slowest texts in time',
  (written) => expect(endsInTime(written, NEVER)).toBe(true),
  4 * NEVER,
);

test.each(['/ +$/', '/^#!\\s*sudoku(?:\\s+(.*?))?\\s*$/', '/Name=([^/]+)\\//'])(
  '%s takes quadratic time and is detected',
  (written) => expect(endsInTime(written, 500)).toBe(false),
);
