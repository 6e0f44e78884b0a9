import { expect, test, vi } from 'vitest';
import { BlockSolver } from '../../../core/files/block-solver.ts';
import type { Block } from '../../../core/formats/shared/block.ts';
import { DEFAULT_OPTIONS } from '../../../core/options/options.ts';
import { geometry } from '../../../core/solver/model/geometry.ts';
import { Status } from '../../../core/solver/model/status.ts';
import { RATED } from '../solver/grade/rated.ts';
import { cellsOf } from '../solver/puzzles.ts';

test('a deadline interrupts grading and all later puzzles', () => {
  const hard = RATED.filter(([, er]) => er > 7);
  const block = {
    geometry: geometry(9),
    count: hard.length,
    cells: Uint8Array.from(hard.flatMap(([puzzle]) => [...cellsOf(puzzle)])),
  } as Block;
  const options = { ...DEFAULT_OPTIONS, output: 'csv' } as const;
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now++);
  try {
    new BlockSolver(options, { deadline: 1e9 }).solve(block);
    const solving = now;
    now = 0;
    // enough looks at the clock to solve them, but far from enough to grade them all
    const { statuses, facts } = new BlockSolver(
      { ...options, grade: true },
      { deadline: solving + 30 },
    ).solve(block);
    const first = statuses.indexOf(Status.interrupted);
    expect(first).toBeGreaterThanOrEqual(0);
    expect(new Set(statuses.subarray(first, hard.length))).toEqual(new Set([Status.interrupted]));
    expect(facts!.grade!.slice(first)).toEqual([]);
  } finally {
    clock.mockRestore();
  }
});

test('a deadline interrupts explaining between two puzzles, as a block of large grids may take a second', () => {
  const count = 50;
  const solved = Array.from({ length: 16 }, (_, row) =>
    Array.from({ length: 16 }, (_, column) => ((4 * row + (row >> 2) + column) % 16) + 1),
  ).flat();
  // the first row is empty; a puzzle looks at the clock for its proof of uniqueness and for its steps
  const cells = Uint8Array.from(
    new Array(count).fill(solved.map((digit, cell) => (cell < 16 ? 0 : digit))).flat(),
  );
  const block = { geometry: geometry(16), count, cells } as Block;
  const options = { ...DEFAULT_OPTIONS, output: 'jsonl', explain: true } as const;
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now++);
  try {
    new BlockSolver({ ...options, explain: false }, { deadline: 1e9 }).solve(block);
    const solving = now;
    now = 0;
    const { statuses, facts } = new BlockSolver(options, { deadline: solving + 20 }).solve(block);
    expect(statuses.indexOf(Status.interrupted)).toBe(10);
    expect(new Set(statuses.subarray(10, count))).toEqual(new Set([Status.interrupted]));
    expect(facts!.explain).toHaveLength(10);
    expect(facts!.explain![9]).toMatchObject({ difficulty: 'easy' });
  } finally {
    clock.mockRestore();
  }
});

test('a deadline interrupts grading and explaining at the same puzzle', () => {
  const easy = RATED.filter(([, er]) => er < 3).slice(0, 3);
  const block = {
    geometry: geometry(9),
    count: easy.length,
    cells: Uint8Array.from(easy.flatMap(([puzzle]) => [...cellsOf(puzzle)])),
  } as Block;
  const options = { ...DEFAULT_OPTIONS, output: 'jsonl', explain: true } as const;
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now++);
  try {
    new BlockSolver(options, { deadline: 1e9 }).solve(block);
    const all = now;
    now = 0;
    const { facts, statuses } = new BlockSolver(options, { deadline: all - 2 }).solve(block);
    expect(facts!.grade).toHaveLength(2);
    expect(facts!.explain).toHaveLength(2);
    expect(statuses[2]).toBe(Status.interrupted);
  } finally {
    clock.mockRestore();
  }
});

test('a solver that lists solutions sees no ratings or explanations of an earlier file', () => {
  const block = { geometry: geometry(9), count: 1, cells: cellsOf(RATED[0]![0]) } as Block;
  const first = new BlockSolver(
    { ...DEFAULT_OPTIONS, output: 'jsonl', grade: true, explain: true },
    { deadline: Infinity },
  );
  expect(first.solve(block).facts!.grade).toHaveLength(1);
  first.release();
  const { result } = new BlockSolver({ ...DEFAULT_OPTIONS, solutions: 'all' }, { deadline: Infinity }).list(
    block,
  );
  expect(result.facts).toBeUndefined();
});

test('9x9 grids whose boxes are not 3x3 are solved and explained by the techniques for all grids, and are not graded', () => {
  const latin = '92..65...58.24....15...8.9...1...6.4.748.61..346......8.......7..937.....954..81.';
  const block = {
    geometry: geometry(9, 'classic', { rows: 1, columns: 9 }),
    count: 1,
    cells: cellsOf(latin),
  } as Block;
  const options = { ...DEFAULT_OPTIONS, output: 'jsonl', grade: true, explain: true } as const;
  const { statuses, facts } = new BlockSolver(options, { deadline: 1e9 }).solve(block);
  expect(statuses[0]).toBe(Status.solved);
  expect(facts).not.toHaveProperty('grade');
  expect(facts!.explain).toMatchObject([{ difficulty: expect.any(String) }]);
});
