import type { Geometry } from '../geometry.ts';
import { shapeOf } from './shape.ts';

/** Puzzles that need nested forcing chains are rated higher than this. */
export const BEYOND = 9.5;

/** Whether puzzles of this kind can be graded: 9x9 with 3x3 boxes, classic or X. */
export function canGrade(geometry: Geometry): boolean {
  return shapeOf(geometry) !== undefined;
}
