// One table of texts for all surfaces: library, solveText, argument, cell, string of JSON and file.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import lzString from 'lz-string';
import { afterAll, describe, expect, test } from 'vitest';
import { OptionError, PuzzleError, RejectedFile, solve, solveText } from '../../../core/index.ts';
import { sudokuHere } from '../../bin/in-this-process.ts';
import fc from '../../property.ts';

const P = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const S = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
const ROWS = P.match(/.{9}/g)!;
const ZEROS = P.replaceAll('.', '0');
const numbers = Array.from(P, (digit) => Number(digit.replace('.', '0')));
const rowsOf = <T>(cells: readonly T[]) =>
  Array.from({ length: 9 }, (_, row) => cells.slice(9 * row, 9 * row + 9));
const banded = (rows: readonly string[], rule: string) =>
  rows.toSpliced(6, 0, rule).toSpliced(3, 0, rule).join('\n');
const OBJECT = JSON.stringify({
  size: 9,
  grid: rowsOf(numbers).map((row) => row.map((value) => (value ? { value, given: true } : {}))),
});
const CONSTRAINTS = Array.from(P, (digit, i) =>
  digit === '.' ? '' : `~R${Math.floor(i / 9) + 1}C${(i % 9) + 1}_${digit}`,
).join('');

/** Where a text can be given. */
const SURFACES = {
  library: (text: string) => solve(text).solution ?? '',
  solveText: (text: string) => {
    const { text: result, report } = solveText(text);
    return report.solved === report.puzzles ? result : '';
  },
  'a file': (text: string) => {
    writeFileSync(join(directory, 'puzzle.txt'), text);
    return commandOn('puzzle.txt');
  },
  'an argument': (text: string) => commandOn(text),
  'a cell of a table': (text: string) => {
    const { text: rows, report } = solveText(`id,puzzle\n1,"${text.replaceAll('"', '""')}"\n2,${OTHER}\n`);
    return report.solved === 2 ? rows : '';
  },
  'a member of a record': (text: string) => {
    const records = [text, OTHER].map((puzzle) => `${JSON.stringify({ puzzle })}\n`);
    const { text: lines, report } = solveText(records.join(''));
    return report.solved === 2 ? lines.split('\n')[0]! : '';
  },
} as const;
type Surface = keyof typeof SURFACES;

/** The result of the command if it has solved everything. */
async function commandOn(argument: string): Promise<string> {
  const { code } = await sudokuHere(['solve', argument, '-o', 'out.txt'], { cwd: directory });
  return code === 0 ? readFileSync(join(directory, 'out.txt'), 'utf8') : '';
}

const OTHER = '..674...9.......6...2.......6.4.7.3..3.5....44.732..165.4.3.92.......6.8..8.943.1';

/** A text, whether it holds one puzzle, and the surfaces that differ, with the reason. */
type Case = readonly [
  name: string,
  text: string,
  isPuzzle: boolean,
  differences?: Partial<Record<Surface, string>>,
];

const LINE_IN_RECORD = 'the first line of options is that of the file';
const SEVERAL = 'a file may hold any number of puzzles';

const TEXTS: readonly Case[] = [
  ['packed', P, true],
  ['packed with 0', ZEROS, true],
  ['packed with -', P.replaceAll('.', '-'), true],
  ['packed between blanks', `  ${P}\r\n\n`, true],
  ['packed after U+FEFF', `\uFEFF${P}`, true],
  ['solved', S, true],
  ['before other text', `${P} # easy, 1.2`, true],
  ['after a number', `17: ${P}`, true],
  ["in HoDoKu's library", `:0000:x:${P}:::`, true],
  ['below a comment', `# mine\n${P}`, true],
  [
    'rows below a comment of many words',
    `# the puzzle of the day from an old book\n${ROWS.join('\n')}`,
    true,
  ],
  ['before its solution', `${P},${S}`, true],
  ['rows', ROWS.join('\n'), true],
  ['rows that end in CR LF', ROWS.join('\r\n'), true],
  ['rows between blanks', `\n  ${ROWS.join('\n')} \n\n`, true],
  ['rows after a vertical tab', `\v${ROWS.join('\n')}`, false],
  ['rows after U+FEFF', `\uFEFF${ROWS.join('\n')}`, true],
  ['rows below a title', `Grid 01\n${ROWS.join('\n')}`, true],
  ['rows below their number', `9\n${ROWS.join('\n')}`, true],
  ['rows of spaced cells', ROWS.map((row) => row.split('').join(' ')).join('\n'), true],
  [
    'boxed',
    banded(
      ROWS.map((row) => row.replace(/(...)(...)(...)/, '$1 | $2 | $3')),
      '----+-----+----',
    ),
    true,
  ],
  [
    'boxed with drawn lines',
    banded(
      ROWS.map((row) => row.replace(/(...)(...)/, '$1│$2│')),
      '───┼───┼───',
    ),
    true,
  ],
  ['numbers', numbers.join(' '), true],
  ['numbers between commas', numbers.join(','), true],
  ['a list', JSON.stringify(numbers), true],
  ['a list of rows', JSON.stringify(rowsOf(numbers)), true],
  ['a list with null', JSON.stringify(rowsOf(numbers)).replaceAll('0', 'null'), true],
  ['a list of texts', JSON.stringify(ROWS), true],
  ['a list of Python', JSON.stringify(rowsOf(P.split(''))).replaceAll('"', "'"), true],
  ['a text of JSON', JSON.stringify(P), true],
  ['a record', JSON.stringify({ puzzle: P }), true],
  ['a record of rows', JSON.stringify({ size: 9, grid: rowsOf(numbers) }), true],
  ['a record with a rule', JSON.stringify({ puzzle: P, cages: [{ sum: 8, cells: ['r1c1', 'r1c2'] }] }), true],
  ['a table', `id,puzzle\n1,${P}\n`, true],
  [
    'candidates',
    banded(
      ROWS.map((row) =>
        Array.from(row, (digit) => (digit === '.' ? '123456789' : digit).padEnd(9)).join(' '),
      ),
      '-'.repeat(89),
    ),
    true,
  ],
  [
    'pencilmarks',
    Array.from(P, (digit) =>
      Array.from('123456789', (each) => (digit === '.' || digit === each ? each : '.')).join(''),
    ).join(''),
    true,
  ],
  ['constraints', `.${CONSTRAINTS}`, true],
  ['a link', `https://f-puzzles.com/?load=${lzString.compressToBase64(OBJECT)}`, true],
  ['a link with cells', `https://www.example.org/play?bd=${ZEROS}`, true],
  ['an object of f-puzzles', OBJECT, true],
  [
    'a jigsaw',
    `${P} ${Array.from(P, (_, cell) => Math.floor(cell / 27) * 3 + Math.floor((cell % 9) / 3) + 1).join('')}`,
    true,
  ],
  [
    'options',
    `#! sudoku variant=classic\n${P}`,
    true,
    { 'a cell of a table': LINE_IN_RECORD, 'a member of a record': LINE_IN_RECORD },
  ],
  [
    'a document',
    JSON.stringify({ data: { puzzle: P } }),
    true,
    { 'a cell of a table': 'a text is a record', 'a member of a record': 'a text is a record' },
  ],
  ['two puzzles', `${P}\n${OTHER}`, false, { solveText: SEVERAL, 'a file': SEVERAL, 'an argument': SEVERAL }],
  ['a cell too few', P.slice(1), false],
  ['a foreign symbol', `@${P.slice(1)}`, false],
  ['a link to a page', 'https://example.org/sudoku/123', false],
  ['a link of a site whose puzzle is not in it', 'https://sudokupad.app/abc', false],
  ['words', 'the quick brown fox jumps over the lazy dog', false],
  ['JSON that breaks', `{"puzzle":"${P}"`, false],
  ['blanks', ' \n ', false],
];

const directory = mkdtempSync(join(tmpdir(), 'texts-'));
afterAll(() => rmSync(directory, { recursive: true }));

const ERRORS = [PuzzleError, RejectedFile, OptionError];

describe.each(Object.keys(SURFACES) as Surface[])('%s', (surface) => {
  test.each(TEXTS.map(([name, text, isPuzzle, differences = {}]) => ({ name, text, isPuzzle, differences })))(
    'reads a puzzle in a text as all others do: $name',
    async ({ text, isPuzzle, differences }) => {
      const isExpected = surface in differences ? !isPuzzle : isPuzzle;
      let result = '';
      try {
        result = await SURFACES[surface](text);
      } catch (error) {
        if (!ERRORS.some((known) => error instanceof known)) throw error;
      }
      expect(result.replace(/[^\d]/g, '').includes(S), result).toBe(isExpected);
    },
  );
});

describe('records that differ only in their puzzle', () => {
  const value = fc.oneof(
    fc.constantFrom('easy', 'x', '9', 'r1c1 r1c2', 'https://example.org/1', ''),
    fc.integer(),
    fc.constant(null),
    fc.constantFrom([1, 2], { source: 'a' }),
  );
  const name = fc.constantFrom('id', 'variant', 'title', 'level', 'cages', 'status', 'note', 'size');
  const key = fc.constantFrom('puzzle', 'quiz', 'grid', 'text', 'board');
  const digits = fc.shuffledSubarray(Array.from('123456789'), { minLength: 9 });
  const written = fc.constantFrom(
    (record: object) => JSON.stringify(record),
    (record: object) => `${JSON.stringify(record, undefined, 2)}\n`,
    (record: object) => JSON.stringify([record]),
    (record: object) => JSON.stringify({ data: [record] }),
    (record: object) => `id,puzzle\n1,${JSON.stringify(Object.values(record)[0])}\n`,
  );

  test('are read as they are by themselves', () => {
    const outcome = (text: string) => {
      try {
        return solve(text);
      } catch (error) {
        if (!ERRORS.some((known) => error instanceof known)) throw error;
        return (error as Error).message;
      }
    };
    fc.assert(
      fc.property(key, fc.array(fc.tuple(name, value)), written, digits, (member, others, write, renamed) => {
        const textOf = (puzzle: string) => write({ [member]: puzzle, ...Object.fromEntries(others) });
        const puzzle = P.replace(/\d/g, (digit) => renamed[Number(digit) - 1]!);
        outcome(textOf(P));
        // long texts are recognised each by itself
        const alone = outcome(textOf(puzzle) + ' '.repeat(1001));
        expect(outcome(textOf(puzzle))).toEqual(alone);
      }),
    );
  });
});
