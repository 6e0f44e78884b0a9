import { describe, expect, expectTypeOf, test } from 'vitest';
import {
  check,
  count,
  type GradeResult,
  generate,
  generateMany,
  grade,
  OptionError,
  SearchError,
  type Solution,
  type SolveResult,
  solutions,
  solve,
} from '../../../core/browser.ts';
import { countOf } from './solution-counts.ts';

const P = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const EMPTY = '.'.repeat(81);
/** Needs a guess of any solver that only propagates. */
const HARD = '8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..';

describe('solve', () => {
  test.each([
    ['a puzzle with one solution', P, {}, { status: 'solved' }],
    ['a puzzle with several', EMPTY, {}, { status: 'not-unique' }],
    ['the first of several', EMPTY, { solutions: 'first' }, { status: 'solved' }],
    ['a puzzle without any', '123....4'.padEnd(16, '.'), {}, { status: 'no-solution' }],
    [
      'two equal givens',
      `11${'.'.repeat(79)}`,
      {},
      { status: 'invalid', conflict: { row: 1, column: 2, value: 1, unit: 'row 1' } },
    ],
    [
      'two equal givens on a diagonal',
      `1${'.'.repeat(79)}1`,
      { variant: 'x' },
      { status: 'invalid', conflict: { row: 9, column: 9, unit: 'diagonal 1' } },
    ],
    [
      'a budget that is spent',
      HARD,
      { budget: 1 },
      { status: 'unsolved', reason: expect.stringContaining('budget') },
    ],
    ['no time', EMPTY, { timeout: 0 }, { status: 'unsolved', reason: expect.stringContaining('timeout') }],
    ['boxes as a text', '1'.padEnd(36, '.'), { boxes: '3x2', solutions: 'first' }, { status: 'solved' }],
  ] as const)('%s', (_, puzzle, options, expected) => {
    expect(solve(puzzle, options)).toMatchObject(expected);
  });

  test('a puzzle that is not unique comes with one of its solutions', () => {
    const { solution } = solve(EMPTY);
    expect(check(EMPTY, solution!)).toEqual({ isValid: true });
  });

  test('the types say which form the solution has', () => {
    expectTypeOf(solve(P)).toEqualTypeOf<SolveResult<string>>();
    expectTypeOf<SolveResult<(number | null)[][]>>().toEqualTypeOf<SolveResult<number[][]>>();
    expectTypeOf<Solution<string[][]>>().toEqualTypeOf<string[][]>();
    expectTypeOf<Solution<Uint8Array>>().toEqualTypeOf<Uint8Array>();
  });
});

describe('count and solutions', () => {
  test.each(['1'.padEnd(16, '.'), '12'.padEnd(16, '.'), '12.434..2.4343.1', '1234.......4....'])(
    '%s has as many solutions as counting by brute force finds',
    (puzzle) => {
      const expected = countOf(puzzle);
      expect(count(puzzle)).toMatchObject({ count: expected, isExact: true });
      const all = [...solutions(puzzle)];
      expect(new Set(all).size).toBe(expected);
      expect(all).toEqual(all.toSorted());
      expect(all.every((solution) => check(puzzle, solution).isValid)).toBe(true);
    },
  );

  test('a count that stops at the limit is not exact, and one that reaches it is', () => {
    expect(count('.'.repeat(16), { limit: 287 })).toMatchObject({ count: 287, isExact: false });
    expect(count('.'.repeat(16), { limit: 288 })).toMatchObject({ count: 288, isExact: true });
  });

  test('the first solutions come without a search for the others, of which there are 6.7e21', () => {
    const listing = solutions(Array.from({ length: 81 }, () => 0));
    expect(listing.next().value).toHaveLength(81);
    expect(listing.next().value).not.toEqual(solutions(EMPTY).next().value);
    listing.return();
    expect(listing.next().done).toBe(true);
  });

  test('an iteration that runs out of its budget throws rather than end early', () => {
    expect(() => [...solutions(HARD, { budget: 1 })]).toThrow(SearchError);
    expect([...solutions(HARD)]).toHaveLength(1);
    expect([...solutions(EMPTY, { limit: 5 })]).toHaveLength(5);
  });
});

describe('grade', () => {
  test('a graded puzzle comes with its ratings and the steps that solve it', () => {
    const result = grade(P);
    const { steps, counts } = result as Extract<GradeResult, { status: 'graded' }>;
    expect(result).toMatchObject({ status: 'graded', er: 1.2, ep: 1.2, ed: 1.2, difficulty: 'easy' });
    expect(steps.filter(({ placed }) => placed)).toHaveLength(51);
    expect(Object.values(counts).reduce((sum, times) => sum + times)).toBe(steps.length);
    // placing the digits of all steps solves the puzzle
    const cells = Array.from(P);
    for (const { placed } of steps)
      if (placed) cells[(placed.row - 1) * 9 + placed.column - 1] = `${placed.digits[0]}`;
    expect(cells.join('')).toBe(solve(P).solution);
  });

  test('a step that removes candidates names its pattern and the candidates', () => {
    const { puzzle } = generate({ er: [3.2, 3.2], seed: 1 });
    const { steps } = grade(puzzle) as Extract<GradeResult, { status: 'graded' }>;
    const step = steps.find(({ technique }) => technique === 'X-Wing')!;
    expect(step).toMatchObject({ rating: 3.2 });
    expect(step.placed).toBeUndefined();
    expect(step.removed.length).toBeGreaterThan(0);
    expect(step.cells).toHaveLength(4);
    for (const { row, column, digits } of step.removed)
      expect(step.text).toContain(`r${row}c${column}<>${digits[0]}`);
  });

  test.each([
    ['several solutions', EMPTY, {}, 'not-unique'],
    ['two equal givens', `11${'.'.repeat(79)}`, {}, 'invalid'],
    ['no time', P, { timeout: 0 }, 'unsolved'],
  ] as const)('a puzzle with %s has no rating', (_, puzzle, options, status) => {
    expect(grade(puzzle, options).status).toBe(status);
  });

  test.each([
    ['another size', '12.434..2.4343.1', {}, { 'naked single': 5 }],
    ['a cage', '1....4....4....1', { cages: [{ sum: 3, cells: ['r1c1', 'r1c2'] }] }, expect.anything()],
    [
      'a link',
      '.Shape~4x4.~R1C1_1~R1C2_2~R1C3_3.Thermo~R2C1~R2C2.Thermo~R3C1~R3C2~R3C3',
      {},
      expect.anything(),
    ],
  ] as const)('a puzzle with %s has the steps that solve it, and no rating', (_, puzzle, options, counts) => {
    const result = grade(puzzle, options) as Extract<GradeResult, { status: 'explained' }>;
    expect(result).toMatchObject({ status: 'explained', counts, difficulty: expect.any(String) });
    const cells = Array.from((solve(puzzle, options) as { solution: string }).solution);
    for (const { row, column, digit, removed } of result.steps)
      if (!removed) expect(cells[(row! - 1) * 4 + column! - 1]).toBe(`${digit}`);
    expect(result.steps.reduce((all, { why }) => `${all} ${why}`, '')).toMatch(/[a-z0-9]\.$/);
    expect(grade(puzzle, { ...options, steps: false })).toEqual({ ...result, steps: [] });
  });

  test('sentences about large grids have their symbols', () => {
    const { puzzle } = generate({ size: 12, clues: [80, 90], seed: 1 });
    const result = grade(puzzle) as Extract<GradeResult, { status: 'explained' }>;
    const step = result.steps.find(({ digit }) => digit === 12)!;
    expect(step.why).toMatch(/ C[ .]/);
  });

  test.each([
    ['a full grid', solve(P).solution!, {}, { status: 'filled' }],
    ['a full grid with a cage', '1234341221434321', { cages: '3 r1c1 r1c2' }, { status: 'filled' }],
    ['a cage without digits', EMPTY, { cages: '2 r1c1 r1c2' }, { status: 'invalid' }],
    [
      'a rule that is not known',
      '{"puzzle":"1...............","sandwich":"r1c1"}',
      {},
      { status: 'unsupported' },
    ],
  ] as const)('%s has no steps', (_, puzzle, options, expected) => {
    expect(grade(puzzle, options)).toMatchObject(expected);
  });
});

describe('check', () => {
  const solved = solve(P).solution!;
  test.each([
    ['a solution', solved, { isValid: true }],
    ['a solution in another form', Array.from(solved).map(Number), { isValid: true }],
    ['a changed given', solved.replace('5', '9'), { conflict: { row: 1, column: 1, value: 9 } }],
    ['a digit twice', `${solved.slice(0, 2)}8${solved.slice(3)}`, { conflict: { value: 8, unit: 'row 1' } }],
    [
      'an empty cell',
      `${solved.slice(0, 2)}.${solved.slice(3)}`,
      { conflict: { row: 1, column: 3, value: 0 } },
    ],
  ])('%s', (_, solution, expected) => {
    expect(check(P, solution)).toMatchObject(expected);
  });

  test('a grid of another size is refused', () => {
    expect(() => check(P, '1234341221434321')).toThrow(
      'solution: expected a grid of 9x9, as the puzzle is, got 4x4',
    );
  });
});

describe('generate', () => {
  test.each([
    [{ seed: 1 }],
    [{ seed: 2, clues: 30, symmetry: 'rotational' }],
    [{ seed: 3, er: [2, 3] }],
    [{ seed: 4, clues: [24, 28], minimal: true }],
    [{ seed: 5, technique: 'Naked Pair' }],
    [{ seed: 6, size: 6, variant: 'x' }],
    [{ seed: 7, size: 6, boxes: '3x2' }],
    [{ seed: 8, mask: P }],
  ] as const)(
    '%j makes a puzzle with one solution that meets the requirements, the same again',
    (options) => {
      const made = generate(options as object);
      const { variant, boxes } = options as { variant?: 'x'; boxes?: '3x2' };
      expect(solve(made.puzzle, { variant, boxes })).toEqual({ status: 'solved', solution: made.solution });
      expect(generate({ ...(options as object), seed: made.seed })).toEqual(made);
      if ('er' in options) expect(made.er).toBeGreaterThanOrEqual(2);
      if ('er' in options) expect(made.er).toBeLessThanOrEqual(3);
      if (options.seed === 2)
        expect(Array.from(made.puzzle).map((cell) => cell !== '.')).toEqual(
          Array.from(made.puzzle)
            .map((cell) => cell !== '.')
            .reverse(),
        );
    },
  );

  test('without a seed, each call makes another puzzle and returns its seed', () => {
    const made = generate();
    expect(generate().puzzle).not.toBe(made.puzzle);
    expect(generate({ seed: made.seed })).toEqual(made);
  });

  test.each([
    [{ sise: 9 }, 'expected an option of variant, boxes, size'],
    [{ er: [3, 2] }, 'options.er: expected a rating from 1 to 12, or a range such as [1, 4], got [3, 2]'],
    [{ er: 1.1 }, 'no puzzle can meet the requirements'],
    [{ clues: 3 }, 'no puzzle can meet the requirements: expected 17 clues or more'],
    [
      { clues: '30' },
      'options.clues: expected a whole number from 0 to 81, or a range such as [0, 3], got "30"',
    ],
    [{ technique: 'X-Wings' }, 'options.technique: expected the name of a technique, such as "X-Wing"'],
    [{ mask: '1' }, 'options.mask: expected 81 symbols'],
    [{ mask: P, clues: 30 }, 'options.mask: expected neither clues nor symmetry'],
    [{ size: 9.5 }, 'options.size: expected a whole number from 4 to 36, got "9.5"'],
  ])('%j is refused', (options, message) => {
    expect(() => generate(options as never)).toThrow(OptionError);
    expect(() => generate(options as never)).toThrow(message);
  });

  test('the search ends after the last try', () => {
    expect(() => generate({ er: 9, tries: 2, seed: 1 })).toThrow(SearchError);
  });
});

describe('generateMany', () => {
  const take = async (options: Parameters<typeof generateMany>[0]) => {
    const all: string[] = [];
    for await (const { puzzle } of generateMany(options)) all.push(puzzle as string);
    return all;
  };

  test('makes different puzzles, of which the first is that of generate', async () => {
    const made = await take({ count: 4, seed: 9 });
    expect(new Set(made).size).toBe(4);
    expect(made[0]).toBe(generate({ seed: 9 }).puzzle);
    expect(await take({ count: 4, seed: 9 })).toEqual(made);
  });

  test('lets other work go on while it searches', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    await take({ count: 60, seed: 1 });
    clearInterval(timer);
    expect(turns).toBeGreaterThan(0);
  });

  test('a signal ends it within a search that finds nothing', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error('enough')), 0);
    await expect(take({ er: 9.9, clues: 60, seed: 1, signal: controller.signal })).rejects.toThrow('enough');
  });

  test('a signal of another global object, or of a library, ends it, too', async () => {
    const throwIfAborted = () => {
      throw new Error('enough');
    };
    await expect(take({ signal: { aborted: true, throwIfAborted } })).rejects.toThrow('enough');
  });

  test('wrong options throw at the call, before the first puzzle is requested', () => {
    expect(() => generateMany({ count: -1 })).toThrow('options.count: expected a whole number');
    expect(() => generateMany({ signal: {} as never })).toThrow(
      'options.signal: expected an AbortSignal, got an empty object',
    );
  });
});
