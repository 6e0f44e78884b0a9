// A result is a file that solves to itself: the same bytes and counts, in every format and output.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { RECORD_POOLS } from '../../../checks/records/record-pools.ts';
import { Random } from '../../../checks/shared/random.ts';
import { type PartialOptions, RejectedFile } from '../../../core/files/index.ts';
import { formatOf, tableOf } from '../../../core/formats/formats.ts';
import { OUTCOMES } from '../../../core/solver/model/status.ts';
import { casesOf, someOf } from '../../cases.ts';
import { exampleFiles } from '../../example-files.ts';
import { FOREIGN_FILES } from '../files/foreign-files.ts';
import { type Solved, solveBytes } from './solve-bytes.ts';

const OPTIONS: readonly PartialOptions[] = [
  {},
  { solutions: 'unique' },
  { output: 'csv' },
  { output: 'jsonl' },
  { output: 'csv', solutions: 'unique' },
  { output: 'jsonl', solutions: 'unique' },
  { output: 'csv', solutions: 'count' },
  { output: 'jsonl', solutions: 'count' },
  { solutions: 'count' },
];

/** Bytes of the longest file that is solved so often. */
const MAX_BYTES = 200_000;

const given = [
  ...exampleFiles().map((name) => ({ name, bytes: readFileSync(`examples/${name}`) })),
  ...FOREIGN_FILES.map(({ name, file }) => ({ name, bytes: Buffer.from(file) })),
].filter(({ name, bytes }) => bytes.length < MAX_BYTES && !/\.(?:gz|zst|zip)$/.test(name));

const DRAWN = 'records of ';

/** Records of one kind, good and bad, and markers of an earlier result. */
const drawn = Array.from({ length: casesOf(400) }, (_, i) => {
  const random = new Random(Number(process.env.FUZZ_SEED ?? 1) * 1000 + i);
  const { name, head, guides, records, between, foot } = random.pick(RECORD_POOLS);
  const texts = Array.from({ length: 10 }, () => random.pick(random.chance(50) ? guides : records));
  const body = Buffer.from(texts.join(between) + foot, 'latin1');
  return { name: `${DRAWN}${name} ${i}`, bytes: Buffer.concat([head(texts.length), body]) };
});

const cases = [...someOf(given, 20), ...drawn].flatMap(({ name, bytes }) =>
  OPTIONS.map((options) => [name, options, bytes] as const),
);

/** Why a result need not solve to itself, as docs/formats.md says; undefined if it must. */
function exceptionOf({ plan, tally }: Solved): string | undefined {
  const { output, solutions } = plan.options;
  const isArray = output === 'npy' || (output === 'same' && plan.format === 'npy');
  if (isArray && tally.solved < tally.puzzles) return 'an array has no place for markers';
  if (output === 'same' && plan.format === 'links') return 'the rules of a puzzle go with its link';
  if (solutions === 'all') return 'each solution of a list is a puzzle';
  return undefined;
}

test.each(cases)('%s with %j solves to itself', (name, options, bytes) => {
  let first: Solved;
  try {
    first = solveBytes(bytes, options);
  } catch (error) {
    expect(error).toBeInstanceOf(RejectedFile);
    return;
  }
  if (exceptionOf(first) !== undefined) return;
  const { solutions, limit, output } = first.plan.options;
  const again = solveBytes(first.output, { solutions, limit, output });
  // a drawn file mixes records of several formats, and its markers and solutions can be more like another one
  const isTable = tableOf(formatOf(first.plan), first.plan.options) !== undefined;
  if (isDrawn(name) && again.plan.format !== first.plan.format && !isTable) return;
  expect(again.text).toBe(first.text);
  expect(countsOf(again)).toEqual(countsOf(first));
});

const isDrawn = (name: string) => name.startsWith(DRAWN);

function countsOf({ tally }: Solved) {
  return Object.fromEntries([
    ['puzzles', tally.puzzles],
    ...OUTCOMES.map(({ key }) => [key, tally[key]] as const),
  ]);
}

const SMALL = '12.434..2.4343.1';
const CELLS = Array.from(SMALL, (cell) => cell.replace('.', ''));

test.each([
  ['a table without a header', `1,${SMALL}\n2,1.1.............\n`],
  ['a table between pipes', `|1|${SMALL}|\n|2|${SMALL}|\n`],
  ['a table of Markdown', `| id | puzzle |\n|---|---|\n| 1 | ${SMALL} |\n| 2 | 1.1............. |\n`],
  ['a table with quotes', `"id","puzzle"\n"1","${SMALL}"\n"2","1.1............."\n`],
  ['a table of cells', `${CELLS.map((_, i) => `c${i}`).join()}\n${`${CELLS.join()}\n`.repeat(2)}`],
])('counts in %s are found when they are counted again', (_, file) => {
  const first = solveBytes(file, { solutions: 'count' });
  const again = solveBytes(first.output, { solutions: 'count' });
  expect(again.text).toBe(first.text);
  expect(first.text).not.toBe(file);
});

test('a table of results keeps its bytes when it is solved in its own layout', () => {
  const broken = '1,2,3,4,5,6,7,8,9';
  const file = `${Array.from(SMALL).join(' ')}\n${broken}\nno-solution\n`;
  const first = solveBytes(file, { output: 'csv', solutions: 'count', format: 'number-lines' });
  expect(first.text).toContain(`"${broken}",invalid,invalid,0,0\n`);
  expect(first.text).toContain('no-solution,no-solution,no-solution,0,0\n');
  expect(solveBytes(first.output, { solutions: 'count' }).text).toBe(first.text);
});

test('solutions beside puzzles are not solved where half of the puzzles cannot be read', () => {
  const file = `{"puzzle":"x@12.4","solution":"invalid"}\n{"puzzle":"${SMALL}","solution":"1234341221434321"}\n`;
  const { plan, tally } = solveBytes(file);
  expect(formatOf(plan).places!(plan.state)).toMatchObject({ names: ['puzzle'] });
  expect(tally).toMatchObject({ solved: 1, invalid: 1 });
});

test('the steps of a puzzle do not depend on the order of its rules', () => {
  const options = { output: 'jsonl', explain: true } as const;
  const { output, text } = solveBytes(readFileSync('examples/rules.csv'), options);
  expect(text).toContain('"explain":');
  expect(solveBytes(output, options).text).toBe(text);
});

test('a date with as many symbols as a row is no row above a solved grid', () => {
  const rows = ['95672 83:14', '381:4 29576', '12395 6:847', ':7468 31259', '21746 :5398'];
  const others = ['53:89 17462', '7625: 48931', '49831 726:5', '6:527 94183', '84913 5672:'];
  const spaced = [...rows, ...others].map((row) => `| ${row.replace(/(?=.)/g, ' ').trim()} |`);
  const grid = `2024-01-15\n${spaced.join('\n')}\n`;
  const { tally, text } = solveBytes(grid.repeat(3));
  expect(tally).toMatchObject({ puzzles: 3, solved: 3 });
  expect(text).toBe(grid.repeat(3));
});

test.each(OUTCOMES.slice(1).map(({ key, name }) => [name, key] as const))(
  'a marker %s counts as what it says, in all formats',
  (marker, key) => {
    const puzzle = '12.434..2.4343.1';
    const files = [
      `${puzzle}\n${marker.padEnd(16)}\n${puzzle}\n`,
      `1: ${puzzle}\n2: ${marker}\n3: ${puzzle}\n`,
      `puzzle,solution\n${puzzle},\n${marker},\n${puzzle},\n`,
      `{"puzzle":"${puzzle}"}\n{"puzzle":"${marker}"}\n`,
      `12.4\n34..\n2.43\n43.1\n\n${marker}\n\n12.4\n34..\n2.43\n43.1\n`,
    ];
    for (const file of files) {
      const { tally } = solveBytes(file);
      expect(tally[key], file).toBe(1);
      expect(tally.problems.map(({ status }) => status)).toEqual([marker]);
    }
  },
);

test('a table leaves out the text of a broken record that would be a puzzle by itself', () => {
  const puzzle = '563.84.1....359...2......5.34....19...6...5...9.61.4....87..24..7...5.8..3..6....';
  const good = `{"id":2,"sudoku":"${puzzle}"}\n`;
  const first = solveBytes(`x"sudoku":"${puzzle}"}\n${good.repeat(3)}`, { output: 'csv', format: 'json' });
  expect(first.tally).toMatchObject({ puzzles: 4, solved: 3 });
  expect(first.text).toContain('\n,invalid,invalid,invalid,0,0\n');
});

test('rows that begin as a comment are in quotes', () => {
  const file = 'nr,puzzle\n#1,12.434..2.4343.1\n"#2",12.434..2.4343.1\n';
  const first = solveBytes(file, { output: 'csv' });
  const again = solveBytes(first.output, { output: 'csv' });
  expect(again.text).toBe(first.text);
  expect(again.tally.puzzles).toBe(first.tally.puzzles);
});

test('numbered lines have a prefix, also if one of them is cut', () => {
  const puzzle = '12.434..2.4343.1';
  const cut = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7';
  const { text } = solveBytes(`1: ${cut}\n2: ${puzzle}\n3: ${puzzle}\n`);
  expect(text).toBe(`1: ${'invalid'.padEnd(80)}\n2: 1234341221434321\n3: 1234341221434321\n`);
});
