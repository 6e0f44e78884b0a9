// The package's public surface where there is no Node: all but streams, whose compression is Node's.

export {
  type FilePlan,
  type FileSolver,
  type FileSolverOptions,
  type FileSource,
  HEAD_BYTES,
  RejectedFile,
} from './files/contract.ts';
export { openFile } from './files/open.ts';
export { planFile } from './files/plan.ts';
export { type Identity, type Report, type ReportFacts, report } from './files/report.ts';
export { type SolvedText, solveText } from './files/solve-text.ts';
export type { Problem, Tally } from './files/tally.ts';
export type { Options, PartialOptions } from './options/options.ts';
export { OptionError } from './options/parse-options.ts';
export * from './solver/index.ts';
