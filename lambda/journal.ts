// Logs one line for each file or chunk, and emits the sums of an invocation as metrics.
import type { Logger } from '@aws-lambda-powertools/logger';
import { type Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import type { SQSRecord } from 'aws-lambda';
import { isInternalReason, type SolvedContent, type Tally } from '../core/files/index.ts';
import type { Observer } from './batch.ts';
import type { Outcome } from './invocation/context.ts';
import type { Upload } from './invocation/upload.ts';

/** Logs one line per file or chunk, and emits the sums of an invocation as metrics. */
export class Journal implements Observer {
  readonly #logger: Logger;
  readonly #metrics: Metrics;
  #sums = noSums();

  constructor(logger: Logger, metrics: Metrics) {
    this.#logger = logger;
    this.#metrics = metrics;
  }

  finished(outcome: Outcome, { bucket, key, bytes }: Upload): void {
    const { tally, milliseconds, ...rest } = outcome;
    const { puzzles, solved, noSolution, invalid, unsupported } = tally ?? {};
    this.#logger[outcome.outcome === 'defect' ? 'error' : 'info'](outcome.outcome, {
      // for files of no source, the key alone does not say where they are
      ...(outcome.outcome === 'refused' && { bucket }),
      key,
      bytes,
      ...rest,
      ...(tally && { puzzles, solved, noSolution, invalid, milliseconds: Math.round(milliseconds ?? 0) }),
      ...(unsupported && { unsupported }),
      ...internalErrorsIn(tally),
    });
    const count = COUNTED[outcome.outcome];
    if (count) this.#sums[count]++;
    if (outcome.stalled) this.#sums.JobsStalled++;
    if (tally) this.#add(tally, milliseconds ?? 0);
  }

  warned(warning: string, error: unknown, { key }: Upload): void {
    this.#logger.warn(warning, { key, error: error as Error });
  }

  /** A direct call was answered. */
  answered({ tally, milliseconds }: SolvedContent, bytes: number): void {
    const { puzzles, solved, noSolution, invalid, unsupported } = tally;
    const counts = { puzzles, solved, noSolution, invalid, milliseconds: Math.round(milliseconds) };
    const rare = { ...(unsupported && { unsupported }), ...internalErrorsIn(tally) };
    this.#logger.info('answered', { bytes, ...counts, ...rare });
    this.#add(tally, milliseconds);
  }

  #add({ solved, noSolution, invalid, unsupported, internalErrors = 0 }: Tally, milliseconds: number): void {
    this.#sums.PuzzlesSolved += solved;
    this.#sums.PuzzlesWithoutSolution += noSolution;
    this.#sums.PuzzlesInvalid += invalid;
    this.#sums.PuzzlesUnsupported += unsupported;
    this.#sums.InternalErrors += internalErrors;
    this.#sums.SolvingTime += milliseconds;
  }

  failed(error: unknown, { messageId, attributes }: SQSRecord, upload?: Upload): void {
    this.#logger.error('failed', {
      messageId,
      delivery: Number(attributes.ApproximateReceiveCount),
      ...(upload && { key: upload.key }),
      error: error as Error,
    });
  }

  /** Emits the metrics of everything since the last call. */
  publish(): void {
    const { SolvingTime, PuzzlesSolved, PuzzlesWithoutSolution, PuzzlesInvalid, ...rare } = this.#sums;
    const counts = {
      ...(SolvingTime > 0 && { PuzzlesSolved, PuzzlesWithoutSolution, PuzzlesInvalid }),
      // a metric is billed for each month in which it appears
      ...Object.fromEntries(Object.entries(rare).filter(([, count]) => count > 0)),
    };
    for (const [name, count] of Object.entries(counts)) {
      this.#metrics.addMetric(name, MetricUnit.Count, count);
    }
    if (SolvingTime > 0) this.#metrics.addMetric('SolvingTime', MetricUnit.Milliseconds, SolvingTime);
    if (SolvingTime > 0 || Object.keys(counts).length > 0) this.#metrics.publishStoredMetrics();
    this.#sums = noSums();
  }
}

/** Unexpected errors and the reason of the first one, for the log line of a file or chunk. */
function internalErrorsIn({ internalErrors, problems = [] }: Partial<Tally> = {}) {
  if (!internalErrors) return {};
  const reason = problems.map((problem) => problem.reason).find(isInternalReason);
  return { internalErrors, ...(reason !== undefined && { internalError: reason }) };
}

/** Metrics of outcomes that an alarm may watch. */
const COUNTED: Partial<Record<Outcome['outcome'], keyof ReturnType<typeof noSums>>> = {
  rejected: 'UploadsRejected',
  defect: 'InternalErrors',
  superseded: 'UploadsSuperseded',
  gone: 'UploadsGone',
  expired: 'WorkExpired',
  refused: 'UploadsRefused',
};

const noSums = () => ({
  PuzzlesSolved: 0,
  PuzzlesWithoutSolution: 0,
  PuzzlesInvalid: 0,
  PuzzlesUnsupported: 0,
  SolvingTime: 0,
  InternalErrors: 0,
  UploadsRejected: 0,
  UploadsSuperseded: 0,
  UploadsGone: 0,
  WorkExpired: 0,
  UploadsRefused: 0,
  JobsStalled: 0,
});
