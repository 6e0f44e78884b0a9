import { expect, test, vi } from 'vitest';
import { solveText } from '../../../../core/files/solve/solve-text.ts';
import { PatternRuns } from '../../../../core/formats/patterns/runs.ts';
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
  // a line of numbers
  (cells: string) => `${cells.split('').join(' ')}\n`,
  (cells: string) => ` ${cells.split('').join('\t')} \r\n`,
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

test('a line of numbers among others of one pattern can have no solution, be broken, or have other cells', () => {
  const line = (cells: string) => `${cells.split('').join(' ')}\n`;
  const wrong = `11${PUZZLE.slice(2)}`;
  const others = [
    line(wrong),
    line(PUZZLE).replace('8 5', '8  '),
    line(PUZZLE).replace('8 5', '8 Z'),
    line(PUZZLE).replace('8 5', '8 5.0').replaceAll('. ', '-1 '),
    line(PUZZLE.replaceAll('.', '-')),
    `a title\n${line(PUZZLE)}`,
    line(PUZZLE).trim(),
  ];
  const drawn = others.map((other) => line(PUZZLE).repeat(3) + other).join('');
  const { text, report } = solveText(drawn);
  expect([report.solved, report.invalid]).toEqual([25, 3]);
  const alone = others.map((other) => solveText(line(PUZZLE).repeat(3) + other).text);
  expect(text).toBe(alone.join(''));
});

test('blank lines after a grid are skipped once, not in each attempt to read a pattern, which no deadline interrupts', () => {
  const reads = vi.spyOn(PatternRuns.prototype, 'read');
  const grid = `${rowsOf(PUZZLE).join('\n')}\n`;
  const blank = '\n'.repeat(1000);
  const { text, report } = solveText(`${grid}${blank}text${blank}${grid}${blank}`);
  expect(report).toMatchObject({ puzzles: 2, solved: 2 });
  const solved = solveText(grid).text;
  expect(text).toBe(`${solved}${blank}text${blank}${solved}${blank}`);
  expect(reads.mock.calls.length).toBeLessThan(30);
  reads.mockRestore();
});
