import { describe, expect, test } from 'vitest';
import fc from '../../../property.ts';
import { problemsOf, solveBytes } from '../solve-bytes.ts';

const P = '12.434..2.4343.1';
const S = '1234341221434321';
const NONE = '123....4........';
const NINE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const NINE_SOLVED = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
const SOLUTIONS: Record<string, string> = { [P]: S, [NONE]: 'no-solution', [NINE]: NINE_SOLVED };

const rowsOf = (cells: string, size: number) =>
  Array.from({ length: size }, (_, row) =>
    cells
      .slice(row * size, (row + 1) * size)
      .split('')
      .map((cell) => Number(cell === '.' ? 0 : cell)),
  );
const GRID = rowsOf(P, 4);
const GRID_SOLVED = rowsOf(S, 4);
const answered = { solution: S, status: 'solved' };

/** Documents and their results. */
const CASES: [name: string, document: unknown, result: unknown][] = [
  ['an object of arrays', { easy: [P, P], hard: [P] }, { easy: [S, S], hard: [S] }],
  [
    'an array of objects with arrays',
    [
      { name: 'a', puzzles: [P, NONE] },
      { name: 'b', puzzles: [{ puzzle: P }] },
    ],
    [
      { name: 'a', puzzles: [S, 'no-solution'] },
      { name: 'b', puzzles: [{ puzzle: P, ...answered }] },
    ],
  ],
  ['arrays of arrays, and puzzles beside them', [[P, P], [P], P], [[S, S], [S], S]],
  [
    'objects in objects',
    { '2026': { may: { puzzle: P }, june: [P] }, last: { puzzle: P } },
    { '2026': { may: { puzzle: P, ...answered }, june: [S] }, last: { puzzle: P, ...answered } },
  ],
  ['puzzles under names of their own', { a: P, b: P, c: GRID }, { a: S, b: S, c: GRID_SOLVED }],
  [
    'strings, arrays of numbers and objects in one file',
    { one: [P, GRID, { board: GRID }], two: [GRID.flat()], three: [['12.4', '34..', '2.43', '43.1']] },
    {
      one: [S, GRID_SOLVED, { board: GRID, solution: GRID_SOLVED, status: 'solved' }],
      two: [GRID_SOLVED.flat()],
      three: [['1234', '3412', '2143', '4321']],
    },
  ],
  [
    'what holds no puzzles stays',
    { tags: ['a', 'b'], sizes: [9, 16], easy: [P], meta: { by: ['me'], '4x4': [] }, hard: [P], more: null },
    { tags: ['a', 'b'], sizes: [9, 16], easy: [S], meta: { by: ['me'], '4x4': [] }, hard: [S], more: null },
  ],
  [
    'solutions by their name are no puzzles',
    { puzzles: [P, NINE], solutions: [S, NINE_SOLVED] },
    { puzzles: [S, NINE_SOLVED], solutions: [S, NINE_SOLVED] },
  ],
  [
    'but objects with a puzzle are',
    { puzzles: [P], results: [{ puzzle: P }] },
    { puzzles: [S], results: [{ puzzle: P, ...answered }] },
  ],
  [
    'a puzzle beside arrays of others is one of them',
    { puzzle: P, easy: [P], hard: [NONE] },
    { puzzle: S, easy: [S], hard: ['no-solution'] },
  ],
  [
    'the steps of its solution belong to a puzzle',
    [{ puzzle: P, steps: [P, `1234${P.slice(4)}`] }, { puzzle: P }],
    [
      { puzzle: P, ...answered, steps: [P, `1234${P.slice(4)}`] },
      { puzzle: P, ...answered },
    ],
  ],
  [
    'a title is no puzzle by its name',
    { puzzle: 'Daily pack', easy: [P] },
    { puzzle: 'Daily pack', easy: [S] },
  ],
];

const expanded = (result: unknown) => JSON.stringify(result);

test.each(CASES)('%s', (_, document, result) => {
  const file = JSON.stringify(document);
  const solved = solveBytes(file);
  expect(solved.text).toBe(expanded(result));
  for (const length of [1, 2, 5]) {
    const pieces = Array(Math.ceil(file.length / length)).fill(length);
    expect(solveBytes(file, {}, pieces)).toEqual(solved);
  }
  const again = solveBytes(solved.output);
  expect(again.text, 'a result is its own result').toBe(solved.text);
  expect(again.tally.puzzles, 'with the same records').toBe(solved.tally.puzzles);
});

describe('reports values that resemble a puzzle', () => {
  const short = NINE.slice(1);

  test('reports and preserves a string with too few cells', () => {
    const solved = solveBytes(JSON.stringify({ easy: [NINE], hard: ['a title', short] }));
    expect(solved.text).toBe(JSON.stringify({ easy: [NINE_SOLVED], hard: ['a title', short] }));
    expect(problemsOf(solved)).toEqual([expect.stringContaining('expected as many cells as a grid has')]);
  });

  test('reports and preserves a grid with too few rows', () => {
    const rows = rowsOf(NINE, 9).slice(1);
    const solved = solveBytes(JSON.stringify({ easy: [NINE], hard: rows }));
    expect(solved.text).toBe(JSON.stringify({ easy: [NINE_SOLVED], hard: rows }));
    expect(problemsOf(solved)).toEqual([expect.stringContaining('expected as many cells as a grid has')]);
  });

  test('preserves a contradictory grid without a puzzle’s name', () => {
    const mask = [
      [0, 1, 1, 0],
      [0, 0, 0, 0],
      [0, 0, 0, 0],
      [0, 0, 0, 0],
    ];
    const solved = solveBytes(JSON.stringify({ mask, puzzles: [P] }));
    expect(solved.text).toBe(JSON.stringify({ mask, puzzles: [S] }));
    expect(problemsOf(solved)).toEqual([expect.stringContaining('got one twice')]);
  });

  test('reports several puzzles in one line of JSON', () => {
    const one = `{"puzzle":"${P}"}\n`;
    const { tally, text } = solveBytes(one.repeat(101) + JSON.stringify({ puzzle: P, more: [NINE] }));
    expect(tally).toMatchObject({ puzzles: 102, solved: 101, invalid: 1 });
    expect(text).toContain(NINE);
  });

  test('reports an incomplete document', () => {
    const solved = solveBytes(`{"easy":["${P}"],"hard":["${P}"`);
    expect(problemsOf(solved)).toEqual([
      expect.stringContaining('expected ] at the end of the array, got the end of the file'),
    ]);
  });
});

test('solves arrays that begin far after the head', () => {
  const notes = ['x'.repeat(300_000), ...Array(20_000).fill('note')];
  const document = { easy: [P], notes, hard: Array(20_000).fill(NINE), last: { deep: [{ puzzle: P }] } };
  const { text, tally, longest } = solveBytes(JSON.stringify(document), {}, Array(40).fill(65_536));
  const hard = Array(20_000).fill(NINE_SOLVED);
  const last = { deep: [{ puzzle: P, ...answered }] };
  expect(text === JSON.stringify({ easy: [S], notes, hard, last })).toBe(true);
  expect(tally).toMatchObject({ puzzles: 20_002, solved: 20_002 });
  expect(longest).toBeLessThan(4_000_000);
});

test('skips a string of two megabytes that is not a record', () => {
  const note = 'y'.repeat(2_000_000);
  const { text, tally } = solveBytes(
    JSON.stringify({ easy: [P], note, hard: [P] }),
    {},
    Array(40).fill(65_536),
  );
  expect(text === JSON.stringify({ easy: [S], note, hard: [S] })).toBe(true);
  expect(tally).toMatchObject({ puzzles: 2, solved: 2 });
});

test.each(['csv', 'jsonl'] as const)(
  'a table (%s) has the ids of records that have one, and no others',
  (output) => {
    const document = [
      { id: 1, puzzle: P },
      P,
      { id: 3, puzzle: P },
      'none',
      { id: 5, puzzle: 'none' },
      { puzzle: P },
    ];
    const { text } = solveBytes(JSON.stringify(document), { output });
    const rows = text
      .trim()
      .split('\n')
      .slice(output === 'csv' ? 1 : 0);
    const ids = rows.map((row) =>
      output === 'csv' ? row.split(',')[0] : String((JSON.parse(row) as { id?: number }).id ?? ''),
    );
    expect(ids).toEqual(['1', '', '3', '', '5', '']);
  },
);

/** Parts of documents: puzzles in all notations, lists and objects of them, and other values. */
const puzzle = fc.constantFrom(P, NINE, NONE);
const grid = puzzle.map((cells) => rowsOf(cells, Math.sqrt(cells.length)));
const other = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    9,
    'a "title"\\',
    '2026-01-01',
    'ünïcode',
    [],
    {},
    ['a', 'b'],
    [9, 16],
    [[1], [2]],
  ),
  fc.record({ by: fc.constantFrom('me', 'you'), level: fc.nat(9) }),
);
const record = fc.oneof(
  puzzle,
  grid,
  fc.record({ id: fc.nat(99), puzzle, note: other }, { requiredKeys: ['puzzle'] }),
  fc.record({ board: grid, tags: fc.constant(['x', 'y']) }, { requiredKeys: ['board'] }),
);
const list = fc.array(record, { minLength: 1, maxLength: 4 });
const { document } = fc.letrec<{ document: unknown; object: unknown; array: unknown }>((tie) => ({
  object: fc.dictionary(
    fc.constantFrom('a', 'b', 'easy', 'hard', 'meta', 'x y'),
    fc.oneof(other, list, tie('document')),
    {
      minKeys: 1,
      maxKeys: 4,
    },
  ),
  array: fc.array(fc.oneof({ depthSize: 'small' }, list, tie('object')), { minLength: 1, maxLength: 3 }),
  document: fc.oneof({ maxDepth: 4, depthSize: 'small' }, list, tie('object'), tie('array')),
}));

/** The expected result by a simple implementation: the document with each puzzle solved. Counts them. */
function reference(value: unknown, counts: { puzzles: number }): unknown {
  const solved = solutionOf(value);
  if (solved !== undefined) {
    counts.puzzles++;
    return solved;
  }
  if (Array.isArray(value)) return value.map((element) => reference(element, counts));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value);
  const own = members.find(([name]) => name === 'puzzle' || name === 'board');
  if (!own) return Object.fromEntries(members.map(([name, member]) => [name, reference(member, counts)]));
  counts.puzzles++;
  const solution = solutionOf(own[1]);
  const status = solution === 'no-solution' ? solution : 'solved';
  return Object.fromEntries(
    members.flatMap(([name, member]) =>
      name === own[0]
        ? [
            [name, member],
            ['solution', solution],
            ['status', status],
          ]
        : [[name, member]],
    ),
  );
}

function solutionOf(value: unknown): unknown {
  if (typeof value === 'string') return SOLUTIONS[value];
  if (!Array.isArray(value) || !value.every(Array.isArray) || ![4, 9].includes(value.length))
    return undefined;
  const cells = value.flat().join('').replaceAll('0', '.');
  const solution = SOLUTIONS[cells];
  return solution === undefined || solution === 'no-solution' ? solution : rowsOf(solution, value.length);
}

test('solves puzzles at any place of a document, and changes nothing else', () => {
  const indent = fc.constantFrom('', ' ', '\t');
  const pieces = fc.array(fc.oneof(fc.integer({ min: 1, max: 3 }), fc.nat(200)), { maxLength: 40 });
  fc.assert(
    fc.property(document, indent, pieces, (value, space, lengths) => {
      const counts = { puzzles: 0 };
      const expected = reference(JSON.parse(JSON.stringify(value)), counts);
      fc.pre(counts.puzzles > 0);
      const file = Buffer.from(JSON.stringify(value, null, space)).toString('latin1');
      const solved = solveBytes(file, {}, lengths);
      expect(solved.text).toBe(Buffer.from(JSON.stringify(expected, null, space)).toString('latin1'));
      expect(solved.tally.puzzles).toBe(counts.puzzles);
      expect(solveBytes(solved.output).text).toBe(solved.text);
      const rows = solveBytes(file, { output: 'jsonl' }).text.trim().split('\n');
      expect(rows).toHaveLength(counts.puzzles);
    }),
    { numRuns: 200 },
  );
});

test('an array of objects with as many characters as a 36x36 grid has cells is not a grid', () => {
  const puzzles = Array.from({ length: 57 }, () => ({ puzzle: P }));
  const note = 'a'.repeat(16);
  const document = [...puzzles, { puzzle: P, note }];
  expect(document.flatMap(Object.entries).flat().join('')).toHaveLength(36 * 36);
  const result = document.map(({ puzzle, ...others }) => ({ puzzle, ...answered, ...others }));
  expect(solveBytes(JSON.stringify(document)).text).toBe(JSON.stringify(result));
});
