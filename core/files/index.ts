// What the function, the local cloud and the command line use to solve files.

export { LF } from '../kernel/constants.ts';
export { DEFECTS_URL, internalReason, isInternalReason } from '../kernel/internal-error.ts';
export {
  mergeOptions,
  OptionError,
  optionPairs,
  optionsInMetadata,
  parseOptions,
} from '../options/option-text.ts';
export { DEFAULT_OPTIONS, type Options, type PartialOptions } from '../options/options.ts';
export type { Reached } from '../solver/engine/engine.ts';
export { blockReader } from './block-reader.ts';
export { decompress } from './compression.ts';
export { completeBytes, readFrom, recordsInRange, type WorkItem } from './cuts.ts';
export {
  below,
  checkPlan,
  type FilePlan,
  fixedRecords,
  hasBinaryResult,
  InternalError,
  keepsPlaces,
  RejectedFile,
  refuseOtherLength,
  splitObstacles,
} from './file-plan.ts';
export { type FileSolver, type FileSolverOptions, openContent, openFile } from './file-solver.ts';
export {
  HEAD_BYTES,
  headBytes,
  headIn,
  MAX_HEAD_BYTES,
  type Peeked,
  peek,
  RECOGNISED_BYTES,
} from './head-extent.ts';
export { type Lent, owned } from './output-pieces.ts';
export { MAX_PROBLEMS, type Problem } from './problems.ts';
export { sumReached } from './progress.ts';
export {
  type FileRanges,
  narrowed,
  needsRanges,
  offsetOfRow,
  planRanges,
  type Rows,
  rangedState,
  readFooter,
  rowContent,
  rowItems,
  rowsWithin,
} from './ranged-file.ts';
export { planFile } from './recognise.ts';
export {
  type AnyReport,
  type Cancellation,
  type Failure,
  formatReport,
  type Identity,
  type Provenance,
  type Rejection,
  type Report,
  rejection,
  report,
} from './report.ts';
export {
  type Frame,
  frameOf,
  type PieceFacts,
  plainEncoder,
  resultEncoder,
  resultEncoding,
} from './result-encoding.ts';
export { ALONE, type Joint, resultKind } from './result-joiner.ts';
export { MAX_HELD_BYTES, rangesOf, solveRanges } from './solve/solve-source.ts';
export {
  openStored,
  type SolvedContent,
  type StreamSolver,
  solveFramed,
  solveStream,
} from './solve/solve-stream.ts';
export {
  checkProblems,
  checkSizes,
  checkStatistics,
  emptyTally,
  listedGuesses,
  sumTallies,
  type Tally,
} from './tally.ts';

export { zstdPieceContent, zstdPieces } from './zstd-pieces.ts';
