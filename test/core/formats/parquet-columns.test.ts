// Parquet columns of all types and depths: those without puzzles are copied, lists of puzzles are solved.
import { zstdDecompressSync } from 'node:zlib';
import { parquetReadObjects } from 'hyparquet';
import { describe, expect, test } from 'vitest';
import { placesOf } from '../../../core/files/file-plan.ts';
import { planRanges, RejectedFile, rangesOf, solveStream } from '../../../core/files/index.ts';
import fc from '../../property.ts';
import { type Element, listOf, mapOf, parquetFile } from './parquet-file.ts';

const CELLS = Array.from('12.434..2.4343.1', (cell) => (cell === '.' ? 0 : Number(cell)));
const DIGITS = Array.from('1234341221434321', Number);
const PUZZLE: Element = { name: 'puzzle', repetition: 'repeated', type: 'INT32' };

async function solve(file: Uint8Array): Promise<Uint8Array> {
  const ranges = rangesOf(file);
  const plan = await planRanges({ ranges, name: 'p.parquet', given: [] });
  const pieces: Uint8Array[] = [];
  await solveStream(plan, ranges, (bytes) => void pieces.push(bytes.slice()));
  return Buffer.concat(pieces);
}

const compressors = { ZSTD: (bytes: Uint8Array) => zstdDecompressSync(bytes) };

/** The rows that another reader finds in a file. */
const rowsOf = (file: Uint8Array): Promise<Record<string, unknown>[]> =>
  parquetReadObjects({ file: Uint8Array.from(file).buffer as ArrayBuffer, compressors });

/** Rows before and after a file of them is solved. */
async function solved(
  columns: readonly Element[],
  rows: readonly Record<string, unknown>[],
  pageItems?: number,
) {
  // the other reader takes each page for whole rows
  const before = await rowsOf(parquetFile(columns, rows));
  return { before, after: await rowsOf(await solve(parquetFile(columns, rows, pageItems))) };
}

const int = { repetition: 'optional', type: 'INT32' } as const;
const float = { repetition: 'optional', type: 'FLOAT' } as const;
const text = { repetition: 'optional', type: 'BYTE_ARRAY', converted: 0 } as const;
const entries = (...values: unknown[]) => ({ list: values.map((element) => ({ element })) });

/** Columns that hold no puzzles, and rows of them with nulls and empty lists at each level. */
const COLUMNS: Readonly<Record<string, readonly [Element, readonly unknown[]]>> = {
  'a list of texts': [
    listOf('tags', text),
    [entries('a', null, '', 'x,"\n'), null, entries(), entries(null), entries('~AAAA')],
  ],
  'a list of fractions': [
    listOf('embedding', float),
    [entries(0.5, -0, Number.NaN), entries(Number.POSITIVE_INFINITY), null, entries()],
  ],
  'a list of truth values': [
    listOf('flags', { repetition: 'required', type: 'BOOLEAN' }),
    [entries(true, false, true, true, false, true, false, false, true), entries(), entries(true)],
  ],
  'a list of integers': [
    listOf('pair', { repetition: 'optional', type: 'INT64' }),
    [entries(12n), entries(1n, 2n), entries(2n ** 62n + 1n, null), entries(-1n), entries(), null],
  ],
  'a list of lists of integers': [
    listOf('pairs', listOf('', int)),
    [
      entries(entries(1, 2), entries(), entries(3)),
      entries(entries()),
      entries(),
      entries(null),
      entries(entries(null), null, entries(12)),
      entries(entries(10), entries(5)),
    ],
  ],
  'a list of structs': [
    listOf('messages', {
      repetition: 'optional',
      members: [{ ...text, name: 'role' }, { ...text, name: 'content' }, listOf('tokens', int)],
    }),
    [
      entries({ role: 'user', content: 'a', tokens: entries(1, null) }, null, {
        role: null,
        tokens: entries(),
      }),
      entries(),
      null,
    ],
  ],
  'a struct': [
    {
      name: 'meta',
      repetition: 'optional',
      members: [
        { name: 'a', ...int },
        { name: 'b', repetition: 'optional', members: [{ name: 'c', ...text }, listOf('d', float)] },
        { name: 'e', repetition: 'required', type: 'DOUBLE' },
      ],
    },
    [
      { a: 1, b: { c: 'x', d: entries(0.25) }, e: 0.1 },
      { a: null, b: null, e: -0 },
      null,
      { a: 2, b: { c: null, d: null }, e: 1e300 },
    ],
  ],
  'a struct of one integer': [
    { name: 'one', repetition: 'optional', members: [{ name: 'a', ...int }] },
    [{ a: 1 }, { a: null }, null],
  ],
  'a map': [
    mapOf('scores', int),
    [
      {
        key_value: [
          { key: 'a', value: 1 },
          { key: 'b', value: null },
        ],
      },
      { key_value: [] },
      null,
    ],
  ],
  'a bare repeated field': [
    { name: 'words', repetition: 'repeated', type: 'BYTE_ARRAY', converted: 0 },
    [['a', ''], [], ['b']],
  ],
};

/** Rows of a table of columns, each of which begins anew when it ends. */
function table(columns: readonly (readonly [Element, readonly unknown[]])[], rows: number) {
  return Array.from({ length: rows }, (_, row) => ({
    puzzle: CELLS,
    ...Object.fromEntries(columns.map(([{ name }, values]) => [name, values[row % values.length]])),
  }));
}

describe('a column that holds no puzzles is copied', () => {
  test.for(Object.entries(COLUMNS))('%s', async ([, column]) => {
    const { before, after } = await solved([column[0], PUZZLE], table([column], 12));
    expect(after).toEqual(before.map((row) => ({ ...row, solution: DIGITS, status: 'solved' })));
  });

  test('with all others, whatever their order and wherever pages end', async () => {
    const all = Object.values(COLUMNS);
    const order = fc.shuffledSubarray([PUZZLE, ...all.map(([column]) => column)], {
      minLength: all.length + 1,
    });
    await fc.assert(
      fc.asyncProperty(
        order,
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 30 }),
        async (columns, rows, most) => {
          const { before, after } = await solved(columns, table(all, rows), most);
          expect(after).toEqual(before.map((row) => ({ ...row, solution: DIGITS, status: 'solved' })));
        },
      ),
      { numRuns: 20 },
    );
  });
});

// the other reader makes null of an empty bare repeated field
describe('puzzles that are lists', () => {
  const invalid = [1, 1, ...CELLS.slice(2)];

  test('as a bare repeated field get solutions of the same type, empty where there is none', async () => {
    const rows = [CELLS, invalid, [], CELLS].map((puzzle, id) => ({ id, puzzle }));
    const { after } = await solved([{ ...int, name: 'id' }, PUZZLE], rows, 5);
    expect(after).toEqual([
      { id: 0, puzzle: CELLS, solution: DIGITS, status: 'solved' },
      { id: 1, puzzle: invalid, solution: null, status: 'invalid' },
      { id: 2, puzzle: null, solution: null, status: 'invalid' },
      { id: 3, puzzle: CELLS, solution: DIGITS, status: 'solved' },
    ]);
  });

  test('get solutions in their own bare repeated field', async () => {
    const solution: Element = { name: 'solution', repetition: 'repeated', type: 'INT32' };
    const rows = [CELLS, invalid].map((puzzle) => ({ solution: [], puzzle }));
    expect((await solved([solution, PUZZLE], rows)).after).toEqual([
      { puzzle: CELLS, solution: DIGITS, status: 'solved' },
      { puzzle: invalid, solution: null, status: 'invalid' },
    ]);
  });

  const required = {
    ...listOf('puzzle', { repetition: 'required', type: 'INT64' }),
    repetition: 'required',
  } as const;

  test('of a type without nulls get solutions that can be null', async () => {
    const lists = [CELLS, invalid].map((cells) => cells.map(BigInt));
    const rows = lists.map((cells) => ({ puzzle: entries(...cells) }));
    expect((await solved([required], rows)).after).toEqual([
      { puzzle: lists[0], solution: DIGITS.map(BigInt), status: 'solved' },
      { puzzle: lists[1], solution: undefined, status: 'invalid' },
    ]);
  });

  test('stay as they are if they are none', async () => {
    const [, rows] = COLUMNS['a list of lists of integers']!;
    const grid = [0, 4, 8, 12].map((at) => entries(...CELLS.slice(at, at + 4)));
    const all = [entries(...grid), ...rows].map((puzzle) => ({ puzzle }));
    const { before, after } = await solved(
      [listOf('puzzle', listOf('', int))],
      [...all, ...all.slice(0, 1).concat(Array(12).fill(all[0]))],
    );
    expect(after.map(({ puzzle }) => puzzle)).toEqual(before.map(({ puzzle }) => puzzle));
    expect(after.filter(({ status }) => status === 'solved')).toHaveLength(14);
  });
});

test('nested columns of rules are refused, since the rules would be ignored', async () => {
  const cages = listOf('cages', {
    repetition: 'optional',
    members: [{ ...int, name: 'sum' }, listOf('cells', text)],
  });
  await expect(solved([PUZZLE, cages], [{ puzzle: CELLS }])).rejects.toThrow(
    /^expected the rules of puzzles as texts, got the nested column "cages"/,
  );
});

test('a file whose bytes are changed anywhere is read or refused in words', async () => {
  const all = Object.values(COLUMNS);
  const file = parquetFile([...all.map(([column]) => column), PUZZLE], table(all, 8), 7);
  for (let at = 4; at < file.length; at += 97) {
    const damaged = Uint8Array.from(file);
    damaged[at]! ^= 1 << (at % 8);
    try {
      await solve(damaged);
    } catch (error) {
      expect(error).toBeInstanceOf(RejectedFile);
      expect((error as Error).message).toMatch(/^expected /);
    }
  }
});

describe('the option puzzle', () => {
  const textColumn = (name: string): Element => ({ name, ...text });
  const P = '12.434..2.4343.1';
  const row = { a: P, 'my grid': P, note: 'x', n: 5 };
  const columns = [textColumn('a'), textColumn('my grid'), textColumn('note'), { name: 'n', ...int }];
  const planned = (puzzle?: string) =>
    planRanges({
      ranges: rangesOf(parquetFile(columns, [row, row, row])),
      name: 'p.parquet',
      given: puzzle === undefined ? [] : [{ puzzle }],
    });

  test.each(['my grid', '"my grid"', '#2'])('names a column: %s', async (puzzle) => {
    expect(placesOf(await planned(puzzle))).toEqual({ places: ['my grid'] });
  });

  test('is missing where two columns have puzzles, which are named', async () => {
    await expect(planned()).rejects.toThrow(
      'expected puzzles in one column, got grids in a and in my grid: say which with the option puzzle, as in puzzle=a',
    );
  });

  test.each(['other', 'n', '#9', '#1-16'])('names none that can have puzzles: %s', async (puzzle) => {
    await expect(planned(puzzle)).rejects.toThrow(
      `expected a column of puzzles, ${puzzle}, as the option puzzle says, as texts or lists of numbers; the Parquet file has "a" (text)`,
    );
  });

  test('is stated by the name in the file where a name decides', async () => {
    const file = parquetFile(
      [textColumn('id'), textColumn('Initial Board')],
      [{ id: '1', 'Initial Board': P }],
    );
    const plan = await planRanges({ ranges: rangesOf(file), name: '', given: [] });
    expect(placesOf(plan)).toEqual({ places: ['Initial Board'] });
  });
});
