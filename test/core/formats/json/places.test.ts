// Where the puzzles of JSON stand, and that nothing elsewhere changes.

import { describe, expect, test } from 'vitest';
import { pathText } from '../../../../core/formats/shared/place.ts';
import fc from '../../../property.ts';
import { planOf, problemsOf, solveBytes } from '../solve-bytes.ts';

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
    { '2026': { may: { puzzle: P }, june: { puzzle: P } }, last: { puzzle: P } },
    {
      '2026': { may: { puzzle: P, ...answered }, june: { puzzle: P, ...answered } },
      last: { puzzle: P, ...answered },
    },
  ],
  ['puzzles under names of their own', { a: P, b: P, c: GRID }, { a: S, b: S, c: GRID_SOLVED }],
  [
    'strings, arrays of numbers and objects in one file',
    { easy: [P, GRID, { board: GRID }], medium: [GRID.flat()], hard: [['12.4', '34..', '2.43', '43.1']] },
    {
      easy: [S, GRID_SOLVED, { board: GRID, solution: GRID_SOLVED, status: 'solved' }],
      medium: [GRID_SOLVED.flat()],
      hard: [['1234', '3412', '2143', '4321']],
    },
  ],
  [
    'what holds no puzzles stays',
    { tags: ['a', 'b'], sizes: [9, 16], one: [P], meta: { by: ['me'], '4x4': [] }, two: [P], more: null },
    { tags: ['a', 'b'], sizes: [9, 16], one: [S], meta: { by: ['me'], '4x4': [] }, two: [S], more: null },
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
    'what else is within a record belongs to it',
    [
      { previous: { puzzle: P }, puzzle: P, hint: { board: S } },
      { puzzle: P, related: [{ puzzle: P }] },
    ],
    [
      { previous: { puzzle: P }, puzzle: P, ...answered, hint: { board: S } },
      { puzzle: P, ...answered, related: [{ puzzle: P }] },
    ],
  ],
  [
    'also if it stands alone',
    { puzzle: P, previous: { puzzle: P } },
    { puzzle: P, ...answered, previous: { puzzle: P } },
  ],
  [
    'and as the member of a map',
    { may: { puzzle: P, hint: { board: P } }, june: { puzzle: P } },
    { may: { puzzle: P, ...answered, hint: { board: P } }, june: { puzzle: P, ...answered } },
  ],
  [
    'but levels beside a puzzle have others',
    { puzzle: P, easy: { puzzle: P } },
    { puzzle: S, easy: { puzzle: P, ...answered } },
  ],
  [
    'a name counts although most records have no puzzle',
    [{ puzzle: P }, { puzzle: null }, { puzzle: {} }, { puzzle: [] }, { puzzle: 12 }],
    [
      { puzzle: P, ...answered },
      ...[null, {}, [], 12].map((puzzle) => ({ puzzle, solution: 'invalid', status: 'invalid' })),
    ],
  ],
  [
    'the name of a solution says nothing if something else stands there',
    [
      { puzzle: P, solved: true, output: { text: 'a' }, answers: [[S], [S]], results: 4, target: '' },
      { puzzle: P, solved: false, output: null, answers: [[S]], results: '2026-01-01', target: null },
    ],
    [
      {
        puzzle: P,
        solved: true,
        output: { text: 'a' },
        answers: [[S], [S]],
        results: 4,
        target: S,
        status: 'solved',
      },
      {
        puzzle: P,
        solved: false,
        output: null,
        answers: [[S]],
        results: '2026-01-01',
        target: S,
        status: 'solved',
      },
    ],
  ],
  [
    'a title is no puzzle by its name',
    { puzzle: 'Daily pack', others: [P] },
    { puzzle: 'Daily pack', others: [S] },
  ],
  [
    'grids elsewhere stay if names say where the puzzles are',
    [
      { quiz: P, other: P, histogram: Array(81).fill(1) },
      { quiz: P, other: P, more: [P] },
    ],
    [
      { quiz: P, ...answered, other: P, histogram: Array(81).fill(1) },
      { quiz: P, ...answered, other: P, more: [P] },
    ],
  ],
  [
    'of two names for one record, the first counts',
    [{ quiz: P, question: P }],
    [{ quiz: P, ...answered, question: P }],
  ],
  [
    'files of two sources have two names',
    [{ puzzle: P }, { quiz: P }],
    [
      { puzzle: P, ...answered },
      { quiz: P, ...answered },
    ],
  ],
  [
    'a position in rows of one shape',
    {
      columns: ['a', 'b', 'c'],
      data: [
        [0, P, 'x'],
        [1, P, null],
      ],
    },
    {
      columns: ['a', 'b', 'c'],
      data: [
        [0, S, 'x'],
        [1, S, null],
      ],
    },
  ],
  [
    'rows with a solution',
    [
      [0, P, S, 'x'],
      [1, NINE, NINE_SOLVED, 'y'],
    ],
    [
      [0, S, S, 'x'],
      [1, NINE_SOLVED, NINE_SOLVED, 'y'],
    ],
  ],
  [
    'rows of which half is a puzzle',
    {
      list: [
        [P, 'easy'],
        [P, 'hard'],
      ],
    },
    {
      list: [
        [S, 'easy'],
        [S, 'hard'],
      ],
    },
  ],
  [
    'columns of pandas',
    { puzzle: { 0: P, 1: P }, note: { 0: 'a', 1: 'b' } },
    { puzzle: { 0: S, 1: S }, note: { 0: 'a', 1: 'b' } },
  ],
  [
    'rows of pandas by their index',
    { 0: { q: P }, 1: { q: P } },
    { 0: { q: P, ...answered }, 1: { q: P, ...answered } },
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

describe('what is not at a place', () => {
  const short = NINE.slice(1);

  test('is preserved, and a value at one that is no puzzle is reported', () => {
    const solved = solveBytes(JSON.stringify({ easy: [NINE, NINE, short], others: [short, 'a title'] }));
    const result = { easy: [NINE_SOLVED, NINE_SOLVED, 'invalid'], others: [short, 'a title'] };
    expect(solved.text).toBe(JSON.stringify(result));
    expect(problemsOf(solved)).toEqual([expect.stringContaining('expected as many cells as a grid has')]);
  });

  test('is preserved if it is a map of regions', () => {
    const mask = [
      [0, 1, 1, 0],
      [0, 0, 0, 0],
      [0, 0, 0, 0],
      [0, 0, 0, 0],
    ];
    const solved = solveBytes(JSON.stringify({ mask, puzzles: [P] }));
    expect(solved.text).toBe(JSON.stringify({ mask, puzzles: [S] }));
    expect(problemsOf(solved)).toEqual([]);
  });

  test('is named beside a record without a puzzle', () => {
    const good = { data: { grid: P } };
    const records = [good, good, good, { data: { size: 4 } }, { info: 1 }];
    const solved = solveBytes(JSON.stringify(records));
    expect(problemsOf(solved)).toEqual([
      expect.stringContaining('expected a puzzle at [].data.grid, got the members size'),
      expect.stringContaining('expected a puzzle at [].data.grid, got none'),
    ]);
  });

  test('is the rest of a line that is a row', () => {
    const lines = (...rows: unknown[][]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    const kinds = [
      [lines([P, 'easy'], [P, 'hard']), lines([S, 'easy'], [S, 'hard']), '[0]'],
      [lines([0, P, 'x'], [1, P, 'y']), lines([0, S, 'x'], [1, S, 'y']), '[1]'],
      [lines([P, S], [NINE, NINE_SOLVED]), lines([S, S], [NINE_SOLVED, NINE_SOLVED]), '[0]'],
    ] as const;
    for (const [file, result, place] of kinds) {
      expect(solveBytes(file)).toMatchObject({ text: result, plan: { state: { places: [place] } } });
      expect(solveBytes(result)).toMatchObject({ text: result, tally: { puzzles: 2 } });
    }
    expect(solveBytes(kinds[1][0], { puzzle: '[1]' }).text).toBe(kinds[1][1]);
    expect(() => planOf(JSON.stringify({ today: [P, 'a title'] }))).toThrow('JSON without a puzzle');
  });

  test('is the solution in rows of pairs', () => {
    expect(
      solveBytes(
        JSON.stringify([
          [P, S],
          [P, S],
        ]),
      ).text,
    ).toBe(
      JSON.stringify([
        [S, S],
        [S, S],
      ]),
    );
  });

  test('makes two places of one record, of which a user must choose', () => {
    const records = JSON.stringify([
      { one: P, two: P },
      { one: P, two: P },
    ]);
    expect(() => planOf(records)).toThrow('got grids at [].one and at [].two');
    for (const puzzle of ['two', '[].two'])
      expect(solveBytes(records, { puzzle }).text).toBe(
        JSON.stringify([
          { one: P, two: P, ...answered },
          { one: P, two: P, ...answered },
        ]),
      );
    expect(() => planOf(records, { puzzle: 'three' })).toThrow('expected puzzles at three');
  });

  test('makes two places of one object, if most of its texts are something else', () => {
    const mask = '0110111111110110';
    const record = { givens81: P, solved81: S, mask, title: 'One', method: 'fill', version: 'v1' };
    expect(() => planOf(JSON.stringify(record))).toThrow('got grids at givens81 and at mask');
    expect(solveBytes(JSON.stringify({ first: P, second: S, title: 'One', by: 'me' })).text).toBe(
      JSON.stringify({ first: P, ...answered, second: S, title: 'One', by: 'me' }),
    );
  });

  test('is reported below any name, if it is an object with a puzzle', () => {
    const lists = Object.fromEntries(['easy', 'hard'].map((name) => [name, Array(9000).fill(P)]));
    const solved = solveBytes(JSON.stringify({ ...lists, evil: [{ puzzle: P }] }));
    expect(problemsOf(solved)).toEqual([
      expect.stringContaining('expected a puzzle at *[], got the members puzzle'),
    ]);
  });

  test('is named if it is nearly a grid, and no other value is one', () => {
    const rows = rowsOf(NINE, 9).map((row, i) => (i === 4 ? row.slice(1) : row));
    expect(() => planOf(JSON.stringify({ rows }))).toThrow('grid at rows has too many or too few cells');
  });

  test('is no ^Z at the end of a file of DOS, and no header of a table', () => {
    expect(solveBytes(`[{"puzzle":"${P}"}]\n\x1a`).tally).toMatchObject({ puzzles: 1, solved: 1 });
    expect(planOf(`"puzzle"\n"${P}"\n"${P}"\n`).format).toBe('csv');
    const lines = `[${P}]\n[${NINE}]\n`;
    expect(solveBytes(solveBytes(lines).output).text).toBe(`[${S}]\n[${NINE_SOLVED}]\n`);
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
  const document = { easy: [P], notes, hard: Array(20_000).fill(NINE), expert: [P] };
  const { text, tally, longest } = solveBytes(JSON.stringify(document), {}, Array(40).fill(65_536));
  const hard = Array(20_000).fill(NINE_SOLVED);
  expect(text === JSON.stringify({ easy: [S], notes, hard, expert: [S] })).toBe(true);
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

/** Values that are no puzzles at their places, whatever they look like: other people's notes, links, numbers, grids. */
const other = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    9,
    'a "title"\\',
    '2026-01-01',
    'ünïcode',
    'https://example.org/play/1234',
    `{"puzzle":"${P}"}`,
    S,
    [],
    {},
    ['a', 'b'],
    [9, 16],
    [[1], [2]],
  ),
  fc.array(fc.nat(9), { minLength: 70, maxLength: 90 }),
  fc.record({ by: fc.constantFrom('me', 'you'), level: fc.nat(9) }),
);
const names = fc.constantFrom('a', 'b', 'data', 'items', 'meta', 'x y', 'v1.0', '[]');
const others = fc.dictionary(names, other, { maxKeys: 3 });

/** A document with puzzles at one place, and the text of the place. */
interface Placed {
  readonly value: unknown;
  readonly result: unknown;
  readonly place: string;
}

const grid = fc
  .constantFrom(P, NINE)
  .chain((cells) =>
    fc.constantFrom<[unknown, unknown]>(
      [cells, SOLUTIONS[cells]],
      [rowsOf(cells, Math.sqrt(cells.length)), rowsOf(SOLUTIONS[cells]!, Math.sqrt(cells.length))],
    ),
  );

const record = fc.constantFrom('puzzle', 'quiz', 'board').chain((name) =>
  fc.tuple(grid, others, fc.boolean()).map(([[value, solution], rest, isFirst]): Placed => {
    const own = { [name]: value };
    const done = { ...own, solution, status: 'solved' };
    return {
      value: isFirst ? { ...own, ...rest } : { ...rest, ...own },
      result: isFirst ? { ...done, ...rest } : { ...rest, ...done },
      place: name,
    };
  }),
);

const within = (inner: fc.Arbitrary<Placed>): fc.Arbitrary<Placed> =>
  fc.oneof(
    fc.tuple(inner, fc.integer({ min: 1, max: 4 })).map(([{ value, result, place }, count]) => ({
      value: Array(count).fill(value),
      result: Array(count).fill(result),
      place: place.startsWith('[') ? `[]${place}` : `[].${place}`,
    })),
    fc.tuple(inner, names, others, fc.boolean()).map(([{ value, result, place }, name, rest, isFirst]) => {
      const { [name]: _, ...others } = rest;
      const joined = (one: unknown) => (isFirst ? { [name]: one, ...others } : { ...others, [name]: one });
      return {
        value: joined(value),
        result: joined(result),
        place: pathText([{ member: name }]) + (place.startsWith('[') ? place : `.${place}`),
      };
    }),
  );

const document = fc.oneof(record, within(record), within(within(record)), within(within(within(record))));

test('solves the puzzles at a place that names decide, and changes nothing else', () => {
  const indent = fc.constantFrom('', ' ', '\t');
  const pieces = fc.array(fc.oneof(fc.integer({ min: 1, max: 3 }), fc.nat(200)), { maxLength: 40 });
  fc.assert(
    fc.property(document, indent, pieces, ({ value, result, place }, space, lengths) => {
      const file = Buffer.from(JSON.stringify(value, null, space)).toString('latin1');
      const solved = solveBytes(file, {}, lengths);
      expect((solved.plan.state as { places: string[] }).places).toEqual([place]);
      expect(solved.text).toBe(Buffer.from(JSON.stringify(result, null, space)).toString('latin1'));
      expect(solved.tally.solved).toBe(solved.tally.puzzles);
      expect(solveBytes(solved.output).text).toBe(solved.text);
    }),
    { numRuns: 300 },
  );
});

test('the column of a fault counts from the start of its line, however long that is', () => {
  const file = `\n${JSON.stringify([...Array(40_000).fill(P), 'abc', P])}\n[1]`;
  const column = file.indexOf('abc');
  for (const lengths of [[], [300_000, 1], [7, 600_000]])
    expect(solveBytes(file, {}, lengths).tally.problems[0]).toMatchObject({ line: 2, column });
});

describe('puzzles under a name that the head does not show', () => {
  const many = (value: unknown) => Array(20_000).fill(value);
  test.each([
    ['in lists', { one: many(P), two: [P] }, 'two', '*[]'],
    ['in lists of records', { one: many({ puzzle: P }), two: [{ id: 1, puzzle: P }] }, 'two', '*[].puzzle'],
    ['within an object', { sets: { one: many({ q: P }), two: [{ q: P }, 1] } }, 'two', 'sets.*[].q'],
    ['with a name of puzzles', { puzzles: many(P), boards: [P] }, 'boards', '*[]'],
  ])('are reported: %s', (_, document, name, place) => {
    const file = JSON.stringify(document);
    const solved = solveBytes(file);
    expect(solved.tally).toMatchObject({ puzzles: 20_001, solved: 20_000, invalid: 1 });
    expect(solved.tally.problems[0]!.reason).toBe(
      `expected all puzzles at the places of the front of the file, got some in ${name}: say where they are with the option puzzle, as in puzzle=${place}`,
    );
    expect(solveBytes(file, {}, [200_000, 100, 100_000, 7]).text).toBe(solved.text);
    expect(solveBytes(solved.output).text).toBe(solved.text);
    expect(solveBytes(file, { puzzle: place }).tally).toMatchObject({ solved: 20_001 });
  });

  test.each([
    ['solutions', { p: many(P), s: many(S) }],
    ['what another name decides', { puzzles: many(P), more: [P] }],
    ['solutions by their name', { puzzles: many({ puzzle: P }), results: [{ puzzle: P }] }],
  ])('are no %s', (_, document) => {
    expect(solveBytes(JSON.stringify(document)).tally).toMatchObject({ puzzles: 20_000, invalid: 0 });
  });
});

test('a name in the option is that of records, not of what is within them', () => {
  const lines = [{ quiz: P }, { quiz: { quiz: P } }, { quiz: P }];
  const results = lines.map((record) => ({ ...record, ...answered }));
  const of = (records: unknown[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');
  expect(solveBytes(of(lines), { puzzle: 'quiz' }).text).toBe(of(results));
});

test('the option names the members of a map, also those that the head does not show', () => {
  const months = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`month ${i}`, { grid: P, other: P }]));
  for (const puzzle of ['data.*.other', '*.other']) {
    const { plan, tally, text } = solveBytes(JSON.stringify({ data: months(3000) }), { puzzle });
    expect((plan.state as { places: string[] }).places).toEqual(['data.*.other']);
    expect(tally).toMatchObject({ puzzles: 3000, solved: 3000 });
    expect(text).not.toContain(`"grid":"${P}","solution"`);
  }
});

test.each([
  [{ quizzes: { 0: P, 1: P }, solutions: { 0: S, 1: S } }, ['quizzes.*'], undefined],
  [{ 2024: { '01': { '01': P, '02': P }, '02': { '01': P } } }, ['2024.*.*'], true],
])('names the places of %j once', (document, places, byShape) => {
  expect(planOf(JSON.stringify(document)).state).toMatchObject({ places });
  expect((planOf(JSON.stringify(document)).state as { byShape?: true }).byShape).toBe(byShape);
});

test('a name with escapes is the name that they mean', () => {
  const file = `[{"p\\u0075zzle":"${P}"},{"p\\u0075zzle":"${P}"}]`;
  const { plan, text } = solveBytes(file);
  expect(plan.state).toMatchObject({ places: ['[].puzzle'] });
  expect(text).toBe(file.replaceAll('"}', `","solution":"${S}","status":"solved"}`));
});

test('a place that the option names must exist, even if the file has empty lists', () => {
  const document = JSON.stringify({ easy: [{ board: P, notes: [] }], puzzles: [{ name: 'a' }, []] });
  expect(() => planOf(document, { puzzle: 'quiz' })).toThrow('expected puzzles at quiz');
});

test('the option names a path whose puzzles begin after the head', () => {
  const late = { notes: 'x'.repeat(2 ** 20), list: [{ start: P }] };
  const { tally } = solveBytes(JSON.stringify(late), { puzzle: 'list[].start' });
  expect(tally).toMatchObject({ puzzles: 1, solved: 1 });
  expect(() => planOf(JSON.stringify([late]), { puzzle: 'start' })).toThrow('expected puzzles at start');
  const record = JSON.stringify({ note: late.notes, puzzle: P });
  expect(planOf(`${record}\n${record}\n`, { puzzle: 'puzzle' }).state).toMatchObject({ places: ['puzzle'] });
  const records = { data: { items: Array(5000).fill({ puzzle: P }) } };
  for (const puzzle of ['items[].puzzel', '[].puzzles'])
    expect(() => planOf(JSON.stringify(records), { puzzle })).toThrow(/got data.items\[\].puzzle$/);
});

test('an array of objects with as many characters as a 36x36 grid has cells is not a grid', () => {
  const puzzles = Array.from({ length: 57 }, () => ({ puzzle: P }));
  const note = 'a'.repeat(16);
  const document = [...puzzles, { puzzle: P, note }];
  expect(document.flatMap(Object.entries).flat().join('')).toHaveLength(36 * 36);
  const result = document.map(({ puzzle, ...others }) => ({ puzzle, ...answered, ...others }));
  expect(solveBytes(JSON.stringify(document)).text).toBe(JSON.stringify(result));
});
