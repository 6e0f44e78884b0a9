import { describe, expect, test } from 'vitest';
import { RejectedFile } from '../../../../core/files/index.ts';
import fc from '../../../property.ts';
import { problemsOf, type Solved, solveBytes } from '../solve-bytes.ts';

type Values = readonly (readonly number[])[];
type Row = readonly number[];

/** How a text is composed: each part is independent of the others. */
interface Composition {
  readonly quote: string;
  readonly label: (row: number) => string;
  readonly trailing: (row: number) => string;
  readonly row: (cells: Row) => string;
  readonly around: (rows: string) => string;
  readonly gap: string;
  readonly lineEnd: string;
}

const SYMBOLS = '.123456789ABCDEFG';
const LETTERS = 'ABCDEFGHIJKLMNOP';
const BOX_ROWS: Readonly<Record<number, number>> = { 4: 2, 6: 2, 9: 3, 16: 4 };

/** A grid with some empty cells: a shifted pattern with random digits. */
const grids: fc.Arbitrary<Values> = fc.constantFrom(4, 6, 9, 9, 9, 16).chain((size) => {
  const digits = fc.shuffledSubarray(
    Array.from({ length: size }, (_, i) => i + 1),
    { minLength: size },
  );
  const isGiven = fc.array(fc.boolean(), { minLength: size * size, maxLength: size * size });
  return fc.tuple(digits, isGiven).map(([order, given]) => {
    const boxRows = BOX_ROWS[size]!;
    const width = size / boxRows;
    const value = (r: number, c: number) =>
      order[(width * (r % boxRows) + Math.floor(r / boxRows) + c) % size]!;
    const all = Array.from({ length: size }, (_, r) => Array.from({ length: size }, (_, c) => value(r, c)));
    // each row has a given and an empty cell, so that it is neither a heading nor a rule
    return all.map((row, r) => row.map((v, c) => ((c === 0 || given[r * size + c]) && c !== 1 ? v : 0)));
  });
});

const list =
  (open: string, between: string, close: string, cell: (value: number) => string) => (cells: Row) =>
    open + cells.map(cell).join(between) + close;
const or = (empty: string) => (value: number) => String(value || empty);
const inQuotes = (mark: string, empty: string) => (value: number) => `${mark}${value || empty}${mark}`;
const packed = (cells: Row) => cells.map((value) => SYMBOLS[value]).join('');

const inProgram: readonly ((cells: Row) => string)[] = [
  list('[', ', ', '],', or('0')),
  list('{', ',', '},', or('0')),
  list('(', ', ', '),', or('None')),
  list('[', ', ', '], ', or('null')),
  list('[', ' ', ']', or('nan')),
  list('[', ', ', '],', inQuotes("'", '.')),
  list('[', ',', '],', inQuotes('"', ' ')),
  list('vec![', ', ', '],', (value) => (value ? `Some(${value})` : 'None')),
  (cells) => `"${packed(cells)}",`,
];
const onPage: readonly ((cells: Row) => string)[] = [
  list('', ' ', '', or('.')),
  list('', '\u00a0', '', or('0')),
  list('│ ', ' │ ', ' │', or('·')),
  list('| ', ' | ', ' |', or('.')),
  packed,
];
const none = () => '';
const composed = fc.record({
  quote: fc.constantFrom('', '', '> ', '>> '),
  gap: fc.constantFrom('', '', '\n'),
  lineEnd: fc.constantFrom('\n', '\r\n'),
});
const programs = fc.record({
  row: fc.constantFrom(...inProgram),
  around: fc.constantFrom<Composition['around'][]>(
    (rows) => `grid = [\n${rows}\n]`,
    (rows) => `int g[N][N] = {\n${rows}\n};`,
    (rows) => `\`\`\`\nsolve((\n${rows}\n))\n\`\`\``,
  ),
});
const pages = fc.record({
  row: fc.constantFrom(...onPage),
  around: fc.constantFrom<Composition['around'][]>(
    (rows) => rows,
    (rows) => `[code]\n${rows}\n[/code]`,
    (rows) => `Hi,\n\nhere it is:\n\n${rows}\n\nBye`,
  ),
  label: fc.constantFrom<Composition['label'][]>(
    none,
    (row) => `${LETTERS[row]} `,
    (row) => `r${row + 1}: `,
    (row) => `${row + 1}. `,
  ),
  trailing: fc.constantFrom<Composition['trailing'][]>(none, (row) => ` ${LETTERS[row]}`),
});
const compositions: fc.Arbitrary<Composition> = fc
  .tuple(composed, fc.oneof(programs, pages))
  .map(([rest, chosen]) => ({ label: none, trailing: none, ...chosen, ...rest }));

function write(values: Values, { quote, label, trailing, row, around, gap, lineEnd }: Composition): string {
  const rows = values.map((cells, i) => label(i) + row(cells) + trailing(i)).join(`\n${gap}`);
  return `${around(rows).replace(/^/gm, quote)}\n`.replaceAll('\n', lineEnd);
}

const puzzleOf = (values: Values) => packed(values.flat());
const outcome = (text: string): Solved | string => {
  try {
    return solveBytes(Buffer.from(text), { output: 'jsonl', budget: 200 });
  } catch (error) {
    if (error instanceof RejectedFile) return error.message;
    throw error;
  }
};
const puzzlesIn = ({ text }: Solved): string[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .filter(({ status }) => status !== 'invalid')
    .map(({ puzzle }) => puzzle);

describe('texts that are composed of the rules', () => {
  test('are read to the grid that they were written from', () => {
    fc.assert(
      fc.property(grids, compositions, (values, composition) => {
        const text = write(values, composition);
        const solved = outcome(text);
        if (typeof solved === 'string') throw new Error(`${solved}\n${text}`);
        expect({ text, puzzles: puzzlesIn(solved) }).toEqual({ text, puzzles: [puzzleOf(values)] });
      }),
      { numRuns: 80 },
    );
  });

  test('are never read to a grid whose digits changed places after a slip of the keys', () => {
    const slip = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
      length: fc.nat(1),
      text: fc.constantFrom(
        '',
        '0',
        '7',
        '.',
        ' ',
        ',',
        '|',
        ']',
        "'",
        'x',
        '\n',
        '> ',
        '\u200b',
        '１',
        '[0, 0]',
      ),
    });
    fc.assert(
      fc.property(grids, compositions, slip, (values, composition, { at, length, text: inserted }) => {
        const whole = write(values, composition);
        const from = Math.floor(at * whole.length);
        const text = whole.slice(0, from) + inserted + whole.slice(from + length);
        const result = outcome(text);
        if (typeof result === 'string') {
          expect(result).toMatch(/expected .*got /s);
          return;
        }
        const cut = Math.floor(from / 2);
        expect(solveBytes(Buffer.from(text), { output: 'jsonl', budget: 200 }, [cut, 1, 7]).text).toBe(
          result.text,
        );
        const expected = puzzleOf(values);
        const moved = puzzlesIn(result).filter((puzzle) => cellsApart(puzzle, expected) > 2);
        if (problemsOf(result).length === 0) expect({ text, moved }).toEqual({ text, moved: [] });
      }),
      { numRuns: 80 },
    );
  });
});

/** Cells in which two puzzles differ. */
function cellsApart(a: string, b: string): number {
  if (a.length !== b.length) return Infinity;
  return Array.from(a).filter((symbol, i) => symbol !== b[i]).length;
}
