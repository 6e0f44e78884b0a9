import { afterAll, describe, expect, test } from 'vitest';
import * as library from '../../core/index.ts';
import { temporaryDirectory } from '../bin/command-line.ts';
import fc from '../property.ts';

// Plain JavaScript has no types: every wrong argument gets an error that names it, with what was expected and what came.

const P = '12.434..2.4343.1';
const cells = new Uint8Array(16);
const shape = library.geometry(4);
const bytes = new TextEncoder().encode(`${P}\n`);
const source = { head: bytes, complete: true, name: 'a.txt', given: [] };
const plan = library.planFile(source);
const facts = { input: { key: 'a.txt' }, plan, tally: library.openFile(plan).tally, seconds: 1 };

/** Calls with one wrong argument, by function. */
const WRONG: Record<string, readonly (readonly [args: readonly unknown[], message: string])[]> = {
  solve: [
    [[], 'puzzle: expected a string, an array of rows or of cells, or a Uint8Array; got nothing'],
    [[null], 'puzzle: expected a string, an array of rows or of cells, or a Uint8Array; got null'],
    [[81], 'got 81'],
    [
      ['53..7…'],
      'puzzle: expected puzzles, such as 81 digits a line or nine lines of nine, with . or 0 for empty cells; got "53..7…"',
    ],
    [[new Int32Array(2)], 'got an Int32Array of 8 bytes'],
    [
      [Array(9).fill(new Uint8Array(9))],
      'puzzle: expected row 1 as an array, as there are rows; got a Uint8Array',
    ],
    [[[[1, 2, 3, 4], null, null, null]], 'puzzle: expected row 2 as an array, as there are rows; got null'],
    [[P, { alphabet: new Int32Array(2) }], 'options.alphabet: expected an alphabet of 4 to 36'],
    [[P, { alphabet: Object.create(null) }], 'options.alphabet: expected an alphabet of 4 to 36'],
    [[P, null], 'options: expected an object, got null'],
    [
      [P, { variant: 'y' }],
      'options.variant: expected classic, or names with commas of x, windoku, disjoint, center-dot, asterisk, anti-knight, anti-king, non-consecutive, all-dots or all-xv, got "y"',
    ],
    [[P, { solutions: 'all' }], 'options.solutions: expected unique or first, got "all"'],
    [[P, { boxes: '2x3' }], 'a box of 2x3 does not hold 4 cells'],
    [
      [P, { timeout: -1 }],
      'options.timeout: expected a whole number from 0 to 4294967295 milliseconds, got "-1"',
    ],
    [
      [P, { limit: 1 }],
      'options: expected an option of variant, boxes, alphabet, budget, timeout, solutions, regions, cages, arrows, thermos, whispers, renban, dots, xv, greater, even, odd, got "limit"',
    ],
    [[P, { cage: [] }], 'got "cage" (did you mean cages?)'],
    [[P, { killer: [] }], 'got "killer" (did you mean cages?)'],
    [[P, { diagonal: true }], 'got "diagonal" (did you mean variant=x?)'],
    [[P, { all: true }], 'got "all"'],
  ],
  count: [[[P, { limit: 0 }], 'options.limit: expected a whole number from 1 to 4294967295, got "0"']],
  solutions: [
    [[{}], 'puzzle: expected a string'],
    [[P, 3], 'options: expected an object, got 3'],
  ],
  grade: [
    [[null], 'puzzle: expected a string, an array of rows or of cells, or a Uint8Array; got null'],
    [[P, { step: 1 }], 'greater, even, odd, got "step" (did you mean steps?)'],
    [['.'.repeat(81), { steps: 1 }], 'options.steps: expected true or false'],
  ],
  canonical: [
    [['.'.repeat(625)], 'puzzle: expected a classic one of 4x4 to 16x16'],
    [['.'.repeat(81), { variant: 'x' }], 'got x 9x9'],
  ],
  check: [
    [[P], 'solution: expected a string'],
    [
      [P, P, { variant: 1 }],
      'options.variant: expected classic, or names with commas of x, windoku, disjoint, center-dot, asterisk, anti-knight, anti-king, non-consecutive, all-dots or all-xv',
    ],
  ],
  parse: [
    [[Symbol('a')], 'got Symbol(a)'],
    [[P, { alphabet: '12' }], 'options.alphabet: expected an alphabet of 4 to 36'],
  ],
  format: [
    [
      [P, { layout: 'csv' }],
      'options.layout: expected line, grid, rows, list, bytes or pencilmarks, got "csv"',
    ],
  ],
  generate: [
    [
      [{ difficulty: 5 }],
      'options: expected an option of variant, boxes, size, minimal, symmetry, seed, tries, layout, er, technique, clues, mask, got "difficulty" (did you mean er?)',
    ],
    [[9, { seed: 1 }], 'options: expected an object, got 9'],
    [[{ size: 7 }], 'a 7x7 grid has no boxes'],
  ],
  generateMany: [
    [
      [{ number: 5 }],
      'layout, count, er, technique, clues, mask, signal, got "number" (did you mean count?)',
    ],
    [[9], 'options: expected an object, got 9'],
    [[{ signal: null }], 'options.signal: expected an AbortSignal, got null'],
  ],
  solveText: [
    [[], 'text: expected a string, got nothing'],
    [[`${P}\n`, { grade: true }], 'options.grade: expected output csv, jsonl or parquet with it'],
    [[`${P}\n`, { explain: true }], 'options.explain: expected output jsonl with it'],
    [[`${P}\n`, []], 'options: expected an object, got an array of 0 elements'],
  ],
  solverStream: [
    [
      [{ variant: 'z' }],
      'options.variant: expected classic, or names with commas of x, windoku, disjoint, center-dot, asterisk, anti-knight, anti-king, non-consecutive, all-dots or all-xv, got "z"',
    ],
  ],
  solveFile: [
    [[], 'input: expected a string, got nothing'],
    [['a'], 'output: expected a string, got nothing'],
  ],
  solveStream: [
    [[], 'plan: expected a plan, which planFile returns, got nothing'],
    [[plan], 'source: expected an iterable of Uint8Arrays, such as a stream, got nothing'],
    [[plan, []], 'write: expected a function, got nothing'],
    [[plan, ['text'], () => {}], 'a chunk of source: expected a Uint8Array, got "text"'],
  ],
  planFile: [
    [[], 'source: expected an object with head, complete, name and given, got nothing'],
    [[{}], 'source.head: expected a Uint8Array, got nothing'],
    [[{ ...source, complete: 1 }], 'source.complete: expected true or false, got 1'],
    [[{ ...source, name: undefined }], 'source.name: expected a string, got nothing'],
    [[{ ...source, given: {} }], 'source.given: expected an array of options, got an empty object'],
    [[{ ...source, given: [null] }], 'options: expected an object, got null'],
  ],
  openFile: [
    [
      [{}],
      'plan.format: expected npy, parquet, links, json, csv, jigsaw-lines, pencilmarks, candidates, lines, number-lines, grids, pasted or zip, got nothing',
    ],
    [[plan, null], 'options: expected an object, got null'],
    [[plan, { deadline: '1' }], 'deadline: expected a number, got "1"'],
    [[plan, { onProgress: 1 }], 'options.onProgress: expected a function, got 1'],
  ],
  headBytes: [[['text'], 'head: expected a Uint8Array, got "text"']],
  report: [
    [[], 'facts: expected an object with input, plan, tally and seconds, got nothing'],
    [[{ ...facts, plan: 1 }], 'plan: expected a plan, which planFile returns, got 1'],
    [[{ ...facts, tally: {} }], 'tally.sizes: expected an object, got nothing'],
    [[{ ...facts, seconds: 'x' }], 'seconds: expected a number, got "x"'],
  ],
  solveCells: [
    [[P], `cells: expected a Uint8Array, got "${P}"`],
    [[cells, null], 'options: expected an object, got null'],
    [[cells, { deadline: 'soon' }], 'options.deadline: expected a number, got "soon"'],
  ],
  generateCells: [
    [[9, { seed: 1 }], 'geometry: expected a geometry, such as geometry(9), got 9'],
    [[shape], 'options: expected an object, got nothing'],
    [[shape, {}], 'expected a whole number as seed, got nothing'],
  ],
  geometry: [
    [['9'], 'expected a grid size from 4 to 36 cells a side, got "9"'],
    [[9, 'y'], 'variant: expected names such as classic, x or x,windoku, got "y"'],
    [[6, 'classic', '3x2'], 'boxes: expected rows and columns, such as { rows: 2, columns: 3 }, got "3x2"'],
    [[6, 'classic', { rows: '3', columns: 2 }], 'boxes.rows: expected a whole number from 1, got "3"'],
    [[6, 'classic', null], 'boxes: expected rows and columns, such as { rows: 2, columns: 3 }, got null'],
  ],
};

type Call = (...args: unknown[]) => unknown;
const exported = new Map<string, unknown>(Object.entries(library));
const functions = [...exported].filter(
  (entry): entry is [string, Call] =>
    typeof entry[1] === 'function' && !(entry[1].prototype instanceof Error),
);

test('every public function has wrong calls in the table', () => {
  expect(Object.keys(WRONG).toSorted()).toEqual(functions.map(([name]) => name).toSorted());
});

describe.each(Object.entries(WRONG))('%s', (name, calls) => {
  test.each(calls)('%j throws what was expected and what came', async (args, message) => {
    const call = async () => (exported.get(name) as Call)(...args);
    const error = await call().then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(Error);
    expect((error as Error).message).toContain(message);
  });
});

test('a message shows a bigint as such', () => {
  expect(() => library.solve(Array(16).fill(1n) as never)).toThrow('in row 1, column 1, got 1n');
});

test('errors have the names of their classes', () => {
  const classes = Object.entries(library).filter(
    ([, value]) => typeof value === 'function' && value.prototype instanceof Error,
  ) as unknown as [string, new (message: string) => Error][];
  expect(classes.map(([name]) => name)).toContain('RejectedFile');
  for (const [name, Class] of classes) expect([Class.name, new Class('text').name]).toEqual([name, name]);
});

/** What JavaScript throws where a program does not check its arguments. */
const UNCHECKED =
  /is not a function|is not iterable|Cannot (read|convert|destructure|mix|set|use)|undefined is|null is|not an object|Invalid (array length|typed array)|circular|serialize|Maximum call stack/i;

const original = process.cwd();
afterAll(() => process.chdir(original));

test.each(functions)('%s answers any arguments with a result or a message for people', async (name, call) => {
  // a text can be the name of a file
  process.chdir(temporaryDirectory());
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  const strange = fc.constantFrom<unknown>(
    circular,
    Object.create(null),
    Symbol('a'),
    1n,
    () => 1,
    new Date(0),
    new Map(),
    Number.NaN,
    -0,
    new Uint8Array(3),
    new Float64Array(2),
    [circular],
    { rows: Symbol('a') },
    { boxes: { rows: 1n, columns: 1 } },
    { boxes: circular },
    { limit: circular },
    shape,
    plan,
    source,
  );
  const junk = fc.array(
    fc.oneof(strange, fc.anything({ withBigInt: true, withTypedArray: true, withNullPrototype: true })),
    {
      maxLength: 4,
    },
  );
  await fc.assert(
    fc.asyncProperty(junk, async (args) => {
      try {
        const result: unknown = await call(...args);
        // the first step of an iterator, which may be endless
        if (name === 'generateMany') await (result as AsyncGenerator).return(undefined);
        if (name === 'solutions' || name === 'generateCells') (result as Generator).return(undefined);
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
        expect((error as Error).message).not.toMatch(UNCHECKED);
      }
    }),
    { numRuns: 150 },
  );
});
