import { expect, test, vi } from 'vitest';
import { solveText } from '../../../../core/files/solve/solve-text.ts';
import { PatternRuns } from '../../../../core/formats/patterns/runs.ts';
import fc from '../../../property.ts';

const PUZZLE = '..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9';
const SOLUTION = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
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

const link = (run: string) => `A link: https://example.org/play?id=7&bd=${run}#top (easy)\n`;
const numbers = (run: string) => ` ${run.split('').join(' ')} \r\n`;
const empties = PUZZLE.replaceAll(/\d/g, '0');

test.each([
  {
    name: 'links',
    line: link,
    others: [
      link(PUZZLE.replaceAll('.', '0')),
      link(`11${PUZZLE.slice(2)}`),
      link(empties),
      link(PUZZLE.replaceAll('.', '*')),
      link(PUZZLE.replaceAll('.', '%20')),
      link(PUZZLE.replace('8', 'A')),
      link(PUZZLE.replace('8', '/')),
      link(PUZZLE.slice(1)),
      link(PUZZLE).replace('id=7', 'id=8'),
      link(PUZZLE).replace('id=7', `id=${PUZZLE}`),
      link(PUZZLE).replace('bd=', 'bd=scl'),
      link(PUZZLE).replace('#top', '#p=.'),
      `https://sudokupad.app/scf${PUZZLE.replaceAll('.', '0')}\n`,
      'a title\n',
      '\n\n',
    ],
  },
  {
    name: 'lines of numbers',
    line: numbers,
    others: [
      numbers(PUZZLE.replaceAll('.', '0')),
      numbers(`11${PUZZLE.slice(2)}`),
      numbers(empties),
      numbers(PUZZLE.replaceAll('.', '-')),
      numbers(PUZZLE).replace('8 5', '8  '),
      numbers(PUZZLE).replace('8 5', '8 Z'),
      numbers(PUZZLE).replace('8 5', '8 5.0').replaceAll('. ', '-1 '),
      numbers(PUZZLE).replace(' \r', '\t\r'),
      numbers(PUZZLE).trimStart(),
      'a title\r\n',
      '\r\n\r\n',
    ],
  },
])('$name of one pattern have the same results as each of them alone', ({ line, others }) => {
  const reads = vi.spyOn(PatternRuns.prototype, 'read');
  // too few lines to be read in runs
  const few = line(PUZZLE).repeat(5);
  const alone = (other: string) => solveText(few + other).text.slice(solveText(few).text.length);
  const many = line(PUZZLE).repeat(60);
  const { text } = solveText(others.map((other) => many + other).join(''));
  // the first line is read otherwise, and each of the others at least
  const expected = others.map((other) => solveText(line(PUZZLE)).text.repeat(60) + alone(other));
  expect(text).toBe(expected.join(''));
  expect(reads.mock.calls.length).toBeLessThan(12 * others.length);
  reads.mockRestore();
});

test('lines between grids of one pattern change nothing but for those that are read, whatever their digits', () => {
  const grid = `${rowsOf(PUZZLE)
    .map((row) => `| ${row.split('').join(' ')} |`)
    .join('\n')}\n`;
  const between = [
    ...[
      'Puzzle 1\n',
      'Puzzle 2\n',
      'Puzzle 13\n\nby 4711\n',
      '+-----+\n',
      'Puzzle 9, of 12 May 2026\r\n\r\n',
    ],
    ...['12.05.2026\n', '1234567\n', '9\n', '# 17\n', '[17]\n', 'A | 1\n', 'B | 2\n'],
    `Puzzle ${PUZZLE.replaceAll('.', '0')}\n`,
    `Puzzle ${SOLUTION}\n`,
    `Puzzle ${SOLUTION.replace('1', '0')}\n`,
    'Row 123456789\n',
    'Row 1234567890123456\n',
    'Row 1234567890123450\n',
    ...[
      'no-solution\n',
      'invalid 1\n',
      '123456789\n',
      '........1\n',
      '. . . . . . . . .\n',
      'nan 1 2 3\n',
      'nan 4 5 6\n',
    ],
    'Puzzle 14\nPuzzle 15\n+-----+\n',
    '| 1 2 3 |\n',
  ];
  const file = between
    .flatMap((text) => between.map((other) => text + grid + other + grid + text))
    .join('\n');
  const learnt = vi.spyOn(PatternRuns.prototype, 'learnBetween');
  const found = solveText(file);
  expect(learnt.mock.calls.length).toBeGreaterThan(10);
  learnt.mockImplementation(() => {});
  const expected = solveText(file);
  learnt.mockRestore();
  expect(found.text).toBe(expected.text);
  expect(found.report.problems).toEqual(expected.report.problems);
  expect(found.report.puzzles).toBe(expected.report.puzzles);
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
