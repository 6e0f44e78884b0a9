import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkResult } from '../../../bin/check/check-result.ts';
import type { PartialOptions } from '../../../core/files/index.ts';
import { solveBytes } from '../../core/formats/solve-bytes.ts';
import { temporaryDirectory } from '../command-line.ts';

const P4 = '12.434..2.4343.1';
const S4 = '1234341221434321';
const HOLES = '................';
const P5 = '.23453451251234.345145123';

const RECORDS: readonly Record<string, string | number>[] = [
  { id: 1, puzzle: P4 },
  { id: 2, puzzle: P4, cages: '3 r1c3' },
  { id: 3, puzzle: P4, cages: '4 r1c3' },
  { id: 4, puzzle: P4, thermos: 'r1c1 r1c2 r1c9' },
  { id: 5, puzzle: P4, sandwich: '5' },
  { id: 6, puzzle: HOLES, greater: 'r1c1 > r1c2' },
  { id: 7, puzzle: P4, variant: 'x' },
  { id: 8, puzzle: P5, regions: '1111122222333334444455555' },
  { id: 9, puzzle: P4, variant: 'killer' },
];
const NAMES = ['id', 'puzzle', 'cages', 'thermos', 'sandwich', 'greater', 'variant', 'regions'] as const;

const FILES = {
  'lines of JSON': RECORDS.map((record) => `${JSON.stringify(record)}\n`).join(''),
  'an array of JSON': JSON.stringify(RECORDS, undefined, 2),
  'a table': [NAMES, ...RECORDS.map((record) => NAMES.map((name) => record[name] ?? ''))]
    .map((row) => `${row.join(',')}\n`)
    .join(''),
};

async function checked(result: string, puzzles: string, given: PartialOptions) {
  const cwd = temporaryDirectory();
  const [a, b] = [join(cwd, 'result'), join(cwd, 'puzzles')];
  writeFileSync(a, result);
  writeFileSync(b, puzzles);
  return checkResult(a, b, given, 0);
}

describe.each(Object.entries(FILES))('a result of %s with rules', (_, puzzles) => {
  test.each<PartialOptions>([
    { solutions: 'unique' },
    { output: 'csv' },
    { output: 'jsonl', solutions: 'count', limit: 20 },
  ])('is right with %j', async (given) => {
    const { text, tally } = solveBytes(puzzles, given);
    expect(tally).toMatchObject({ noSolution: 1, unsupported: 1, invalid: 3 });
    const found = await checked(text, puzzles, given);
    expect(found).toMatchObject({ records: 9, right: 9, wrong: 0, changed: 0, problems: [] });
  });

  test.each([
    [
      'invalid',
      'no-solution',
      'expected invalid, as its givens or rules contradict each other, got no-solution',
    ],
    ['unsupported', 'invalid', 'expected unsupported, as it has a rule that is not known, got invalid'],
    ['no-solution', 'unsupported', 'expected no-solution, got unsupported'],
    ['no-solution', 'invalid', 'expected no-solution, got invalid'],
  ])('is wrong if it claims %s to be %s', async (marker, claim, reason) => {
    const { text } = solveBytes(puzzles, {});
    const found = await checked(text.replaceAll(marker, claim), puzzles, {});
    expect(found.problems.map((problem) => problem.reason)).toContain(reason);
  });

  test('is wrong if a grid breaks a rule of its puzzle', async () => {
    const { text } = solveBytes(puzzles, {});
    const found = await checked(text.replaceAll(/no-solution/g, S4).replaceAll(/invalid/g, S4), puzzles, {});
    const reasons = found.problems.map((problem) => problem.reason);
    expect(reasons).toContainEqual(
      expect.stringContaining('the cage at r1c3: expected digits with sum 4, got 3'),
    );
    expect(reasons).toContainEqual(
      expect.stringContaining('thermos: expected a cell from r1c1 to r4c4, got "r1c9"'),
    );
    expect(reasons).toContainEqual(expect.stringContaining('diagonal'));
  });
});
