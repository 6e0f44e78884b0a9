// All ways to solve a file give the same bytes.
import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { someOf } from '../cases.ts';
import { corpus } from './corpus.ts';
import { DIFFERENCES, unmeantDifferences } from './differences.ts';
import { type Outcome, reference, SURFACES, type SurfaceName } from './surfaces.ts';

/** `TEST_CASES=all` takes all files and all ways, which are minutes of work. */
const files = someOf(corpus(), 4);
vi.setConfig({ testTimeout: 1_800_000 });

let expected: ReadonlyMap<string, Outcome> | undefined;

test.each(someOf(Object.entries(SURFACES), 5))(
  '%s gives the results of the command',
  async (name, surface) => {
    expected ??= await reference(files);
    const outcomes = await surface(files);
    expect(await unmeantDifferences(name as SurfaceName, expected, outcomes)).toEqual([]);
  },
);

test('docs/formats.md has the table of differences', () => {
  const [, section] = readFileSync('docs/formats.md', 'utf8').split('\n## The same result everywhere\n');
  const rows = section!.split('\n## ')[0]!.match(/^\| (?!-|where).*/gm);
  expect(rows).toEqual(DIFFERENCES.map(({ where, what }) => `| ${where} | ${what} |`));
});
