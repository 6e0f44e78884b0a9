import { expect, test, vi } from 'vitest';
import { solveText } from '../../../../core/files/solve/solve-text.ts';
import { GridsKernel } from '../../../../core/formats/grids/reader.ts';
import fc from '../../../property.ts';

const PUZZLE = '..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9';
const rowsOf = (cells: string) => cells.match(/.{9}/g)!;

/** Layouts of a grid with one byte a cell. */
const LAYOUTS = [
  (cells: string) => `${rowsOf(cells).join('\n')}\n\n`,
  (cells: string) => `${rowsOf(cells).join('\r\n')}\r\n\r\n`,
  (cells: string) => `Grid\n${rowsOf(cells).join('\n')}\n`,
  (cells: string) =>
    `${rowsOf(cells)
      .map((row) => row.split('').join(' '))
      .join('\n')}\n\n`,
  (cells: string) =>
    `${rowsOf(cells)
      .map((row) => row.replace(/(...)(...)(...)/, '|$1|$2|$3|'))
      .map((row, r) => (r % 3 === 0 ? `+---+---+---+\n${row}` : row))
      .join('\n')}\n\n`,
];

/** The puzzle with permuted digits, either symbol of empty cells, and some rows without givens. */
const cells = fc
  .tuple(
    fc.shuffledSubarray(['1', '2', '3', '4', '5', '6', '7', '8', '9'], { minLength: 9 }),
    fc.subarray([0, 1, 2, 5, 8]),
  )
  .chain(([digits, blank]) =>
    fc.constantFrom('.', '0').map((empty) =>
      rowsOf(PUZZLE.replace(/\d/g, (digit) => digits[Number(digit) - 1]!))
        .map((row, r) => (blank.includes(r) ? '.........' : row))
        .join('')
        .replaceAll('.', empty),
    ),
  );

test('grids of one pattern have the same results as each of them alone', () => {
  const grids = fc.array(cells, { minLength: 2, maxLength: 6 });
  fc.assert(
    fc.property(fc.constantFrom(...LAYOUTS), grids, (layout, puzzles) => {
      const drawn = puzzles.map(layout);
      const { text, report } = solveText(drawn.join(''));
      expect(report.solved).toBe(puzzles.length);
      expect(text).toBe(drawn.map((grid) => solveText(grid).text).join(''));
    }),
    { numRuns: 60 },
  );
});

test('a grid among others of one pattern can have no solution, be broken, or have another layout', () => {
  const [plain, , , spaced] = LAYOUTS as [(typeof LAYOUTS)[0], unknown, unknown, (typeof LAYOUTS)[0]];
  const wrong = `11${PUZZLE.slice(2)}`;
  const drawn = [PUZZLE, PUZZLE, wrong, PUZZLE, PUZZLE].map(plain);
  drawn.splice(2, 0, spaced(PUZZLE), plain(PUZZLE).replace('85', '8Z'));
  const { text, report } = solveText(drawn.join(''));
  expect([report.solved, report.invalid]).toEqual([5, 2]);
  const alone = plain(solveText(`${PUZZLE}\n`).text.trim());
  expect(text.split(alone)).toHaveLength(5);
  expect(text).toContain('invalid');
});

test('blank lines after a grid are skipped once, not in each attempt to read a pattern, which no deadline interrupts', () => {
  const reads = vi.spyOn(GridsKernel.prototype, 'read');
  const grid = `${rowsOf(PUZZLE).join('\n')}\n`;
  const blank = '\n'.repeat(1000);
  const { text, report } = solveText(`${grid}${blank}text${blank}${grid}${blank}`);
  expect(report).toMatchObject({ puzzles: 2, solved: 2 });
  const solved = solveText(grid).text;
  expect(text).toBe(`${solved}${blank}text${blank}${solved}${blank}`);
  expect(reads.mock.calls.length).toBeLessThan(30);
  reads.mockRestore();
});
