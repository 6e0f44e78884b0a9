import type { Geometry } from '../geometry.ts';
import type { Symmetry } from './order.ts';

/** The cells, together with those that a symmetry exchanges with them. */
export function orbitsOf({ size, cells }: Geometry, symmetry: Symmetry): readonly (readonly number[])[] {
  const partner = (cell: number): number => {
    const [row, column] = [Math.floor(cell / size), cell % size];
    if (symmetry === 'rotational') return cells - 1 - cell;
    if (symmetry === 'mirror') return row * size + (size - 1 - column);
    return symmetry === 'diagonal' ? column * size + row : cell;
  };
  const all = Array.from({ length: cells }, (_, cell) => cell);
  return all
    .filter((cell) => cell <= partner(cell))
    .map((cell) => (cell === partner(cell) ? [cell] : [cell, partner(cell)]));
}
