// Solvers from npm, which run in this process and take one puzzle at a time.

import { type Geometry, geometry } from '../../core/solver/model/geometry.ts';
import { type PuzzleSet, puzzleOf } from '../shared/puzzle-sets.ts';
import { ownMs } from '../shared/timing.ts';
import { answerOf, answersOf, type Run, type Solver } from './solver.ts';

/** The npm package dancing-links, the fastest dancing links in JavaScript by its own benchmark: a solver of exact covers. */
export function dancingLinks(): Solver {
  let library: typeof import('dancing-links');
  return {
    name: 'dancing-links',
    // it stores every solution, which rules out counting millions
    tasks: ['unique', 'first'],
    clock: ownMs,
    // above 16x16 most puzzles take too long
    accepts: (shape) => shape.size <= 16,
    installed: async () => {
      library = await import('dancing-links');
      return true;
    },
    prepare: (set, _task, limit) => {
      const { cells: n, size } = set.geometry;
      const rows = coverColumns(set.geometry);
      return runEach(
        set,
        (cells) => cells,
        (cells) => {
          const solver = new library.DancingLinks<number>().createSolver(rows.shape);
          for (let cell = 0; cell < n; cell++) {
            const given = cells[cell]!;
            const first = given || 1;
            const last = given || size;
            for (let digit = first; digit <= last; digit++) {
              solver.addSparseConstraint(cell * size + digit - 1, rows.of(cell, digit));
            }
          }
          return solver.find(limit);
        },
        (found) => found.map((choice) => gridOf(choice, n, size)),
      );
    },
  };
}

/** Sudoku as an exact cover: a digit in a cell covers the cell, and the digit in each unit of the cell. */
function coverColumns({ cells, size, units }: Geometry) {
  const unitsOf = Array.from({ length: cells }, (_, cell) =>
    units.flatMap((unit, u) => (unit.includes(cell) ? [u] : [])),
  );
  const columns = unitsOf.flatMap((own, cell) =>
    Array.from({ length: size }, (_, d) => [cell, ...own.map((u) => cells + u * size + d)]),
  );
  return {
    shape: { columns: cells + units.length * size },
    /** columns of a digit in a cell */
    of: (cell: number, digit: number): number[] => columns[cell * size + digit - 1]!,
  };
}

function gridOf(choice: readonly { data: number }[], cells: number, size: number): Uint8Array {
  const grid = new Uint8Array(cells);
  for (const { data } of choice) grid[Math.floor(data / size)] = (data % size) + 1;
  return grid;
}

/** The npm package sudoku, the most downloaded of its kind. Its licence (GPL) keeps it out of our dependencies. */
export function sudoku(): Solver {
  let library: { solvepuzzle(board: (number | null)[]): number[] | null };
  return {
    name: 'sudoku',
    tasks: ['first'],
    clock: ownMs,
    accepts: (shape) => shape === geometry(9),
    installed: async () => {
      const name = 'sudoku';
      const loaded = await import(name).catch(() => undefined);
      library = loaded?.default ?? loaded;
      return library !== undefined;
    },
    prepare: (set) =>
      runEach(
        set,
        (cells) => Array.from(cells, (digit) => (digit === 0 ? null : digit - 1)),
        (board) => library.solvepuzzle(board),
        (found) => (found ? [found.map((digit) => digit + 1)] : []),
      ),
  };
}

/** Runs a solver of single puzzles over a set. Conversion of input and output is not timed. */
function runEach<Input, Output>(
  set: PuzzleSet,
  input: (cells: Uint8Array) => Input,
  solve: (input: Input) => Output,
  solutions: (output: Output) => readonly ArrayLike<number>[],
): Run {
  const inputs = Array.from({ length: set.count }, (_, i) => input(puzzleOf(set, i)));
  const outputs: Output[] = new Array(set.count);
  return {
    pass: () => {
      for (let i = 0; i < inputs.length; i++) outputs[i] = solve(inputs[i]!);
    },
    answers: () =>
      answersOf(
        set,
        outputs.map((output) => answerOf(solutions(output))),
      ),
  };
}
