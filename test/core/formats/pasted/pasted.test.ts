import { expect, test } from 'vitest';
import { parse, solve } from '../../../../core/browser.ts';
import { problemsOf, solveBytes } from '../solve-bytes.ts';
import { SAMPLES } from './samples.ts';

const rowsOf = (grid: string) => (grid.match(/.{9}/g) ?? []).map((row) => row.split('').map(Number));
const PUZZLE = rowsOf('530070000600195000098000060800060003400803001700020006060000280000419005000080079');
const SOLUTION = rowsOf('534678912672195348198342567859761423426853791713924856961537284287419635345286179');

for (const [kind, samples] of Object.entries(SAMPLES)) {
  test.each(Object.entries(samples))(`${kind}: %s`, (_name, sample) => {
    const file = Buffer.from(sample(PUZZLE));
    const { output } = solveBytes(file);
    expect(output.toString()).toBe(sample(SOLUTION));
  });
}

test('parse() and solve() agree with the reader of files about texts of one grid', () => {
  const differing = Object.entries(SAMPLES).flatMap(([kind, samples]) =>
    Object.entries(samples).flatMap(([name, sample]) => {
      const text = sample(PUZZLE);
      if (solveBytes(Buffer.from(text)).tally.puzzles > 1) return [];
      try {
        const cells = parse(text).cells.join('');
        if (cells === PUZZLE.flat().join('') && solve(text).solution === sample(SOLUTION)) return [];
        return [`${kind}: ${name}: ${cells}`];
      } catch (error) {
        return [`${kind}: ${name}: ${String(error)}`];
      }
    }),
  );
  expect(differing).toEqual([]);
});

const lists = (rows: readonly (readonly number[])[]) =>
  `g = [\n${rows.map((row) => `[${row.join(', ')}],`).join('\n')}\n]\n`;

test('a row beyond a grid is reported', () => {
  const { tally, text } = solveBytes(lists([...PUZZLE, PUZZLE[0]!]));
  expect(tally).toMatchObject({ solved: 1, invalid: 1 });
  expect(text).toBe(lists([...SOLUTION, PUZZLE[0]!]));
  expect(problemsOf(solveBytes(lists([...PUZZLE, PUZZLE[0]!])))).toEqual([
    '12:0 invalid: expected 9 rows, got 1',
  ]);
  const boxes = [...PUZZLE, PUZZLE[0]!].map((row) => `│ ${row.map((v) => v || ' ').join(' │ ')} │\n`);
  expect(solveBytes(Buffer.from(boxes.join('├───┼───┤\n'))).tally).toMatchObject({ solved: 1, invalid: 1 });
});

test('a list of numbers that stands apart from a grid is no row beyond it', () => {
  expect(solveBytes(`${lists(PUZZLE)}steps = [1, 2, 3, 4]\n`).tally).toMatchObject({ solved: 1, invalid: 0 });
  const quoted = PUZZLE.map((row) => `> ${row.join(' ')}\n`).join('');
  expect(solveBytes(`${quoted}>\n> 1 2 3 4\n`).tally).toMatchObject({ solved: 1, invalid: 0 });
});

test('rows of a large grid are not small grids, and lines of a longer list are not either', () => {
  const rows = Array.from(
    { length: 15 },
    (_, i) => `"${i === 4 ? '.......14.......' : '..F.9.....2.C.A.'}",`,
  );
  expect(() => solveBytes(`g = [\n${rows.join('\n')}\n]\n`)).toThrow('expected');
  const list = `a = [0, 5, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, , 0, 0, 1,\n  ${'0, '.repeat(14)}1, 2]\n`;
  expect(() => solveBytes(list)).toThrow('expected');
});

test('numbers of a large grid are read where all those of a row are below ten, and fill the columns', () => {
  const value = (r: number, c: number) => ((4 * (r % 4) + Math.floor(r / 4) + c) % 16) + 1;
  const full = Array.from({ length: 16 }, (_, r) => Array.from({ length: 16 }, (_, c) => value(r, c)));
  const write = (grid: number[][]) =>
    `array([[${grid.map((row) => row.map((v) => String(v).padStart(2)).join(', ')).join('],\n       [')}]])\n`;
  const puzzle = full.map((row, r) =>
    row.map((v, c) => ((r === 3 && v > 9) || (r === 8 && c === 0) || (r === 2 && c === 5) ? 0 : v)),
  );
  puzzle[7]![0] = 0;
  const { text, tally } = solveBytes(write(puzzle), { solutions: 'unique' });
  expect(tally.solved).toBe(1);
  expect(text).toBe(write(full));
});

test('rows of a large grid in packed boxes are not titles, although they consist of words', () => {
  const box = (r: number, band: number) =>
    Array.from({ length: 4 }, (_, c) => '123456789ABCDEFG'[(4 * (r % 4) + (r >> 2) + 4 * band + c) % 16]);
  const write = (isGiven: (r: number, c: number) => boolean) =>
    Array.from({ length: 16 }, (_, r) => {
      const boxes = [0, 1, 2, 3].map((band) =>
        box(r, band)
          .map((symbol, c) => (isGiven(r, 4 * band + c) ? symbol : '-'))
          .join(''),
      );
      return `│ ${boxes.join(' │ ')} │\u00a0\n`;
    }).join('');
  const puzzle = write((r, c) => c > 11 || (5 * r + 3 * c) % 4 > 0);
  expect(puzzle).toContain('│ -234 │ -678 │ -ABC │ DEFG │');
  const { text } = solveBytes(Buffer.from(puzzle), { solutions: 'unique' });
  expect(text).toBe(Buffer.from(write(() => true)).toString('latin1'));
});

test.each([
  ['invalid', 'invalid'],
  ['no-solution', 'noSolution'],
  ['unsolved', 'unsolved'],
])('a line that is the marker %s is one record, and costs the grids around it nothing', (marker, counter) => {
  const list = `grid = [[1,2,None,4],[3,4,1,2],[0,0,0,0],[0,0,0,0]]`;
  const done = `grid = [[1,2,3,4],[3,4,1,2],[2,1,4,3],[4,3,2,1]]`;
  for (const lines of [
    [marker, list, list],
    [list, marker, list],
    [list, list, marker, marker],
  ]) {
    const solved = solveBytes(`${lines.join('\n')}\n`);
    expect(solved.plan.format).toBe('pasted');
    expect(solved.text).toBe(`${lines.map((line) => (line === list ? done : line)).join('\n')}\n`);
    expect(solved.tally).toMatchObject({ solved: 2, [counter]: lines.length - 2 });
  }
});

test.each([
  ['123456789abcdef', ' | '],
  ['123456789:;<=>?', ''],
])(
  'rows of %s with "%s" between boxes, and other blanks behind them are rows, whatever stands above',
  (symbols, between) => {
    const write = (isGiven: (r: number, c: number) => boolean) => {
      const cell = (r: number, c: number) => symbols[(5 * (r % 3) + Math.floor(r / 3) + c) % 15]!;
      const row = (r: number) =>
        [0, 5, 10]
          .map((left) =>
            [0, 1, 2, 3, 4].map((c) => (isGiven(r, left + c) ? cell(r, left + c) : '.')).join(''),
          )
          .join(between);
      const rows = Array.from({ length: 15 }, (_, r) => `${between}${row(r)}${between}\u00a0\n`).join('');
      return `15\n${rows}`.repeat(4);
    };
    const { text, tally } = solveBytes(Buffer.from(write((r, c) => (r + c) % 3 > 0)));
    expect(tally.solved).toBe(4);
    expect(text).toBe(Buffer.from(write(() => true)).toString('latin1'));
  },
);
