import { describe, expect, test } from 'vitest';
import { blockReader } from '../../../../core/files/block-reader.ts';
import { membersOf, textsOf } from '../../../../core/formats/rules/members.ts';
import {
  anyGeometry,
  type Geometry,
  givensAreConsistent,
  withRules,
} from '../../../../core/solver/model/geometry.ts';
import fc from '../../../property.ts';
import { referenceSolutions } from '../../solver/reference.ts';
import { planOf, problemsOf, solveBytes } from '../solve-bytes.ts';
import { rulesOf } from './random-rules.ts';

const SIZE = 6;
const JIGSAW = '111222131242331244333444555666555666';
const GRID = '123456456123231564564231312645645312';

/** A random puzzle: a grid that ignores rules has its givens, so that many puzzles have no solution. */
const puzzle = fc
  .record({
    variant: fc.constantFrom('classic', 'classic', 'x', 'anti-king'),
    isJigsaw: fc.boolean(),
    rules: fc.oneof(fc.constant([]), rulesOf(SIZE)),
    hidden: fc.uniqueArray(fc.nat(SIZE * SIZE - 1), { minLength: 8, maxLength: 30 }),
  })
  .map(({ variant, isJigsaw, rules, hidden }) => {
    const shape = anyGeometry(SIZE, variant as 'x', undefined, isJigsaw ? JIGSAW : undefined);
    const text = Array.from(GRID, (digit, cell) => (hidden.includes(cell) ? '.' : digit)).join('');
    return { text, shape: rules.length > 0 ? withRules(shape, rules) : shape };
  });

interface Drawn {
  readonly text: string;
  readonly shape: Geometry;
}

/** The status and solution that a plain search finds. */
function expected({ text, shape }: Drawn): { status: string; solution: string } {
  const cells = Uint8Array.from(text, (sign) => Number(sign.replace('.', '0')));
  if (!givensAreConsistent(shape, cells)) return { status: 'invalid', solution: 'invalid' };
  const [first, second] = referenceSolutions(shape, cells, 2);
  const status = !first ? 'no-solution' : second ? 'not-unique' : 'solved';
  return { status, solution: status === 'solved' ? first!.join('') : status };
}

/** Rows of a table, of which the texts of rules hold no quotes and line ends. */
function csvOf(drawn: readonly Drawn[]): string {
  const names = [
    'variant',
    'regions',
    'cages',
    'arrows',
    'thermos',
    'whispers',
    'renban',
    'dots',
    'xv',
    'greater',
    'even',
    'odd',
  ];
  const rows = drawn.map(({ text, shape }, i) => {
    const texts = textsOf(shape) as Record<string, string>;
    const fields = names.map((name) => texts[name] ?? '');
    return [i, ...fields.slice(0, 4), text, ...fields.slice(4)]
      .map((field) => (/,/.test(`${field}`) ? `"${field}"` : field))
      .join(',');
  });
  const header = ['id', ...names.slice(0, 4), 'puzzle', ...names.slice(4)].join(',');
  return `${header}\n${rows.join('\n')}\n`;
}

const OPTIONS = { solutions: 'unique' } as const;

/** Ends of pieces that a file of a length is read in. */
const cuts = fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 20 });

describe('records with rules', () => {
  test('have the solutions of a plain search, in lines and arrays of JSON, and keep their members', () => {
    fc.assert(
      fc.property(
        fc.array(puzzle, { minLength: 1, maxLength: 12 }),
        cuts,
        fc.boolean(),
        (drawn, pieces, isArray) => {
          const records = drawn.map(({ text, shape }, i) => ({
            id: i,
            puzzle: text,
            ...membersOf(shape),
            note: 'end',
          }));
          const file = isArray
            ? JSON.stringify(records, undefined, 1)
            : records.map((record) => `${JSON.stringify(record)}\n`).join('');
          const { text } = solveBytes(
            file,
            OPTIONS,
            pieces.filter((_, i) => sum(pieces, i) < file.length),
          );
          const found = isArray
            ? JSON.parse(text)
            : text
                .trim()
                .split('\n')
                .map((line) => JSON.parse(line));
          expect(found).toEqual(drawn.map((each, i) => ({ ...records[i], ...expected(each) })));
        },
      ),
      { numRuns: 150 },
    );
  });

  test('have the solutions of a plain search in tables, and keep their columns', () => {
    fc.assert(
      fc.property(fc.array(puzzle, { minLength: 1, maxLength: 12 }), cuts, (drawn, pieces) => {
        const file = csvOf(drawn);
        const { text } = solveBytes(
          file,
          OPTIONS,
          pieces.filter((_, i) => sum(pieces, i) < file.length),
        );
        const lines = file.trim().split('\n');
        const results = drawn.map(expected).map(({ solution, status }) => `,${solution},${status}`);
        expect(text.trim().split('\n')).toEqual(
          lines.map((line, i) => line + (i === 0 ? ',solution,status' : results[i - 1])),
        );
      }),
      { numRuns: 150 },
    );
  });
});

const sum = (numbers: readonly number[], upTo: number) =>
  numbers.slice(0, upTo + 1).reduce((all, number) => all + number, 0);

const P4 = '12.434..2.4343.1';

/** Status of each record of a file in lines. */
const statuses = (lines: readonly object[]) =>
  solveBytes(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    .text.trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { status: string }).status);

describe('a file of plain records', () => {
  const plain = Array.from({ length: 300 }, (_, id) => ({ id, puzzle: P4 }));

  test.each<[string, object, string]>([
    ['a cage', { cages: [{ sum: 4, cells: ['r1c3'] }] }, 'no-solution'],
    ['a name with an escape', { 'c\u0061ges': '4 r1c3' }, 'no-solution'],
    ['a variant', { variant: 'x' }, 'invalid'],
    ['an unknown variant', { variant: 'fog of war' }, 'unsupported'],
    ['an unknown rule', { sandwich: '3' }, 'unsupported'],
    ['regions', { regions: '1111222233334444' }, 'solved'],
    ['regions that are no regions', { regions: '1111222233334445' }, 'invalid'],
    ['a name twice', { cages: '3 r1c3', Cages: '3 r1c3' }, 'invalid'],
  ])('can have %s in its middle, in JSON and in a table', (_, members, status) => {
    const text = [...plain.slice(0, 150), { puzzle: P4, ...members }, ...plain.slice(150)]
      .map((line) => JSON.stringify(line).replace('cages', 'c\\u0061ges'))
      .join('\n');
    const found = solveBytes(text).text.split('\n');
    expect(found.map((line) => JSON.parse(line).status)).toEqual([
      ...Array.from({ length: 150 }, () => 'solved'),
      status,
      ...Array.from({ length: 150 }, () => 'solved'),
    ]);
    const [names, fields] = [Object.keys(members), Object.values(members)];
    const quoted = fields.map((field) => JSON.stringify(JSON.stringify(field)).replaceAll('\\"', '""'));
    const row = `${P4},${typeof fields[0] === 'string' ? fields.join() : quoted.join()}`;
    const rows = plain.map(() => `${P4}${','.repeat(names.length)}`);
    const table = ['puzzle', ...names].join(',');
    const file = [table, ...rows.slice(0, 150), row, ...rows.slice(150)].join('\n');
    const ends = solveBytes(file)
      .text.split('\n')
      .map((line) => line.split(',').at(-1));
    expect(ends).toEqual([
      'status',
      ...rows.slice(0, 150).map(() => 'solved'),
      status,
      ...rows.slice(150).map(() => 'solved'),
    ]);
  });

  test('can have a rule in a member that was empty, a number or another text before', () => {
    const changed = (before: object, after: object) => {
      const lines = plain.map((record) => ({ ...record, ...before }));
      const found = statuses([...lines, { id: 300, puzzle: P4, ...after }, ...lines]);
      expect(found.findIndex((status) => status !== 'solved')).toBe(300);
      expect(found.findLastIndex((status) => status !== 'solved')).toBe(300);
      return found[300];
    };
    expect(changed({ cages: '' }, { cages: '4 r1c3' })).toBe('no-solution');
    expect(changed({ cages: [] }, { cages: [{ sum: 4, cells: ['r1c3'] }] })).toBe('no-solution');
    expect(changed({ sandwich: 0 }, { sandwich: 9 })).toBe('unsupported');
    expect(changed({ variant: 'classic' }, { variant: 'x' })).toBe('invalid');
  });
});

describe('grids without boxes', () => {
  // each row is the one above, moved by two: a pair of places is a knight's move apart
  const grid = (size: number) =>
    Array.from({ length: size * size }, (_, i) => 1 + ((2 * Math.floor(i / size) + i) % size));
  const symbols = '123456789ABCDEFGH';

  test.each([5, 7, 11, 13])('of %i cells a side have the regions of their record', (size) => {
    const text = grid(size)
      .map((digit) => symbols[digit - 1])
      .join('');
    const regions = Array.from(text, (_, cell) => symbols[Math.floor(cell / size)]).join('');
    const puzzle = `.${text.slice(1)}`;
    const found = JSON.parse(solveBytes(JSON.stringify({ puzzle, regions })).text);
    expect(found).toMatchObject({ status: 'solved', solution: text });
    const table = solveBytes(`puzzle,regions\n${puzzle},${regions}\n${puzzle},\n`);
    expect(table.text.split('\n')[1]).toBe(`${puzzle},${regions},${text},solved`);
    expect(problemsOf(table)).toEqual([`3:0 invalid: a ${size}x${size} grid has no boxes: expected regions`]);
  });
});

describe('a record of which the rules are not understood', () => {
  test('is invalid or unsupported, says why, and keeps its bytes', () => {
    const lines = [
      { puzzle: P4, cages: [{ sum: 3, cells: ['r1c9'] }], id: 1 },
      { puzzle: P4, rules: 'Normal rules apply; digits on a line rise', id: 2 },
      { puzzle: P4, even: ['r1c1'], odd: ['r1c1'] },
    ].map((line) => JSON.stringify(line));
    const solved = solveBytes(lines.join('\n'));
    expect(problemsOf(solved)).toEqual([
      '1:0 invalid: cages[0].cells: expected a cell from r1c1 to r4c4, got "r1c9"',
      '2:0 unsupported: expected rules that are known, got rules',
      '3:0 invalid: the odd cell at r1c1: expected an even or an odd cell, got both',
    ]);
    expect(
      solved.text.split('\n').map((line) => line.replace(/,"solution":"\S+?","status":"\w+"/, '')),
    ).toEqual(lines);
  });

  test('has a row in tables', () => {
    const file = [
      { puzzle: P4, variant: 'x' },
      { puzzle: P4, quadruples: [1] },
      { puzzle: P4, thermos: ['r1c1 r1c2 r1c3'] },
    ]
      .map((line) => JSON.stringify(line))
      .join('\n');
    const { text } = solveBytes(file, { output: 'csv' });
    expect(text.split('\n').map((row) => row.split(',').slice(1, 3).join())).toEqual([
      'solution,status',
      'invalid,invalid',
      'unsupported,unsupported',
      '1234341221434321,solved',
      '',
    ]);
  });

  test('ends a block before geometries take more memory than the file', () => {
    const record = { puzzle: '.'.repeat(36 * 36), variant: 'anti-knight,all-dots', odd: 'r1c1' };
    const line = Buffer.from(`${JSON.stringify(record)}\n`);
    const file = Buffer.concat(Array.from({ length: 200 }, () => line));
    const blocks = blockReader(planOf(file), true).push(file);
    const pairs: number[] = [];
    for (const { own } of blocks) pairs.push(own!.reduce((total, shape) => total + shape.pairs.length, 0));
    expect(pairs.length).toBeGreaterThan(1);
    expect(Math.max(...pairs)).toBeLessThan(520_000);
  });

  test('has a bounded number of rules, whatever its length', () => {
    const cages = Array.from({ length: 20_000 }, () => ({ sum: 3, cells: ['r1c1'] }));
    const deep = `${'['.repeat(60)}"r1c1"${']'.repeat(60)}`;
    const file = `${JSON.stringify({ puzzle: P4 })}\n${JSON.stringify({ puzzle: P4, cages })}\n{"puzzle":"${P4}","cages":${deep}}\n`;
    expect(problemsOf(solveBytes(file))).toEqual([
      '2:0 invalid: cages[3000]: expected at most 3000 rules, got more',
      '3:0 invalid: cages[0]: expected a cell from r1c1 to r4c4, got an array of 1 element',
    ]);
  });
});

test('the variants of a file are added to those of its records', () => {
  const line = JSON.stringify({ puzzle: P4, cages: '3 r1c3' });
  expect(JSON.parse(solveBytes(line, { variant: 'x' }).text).status).toBe('invalid');
  expect(JSON.parse(solveBytes(line, { regions: '1111222233334444' }).text).status).toBe('solved');
});

test.each([{ cages: '3 r1c3' }, { variant: 'x' }])(
  'regions of a file that are no partition make records with %j invalid',
  (rule) => {
    const found = solveBytes(JSON.stringify({ puzzle: P4, ...rule }), { regions: '1111222233334445' });
    expect(problemsOf(found)).toEqual([
      '1:0 invalid: regions: expected 4 regions of 4 cells, got 3 cells of 4',
    ]);
  },
);
