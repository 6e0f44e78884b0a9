import type { Boxes, Variant } from '../../core/browser.ts';
import { type Geometry, geometry } from '../../core/solver/geometry.ts';
import { symbolsFor } from './symbols.ts';

/** A puzzle as messages carry it. */
export interface Puzzle {
  readonly size: number;
  readonly boxes: Boxes;
  readonly variant: Variant;
  /** Row by row, 0 for an empty cell. */
  readonly cells: Uint8Array;
  readonly symbols: string;
}

export const geometryOf = ({ size, boxes, variant }: Puzzle): Geometry => geometry(size, variant, boxes);

export function puzzleOf(shape: Geometry, cells: Uint8Array, symbols = symbolsFor(shape.size)): Puzzle {
  const { size, boxRows, boxColumns, variant } = shape;
  return { size, boxes: { rows: boxRows, columns: boxColumns }, variant, cells, symbols };
}
