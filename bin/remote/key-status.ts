// The status of an upload, by its object and its report or, without a report, by its result, its job and the log.
import type { S3Client } from '@aws-sdk/client-s3';
import type { AnyReport } from '../../core/files/index.ts';
import { visible } from '../../core/formats/shared/bytes.ts';
import { OUTCOMES } from '../../core/solver/model/status.ts';
import { parseChunkKey } from '../../lambda/chunks/chunk-result.ts';
import type { Manifest } from '../../lambda/chunks/manifest.ts';
import { cancelMarkKey, marksOf } from '../../lambda/invocation/cancellation.ts';
import { ETAG_METADATA, MAX_OBJECT_KEY_BYTES } from '../../lambda/invocation/upload.ts';
import { isTooLong, reportRef, resultRef } from '../../lambda/result/output-refs.ts';
import { UsageError } from '../cli/exit.ts';
import { bytesText, countText, number, secondsText } from '../cli/terminal.ts';
import type { Clients } from './clients.ts';
import { dollarsText, filesDollars, functionDollars } from './cost-estimate.ts';
import { isRefusal } from './errors.ts';
import { jobNames, manifestOf, objectsOf, stalledSince } from './jobs.ts';
import { type FileEvent, failureReason, lastEvent } from './log-events.ts';
import { bareEtag, findObject, headObject, type ListedObject, listObjects } from './objects.ts';
import { isFinal, storedReport } from './report.ts';
import type { DeployedPipeline } from './stack.ts';
import { queueCounts } from './stack-status.ts';

/** The status of an upload. */
export type KeyStatus =
  | { readonly state: 'unknown' }
  | Unfinished
  /** failed so far, with deliveries left */
  | { readonly state: 'retrying'; readonly report: AnyReport; readonly at?: Date }
  /** There is a result and no report: the key has no room for one, or the pipeline writes none. */
  | { readonly state: 'solved'; readonly bytes: number; readonly at: Date; readonly isTooLong: boolean }
  /** marked as cancelled; a report follows when the next message about it is delivered */
  | { readonly state: 'cancelling'; readonly at: Date }
  | { readonly state: AnyReport['status']; readonly report: AnyReport; readonly at?: Date };

type Unfinished = (
  | /** not started, or just begun together with others */
  {
      readonly state: 'waiting';
      readonly seconds: number;
      /** messages in the uploads queue, at most so many of them before its own; SQS's approximation */
      readonly ahead: number | undefined;
    }
  /** being solved by an invocation of its own */
  | { readonly state: 'running'; readonly seconds: number; readonly delivery: number | undefined }
  | Solving
  | { readonly state: 'assembling' }
  /** all chunks have been solved for long, and nobody has assembled them */
  | { readonly state: 'stalled'; readonly seconds: number }
) & {
  /** the last one of the last hours */
  readonly failedDelivery?: FailedDelivery;
};

interface FailedDelivery {
  readonly at: Date;
  /** from 1 */
  readonly delivery: number | undefined;
  readonly reason: string;
}

interface Solving {
  readonly state: 'planned' | 'solving';
  /** of the upload */
  readonly bytes: number;
  readonly bytesDone: number;
  readonly chunksDone: number;
  readonly puzzles: number;
  readonly puzzlesPerSecond: number;
  readonly secondsLeft: number | undefined;
  /** Estimated cost of what is solved, in dollars. */
  readonly dollars: number;
}

/** Memory of a function in MiB whose stack does not name it. */
const DEFAULT_MEMORY = 1769;

/** Maximum number of open jobs that are searched for that of an upload. */
const MAX_JOBS = 1000;

/**
 * Finds the status of an upload by its object and its report or, without a report, by its result, its job and the log of the
 * function.
 * @throws UsageError for a key that no object can have
 */
export async function keyStatus(
  { s3, sqs, logs }: Pick<Clients, 's3' | 'sqs' | 'logs'>,
  pipeline: DeployedPipeline,
  key: string,
): Promise<KeyStatus> {
  if (isTooLong({ key })) {
    throw new UsageError(
      `expected a key of at most ${MAX_OBJECT_KEY_BYTES} bytes, got ${Buffer.byteLength(key)} bytes`,
    );
  }
  const hasReportKey = reportRef(pipeline, { key }) !== undefined;
  const [upload, found] = await Promise.all([
    findObject(s3, pipeline.uploadBucket, key),
    storedReport(s3, pipeline, key),
  ]);
  const isOnUpload =
    found && (!upload || (bareEtag(found.report.input.etag) === upload.etag && found.at >= upload.modified));
  if (isOnUpload) {
    const { report, at } = found;
    return { state: isFinal(report, at) ? report.status : 'retrying', report, at };
  }
  if (!hasReportKey || pipeline.reports === 'off') {
    const status = await statusByResult(s3, pipeline, key, upload);
    if (status) return { ...status, isTooLong: !hasReportKey };
  }
  const mark = await markOf(s3, pipeline, key, upload);
  if (mark) return { state: 'cancelling', at: mark.modified };
  // an upload in another source bucket has a job, too, once it is cut into chunks
  const job = await jobOf(s3, pipeline, key, upload?.etag);
  if (!job && !upload) return { state: 'unknown' };
  const eventOf = (outcome: string) =>
    lastEvent(logs, pipeline.logGroupName, key, outcome, Number(upload?.modified ?? 0));
  try {
    const rejected = hasReportKey ? undefined : await eventOf('rejected');
    if (rejected) return { state: 'rejected', report: reportIn(rejected), at: rejected.time };
    const failed = await eventOf('failed');
    const begun = job ? undefined : await eventOf('begun');
    const status = job ?? runningSince(begun, failed) ?? (await waiting());
    return failed ? { ...status, failedDelivery: failedDelivery(failed) } : status;
  } catch (error) {
    // without the permission to read the log, the rest is true as well
    if (!isRefusal(error)) throw error;
    return job ?? (await waiting());
  }

  async function waiting(): Promise<Unfinished> {
    const seconds = (Date.now() - Number(upload!.modified)) / 1000;
    const counts = await queueCounts(sqs, pipeline.uploadsQueueUrl).catch((error: unknown) => {
      if (!isRefusal(error)) throw error;
      return undefined;
    });
    return { state: 'waiting', seconds, ahead: counts && Math.max(0, counts.waiting + counts.inFlight - 1) };
  }
}

/** Lambda's longest invocation, in milliseconds: what began earlier has ended, or was killed. */
const MAX_INVOCATION = 15 * 60_000;

/** The status of work that has begun and neither failed since nor can have been killed. */
function runningSince(begun: FileEvent | undefined, failed: FileEvent | undefined): Unfinished | undefined {
  const age = begun ? Date.now() - Number(begun.time) : Number.POSITIVE_INFINITY;
  if (!begun || age > MAX_INVOCATION || (failed && failed.time >= begun.time)) return undefined;
  const { delivery } = begun.details as { delivery?: number };
  return { state: 'running', seconds: age / 1000, delivery };
}

/** The latest mark of the key that is not older than its upload. */
async function markOf(
  s3: S3Client,
  { uploadBucket: bucket, workBucket }: DeployedPipeline,
  key: string,
  upload: ListedObject | undefined,
): Promise<ListedObject | undefined> {
  const prefix = marksOf(key);
  const own = upload && cancelMarkKey({ bucket, key, etag: upload.etag });
  let latest: ListedObject | undefined;
  for await (const mark of listObjects(s3, { bucket: workBucket, prefix })) {
    const isOfKey = own
      ? mark.key === own && mark.modified >= upload!.modified
      : HASH.test(mark.key.slice(prefix.length));
    if (isOfKey && !(latest && latest.modified > mark.modified)) latest = mark;
  }
  return latest;
}

/** The end of a mark's key; those of longer keys have more. */
const HASH = /^[0-9a-f]{32}$/;

const NO_REASON = 'no reason was logged';

/** The report that could not be written. */
function reportIn(event: FileEvent): AnyReport {
  return { status: 'rejected', input: { key: event.key }, reason: failureReason(event) ?? NO_REASON };
}

function failedDelivery(event: FileEvent): FailedDelivery {
  const { delivery } = event.details as { delivery?: number };
  return { at: event.time, delivery, reason: failureReason(event) ?? NO_REASON };
}

/** The status of an upload that has its result, by a HEAD of it; undefined without one. */
async function statusByResult(
  s3: S3Client,
  pipeline: DeployedPipeline,
  key: string,
  upload: ListedObject | undefined,
): Promise<{ state: 'solved'; bytes: number; at: Date } | undefined> {
  const { bucket, key: resultKey } = resultRef(pipeline, { key });
  const head = isTooLong({ key: resultKey }) ? undefined : await headObject(s3, bucket, resultKey);
  const { ContentLength: bytes = 0, LastModified: at = new Date(0), Metadata } = head ?? {};
  const isOfUpload = !upload || (Metadata?.[ETAG_METADATA] === upload.etag && at >= upload.modified);
  return head && isOfUpload ? { state: 'solved', bytes, at } : undefined;
}

/**
 * The status of an upload's job. Reads the manifests of all open jobs to find it, because the name of a job contains a part
 * of the event that only the function receives.
 * @param etag of the upload; undefined for any upload of the key
 */
async function jobOf(
  s3: S3Client,
  { workBucket: bucket, memorySize }: DeployedPipeline,
  key: string,
  etag: string | undefined,
): Promise<Unfinished | undefined> {
  let searched = 0;
  for await (const job of jobNames(s3, bucket)) {
    if (++searched > MAX_JOBS) break;
    const manifest = await manifestOf(s3, bucket, job);
    if (manifest?.upload.key === key && (etag === undefined || bareEtag(manifest.upload.etag) === etag)) {
      const objects = await objectsOf(s3, bucket, job);
      const since = stalledSince(manifest, objects);
      if (since) return { state: 'stalled', seconds: (Date.now() - Number(since)) / 1000 };
      return progressOf(manifest, chunksAmong(job, objects), Number(memorySize || DEFAULT_MEMORY));
    }
  }
  return undefined;
}

interface Chunk {
  readonly from: number;
  readonly to: number;
  readonly puzzles: number;
  /** of solving */
  readonly milliseconds: number;
}

const chunksAmong = (job: string, objects: Parameters<typeof stalledSince>[1]): Chunk[] =>
  objects
    .flatMap((object) => parseChunkKey(job, object) ?? [])
    .map(({ range, tally, milliseconds }) => ({ ...range, puzzles: tally.puzzles, milliseconds }));

/** The progress of a job, by its solved chunks. A chunk inside another one was solved twice and counts once. */
export function progressOf(
  { upload, begun }: Pick<Manifest, 'upload' | 'begun'>,
  chunks: readonly Chunk[],
  memorySize: number,
  now = Date.now(),
): Unfinished {
  let bytesDone = 0;
  let end = 0;
  let puzzles = 0;
  for (const chunk of chunks.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    if (chunk.to <= end) continue;
    bytesDone += chunk.to - Math.max(chunk.from, end);
    puzzles += chunk.puzzles;
    end = chunk.to;
  }
  if (bytesDone >= upload.bytes) return { state: 'assembling' };
  const seconds = Math.max((now - begun) / 1000, 0.001);
  const spent = chunks.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  return {
    state: chunks.length === 0 ? 'planned' : 'solving',
    bytes: upload.bytes,
    bytesDone,
    chunksDone: chunks.length,
    puzzles,
    puzzlesPerSecond: puzzles / seconds,
    dollars: functionDollars(spent / 1000, chunks.length, memorySize) + filesDollars(chunks.length, 0),
    secondsLeft: bytesDone > 0 ? (seconds / bytesDone) * (upload.bytes - bytesDone) : undefined,
  };
}

/** The status of an upload in one line. */
export function describeKey(key: string, status: KeyStatus): string {
  const failed = 'failedDelivery' in status && status.failedDelivery;
  return visible(`${key}: ${describe(status)}${failed ? `; ${describeFailure(failed)}` : ''}`);
}

function describeFailure({ at, delivery, reason }: FailedDelivery): string {
  const ago = secondsText(Math.max(0, Date.now() - Number(at)) / 1000);
  return `${delivery === undefined ? 'a delivery' : `delivery ${delivery}`} failed ${ago} ago: ${reason}`;
}

function describe(status: KeyStatus): string {
  switch (status.state) {
    case 'unknown':
      return 'no such upload, and no report on one (waiting uploads in other source buckets are not found)';
    case 'cancelling':
      return `cancelled at ${status.at.toISOString().slice(0, 19)}Z; its report follows with its next message`;
    case 'waiting': {
      const { seconds, ahead, failedDelivery } = status;
      const what = failedDelivery ? 'waiting for its next delivery' : 'waiting, or just begun';
      const place = ahead === undefined ? '' : ` · at most ${countText(ahead, 'message')} before it`;
      return `${what}, for ${secondsText(seconds)}${failedDelivery ? '' : place}`;
    }
    case 'running': {
      const { seconds, delivery = 1 } = status;
      return `being solved for ${secondsText(seconds)}${delivery > 1 ? `, delivery ${delivery}` : ''}`;
    }
    case 'planned':
      return `planned, ${bytesText(status.bytes)} to solve`;
    case 'solving': {
      const { bytes, bytesDone, chunksDone, puzzles, puzzlesPerSecond, secondsLeft, dollars } = status;
      const left = secondsLeft === undefined ? '' : ` · ${secondsText(secondsLeft)} left`;
      return (
        `solving, ${countText(chunksDone, 'chunk')} with ${bytesText(bytesDone)} of ${bytesText(bytes)} done · ` +
        `${countText(puzzles, 'puzzle')} · ${number(puzzlesPerSecond)}/s${left} · ${dollarsText(dollars)} so far`
      );
    }
    case 'solved': {
      const why = status.isTooLong ? 'its key has no room for the name of one' : 'the stack writes none';
      return `solved, ${bytesText(status.bytes)} of results at ${status.at.toISOString().slice(0, 19)}Z; no report: ${why}`;
    }
    case 'assembling':
      return 'assembling, all chunks are solved';
    case 'stalled':
      return `stalled, all chunks were solved ${secondsText(status.seconds)} ago and nothing has assembled them: run sudoku redrive`;
    default: {
      const { report } = status;
      if (report.status !== 'done') {
        const line = report.status === 'rejected' && report.line !== undefined ? `line ${report.line}: ` : '';
        const retry = status.state === 'retrying' ? ' so far, and will be retried' : '';
        return `${report.status}${retry}: ${line}${report.reason}`;
      }
      const counts = OUTCOMES.filter(({ key: name }) => report[name] > 0 || name === 'solved');
      const outcomes = counts.map(({ key: name, label }) => `${number(report[name])} ${label}`).join(', ');
      return `done, ${countText(report.puzzles, 'puzzle')}: ${outcomes} · ${secondsText(report.seconds)}`;
    }
  }
}
