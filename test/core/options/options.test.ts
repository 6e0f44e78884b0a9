import { describe, expect, test } from 'vitest';
import {
  DEFAULT_OPTIONS,
  mergeOptions,
  OptionError,
  optionPairs,
  parseOptions,
  planFile,
  RejectedFile,
} from '../../../core/files/index.ts';
import { solveText } from '../../../core/files/solve/solve-text.ts';
import { OPTIONS, type PartialOptions } from '../../../core/options/options.ts';
import { defaultBudget } from '../../../core/solver/engine/budget.ts';
import { planOf } from '../formats/solve-bytes.ts';

const P = '12.434..2.4343.1';

describe('parses options from text', () => {
  test.each<[string, string, unknown]>([
    ['variant', 'x', 'x'],
    ['solutions', 'unique', 'unique'],
    ['limit', '4294967295', 4294967295],
    ['output', 'jsonl', 'jsonl'],
    ['alphabet', '0-9A-F', '0-9A-F'],
    ['boxes', '2x3', { rows: 2, columns: 3 }],
    ['boxes', '12x3', { rows: 12, columns: 3 }],
    ['budget', '0', 0],
  ])('%s=%s', (name, text, value) => {
    const options = parseOptions([[name, text]], 'flag');
    expect(options).toEqual({ [name]: value });
    // and back again, as JSON would carry them
    const pairs = optionPairs(JSON.parse(JSON.stringify(options)) as Record<string, unknown>);
    expect(parseOptions(pairs, 'flag')).toEqual(options);
  });

  test('ignores undefined values', () => {
    expect(parseOptions([['variant', undefined]], 'flag')).toEqual({});
    expect(mergeOptions([{ variant: undefined as never }, { variant: 'x' }], DEFAULT_OPTIONS).variant).toBe(
      'x',
    );
  });

  test.each([
    [
      'solution',
      'all',
      /^flags: expected an option of variant, solutions, limit, .*budget, got "solution" \(did you mean solutions\?\)$/,
    ],
    ['constructor', '1', /^flags: expected an option of .*, got "constructor"$/],
    [
      'variant',
      'y',
      '--variant: expected classic, or names with commas of x, windoku, disjoint, center-dot, asterisk, anti-knight, anti-king, non-consecutive, all-dots or all-xv, got "y"',
    ],
    ['variant', 'X', '--variant: expected a known name, got "X" (did you mean x?)'],
    ['variant', 'x,windok', '--variant: expected a known name, got "x,windok" (did you mean windoku?)'],
    [
      'variant',
      'x+windoku',
      '--variant: expected names with commas, got "x+windoku" (did you mean x,windoku?)',
    ],
    ['variant', 'classic,x', /all-dots or all-xv, got "classic,x"$/],
    ['variant', 'diagonal', '--variant: expected a known name, got "diagonal" (did you mean x?)'],
    ['variant', 'killer', '--variant: expected a known name, got "killer" (each puzzle has its own cages)'],
    ['output', 'CSV', /^--output: expected same, .* or npy, got "CSV" \(did you mean csv\?\)$/],
    ['output', 'res.csv', /got "res\.csv" \(a name, not a file\)$/],
    ['format', 'jsonl', '--format: expected a known name, got "jsonl" (did you mean json?)'],
    ['solutions', 'every', '--solutions: expected first, unique, count or all, got "every"'],
    ['limit', '0', '--limit: expected a whole number from 1 to 4294967295, got "0"'],
    ['limit', '1e3', '--limit: expected a whole number from 1 to 4294967295, got "1e3"'],
    ['limit', '4294967296', '--limit: expected a whole number from 1 to 4294967295, got "4294967296"'],
    ['budget', '-1', '--budget: expected a whole number from 0 to 4294967295, got "-1"'],
    ['output', 'xml', '--output: expected same, csv, jsonl, parquet or npy, got "xml"'],
    [
      'boxes',
      '3',
      /^--boxes: expected rows x columns of a box .* such as 2x3, got "3" \(did you mean 3x3\?\)$/,
    ],
    ['boxes', '7x7', /^--boxes: expected rows x columns of a box of 4 to 36 cells.*, got "7x7"$/],
    [
      'alphabet',
      'ABA-P',
      /^--alphabet: expected an alphabet of 4 to 36 symbols .*occurs twice.*, got "ABA-P"$/,
    ],
    ['alphabet', 'x'.repeat(100), /got "x{40}…"$/],
  ])('rejects %s=%s', (name, text, message) => {
    const parse = () => parseOptions([[name, text]], 'flag');
    expect(parse).toThrow(OptionError);
    expect(parse).toThrow(message);
  });
});

test('the help of budget states the defaults of the engines', () => {
  const [usual, others, large] = OPTIONS.budget.fallback.match(/\d+(,\d{3})+/g)!;
  const inWords = (budget: number) => budget.toLocaleString('en');
  expect(usual).toBe(inWords(defaultBudget({ size: 9, variant: 'x' })));
  expect(others).toBe(inWords(defaultBudget({ size: 25, variant: 'classic' })));
  expect(others).toBe(inWords(defaultBudget({ size: 9, variant: 'windoku' })));
  expect(large).toBe(inWords(defaultBudget({ size: 30, variant: 'classic' })));
});

describe('a first line of options', () => {
  test.each([
    ['#! sudoku variant=x solutions=unique', { variant: 'x', solutions: 'unique' }],
    ['#!sudoku limit=7', { limit: 7 }],
    ['#!  sudoku\tbudget=5  ', { budget: 5 }],
    ['\xef\xbb\xbf#! sudoku variant=x', { variant: 'x' }],
    ['#! sudoku', {}],
    ['#! /usr/bin/env sudoku variant=x', {}],
  ])('%s', (line, options) => {
    for (const end of ['\n', '\r\n']) {
      expect(planOf(`${line}${end}${P}\n`).options).toEqual({ ...DEFAULT_OPTIONS, ...options });
    }
  });

  test('is valid only as the first line', () => {
    expect(() => planOf(`${P}\n#! sudoku variant=x\n`)).toThrow(
      'expected options in the first line of the file',
    );
  });

  test.each([
    ['#! sudoku colour=red', /^first line: expected an option of .*, got "colour"$/],
    [
      '#! sudoku variant',
      'first line: variant: expected classic, or names with commas of x, windoku, disjoint, center-dot, asterisk, anti-knight, anti-king, non-consecutive, all-dots or all-xv, got ""',
    ],
    ['#! sudoku variant=x solutions=some', /^first line: solutions: expected first, .*, got "some"$/],
  ])('rejects the file: %s', (line, message) => {
    const plan = () => planOf(`${line}\n${P}\n`);
    expect(plan).toThrow(RejectedFile);
    expect(plan).toThrow(message);
    expect(plan).toThrow(expect.objectContaining({ line: 1 }));
  });

  test('takes precedence over other options, of which the first takes precedence', () => {
    const { options } = planFile({
      head: Buffer.from(`#! sudoku variant=x\n${P}\n`),
      complete: true,
      name: 'puzzles.txt',
      given: [
        { variant: 'classic', limit: 1 },
        { limit: 2, budget: 2 },
      ],
    });
    expect(options).toEqual({ ...DEFAULT_OPTIONS, variant: 'x', limit: 1, budget: 2 });
  });
});

describe('checks options passed by code', () => {
  const head = Buffer.from(`${P}\n`);
  test.each<[string, unknown, string | RegExp]>([
    ['another name', { colour: 'y' }, /^options: expected an option of variant, .*budget, got "colour"$/],
    [
      'another value',
      { variant: 'y' },
      'options.variant: expected classic, or names with commas of x, windoku, disjoint, center-dot, asterisk, anti-knight, anti-king, non-consecutive, all-dots or all-xv, got "y"',
    ],
    ['a value of another type', { solutions: true }, /^options\.solutions: expected first, .*, got "true"$/],
    [
      'a function',
      { variant: () => 'x' },
      /^options\.variant: expected classic, or names with commas of x, windoku, disjoint, center-dot, asterisk, anti-knight, anti-king, non-consecutive, all-dots or all-xv, got/,
    ],
    ['a fraction', { limit: 1.5 }, /^options\.limit: expected a whole number .*, got "1\.5"$/],
    ['a negative number', { budget: -1 }, /^options\.budget: expected a whole number .*, got "-1"$/],
    ['boxes of nothing', { boxes: {} }, /^options\.boxes: expected rows x columns of a box/],
    ['null', null, 'options: expected an object, got null'],
    ['a text', 'variant=x', 'options: expected an object, got "variant=x"'],
    ['a list', ['x'], 'options: expected an object, got an array of 1 element'],
  ])('rejects %s with a message', (_, options, message) => {
    const given = options as PartialOptions;
    for (const call of [
      () => solveText(`${P}\n`, given),
      () => planFile({ head, complete: true, name: '', given: [{ variant: 'x' }, given] }),
    ]) {
      expect(call).toThrow(OptionError);
      expect(call).toThrow(message);
    }
  });

  test('ignores undefined values', () => {
    expect(solveText(`${P}\n`, { variant: undefined as never }).report.options).toEqual(DEFAULT_OPTIONS);
  });
});

describe('options that affect solving', () => {
  test('boxes=RxC applies to grids of size R times C only', async () => {
    const { solveBytes } = await import('../formats/solve-bytes.ts');
    // two 3s in a box of 2x3, which are none in one of 3x2
    const six = '3.....' + '.....3' + '..3...' + '......' + '......' + '......';
    const input = `${six}\n12.434..2.4343.1\n`;
    expect(solveBytes(input).tally).toMatchObject({ solved: 2 });
    const narrow = '3.....' + '..3...' + '......' + '......' + '......' + '......';
    expect(solveBytes(`${narrow}\n`).tally).toMatchObject({ invalid: 1 });
    expect(solveBytes(`${narrow}\n${P}\n`, { boxes: { rows: 3, columns: 2 } }).tally).toMatchObject({
      solved: 2,
    });
  });
});
