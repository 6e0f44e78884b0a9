import { MAX_SIZE, MIN_SIZE } from '../../options/options.ts';
import { type Geometry, geometry } from '../../solver/geometry.ts';
import type { ReadOptions, Shapes } from './format.ts';

/** Whether any grid has so many cells a side: 4 to 36, and no prime, as those have no boxes. */
export function isSize(size: number): boolean {
  if (!Number.isInteger(size) || size < MIN_SIZE || size > MAX_SIZE) return false;
  for (let d = 2; d * d <= size; d++) if (size % d === 0) return true;
  return false;
}

/** Side of the grid of so many cells, or undefined if there is none. */
export function sizeOfCells(cells: number): number | undefined {
  const size = Math.sqrt(cells);
  return isSize(size) ? size : undefined;
}

/** The geometries of a file's grids. */
export function shapesUnder({ variant, boxes }: ReadOptions): Shapes {
  // made when they come: all of them take longer than a small file
  const known: (Geometry | undefined)[] = [];
  return (size) => {
    const found = known[size];
    if (found) return found;
    const own = boxes && boxes.rows * boxes.columns === size ? boxes : undefined;
    if (!own && !isSize(size)) return undefined;
    const made = geometry(size, variant, own);
    known[size] = made;
    return made;
  };
}
