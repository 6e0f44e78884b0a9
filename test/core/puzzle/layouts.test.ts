import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { format, type Layout, PuzzleError, parse, solve, solveText } from '../../../core/browser.ts';
import { generateCells } from '../../../core/solver/generate-cells.ts';
import { geometry } from '../../../core/solver/model/geometry.ts';
import fc from '../../property.ts';

const P = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const S = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
const ROWS = P.match(/.{9}/g)!;
const SOLVED_ROWS = S.match(/.{9}/g)!;
const numbers = (text: string) => Array.from(text, (digit) => Number(digit.replace('.', '0')));
const split = (rows: readonly string[]) => rows.map((row) => row.split(''));
const spaced = (rows: readonly string[]) =>
  rows.map((row) =>
    row
      .replace(/(...)(...)(...)/, '$1|$2|$3')
      .split('')
      .join(' '),
  );
const RULE = '------+-------+------';
const framed = (rows: readonly string[]) =>
  spaced(rows).toSpliced(6, 0, RULE).toSpliced(3, 0, RULE).join('\n');

/** The same puzzle in many forms, and the form that its solution has. */
const FORMS: readonly (readonly [name: string, puzzle: never, solution: unknown])[] = (
  [
    ['81 symbols', P, S],
    ['81 symbols with 0 for empty', P.replaceAll('.', '0'), S],
    ['81 symbols between blanks and line ends', `\n  ${P}\r\n`, `\n  ${S}\r\n`],
    ['symbols before other text', `${P} # easy, 1.2`, `${S} # easy, 1.2`],
    ['symbols after a number', `17: ${P}`, `17: ${S}`],
    ["HoDoKu's library", `:0000:x:${P}:::`, `:0000:x:${S}:::`],
    ['nine rows', ROWS.join('\n'), SOLVED_ROWS.join('\n')],
    ['nine rows with * for empty', ROWS.join('\n').replaceAll('.', '*'), SOLVED_ROWS.join('\n')],
    ['rows below a title', `Grid 01\n${ROWS.join('\n')}`, `Grid 01\n${SOLVED_ROWS.join('\n')}`],
    ['rows below their number', `9\n${ROWS.join('\n')}`, `9\n${SOLVED_ROWS.join('\n')}`],
    [
      'rows below comments',
      `#A someone\n[Puzzle]\n${ROWS.join('\n')}`,
      `#A someone\n[Puzzle]\n${SOLVED_ROWS.join('\n')}`,
    ],
    ['a drawn grid', framed(ROWS), framed(SOLVED_ROWS)],
    [
      'a grid drawn with box characters',
      framed(ROWS).replaceAll('|', '│').replaceAll('-', '─').replaceAll('+', '┼'),
      framed(SOLVED_ROWS).replaceAll('|', '│').replaceAll('-', '─').replaceAll('+', '┼'),
    ],
    ['dashes for empty cells', P.replaceAll('.', '-'), S],
    ['numbers between commas', numbers(P).join(','), numbers(S).join(',')],
    ['a list in JSON', JSON.stringify(ROWS.map(numbers)), JSON.stringify(SOLVED_ROWS.map(numbers))],
    [
      'a list in JSON with null',
      JSON.stringify(ROWS.map(numbers)).replaceAll('0', 'null'),
      JSON.stringify(SOLVED_ROWS.map(numbers)),
    ],
    ['rows of numbers', ROWS.map(numbers), SOLVED_ROWS.map(numbers)],
    [
      'rows of numbers and null',
      ROWS.map((row) => numbers(row).map((value) => value || null)),
      SOLVED_ROWS.map(numbers),
    ],
    [
      'rows of numbers with holes',
      ROWS.map((row) => numbers(row).map((value) => value || undefined)),
      SOLVED_ROWS.map(numbers),
    ],
    [
      'rows of numbers and points',
      ROWS.map((row) => numbers(row).map((value) => value || '.')),
      SOLVED_ROWS.map(numbers),
    ],
    ['rows of texts', split(ROWS), split(SOLVED_ROWS)],
    [
      'rows of texts, blank if empty',
      split(ROWS).map((row) => row.map((cell) => cell.replace('.', ''))),
      split(SOLVED_ROWS),
    ],
    ['one text per row', ROWS, SOLVED_ROWS],
    ['a list of numbers', numbers(P), numbers(S)],
    ['a list of texts', P.split(''), S.split('')],
    ['bytes', Uint8Array.from(numbers(P)), Uint8Array.from(numbers(S))],
  ] as const
).map(([name, puzzle, solution]) => [name, puzzle as never, solution]);

test.each(FORMS)('the solution of %s has the form of the puzzle', (_, puzzle, solution) => {
  expect(solve(puzzle)).toEqual({ status: 'solved', solution });
});

test('a puzzle of the caller stays as it is', () => {
  const rows = ROWS.map(numbers);
  const bytes = Uint8Array.from(numbers(P));
  solve(rows);
  solve(bytes);
  expect([rows, [...bytes]]).toEqual([ROWS.map(numbers), numbers(P)]);
});

/** Files of one grid, by size. */
const FILES = [
  ['simple-sudoku.ss', 9, 'classic'],
  ['sadman.sdk', 9, 'classic'],
  ['grid.json', 9, 'classic'],
  ['diagonals-9x9.txt', 9, 'x'],
] as const;

test.each(FILES)('the text of examples/%s is read with its shape', (file, size, variant) => {
  const text = readFileSync(new URL(`../../../examples/${file}`, import.meta.url), 'utf8');
  expect(parse(text)).toMatchObject({ size, variant });
  expect(solve(text).status).not.toBe('invalid');
});

test('aligned numbers stay aligned in the solution', () => {
  const { cells, solution } = generateCells(geometry(16), { seed: 3, clues: 160 }).next().value;
  const aligned = (values: Uint8Array) =>
    Array.from({ length: 16 }, (_, row) =>
      Array.from(values.subarray(row * 16, row * 16 + 16), (value) => `${value || '.'}`.padStart(3)).join(''),
    ).join('\n');
  expect(solve(aligned(cells))).toEqual({ status: 'solved', solution: aligned(solution) });
});

describe('the symbols of large grids', () => {
  const { cells, solution } = generateCells(geometry(16), { seed: 3, clues: 160 }).next().value;
  const coded = (values: Uint8Array, symbols: string, empty: string) =>
    Array.from(values, (value) => (value === 0 ? empty : symbols[value - 1]!)).join('');
  test.each([
    ['1-9A-G', '123456789ABCDEFG', '.'],
    ['1-9a-g', '123456789abcdefg', '0'],
    ['0-9A-F', '0123456789ABCDEF', '.'],
    ['A-P', 'ABCDEFGHIJKLMNOP', '.'],
    ['1-9:;<=>?@', '123456789:;<=>?@', '.'],
  ])('%s are read and written', (_, symbols, empty) => {
    expect(solve(coded(cells, symbols, empty))).toEqual({
      status: 'solved',
      solution: coded(solution, symbols, empty),
    });
    expect(solve(coded(cells, symbols, empty).split('')).status).toBe('solved');
  });
});

test.each(['line', 'grid', 'rows', 'list', 'bytes'] as const)(
  'parse reads what format writes as %s, whatever the size and the boxes',
  (layout: Layout) => {
    const shapes = [
      [4, 2, 2],
      [6, 2, 3],
      [6, 3, 2],
      [8, 2, 4],
      [9, 3, 3],
      [12, 3, 4],
      [16, 4, 4],
      [20, 4, 5],
    ] as const;
    fc.assert(
      fc.property(fc.constantFrom(...shapes), fc.nat(), (shape, seed) => {
        const [size, rows, columns] = shape;
        const boxes = { rows, columns };
        const made = generateCells(geometry(size, 'classic', boxes), {
          seed,
          clues: Math.round(size * size * 0.6),
        });
        const { cells } = made.next().value;
        // few letters beside no digits can belong to another alphabet
        const alphabet = '123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'.slice(0, size);
        const text = format(cells, { layout, boxes });
        expect(parse(text as never, { boxes, alphabet }).cells).toEqual(cells);
      }),
      { numRuns: 30 },
    );
  },
);

test('holes in arrays are empty cells', () => {
  expect(solve(new Array<undefined>(16)).status).toBe('not-unique');
  const holed: number[] = [1, 2];
  holed[3] = 4;
  expect(solve([holed, [3, 4, 0, 0], [2, 0, 4, 3], [4, 3, 0, 1]]).solution?.[0]).toEqual([1, 2, 3, 4]);
});

describe('a text in which more than one grid could be found has the cells that files have', () => {
  const ten = generateCells(geometry(10), { seed: 3, clues: 100 }).next().value.cells;
  const coded = Array.from(ten, (value) => value - 1);
  const tens = (cell: string) =>
    Array.from({ length: 10 }, (_, row) => coded.slice(row * 10, row * 10 + 10).join(cell)).join('\n');
  const outlined = ROWS.map(
    (row) => `|${Array.from(row, (cell) => (cell === '.' ? '_' : `0${cell}`)).join('|')}|`,
  );
  const cellsInFile = (text: string) => {
    const [alphabet] = solveText(text).report.alphabets;
    const { puzzle } = JSON.parse(solveText(text, { output: 'jsonl' }).text);
    return parse(puzzle, alphabet === undefined ? {} : { alphabet }).cells;
  };
  test.each([
    ['rows of digits of a 10x10 grid between spaces', tens(' '), ten],
    ['rows of digits of a 10x10 grid between commas', tens(','), ten],
    ['a 9x9 grid with a frame below its size', `9\n${outlined.join('\n')}`, parse(P).cells],
    ['a list of numbers before its solution', `1,${numbers(P).join(' ')},${S}`, parse(P).cells],
  ])('%s', (_, text, cells) => {
    expect(cellsInFile(text)).toEqual(cells);
    let read: Uint8Array | undefined;
    try {
      read = parse(text).cells;
    } catch (error) {
      expect(error).toBeInstanceOf(PuzzleError);
    }
    expect(read ?? cells).toEqual(cells);
  });

  test.each([['rows of unequal lengths', `11 2\n3 4 1 2\n1 2 3 4 3 2 1 4 1`]])(
    'or is refused: %s',
    (_, text) => {
      expect(() => parse(text)).toThrow(PuzzleError);
    },
  );
});

test.each([
  ['too few cells', P.slice(1), 'expected as many cells as a grid has (16, 36, 64, 81, …, 1296), got 80'],
  ['nothing', ' \n', 'expected a puzzle, got none'],
  ['only comments', '# none\n', 'expected a puzzle, got none'],
  ['a foreign symbol', P.replace('5', '@'), 'puzzle: expected a symbol of 1-9 or an empty cell, got "@"'],
  [
    'a number that is too large',
    numbers(P).join(' ').replace('9', '10'),
    'with . or 0 for empty cells; got "5 3 0 0 7 0 0 0 0 6 0 0 1 10 5 0 0 0 0 9…"',
  ],
  ['several puzzles', `${P}\n${P}\n`, 'expected one puzzle, got 2: solveText solves many'],
  [
    'several grids',
    `${ROWS.join('\n')}\n\n${ROWS.join('\n')}`,
    'expected one puzzle, got 2: solveText solves many',
  ],
  ['an extra row', `${ROWS.join('\n')}\n${ROWS[0]}`, 'expected 9 rows, got 1 in line 10'],
  ['a long text', 'x'.repeat(2_000_000), 'expected one puzzle, got a text of 2000000 characters'],
  ['a short row', ROWS.map(numbers).with(2, [1]), 'expected 9 cells in row 3, as there are 9 rows; got 1'],
  [
    'a value that is too large',
    numbers(P).with(3, 10),
    "expected a number from 1 to 9, a symbol, or an empty cell (0, null or '.') in row 1, column 4, got 10",
  ],
  ['a cell that is an object', numbers(P).with(3, {} as never), 'in row 1, column 4, got an empty object'],
  [
    'an array of a billion holes',
    new Array(1e9),
    'expected as many cells as a grid has (16, 36, 64, 81, …, 1296), got 1000000000',
  ],
  ['no cells', [], 'expected as many cells as a grid has (16, 36, 64, 81, …, 1296), got 0'],
  [
    'the bytes of a text',
    new TextEncoder().encode(P),
    'got 53 in row 1, column 1; decode text with new TextDecoder().decode(bytes)',
  ],
] as const)('%s is refused, with what was expected and where', (_, puzzle, message) => {
  expect(() => solve(puzzle as never)).toThrow(PuzzleError);
  expect(() => solve(puzzle as never)).toThrow(message);
});

test('any text is read, or refused with a message', () => {
  const characters = fc.constantFrom(...Array.from('0123456789.*_-|+: \n\t,;[]"\'#xA│é\uFEFF'));
  fc.assert(
    fc.property(fc.array(characters, { maxLength: 400 }), (text) => {
      try {
        expect([4, 6, 8, 9, 10, 12, 14, 15, 16, 18, 20]).toContain(parse(text.join('')).size);
      } catch (error) {
        expect((error as Error).name).toMatch(/^(PuzzleError|OptionError)$/);
      }
    }),
  );
});
