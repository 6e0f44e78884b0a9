import { geometry } from '../../core/solver/geometry.ts';
import { ownMs } from '../clock.ts';
import type { Contestant } from '../contestant.ts';
import { coverColumns } from './cover.ts';
import { answerOf, runEach } from './each.ts';

const isClassic = (shape: unknown) => shape === geometry(9);

/** npm: the fastest dancing links in JavaScript, by its own benchmark; an exact-cover solver given sudoku's rules. */
export function dancingLinks(): Contestant {
  let library: typeof import('dancing-links');
  return {
    name: 'dancing-links',
    // it keeps all solutions, and so is not asked to count millions
    tasks: ['unique', 'first'],
    clock: ownMs,
    // beyond 16x16 it hardly ever comes to an end
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
        (found) => answerOf(found.map((choice) => gridOf(choice, n, size))),
      );
    },
  };
}

function gridOf(choice: readonly { data: number }[], cells: number, size: number): Uint8Array {
  const grid = new Uint8Array(cells);
  for (const { data } of choice) grid[Math.floor(data / size)] = (data % size) + 1;
  return grid;
}

/** npm: the package most downloaded under the name; not among our dependencies, for its licence (GPL). */
export function sudoku(): Contestant {
  let library: { solvepuzzle(board: (number | null)[]): number[] | null };
  return {
    name: 'sudoku',
    tasks: ['first'],
    clock: ownMs,
    accepts: isClassic,
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
        (found) => answerOf(found ? [found.map((digit) => digit + 1)] : []),
      ),
  };
}
