import { describe, expect, test } from 'vitest';
import { solveCells } from '../../../core/puzzle/solve-cells.ts';
import { geometry } from '../../../core/solver/model/geometry.ts';
import { planOf, solveBytes } from './solve-bytes.ts';

const SOLUTION = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
const CLASSIC = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';

/** A line of pencilmarks, from the digits of each cell. */
const marks = (cells: readonly string[], symbols = '123456789') =>
  cells
    .map((cell) => Array.from(symbols, (symbol) => (cell.includes(symbol) ? symbol : '.')).join(''))
    .join('');
const full = (size: number) => '123456789'.slice(0, size);
/** The candidates that givens leave, before any peer is looked at. */
const ofGivens = (puzzle: string, size = 9) =>
  Array.from(puzzle, (symbol) => (symbol === '.' ? full(size) : symbol));
/** Candidates with one solution, of which no cell is a given: the digit of the solution and the one after it in a cycle of nine. */
const PAIRS = Array.from(SOLUTION, (digit, i) => (i < 40 ? full(9) : digit));

const draw = (cells: readonly string[], size: number, width = 10) =>
  Array.from({ length: size }, (_, row) =>
    cells
      .slice(row * size, (row + 1) * size)
      .map((cell) => cell.padEnd(width))
      .join(' '),
  ).join('\n');

describe('lines of pencilmarks', () => {
  const line = marks(ofGivens(CLASSIC));

  test('are solved to a line with a character for each cell, and the rest of the file is preserved', () => {
    const { plan, text } = solveBytes(`# two\r\n${line}\r\n\n${line} 5 # text\n`);
    expect(plan).toMatchObject({ format: 'pencilmarks', splittable: true });
    expect(text).toBe(`# two\r\n${SOLUTION}\r\n\n${SOLUTION} 5 # text\n`);
  });

  test.each(['A title\n12:30\n', 'No. 1\n\n1\n----\nEasy (4.5)\n', '© 2020\n'])(
    'can have titles: %j',
    (title) => {
      const file = (text: string) => `${title}${text} # 1\n${text}\nThe end\n`;
      expect(solveBytes(file(line)).text).toBe(file(SOLUTION));
    },
  );

  test('are not found in solved lines of nine groups of nine', () => {
    const file = `${SOLUTION.replaceAll(/.{9}(?=.)/g, '$& ')}\n`.repeat(18);
    const { plan, text } = solveBytes(file);
    expect([plan.format, text]).toEqual(['lines', file]);
  });

  test('are no numbers that lost zeros', () => {
    const file = (text: string) => `${text};easy\n${text};hard\n`;
    const { plan } = solveBytes(file(marks(ofGivens('1'.padEnd(36, '.'), 6), '123456').replaceAll('.', '0')));
    expect(plan.format).toBe('pencilmarks');
  });

  test('use allowed digits only', () => {
    const { text, tally } = solveBytes(`${marks(PAIRS)}\n`, { solutions: 'count', limit: 1000 });
    expect(text).toContain(',solved,');
    const changed = [...PAIRS];
    changed[0] = '1234678';
    const refused = solveBytes(`${marks(changed)}\n`);
    expect(refused.tally.solved + refused.tally.noSolution).toBe(1);
    expect(refused.text.startsWith('5')).toBe(false);
    expect(tally.solved).toBe(1);
  });

  test.each([
    ['unique', {}, SOLUTION],
    ['a cell without a candidate', { 0: '' }, 'invalid'],
    ['two equal givens', { 2: '3' }, 'invalid'],
    ['a digit that no solution has', { 2: '12' }, 'no-solution'],
    ['several solutions', undefined, 'not-unique'],
  ])('have the statuses of other puzzles: %s', (_, change, expected) => {
    const cells = change ? Object.assign(ofGivens(CLASSIC), change) : ofGivens('.'.repeat(81));
    expect(solveBytes(`${line}\n${marks(cells)}\n`, { solutions: 'unique' }).text).toBe(
      `${SOLUTION}\n${expected}\n`,
    );
  });

  test('name the cell without a candidate', () => {
    const cells = Object.assign(ofGivens(CLASSIC), { 2: '' });
    expect(solveBytes(`${line}\n${marks(cells)}\n`).tally.problems).toMatchObject([
      { line: 2, status: 'invalid', reason: 'expected a candidate in row 1, column 3, got none' },
    ]);
  });

  test.each([
    [
      '728 characters',
      line.slice(1),
      0,
      'expected 729 characters (81 cells of 9) or as many as a grid has cells, got 728',
    ],
    [
      'a digit in the place of another',
      `${line.slice(0, 19)}9${line.slice(20)}`,
      20,
      'expected 2 or . at place 2 of row 1, column 3, got "9"',
    ],
    ['a letter', `x${line.slice(1)}`, 1, 'expected 1 or . at place 1 of row 1, column 1, got "x"'],
  ])('are invalid with the place of the fault: %s', (_, wrong, column, reason) => {
    const { text, tally } = solveBytes(`${line}\n ${wrong}\n${line}\n`);
    expect(text).toBe(`${SOLUTION}\n invalid\n${SOLUTION}\n`);
    expect(tally.problems).toMatchObject([{ line: 2, reason: expect.stringContaining(reason) }]);
    if (column > 0) expect(tally.problems[0]!.column).toBe(column + 1);
  });

  test('can stand between lines with a character for each cell', () => {
    const { text, tally } = solveBytes(`${CLASSIC}\n${line}\n${CLASSIC}\n`);
    expect(text).toBe(`${SOLUTION}\n${SOLUTION}\n${SOLUTION}\n`);
    expect(tally.sizes).toEqual({ '9x9': 3 });
  });

  test.each([4, 6, 8, 12, 16, 36])('can have size %i', (size) => {
    const shape = geometry(size);
    const symbols =
      size < 36
        ? '123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'.slice(0, size)
        : '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
    const [solution] = solveCells(new Uint8Array(shape.cells)).solutions;
    const cells = Array.from(solution!, (value, i) =>
      i % 5 === 0 ? symbols.slice(Math.max(0, value - 2), value + 1) : symbols[value - 1]!,
    );
    const { plan, text } = solveBytes(`${marks(cells, symbols)}\n`);
    expect(plan.format).toBe('pencilmarks');
    expect(text).toBe(`${Array.from(solution!, (value) => symbols[value - 1]).join('')}\n`);
  });

  test('are not taken for grids with a character for each cell, nor those for them', () => {
    const large = solveCells(new Uint8Array(64)).solutions[0]!.join('');
    expect(planOf(`${large.replaceAll(/[1-4]/g, '.')}\n`).format).toBe('lines');
    const huge = '123456789ABCDEFGHIJKLMNOPQR'.padEnd(729, '.');
    expect(planOf(`${huge}\n`).format).toBe('lines');
  });

  test('are read from columns of tables and members of objects, too', () => {
    const table = solveBytes(`id,puzzle,solution\n1,${line},\n`);
    expect(table.text).toBe(`id,puzzle,solution,status\n1,${line},${SOLUTION},solved\n`);
    const objects = solveBytes(`{"puzzle":"${line}"}\n{"puzzle":"${line}","solution":"${SOLUTION}"}\n`);
    expect(objects.tally).toMatchObject({ solved: 2, disagreements: 0 });
  });

  test('do not accept a solution in the file that has an excluded digit', () => {
    const empty = ofGivens('.'.repeat(81));
    const other = Object.assign([...empty], { 0: '1234' });
    const { tally } = solveBytes(
      `puzzle,solution\n${marks(empty)},${SOLUTION}\n${marks(other)},${SOLUTION}\n`,
    );
    expect(tally.problems.map(({ line: at, reason }) => [at, reason.slice(0, 30)])).toEqual([
      [2, 'the solution in the file fits,'],
      [3, expect.stringMatching(/^expected/)],
    ]);
  });
});

describe('grids of candidates', () => {
  const [eight, nine] = [Object.assign(ofGivens(CLASSIC), { 2: '14', 3: '26' }), ofGivens(CLASSIC)];

  test('keep their frames when they are solved', () => {
    const rows = draw(nine, 9)
      .split('\n')
      .map((row) => `| ${row} |`);
    const frame = (text: string) => [`.${'-'.repeat(20)}.`, text, `'${'-'.repeat(20)}'`].join('\n');
    const solved = draw(Array.from(SOLUTION), 9)
      .split('\n')
      .map((row) => `| ${row} |`);
    const { plan, text } = solveBytes(`Title\n${frame(rows.join('\n'))}\n\n${frame(rows.join('\n'))}\n`);
    expect(plan).toMatchObject({ format: 'candidates', splittable: false });
    expect(text).toBe(`Title\n${frame(solved.join('\n'))}\n\n${frame(solved.join('\n'))}\n`);
  });

  test.each([
    ['an eliminated digit', '46-1'],
    ['marked digits', '(4)6*'],
    ['a letter before', 'a46'],
    ['any order', '64'],
    ['no candidates', '.'],
    ['all eliminated but one', '4-126'],
  ])('read %s', (_, cell) => {
    const cells = Object.assign([...eight], { 2: cell });
    const { text } = solveBytes(`${draw(cells, 9)}\n`);
    expect(text).toBe(`${draw(Array.from(SOLUTION), 9)}\n`);
  });

  test.each([
    ['a digit twice', { 2: '122' }, 'expected different digits from 1 to 9 in a cell, got "122"'],
    ['a missing cell', { 2: '' }, 'expected rows of equal length: row 2 has 8 cells, row 1 has 9'],
  ])('are invalid with the place of the fault: %s', (_, change, reason) => {
    const wrong = draw(
      Object.assign(
        [...eight],
        { 11: '123' },
        Object.fromEntries(Object.entries(change).map(([i, cell]) => [Number(i) + 9, cell])),
      ),
      9,
    );
    const { text, tally } = solveBytes(`${draw(eight, 9)}\n\n${wrong}\n\n${draw(eight, 9)}\n`);
    const solved = draw(Array.from(SOLUTION), 9);
    expect(text.replaceAll(/ +$/gm, '')).toBe(`${solved}\n\ninvalid\n\n${solved}\n`.replaceAll(/ +$/gm, ''));
    expect(tally.problems).toMatchObject([{ line: 12, reason }]);
  });

  test('that lack a row are invalid, and the next one is read', () => {
    const cut = draw(eight, 9).split('\n').slice(1).join('\n');
    const { text, tally } = solveBytes(`${draw(eight, 9)}\n\n${cut}\n\n${draw(eight, 9)}\n`);
    const solved = draw(Array.from(SOLUTION), 9);
    expect(text.replaceAll(/ +$/gm, '')).toBe(`${solved}\n\ninvalid\n\n${solved}\n`.replaceAll(/ +$/gm, ''));
    expect(tally.problems).toMatchObject([{ reason: 'expected 9 rows, got 8' }]);
  });

  test('lose nothing to a line above them that fits no row', () => {
    const file = (grid: string) => `${grid}\n\n53..7....\n${grid}\n`;
    const { text, tally } = solveBytes(file(draw(eight, 9)));
    expect(tally).toMatchObject({ solved: 2, invalid: 0 });
    expect(text).toBe(file(draw(Array.from(SOLUTION), 9)));
  });

  test('with a long rule behind a row are one broken grid, not two', () => {
    const wrong = draw(eight, 9)
      .split('\n')
      .map((row, r) => (r === 2 ? `${row} 7*${'-'.repeat(60)}*` : row));
    const { text, tally } = solveBytes(`${draw(eight, 9)}\n\n${wrong.join('\n')}\n`);
    expect(text).toMatch(/\n\ninvalid *\n$/);
    expect(tally.problems).toMatchObject([
      { line: 13, reason: 'expected rows of equal length: row 3 has 10 cells, the others 9' },
    ]);
  });

  test('can have 4 or 6 rows, but above 9 digits are numbers', () => {
    expect(planOf('12 34 3 4\n3 4 1 2\n2 1 34 3\n34 3 2 1\n').format).toBe('candidates');
    const numbers = Array.from({ length: 16 }, (_, row) =>
      Array.from({ length: 16 }, (_, i) => ((i + 4 * row + (row >> 2)) % 16) + 1).join(' '),
    );
    expect(planOf(`${numbers.join('\n')}\n`).format).toBe('grids');
  });

  test('stand in tables as pencilmarks', () => {
    const { text } = solveBytes(`${draw(nine, 9)}\n`, { output: 'jsonl', grade: true });
    expect(JSON.parse(text)).toMatchObject({
      puzzle: marks(nine),
      solution: SOLUTION,
      grade: { status: 'graded' },
    });
    const { text: other } = solveBytes(`${draw(eight, 9)}\n`, { output: 'csv', grade: true });
    expect(other.split('\n')[1]).toMatch(/,solved,1,\d+,,,,$/);
  });

  test('are explained from their candidates', () => {
    const cells = Object.assign(
      ofGivens('.'.repeat(81)),
      Array.from(SOLUTION, (digit, i) => (i % 4 !== 1 ? digit : full(9))),
    );
    const changed = Object.assign([...cells], { 1: '3' === SOLUTION[1] ? '39' : full(9) });
    const { text } = solveBytes(`${draw(changed, 9)}\n`, { output: 'jsonl', explain: true });
    expect(JSON.parse(text).explain.steps.length).toBeGreaterThan(0);
  });
});

describe('files of candidate grids', () => {
  const grid = `${draw(ofGivens(CLASSIC), 9)}\n`;

  test.each([
    ['a line with a character for each cell', CLASSIC, SOLUTION],
    ['the same with text after it', `${CLASSIC} hard`, `${SOLUTION} hard`],
    ['a line of pencilmarks', marks(ofGivens(CLASSIC)), SOLUTION],
  ])('can have %s among them', (_, line, solved) => {
    const { plan, text, tally } = solveBytes(`${line}\n${grid}${line}\n\n${grid}`);
    expect(plan.format).toBe('candidates');
    expect(tally).toMatchObject({ solved: 4, invalid: 0 });
    expect(text.split('\n').filter((found) => found === solved)).toHaveLength(2);
    const table = solveBytes(`${line}\n${grid}`, { output: 'csv' });
    expect(table.text.match(/,solved,/g)).toHaveLength(2);
  });

  test.each([
    ['rows without separators', CLASSIC.replace(/.{9}/g, '$&\n'), 'expected cells with separators'],
    [
      'a puzzle with a wrong length',
      `${CLASSIC.replaceAll('.', '0')}${'0'.repeat(135)}\n`,
      'expected 1 or .',
    ],
  ])('report %s', (_, rows, reason) => {
    const { tally } = solveBytes(`${grid}\n${rows}\n${grid}`);
    expect(tally).toMatchObject({ solved: 2, invalid: 1 });
    expect(tally.problems[0]!.reason).toContain(reason);
  });

  test('preserve numbers in titles', () => {
    const { tally, text } = solveBytes(`2024\n${grid}1234567890123456\n20130405\n${grid}`);
    expect(tally).toMatchObject({ solved: 2, invalid: 0 });
    expect(text).toContain('\n1234567890123456\n20130405\n');
  });

  test('are not plain grids in which two digits stand together by mistake', () => {
    const plain = CLASSIC.replace(/.{9}/g, (row) => `${row.split('').join(' ')}\n`).replace('5 3', '53 3');
    const typo = `${plain.replace('53 3', '5 3')}\n${plain}`;
    expect(planOf(typo).format).toBe('grids');
    expect(solveBytes(typo).tally).toMatchObject({ solved: 1, invalid: 1 });
  });
});
