import type { Geometry } from '../../core/solver/geometry.ts';

/** Sudoku as exact cover: a digit in a cell covers the cell, and the digit in each of the cell's units. */
export function coverColumns({ cells, size, units }: Geometry) {
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
