// One puzzle at a time, in the form that the caller has: what most programs need. Built on the solver, which takes values, and
// independent of files.

export type { RuleMembers } from '../formats/rules/members.ts';
export type { DrawnName, GeneratedVariant } from '../solver/drawn-names.ts';
export type { ExplanationDifficulty, StepJson } from '../solver/explain/explain.ts';
export type { StepName } from '../solver/explain/explained-step.ts';
export type { Cage, WithDifference, WithRatio } from '../solver/model/rule-kinds.ts';
export { type CanonicalResult, canonical } from './canonical.ts';
export { type CheckOptions, type CheckResult, type Conflict, check } from './conflict.ts';
export {
  type GeneratedPuzzle,
  type GeneratedRules,
  type GenerateManyOptions,
  type GenerateOptions,
  generate,
  generateMany,
  type Stop,
  type ValueOrRange,
} from './generate.ts';
export { type CellDigits, type GradedStep, type GradeOptions, type GradeResult, grade } from './grade.ts';
export { type FormatOptions, format, type ParsedPuzzle, parse } from './parse.ts';
export type { Cell, Layout, Layouts, Puzzle, ShapeOptions, Solution } from './puzzle.ts';
export type { CellLine, CellName, PuzzleRules } from './rule-options.ts';
export {
  type CountOptions,
  type CountResult,
  count,
  SearchError,
  type SearchOptions,
  type SolutionsOptions,
  type SolveFailure,
  type SolveOptions,
  type SolveResult,
  solutions,
  solve,
} from './solve.ts';
export { type SolveCellsOptions, type SolveCellsResult, solveCells } from './solve-cells.ts';
export { PuzzleError } from './text.ts';
