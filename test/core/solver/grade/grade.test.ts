import { describe, expect, test, vi } from 'vitest';
import { gradeGivens, rate } from '../../../../core/solver/grade/grade.ts';
import { GeometryError, geometry } from '../../../../core/solver/model/geometry.ts';
import { TECHNIQUES } from '../../../../core/solver/steps/techniques.ts';
import { cellsOf } from '../puzzles.ts';
import { RATED } from './rated.ts';

const classic = geometry(9);
const techniqueNames = TECHNIQUES.map(({ name }) => name);

describe('gives the ratings of Sudoku Explainer', () => {
  test.each(RATED)('%s: ER %d, EP %d, ED %d', (puzzle, er, ep, ed) => {
    expect(gradeGivens(classic, cellsOf(puzzle))).toMatchObject({ status: 'graded', er, ep, ed });
  });

  test('the examples above use every technique', () => {
    const used = new Set(
      RATED.flatMap(([puzzle]) => [...gradeGivens(classic, cellsOf(puzzle)).counts.keys()]),
    );
    // a direct claiming hardly ever occurs without a direct pointing; the last technique is rare
    expect(techniqueNames.filter((name) => !used.has(name))).toEqual([
      'Direct Claiming',
      'Dynamic Forcing Chains (+)',
    ]);
  });
});

test('returns the first technique with the highest rating, and the counts of all, easiest first', () => {
  const [puzzle] = RATED.find(([, er]) => er === 4.2)!;
  const { hardest, counts, steps } = gradeGivens(classic, cellsOf(puzzle), { path: true });
  expect(hardest).toBe('XY-Wing');
  expect([...counts.values()].reduce((sum, count) => sum + count)).toBe(steps.length);
  const order = [...counts.keys()].map((name) => techniqueNames.indexOf(name));
  expect(order).toEqual(order.toSorted((a, b) => a - b));
});

test('the path leads from the givens to the solution', () => {
  const [puzzle] = RATED.at(-1)!;
  const { steps } = gradeGivens(classic, cellsOf(puzzle), { path: true });
  const placed = steps.filter(({ cell }) => cell !== undefined).map(({ cell }) => cell);
  expect(new Set(placed).size + puzzle.replaceAll('.', '').length).toBe(81);
});

test('a filled grid needs no step', () => {
  const filled = cellsOf('123456789456789123789123456214365897365897214897214365531642978642978531978531642');
  expect(gradeGivens(classic, filled)).toMatchObject({ status: 'filled', er: 0, steps: [] });
});

test('stops before the next step when the deadline has passed', () => {
  const [puzzle] = RATED[0]!;
  expect(gradeGivens(classic, cellsOf(puzzle), { deadline: 0 })).toMatchObject({ status: 'interrupted' });
});

test('stops a search for chains at the deadline, and grades the next puzzle as before', () => {
  // beyond all techniques after few steps; the last search is for chains of every kind
  const puzzle = cellsOf('8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..');
  const complete = gradeGivens(classic, puzzle, { path: true });
  let looks = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => looks++);
  for (const left of [complete.steps.length + 5, complete.steps.length + 60, complete.steps.length + 130]) {
    looks = 0;
    const { status } = gradeGivens(classic, puzzle, { deadline: left });
    expect(status).toBe('interrupted');
    expect(looks).toBe(left + 1);
  }
  clock.mockRestore();
  expect(gradeGivens(classic, puzzle, { path: true })).toEqual(complete);
  const [[other], fresh] = [RATED.at(-1)!, RATED.at(-1)!.slice(1, 4)];
  const { er, ep, ed } = gradeGivens(classic, cellsOf(other), { deadline: performance.now() + 1e6 });
  expect([er, ep, ed]).toEqual(fresh);
});

test.each([geometry(4), geometry(16)])('refuses size $size', (shape) => {
  expect(() => gradeGivens(shape, new Uint8Array(shape.cells))).toThrow(GeometryError);
  expect(() => gradeGivens(shape, new Uint8Array(shape.cells))).toThrow(/expected a 9x9 puzzle .* got/);
});

// the techniques of one search: each of these puzzles can also be solved with another of them
test.each([
  ['Last Cell', '.3...9.....1...52...9..5.4624..7...3..821...4.....6..24.........8...1....9.4...6.'],
  ['Direct Pointing', '................12..3..4...........3..4...5.6.7.18.........54...8.......12.7.....'],
  ['Pointing', '..4.8..9.91....6..8.5..2....6.....49..1..85......4.........6....4.75.8....2.....1'],
  ['Claiming', '......3.9....1.....2...5..6.3.8....26.....89.9..2....4.6.3.......1....7..5..29.3.'],
  [
    'Bidirectional X-Cycle',
    '13........5..68.1...4...7..9.2..........7........1296...3.97..4......1.3..63..89.',
  ],
  [
    'Bidirectional Y-Cycle',
    '81..2.95..6..4....2...6..3.9....4...........545..1.8...8.....2......1..41.7.56.9.',
  ],
  ['Forcing X-Chain', '.3.2.9.........5....4.....279..83....8...6..95....4.673..1.......2..8..1......2.6'],
  ['Forcing Chain', '..85...6..........9...184......2....8.714...214.8..65.6....3....3..8.......2.71..'],
  [
    'Bidirectional Cycle',
    '.3.2.9.........5....4.....279..83....8...6..95....4.673..1.......2..8..1......2.6',
  ],
  [
    'Cell Forcing Chains',
    '..192..433.8......97....1....9..1..2.1....6......45.....73..8.........1....4..53.',
  ],
  [
    'Region Forcing Chains',
    '...36....85.......9.4..8........68.........17..9..45...1.5...6.4....9..2.....3...',
  ],
  [
    'Dynamic Contradiction Forcing Chain',
    '9.5.....6.....12.........94.2...........3....43718.6..3..7......6...57.2.586..4..',
  ],
  [
    'Dynamic Double Forcing Chain',
    '......94.....9...53....5.7..8.4..1..463...........7.8.8..7.....7......28.5.26....',
  ],
  [
    'Dynamic Cell Forcing Chains',
    '......94.....9...53....5.7..8.4..1..463...........7.8.8..7.....7......28.5.26....',
  ],
  [
    'Dynamic Region Forcing Chains',
    '9.5.....6.....12.........94.2...........3....43718.6..3..7......6...57.2.586..4..',
  ],
] as const)('grades a puzzle without %s', (technique, puzzle) => {
  const { counts, er } = gradeGivens(classic, cellsOf(puzzle));
  expect(counts.has(technique)).toBe(true);
  const without = gradeGivens(classic, cellsOf(puzzle), { without: technique, maxRating: er });
  expect(without.status).toBe('graded');
  expect(without.counts.has(technique)).toBe(false);
});

test('the status of cells without a rating gives the reason', () => {
  const status = (text: string) => rate(classic, cellsOf(text)).status;
  const [puzzle, er] = RATED[0]!;
  expect(rate(classic, cellsOf(puzzle))).toMatchObject({ status: 'graded', er });
  expect(status('.'.repeat(81))).toBe('not-unique');
  expect(status(`11${'.'.repeat(79)}`)).toBe('invalid');
  expect(status('1...5.2.9..7.......6.......2...........5.1..2....2.39.3.4.9...15...1...3...8...4.')).toBe(
    'no-solution',
  );
  expect(() => rate(geometry(6), new Uint8Array(36))).toThrow(GeometryError);
  const rows = geometry(9, 'classic', { rows: 1, columns: 9 });
  expect(() => rate(rows, new Uint8Array(81))).toThrow(
    'with 3x3 boxes, classic or x, which alone are graded, got 9x9 with 1x9',
  );
});

test('the deadline and the budget apply to the proof that there is one solution', () => {
  const [puzzle] = RATED.at(-1)!;
  expect(rate(classic, cellsOf(puzzle), { deadline: performance.now() }).status).toBe('interrupted');
  expect(rate(classic, cellsOf(puzzle), { budget: 1 }).status).toBe('unsolved');
});
