import { describe, expect, test } from 'vitest';
import { planFile, RejectedFile } from '../../../core/files/index.ts';
import { planOf, solveBytes } from '../formats/solve-bytes.ts';
import { FOREIGN_FILES, PUZZLES_LIKE_OTHERS } from './foreign-files.ts';

describe('a file of another kind is rejected with what it is, what was expected and what to do', () => {
  test.each(FOREIGN_FILES)('$name: $says', ({ name, file, says }) => {
    const plan = () => planOf(file, {}, name);
    expect(plan).toThrow(RejectedFile);
    expect(plan).toThrow(says);
    expect(plan).toThrow(/^(first line: )?expected /);
  });

  test('also if the option format names a format', () => {
    const [png] = FOREIGN_FILES;
    expect(() => planOf(png!.file, { format: 'lines' })).toThrow('got a PNG image');
  });
});

test.each(PUZZLES_LIKE_OTHERS)(
  'puzzles below text that other kinds of files begin with are solved: %j',
  (file) => {
    expect(solveBytes(file).tally.solved).toBeGreaterThan(0);
  },
);

test.each(FOREIGN_FILES)('$name is rejected in words wherever it is cut', ({ name, file }) => {
  for (const length of new Set(
    [1, 2, 3, 5, 8, 13, 21, 34, 55, 89].map((part) => Math.ceil((file.length * part) / 89)),
  )) {
    const head = file.subarray(0, length);
    try {
      planFile({ head, complete: length === file.length, name, given: [] });
    } catch (error) {
      expect(error).toBeInstanceOf(RejectedFile);
      expect((error as Error).message).toMatch(/^(first line: )?expected .*got /s);
    }
  }
});

test('a broken record of a document is reported in the line and column where its JSON breaks', () => {
  const file = '[\n {"puzzle": "12.434..2.4343.1"},\n {"puzzle":\n  "12.434..2.4343.1",\n  "x": 01}\n]\n';
  const { tally } = solveBytes(file);
  expect(tally).toMatchObject({ puzzles: 2, solved: 1, invalid: 1 });
  expect(tally.problems).toMatchObject([
    { line: 5, column: 8, reason: 'expected a value in JSON, got "01}"' },
  ]);
});

test('the place where JSON breaks is found megabytes below its head, whatever pieces it comes in', () => {
  const record = '{"puzzle": "12.434..2.4343.1",\n "tags": ["a", "b"]}';
  const file = `[${`${record},\n`.repeat(60_000)}{"puzzle": "12.434..2.4343.1",\n "tags": ["a" "b"]},\n${record}]\n`;
  const { tally } = solveBytes(file, {}, Array(60).fill(65_536));
  expect(tally).toMatchObject({ puzzles: 60_002, solved: 60_001, invalid: 1 });
  expect(tally.problems).toMatchObject([
    { line: 120_002, column: 15, reason: 'expected , or ] after a value in JSON, got "\\"b\\"]}"' },
  ]);
});
