import { expect, test } from 'vitest';
import {
  MAX_RATED,
  mergeHighestRated,
  type RatedPuzzle,
} from '../../../core/files/statistics/highest-rated.ts';
import { solveBytes } from '../formats/solve-bytes.ts';

const rated = (line: number, er?: number): RatedPuzzle => ({
  ...{ line, size: '9x9', puzzle: '.' },
  ...(er !== undefined && { er }),
});

test('puzzles beyond the techniques come first, then the highest ratings, then the first of the file', () => {
  const pieces = [
    [rated(1, 2.5), rated(3, 7.1)],
    [rated(9), rated(7, 7.1), rated(5, 2.6)],
  ];
  expect(mergeHighestRated(pieces).map(({ line }) => line)).toEqual([9, 3, 7, 5, 1]);
});

test('the list has a bounded length', () => {
  const many = Array.from({ length: 100 }, (_, i) => rated(i + 1, 1.5));
  expect(mergeHighestRated([many, many])).toHaveLength(MAX_RATED);
});

test('a tally lists the highest rated puzzles of a file if they are graded', () => {
  const easy = '..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..';
  const hard = '4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......';
  const text = `${easy}\n${hard}\n`;
  expect(solveBytes(text).tally.statistics).not.toHaveProperty('highestRated');
  const { highestRated } = solveBytes(text, { grade: true, output: 'jsonl' }).tally.statistics;
  expect(highestRated).toMatchObject([
    { line: 2, size: '9x9', er: 2.6, puzzle: hard },
    { line: 1, size: '9x9' },
  ]);
  expect(highestRated).toHaveLength(2);
});
