// The public part of the solver: puzzles as grids in memory.

export { type GenerateCellsOptions, type GeneratedCells, generateCells } from './generate-cells.ts';
export { type Geometry, GeometryError, geometry } from './model/geometry.ts';
export type { Rule, RuleKind } from './model/rule-kinds.ts';
