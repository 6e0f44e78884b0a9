// The package's public surface where there is no Node: all but streams, whose compression is Node's.

export {
  type FilePlan,
  type FileSolver,
  type FileSolverOptions,
  type FileSource,
  HEAD_BYTES,
  type Joint,
  MAX_HEAD_BYTES,
  RejectedFile,
} from './files/contract.ts';
export { headBytes } from './files/head-bytes.ts';
export { openFile } from './files/open.ts';
export { planFile } from './files/plan.ts';
export { type Identity, type Report, type ReportFacts, report } from './files/report.ts';
export { type SolvedText, solveText } from './files/solve-text.ts';
export type { HardPuzzle } from './files/statistics/hardest.ts';
export type { Histogram } from './files/statistics/histogram.ts';
export type { SizeStatistics, Statistics } from './files/statistics/statistics.ts';
export type { Problem, Tally } from './files/tally.ts';
export type { Room } from './formats/shared/format.ts';
export type { Boxes } from './options/boxes.ts';
export type { OptionName, Options, PartialOptions, SolutionsWanted, Variant } from './options/options.ts';
export { OptionError } from './options/parse-options.ts';
export type { Reached } from './solver/engine.ts';
export * from './solver/index.ts';
export type { Marker, OutcomeKey, OutcomeName } from './solver/status.ts';
