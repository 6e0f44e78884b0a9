import { conflictReason } from '../../core/files/problems.ts';
import type { Geometry } from '../../core/solver/geometry.ts';
import { givensAreConsistent } from '../../core/solver/givens.ts';
import { cellName } from '../../core/solver/unit-names.ts';
import type { Grid } from './records.ts';

/** Why a grid is no solution of a puzzle: what was expected, what came. Undefined if it is one. */
export function solutionFault(puzzle: Grid, { geometry, cells }: Grid): string | undefined {
  if (geometry !== puzzle.geometry)
    return `expected a grid ${shape(puzzle.geometry)}, got one ${shape(geometry)}`;
  for (let cell = 0; cell < geometry.cells; cell++) {
    const value = cells[cell]!;
    const given = puzzle.cells[cell]!;
    if (value === 0) return `expected a solved grid, got an empty cell in ${cellName(geometry, cell)}`;
    if (given !== 0 && given !== value)
      return `expected the given ${given} in ${cellName(geometry, cell)}, got ${value}`;
  }
  return givensAreConsistent(geometry, cells) ? undefined : conflictReason(geometry, cells);
}

/** How the puzzle that stands beside an answer differs from the one that was asked; undefined if it does not. */
export function sameCellsFault({ geometry, cells }: Grid, beside: Uint8Array): string | undefined {
  const cell = cells.findIndex((value, i) => value !== beside[i]);
  if (cell < 0 && cells.length === beside.length) return undefined;
  const where = cell < 0 ? '' : `: ${valueText(cells[cell]!)} in ${cellName(geometry, cell)}`;
  return `expected its puzzle beside the answer${where}, got ${cell < 0 ? 'one of another size' : valueText(beside[cell])}`;
}

function valueText(value: number | undefined): string {
  return value === undefined ? 'nothing' : value === 0 ? 'an empty cell' : String(value);
}

function shape({ size }: Geometry): string {
  return `of ${size}x${size}`;
}
