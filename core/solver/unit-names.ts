import type { Geometry } from './geometry.ts';

/** Kinds of units, in the order of {@link Geometry.units}. */
const KINDS = ['row', 'column', 'box', 'diagonal'] as const;

/** Name of a geometry's unit by its number: `row 1`, `box 3`. Rows count from the top, boxes row by row; the falling diagonal is the first. */
export function unitName({ size }: Geometry, unit: number): string {
  return `${KINDS[Math.floor(unit / size)]} ${(unit % size) + 1}`;
}

/** Name of a cell: `row 2, column 7`. */
export function cellName({ size }: Geometry, cell: number): string {
  return `${KINDS[0]} ${Math.floor(cell / size) + 1}, ${KINDS[1]} ${(cell % size) + 1}`;
}
