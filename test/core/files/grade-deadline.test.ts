import { expect, test } from 'vitest';
import { BlockSolver } from '../../../core/files/solve-block.ts';
import type { Block } from '../../../core/formats/shared/block.ts';
import { DEFAULT_OPTIONS } from '../../../core/options/options.ts';
import { geometry } from '../../../core/solver/geometry.ts';
import { Status } from '../../../core/solver/status.ts';
import { RATED } from '../solver/grade/rated.ts';
import { cellsOf } from '../solver/puzzles.ts';

test('grading is cut by the deadline as solving is: from there on puzzles are not begun', () => {
  const hard = RATED.filter(([, er]) => er > 7);
  const block = {
    geometry: geometry(9),
    count: hard.length,
    cells: Uint8Array.from(hard.flatMap(([puzzle]) => [...cellsOf(puzzle)])),
  } as Block;
  // enough to solve them, far from enough to grade them all
  const solver = new BlockSolver({ ...DEFAULT_OPTIONS, output: 'csv', grade: true }, performance.now() + 5);
  const { statuses, ratings } = solver.solve(block);
  const first = statuses.indexOf(Status.interrupted);
  expect(first).toBeGreaterThanOrEqual(0);
  expect(new Set(statuses.subarray(first, hard.length))).toEqual(new Set([Status.interrupted]));
  expect(ratings?.slice(first) ?? []).toEqual([]);
});
