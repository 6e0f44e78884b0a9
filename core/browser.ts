// The package's public surface for browsers: everything except solveFile, which needs Node's file system.

export { type FilePlan, type FileSource, InternalError, RejectedFile } from './files/file-plan.ts';
export { type FileSolver, type FileSolverOptions, openFile } from './files/file-solver.ts';
export { HEAD_BYTES, headBytes, MAX_HEAD_BYTES } from './files/head-extent.ts';
export type { Problem } from './files/problems.ts';
export { planFile } from './files/recognise.ts';
export { type Identity, type Provenance, type Report, type ReportFacts, report } from './files/report.ts';
export type { Joint } from './files/result-joiner.ts';
export { type SolverStream, solverStream } from './files/solve/solve-source.ts';
export { type SolvedContent, solveStream } from './files/solve/solve-stream.ts';
export { type SolvedText, solveText } from './files/solve/solve-text.ts';
export type { HardPuzzle } from './files/statistics/hardest.ts';
export type { RatedPuzzle } from './files/statistics/highest-rated.ts';
export type { Histogram, SizeStatistics, Statistics } from './files/statistics/statistics.ts';
export type { FilesWithin, FileWithin, Tally } from './files/tally.ts';
export type { FileRanges } from './formats/parquet/pages.ts';
export type { Room } from './formats/shared/format.ts';
export { OptionError } from './options/option-text.ts';
export type {
  Boxes,
  OptionName,
  Options,
  PartialOptions,
  SolutionsWanted,
  Variant,
} from './options/options.ts';
export * from './puzzle/index.ts';
export type { Reached } from './solver/engine/engine.ts';
export * from './solver/index.ts';
export type { Marker, OutcomeKey, OutcomeName } from './solver/model/status.ts';
export type { Difficulty } from './solver/steps/rating.ts';
export type { TechniqueName } from './solver/steps/techniques.ts';
