// The public part of the solver: puzzles as grids in memory.

export { type GeneratedPuzzle, type GenerateOptions, generate } from './generate.ts';
export { type Geometry, GeometryError, geometry } from './geometry.ts';
export { type SolveOptions, type SolveResult, solve } from './solve.ts';
