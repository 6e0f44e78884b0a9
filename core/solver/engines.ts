import type { Engine } from './engine.ts';
import type { Geometry } from './geometry.ts';
import { isLanesGeometry, lanesEngine } from './lanes/engine.ts';
import { largeEngine } from './large/engine.ts';

/** The engine that is fastest for a geometry. */
export function engineFor(geometry: Geometry): Engine {
  return isLanesGeometry(geometry) ? lanesEngine : largeEngine;
}

/**
 * Budget for puzzles whose file asks for none: generous, so that only puzzles made to be hard run into it, and yet spent
 * within a minute or two of a function's time.
 */
export function defaultBudget(geometry: Geometry): number {
  return geometry.size <= 9 ? 10_000_000 : geometry.size <= 25 ? 1_000_000 : 100_000;
}
