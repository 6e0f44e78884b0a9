// Values that say rules under names that are not known.

import { describe, expect, test } from 'vitest';
import { saysRule } from '../../../../core/formats/rules/read-rules.ts';
import fc from '../../../property.ts';
import { problemsOf, solveBytes } from '../solve-bytes.ts';

const PUZZLE = '12.434..2.4343.1';

const statuses = (file: string, options = {}) =>
  problemsOf(solveBytes(file, options)).map((problem) => problem.replace(/^(\d+):\d+ /, '$1 '));

const unsupported = (line: number, name: string) =>
  `${line} unsupported: expected rules that are known, got ${name}`;

/** Values that are rules, whatever the name of their member. */
const RULES: readonly unknown[] = [
  [['r1c1', 'r1c2', 'r1c3']],
  [['R1C1', 'R1C2']],
  { white: [['r1c1', 'r1c2']] },
  [{ sum: 10, cells: ['r1c1', 'r1c2'] }],
  [{ lines: [['R1C1', 'R2C2']], value: '7' }],
  'r1c1 r1c2',
  'r1c1-r1c2',
  '10 r1c1 r1c2; 7 r2c1,r2c2',
  'r1c1 > r1c2',
  'white r1c1 r1c2 sum 4.5',
  '["r1c1","r1c2"]',
];

/** Members that are no rules, although some mention cells. */
const OTHERS: readonly (readonly [name: string, value: unknown])[] = [
  ['level', 'hard'],
  ['page', 7],
  ['ids', [1, 2, 3]],
  ['ratings', [1.2, 3.4]],
  [
    'place',
    [
      [1, 1],
      [1, 2],
    ],
  ],
  ['book', 'sudoku r1 c1'],
  ['code', 'r1c1x'],
  ['series', 'Mr1c1'],
  ['intro', 'Begin at r1c1.'],
  ['meta', { version: 1, text: 'see r1c1 and r1c2' }],
  ['steps', ['r1c1=3', 'r1c2=4']],
  ['solve path', 'r1c1 r1c2'],
  ['Notes', 'r1c1'],
  ['hint', 'r1c1'],
  ['path', [{ step: 'r1c1=3' }]],
];

describe('a member of an unknown name', () => {
  test.each(RULES)('is a rule if its value is %j', (value) => {
    expect(saysRule('tunnels', value)).toBe(true);
    const file = `${JSON.stringify({ puzzle: PUZZLE, tunnels: value })}\n${JSON.stringify({ puzzle: PUZZLE })}\n`;
    expect(statuses(file)).toEqual([unsupported(1, 'tunnels')]);
  });

  test.each(OTHERS)('is no rule if it is %s with the value %j', (name, value) => {
    expect(saysRule(name, value)).toBe(false);
    expect(statuses(`${JSON.stringify({ puzzle: PUZZLE, [name]: value })}\n`)).toEqual([]);
  });

  test('is no rule if the option ignore names it', () => {
    const file = `${JSON.stringify({ puzzle: PUZZLE, tunnels: 'r1c1 r1c2' })}\n`;
    expect(statuses(file, { ignore: 'tunnels' })).toEqual([]);
    expect(statuses(`#! sudoku ignore=Tunnels\n${file}`)).toEqual([]);
  });

  test('gives its rule to all puzzles of an object', () => {
    const file = JSON.stringify({ tunnels: ['r1c1 r1c2'], puzzles: [PUZZLE, PUZZLE] });
    expect(statuses(file)).toEqual([unsupported(1, 'tunnels'), unsupported(1, 'tunnels')]);
    expect(statuses(file, { ignore: 'tunnels' })).toEqual([]);
  });

  test('is found in any record of a file, whatever the records before it have', () => {
    const texts = fc.oneof(
      fc.constantFrom('', 'easy', 'abc', 'x r1', '1c2 b'),
      fc.string({ unit: fc.constantFrom('a', 'c', '1', 'r', ' ', 'é'), maxLength: 40 }),
    );
    fc.assert(
      fc.property(
        fc.array(texts, { minLength: 1, maxLength: 12 }),
        fc.nat(11),
        fc.constantFrom(...RULES.filter((rule) => typeof rule === 'string')),
        fc.string({ unit: fc.constantFrom(' ', ','), maxLength: 20 }),
        (notes, at, rule, blanks) => {
          const values: string[] = notes.filter((note) => !saysRule('tunnels', note));
          values.splice(at % (values.length + 1), 0, `${blanks}${rule}`);
          const lines = values.map((tunnels, id) => JSON.stringify({ id, puzzle: PUZZLE, tunnels }));
          const line = (at % values.length) + 1;
          expect(statuses(`${lines.join('\n')}\n`)).toEqual([unsupported(line, 'tunnels')]);
        },
      ),
    );
  });
});

describe('a column of an unknown name', () => {
  const csv = (fields: readonly string[]) =>
    `puzzle,tunnels\n${fields.map((field) => `${PUZZLE},${field}\n`).join('')}`;

  test.each(RULES.filter((rule) => typeof rule === 'string'))('is a rule if a field is %j', (rule) => {
    const field = `"${rule.replaceAll('"', '""')}"`;
    expect(statuses(csv(['', field, 'easy']))).toEqual([unsupported(3, 'tunnels')]);
    expect(statuses(csv([field]), { ignore: 'tunnels' })).toEqual([]);
  });

  test('is a rule far behind the front of the file, where it is blank', () => {
    const rows = [...Array<string>(5000).fill(''), 'r1c1 r1c2'];
    expect(statuses(csv(rows))).toEqual([unsupported(5002, 'tunnels')]);
  });

  test.each(OTHERS.filter(([, value]) => typeof value === 'string'))(
    'is no rule if it is %s with the field %j',
    (name, value) => {
      expect(statuses(`puzzle,${name}\n${PUZZLE},"${String(value)}"\n`)).toEqual([]);
    },
  );

  test('adds no columns of rules to a table of results', () => {
    const { text } = solveBytes(csv(['', '']), { output: 'csv' });
    expect(text.split('\n')[0]).toBe(
      solveBytes(`puzzle\n${PUZZLE}\n`, { output: 'csv' }).text.split('\n')[0],
    );
  });
});
