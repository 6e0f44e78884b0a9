import type { Geometry } from '../../core/solver/geometry.ts';
import { type Shape, shapeOf } from '../../core/solver/shape.ts';
import { symbolsFor } from './symbols.ts';

export { geometryOf } from '../../core/solver/shape.ts';

/** A puzzle as messages carry it. */
export interface Puzzle extends Shape {
  /** Row by row, 0 for an empty cell. */
  readonly cells: Uint8Array;
  readonly symbols: string;
}

export function puzzleOf(geometry: Geometry, cells: Uint8Array, symbols = symbolsFor(geometry.size)): Puzzle {
  return { ...shapeOf(geometry), cells, symbols };
}
