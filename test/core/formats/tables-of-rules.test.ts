// Tables of results that repeat the rules of the puzzles.
import { expect, test } from 'vitest';
import type { PartialOptions } from '../../../core/files/index.ts';
import { solveBytes } from './solve-bytes.ts';

const RECORDS = [
  { puzzle: '12.434..2.4343.1' },
  { puzzle: '................', cages: '3 r1c1 r1c2; 7 r1c3 r1c4; 5 r2c1 r3c1' },
  { puzzle: '12..34..21..43..', variant: 'x' },
  { puzzle: '12..34..21..43..', variant: 'all-dots, anti-king', dots: { white: ['r1c1 r1c2'] } },
  {
    puzzle: '1...............',
    regions: '1122112233443344',
    thermos: [['r1c1', 'r1c2']],
    odd: ['r1c3', 'r1c1'],
  },
  // not known, and names of known variants elsewhere
  { puzzle: '1...............', diagonal: 'yes' },
  { puzzle: '1...............', sandwich: '3' },
  // not readable
  { puzzle: '1...............', cages: '3 r1c1 r1c9' },
  { puzzle: '.Shape~4x4.~R1C1_1.Whisper~3~R2C1~R2C2' },
];
const FILE = RECORDS.map((record) => `${JSON.stringify(record)}\n`).join('');
const PLAIN = '{"puzzle":"12.434..2.4343.1"}\n';

test.each([
  ['csv', FILE],
  ['jsonl', FILE],
  // rules that come after the first 64 KiB
  ['csv', PLAIN.repeat(2500) + FILE],
  ['jsonl', PLAIN.repeat(2500) + FILE],
  ['csv', `puzzle;even;sandwich\n12..34..21..43..;r1c2;\n12..34..21..43..;;3\n12..34..21..43..;r1c1;\n`],
  ['csv', `12..34..21..43..1122112233443344\n1...............1111222233334444\n`],
  ['csv', `.Shape~4x4.~R1C1_1.Thermo~R1C1~R1C2\n.Shape~4x4.Sandwich~3~R1\n`],
] as const)('as %s can be solved again, with the same outcomes', (output, file) => {
  for (const solutions of ['first', 'unique', 'count'] as const) {
    const first = solveBytes(file, { output, solutions });
    expect(first.tally.puzzles).toBeGreaterThan(1);
    const again = solveBytes(first.text, { solutions });
    for (const name of ['puzzles', 'solved', 'noSolution', 'notUnique', 'invalid', 'unsupported'] as const)
      expect(again.tally[name], name).toBe(first.tally[name]);
    expect(again.tally.disagreements).toBe(0);
  }
});

test('lists of solutions repeat the rules in each row', () => {
  const { text } = solveBytes(FILE, { output: 'csv', solutions: 'all', limit: 2 });
  const rows = text.trim().split('\n');
  expect(rows[0]).toMatch(/^number,puzzle,solution,status,variant,regions,cages,/);
  expect(rows.filter((row) => row.startsWith('2,'))).toHaveLength(3);
  expect(rows.filter((row) => row.includes('3 r1c1 r1c2; 7 r1c3 r1c4; 5 r2c1 r3c1'))).toHaveLength(3);
});

test('the columns of rules are those of files that have some', () => {
  const headerOf = (file: string) => solveBytes(file, { output: 'csv' }).text.split('\n')[0];
  const usual = 'puzzle,solution,status,count,guesses';
  const all = `${usual},variant,regions,cages,arrows,thermos,whispers,renban,dots,xv,greater,even,odd`;
  expect(headerOf(PLAIN)).toBe(usual);
  expect(headerOf('12.434..2.4343.1\n')).toBe(usual);
  expect(headerOf(FILE)).toBe(all);
  expect(headerOf('.Shape~4x4.~R1C1_1\n')).toBe(all);
  // a table has those that it had, and says in `variant` that a rule cannot be read
  expect(headerOf('puzzle,cages\n12.434..2.4343.1,\n')).toBe(`${usual},variant,cages`);
  expect(headerOf('12..34..21..43..1122112233443344\n')).toBe(`${usual},variant,regions`);
});

test('rows have the variant and the regions that the options give to all puzzles', () => {
  const regions = '1122112233443344';
  const solved = (output: 'csv' | 'jsonl', options: PartialOptions) =>
    solveBytes('12..34..21..43..\n', { output, ...options }).text;
  expect(solved('csv', { variant: 'anti-king' })).toMatch(/,variant\n.*,anti-king\n$/);
  expect(solved('csv', { regions })).toMatch(/,variant,regions\n.*,,1122112233443344\n$/);
  expect(solved('jsonl', { variant: 'anti-king' })).toContain('"variant":"anti-king"');
  expect(solved('jsonl', { regions })).toContain(`"regions":"${regions}"`);
});
