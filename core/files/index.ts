// What the function, the local cloud and the command line use to solve files.

export type { FixedRecords } from '../formats/shared/format.ts';
export { LF } from '../kernel/constants.ts';
export { DEFECTS_URL, internalReason, isInternalReason } from '../kernel/internal-error.ts';
export {
  mergeOptions,
  metadataOf,
  OptionError,
  optionPairs,
  optionsInMetadata,
  parseOptions,
} from '../options/option-text.ts';
export { DEFAULT_OPTIONS, type Options, type PartialOptions } from '../options/options.ts';
export type { Reached } from '../solver/engine/engine.ts';
export { blockReader } from './block-reader.ts';
export { compressionOf, decompress } from './compression.ts';
export {
  type ByteSource,
  checkedSize,
  completeBytes,
  linesInRange,
  readFrom,
  readFully,
  recordsInRange,
  refuseEmpty,
  type WorkItem,
  workItems,
} from './cuts.ts';
export {
  below,
  checkPlan,
  type FilePlan,
  type FileSource,
  fixedRecords,
  hasBinaryResult,
  InternalError,
  keepsPlaces,
  RejectedFile,
  refuseOtherLength,
  type SplitObstacle,
  splitObstacles,
} from './file-plan.ts';
export { type FileSolver, type FileSolverOptions, openContent, openFile } from './file-solver.ts';
export {
  firstRecord,
  HEAD_BYTES,
  headBytes,
  headerEnd,
  headIn,
  MAX_HEAD_BYTES,
  type Peeked,
  peek,
  RECOGNISED_BYTES,
} from './head-extent.ts';
export { type Lent, owned } from './output-pieces.ts';
export { conflictReason, MAX_PROBLEMS, type Problem } from './problems.ts';
export { NOTHING, sumReached } from './progress.ts';
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
  type Failure,
  formatReport,
  type Identity,
  type Provenance,
  type Rejection,
  type Report,
  type ReportFacts,
  rejection,
  report,
} from './report.ts';
export {
  type Frame,
  frameOf,
  type PieceFacts,
  plainEncoder,
  type ResultEncoder,
  resultEncoder,
  resultEncoding,
} from './result-encoding.ts';
export { ALONE, type Joint, resultKind } from './result-joiner.ts';
export { MAX_HELD_BYTES, rangesOf, requirePlaces, solveRanges } from './solve/solve-source.ts';
export { type SolvedContent, StreamSolver, solveFramed, solveStream } from './solve/solve-stream.ts';
export {
  checkProblems,
  checkSizes,
  checkStatistics,
  emptyTally,
  listedGuesses,
  sizeName,
  sumTallies,
  type Tally,
} from './tally.ts';

export { zstdPieceContent, zstdPieces } from './zstd-pieces.ts';
