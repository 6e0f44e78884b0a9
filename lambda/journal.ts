// Logs one line for each file or chunk, and emits the sums of an invocation as metrics.
import type { Logger } from '@aws-lambda-powertools/logger';
import { type Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import type { SQSRecord } from 'aws-lambda';
import { isInternalReason, type SolvedContent, type Tally } from '../core/files/index.ts';
import project from '../package.json' with { type: 'json' };
import type { LoggedWork, Observer } from './batch.ts';
import type { LineLabels, Outcome } from './invocation/context.ts';
import type { Upload } from './invocation/upload.ts';
import type { Swept } from './sweep/sweep.ts';

/** Logs one line per file or chunk, and emits the sums of an invocation as metrics. */
export class Journal implements Observer {
  readonly #logger: Logger;
  readonly #metrics: Metrics;
  /** of the invocation, by the name of the metric */
  #sums = new Map<string, number>();

  constructor(logger: Logger, metrics: Metrics) {
    this.#logger = logger;
    this.#metrics = metrics;
  }

  begun({ key, bytes }: Upload, labels: LineLabels): void {
    this.#logger.info('begun', { key, ...labels, bytes });
  }

  finished(outcome: Outcome, { bucket, key, bytes }: Upload, labels: LineLabels): void {
    const { tally, milliseconds, ...rest } = outcome;
    const { puzzles, solved, noSolution, invalid, unsupported } = tally ?? {};
    this.#logger[['defect', 'stuck'].includes(outcome.outcome) ? 'error' : 'info'](outcome.outcome, {
      // for files of no source, the key alone does not say where they are
      ...(outcome.outcome === 'refused' && { bucket }),
      key,
      ...labels,
      bytes,
      ...rest,
      ...(tally && { puzzles, solved, noSolution, invalid, milliseconds: Math.round(milliseconds ?? 0) }),
      ...(unsupported && { unsupported }),
      ...internalErrorsIn(tally),
    });
    const count = COUNTED[outcome.outcome];
    if (count && !outcome.repeated) this.#count(count, 1);
    if (outcome.stalled) this.#count('JobsStalled', 1);
    if (tally) this.#add(tally, milliseconds ?? 0);
  }

  warned(warning: string, error: unknown, { key }: Upload, labels: LineLabels): void {
    this.#logger.warn(warning, { key, ...labels, error: error as Error });
  }

  /** A message had all open jobs looked at. */
  swept(swept: Swept): void {
    this.#logger.info('swept', { version: project.version, ...swept });
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
    const usual = [solved, noSolution, invalid];
    for (const [i, name] of USUAL.entries()) this.#count(name, usual[i]!);
    this.#count('PuzzlesUnsupported', unsupported);
    this.#count('InternalErrors', internalErrors);
    this.#count(SOLVING_TIME, milliseconds);
  }

  #count(name: string, more: number): void {
    this.#sums.set(name, (this.#sums.get(name) ?? 0) + more);
  }

  failed(error: unknown, { messageId, attributes }: SQSRecord, about?: LoggedWork): void {
    this.#logger.error('failed', {
      messageId,
      delivery: Number(attributes.ApproximateReceiveCount),
      ...(about && { key: about.upload.key, ...about.labels }),
      error: error as Error,
    });
  }

  /** Emits the metrics of everything since the last call. */
  publish(): void {
    const hasSolved = (this.#sums.get(SOLVING_TIME) ?? 0) > 0;
    // a metric is billed for each month in which it appears
    const emitted = [...this.#sums].filter(([name, sum]) => (USUAL.includes(name) ? hasSolved : sum > 0));
    for (const [name, sum] of emitted) {
      this.#metrics.addMetric(name, name === SOLVING_TIME ? MetricUnit.Milliseconds : MetricUnit.Count, sum);
    }
    if (emitted.length > 0) this.#metrics.publishStoredMetrics();
    this.#sums = new Map();
  }
}

/** Unexpected errors and the reason of the first one, for the log line of a file or chunk. */
function internalErrorsIn({ internalErrors, problems = [] }: Partial<Tally> = {}) {
  if (!internalErrors) return {};
  const reason = problems.map((problem) => problem.reason).find(isInternalReason);
  return { internalErrors, ...(reason !== undefined && { internalError: reason }) };
}

const SOLVING_TIME = 'SolvingTime';

/** Metrics of every invocation that solves something. */
const USUAL = ['PuzzlesSolved', 'PuzzlesWithoutSolution', 'PuzzlesInvalid'];

/** Metrics of outcomes that an alarm may watch. */
const COUNTED: Partial<Record<Outcome['outcome'], string>> = {
  rejected: 'UploadsRejected',
  defect: 'InternalErrors',
  superseded: 'UploadsSuperseded',
  gone: 'UploadsGone',
  expired: 'WorkExpired',
  cancelled: 'UploadsCancelled',
  refused: 'UploadsRefused',
};
