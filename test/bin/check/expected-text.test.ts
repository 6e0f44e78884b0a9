import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { type Checked, checkResult } from '../../../bin/check/check-result.ts';
import { type PartialOptions, planFile, RejectedFile, solveStream } from '../../../core/files/index.ts';
import { someOf } from '../../cases.ts';
import { exampleFiles } from '../../example-files.ts';
import { lines, made, NO_SOLUTION, temporaryDirectory } from '../command-line.ts';

const { puzzles, solutions } = made(4);
const EXAMPLES = new URL('../../../examples/', import.meta.url);

/** Checks a result on this thread. */
async function checked(
  result: string | Uint8Array,
  against: string | Uint8Array,
  given: PartialOptions = {},
): Promise<Checked> {
  const cwd = temporaryDirectory();
  const [a, b] = [join(cwd, 'result'), join(cwd, 'puzzles')];
  writeFileSync(a, result);
  writeFileSync(b, against);
  return checkResult(a, b, given, 0);
}

async function* source(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function solved(bytes: Uint8Array, given: PartialOptions = {}): Promise<Buffer | undefined> {
  try {
    const pieces: Uint8Array[] = [];
    const plan = planFile({ head: bytes, complete: true, name: 'a', given: [given] });
    await solveStream(plan, source(bytes), (piece) => void pieces.push(piece));
    return Buffer.concat(pieces);
  } catch (error) {
    if (error instanceof RejectedFile) return undefined;
    throw error;
  }
}

const files = exampleFiles().filter((name) => !/25x25|16x16|all-solutions/.test(name));

test.each(someOf(files, 20))('finds no fault in the results of examples/%s', async (name) => {
  const bytes = readFileSync(new URL(name, EXAMPLES));
  for (const given of [{}, { output: 'csv' }, { output: 'jsonl' }] as const) {
    const result = await solved(bytes, given);
    if (!result) continue;
    expect(await checked(result, bytes, given)).toMatchObject({ wrong: 0, changed: 0, problems: [] });
  }
});

const TABLE = `id,quiz,level\n${puzzles.map((text, i) => `${i},${text},easy\n`).join('')}`;
const ANSWERED = `id,quiz,level,solution,status\n${puzzles.map((text, i) => `${i},${text},easy,${solutions[i]},solved\n`).join('')}`;
const JSONL = puzzles.map((text, i) => `{"id": ${i}, "puzzle": "${text}"}\n`).join('');
const ANSWERED_JSONL = puzzles
  .map((text, i) => `{"id": ${i}, "puzzle": "${text}", "solution": "${solutions[i]}", "status": "solved"}\n`)
  .join('');
const NOTED = lines(puzzles.map((text, i) => `${text} # number ${i}`));
const ANSWERED_NOTED = lines(solutions.map((text, i) => `${text} # number ${i}`));
const other = puzzles[1]!.replace(/[1-9]/, '.');

test.each([
  [
    'a status',
    ANSWERED.replace('solved\n', 'no-solution\n'),
    TABLE,
    'expected the status solved beside a solution, got no-solution',
  ],
  ['a puzzle', ANSWERED.replace(puzzles[1]!, other), TABLE, 'expected its puzzle beside the answer: '],
  ['an id', ANSWERED.replace('\n2,', '\n7,'), TABLE, 'expected "2,'],
  ['a column’s name', ANSWERED.replace('level', 'rank'), TABLE, 'expected "id,quiz,level,'],
  ['a value of another column', ANSWERED.replace('easy,', 'hard,'), TABLE, 'expected "'],
  ['a column', ANSWERED.replace(/,(level|easy)/g, ''), TABLE, 'expected "id,quiz,level,'],
  ['an id in JSON', ANSWERED_JSONL.replace('"id": 2', '"id": 7'), JSONL, 'expected "'],
  ['a status in JSON', ANSWERED_JSONL.replace('"solved"', '"invalid"'), JSONL, 'expected the status solved'],
  ['a member', ANSWERED_JSONL.replace('"id": 2, ', ''), JSONL, 'expected "'],
  ['text after a puzzle', ANSWERED_NOTED.replace('number 2', 'number 7'), NOTED, 'expected "…'],
  ['a comment', lines(solutions), lines(['# mine', ...puzzles]), 'expected "# mine'],
  ['a line end', lines(solutions).replace('\n', '\r\n'), lines(puzzles), 'got "…'],
])('finds %s that has not been preserved', async (_, result, against, reason) => {
  const { wrong, changed, problems } = await checked(result, against);
  expect(wrong + changed).toBeGreaterThan(0);
  expect(problems[0]!.reason).toContain(reason);
});

test('finds no fault in a result that preserves everything', async () => {
  for (const [result, against] of [
    [ANSWERED, TABLE],
    [ANSWERED_JSONL, JSONL],
    [ANSWERED_NOTED, NOTED],
  ] as const)
    expect(await checked(result, against)).toMatchObject({ right: 4, wrong: 0, changed: 0 });
});

test('compares a result and puzzles of different compressions', async () => {
  for (const [result, against] of [
    [lines(solutions), gzipSync(lines(puzzles))],
    [gzipSync(lines(solutions)), lines(puzzles)],
    [gunzipSync(gzipSync(ANSWERED)), gzipSync(TABLE)],
  ] as const)
    expect(await checked(result, against)).toMatchObject({ right: 4, wrong: 0, changed: 0 });
});

test('compares only the puzzles of a table that is not ours', async () => {
  const table = (quizzes: string[]) =>
    `quizzes,answers\n${quizzes.map((text, i) => `${text},${solutions[i]}\n`).join('')}`;
  expect(await checked(table(puzzles), lines(puzzles))).toMatchObject({ right: 4, wrong: 0, changed: 0 });
  const { wrong, problems } = await checked(table([puzzles[0]!, other, ...puzzles.slice(2)]), lines(puzzles));
  expect(wrong).toBe(1);
  expect(problems[0]!.reason).toMatch(
    /^expected its puzzle beside the answer: \d in row \d, column \d, got an empty cell$/,
  );
});

/** A rating as a field of its own, which matches no part of a puzzle. */
const RATING = /(?<=[,;"]|"er":)\d\.\d(?=[,;"\r])/;

test.each<[PartialOptions, RegExp]>([
  [{ canonical: true }, /(?<=,|"canonical":")\.{8}[.\d]{73}(?="|\n)/],
  [{ minimal: true }, /(?<=,|"minimal":)(?:true|false)(?=\n|\})/],
])('finds %j again to check it, in each kind of table', async (options, place) => {
  const table = Buffer.from(lines([...puzzles.slice(0, 3), 'broken', NO_SOLUTION]));
  for (const output of ['csv', 'jsonl'] as const) {
    const given = { ...options, output };
    const result = (await solved(table, given))!.toString();
    expect(await checked(Buffer.from(result), table, given)).toMatchObject({ wrong: 0, changed: 0 });
    const other = result.replace(place, (text) =>
      text === 'true' ? 'false' : text === 'false' ? 'true' : `${text.slice(1)}.`,
    );
    expect(other).not.toBe(result);
    expect((await checked(Buffer.from(other), table, given)).changed).toBe(1);
  }
});

test.each<[string, PartialOptions, (p: string) => string]>([
  ['in the middle', {}, (p) => `id,puzzle,rating,note\n1,${p},,a\n`],
  ['last, in lines that end in CR LF', {}, (p) => `id;puzzle;se_rating\r\n1;${p};\r\n`],
  ['quoted', {}, (p) => `"rating","puzzle"\n"",${p}\n`],
  ['in a table of results', { output: 'csv' }, (p) => `${p}\n12\n${NO_SOLUTION}\n`],
  ['in JSON', { output: 'jsonl' }, (p) => `${p}\n12\n${NO_SOLUTION}\n`],
])('grades puzzles again to check a rating %s', async (_, output, file) => {
  const table = Buffer.from(file(puzzles[0]!));
  const given = { ...output, grade: true };
  const result = (await solved(table, given))!;
  expect(result.toString()).toMatch(RATING);
  expect(await checked(result, table, given)).toMatchObject({ wrong: 0, changed: 0 });
  for (const rating of ['7.7', 'hard', '']) {
    const other = result.toString().replace(RATING, rating);
    const { wrong, changed, problems } = await checked(other, table, given);
    expect(wrong + changed).toBeGreaterThan(0);
    expect(problems[0]!.reason).toMatch(/^expected .*, got /);
  }
  // without the option, a rating is unexpected
  expect((await checked(result, table, output)).changed).toBeGreaterThan(0);
});
