// What the function, the local run and the command line solve files through.

export { LF } from '../formats/shared/bytes.ts';
export { DEFAULT_OPTIONS, type Options, type PartialOptions } from '../options/options.ts';
export {
  mergeOptions,
  metadataOf,
  OptionError,
  optionPairs,
  optionsInMetadata,
  parseOptions,
} from '../options/parse-options.ts';
export type { Reached } from '../solver/engine.ts';
export { checkPlan } from './check-plan.ts';
export { checkProblems, checkStatistics } from './check-tally.ts';
export { decompress } from './codec.ts';
export * from './contract.ts';
export { formatReport } from './format-report.ts';
export { headBytes, headIn } from './head-bytes.ts';
export { type Obstacle, obstaclesOf } from './obstacles.ts';
export { openFile } from './open.ts';
export { planFile } from './plan.ts';
export { NOTHING, sumReached } from './progress.ts';
export { readerOf } from './reader.ts';
export {
  type AnyReport,
  type Failure,
  type Identity,
  type Rejection,
  type Report,
  type ReportFacts,
  rejection,
  report,
} from './report.ts';
export { resultKind } from './result-kind.ts';
export { FileSession, type SolvedContent } from './session.ts';
export { solveStream } from './solve-stream.ts';
export { emptyTally, listedGuesses, MAX_PROBLEMS, type Problem, sumTallies, type Tally } from './tally.ts';
