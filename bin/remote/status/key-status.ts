import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { REPORT_SUFFIX } from '../../../core/options/report-suffix.ts';
import { ShapeError } from '../../../core/options/shape.ts';
import { parseChunkKey, rangesPrefix } from '../../../lambda/chunks/chunk-result.ts';
import { type Manifest, manifestKey, parseManifest } from '../../../lambda/chunks/manifest.ts';
import { readText } from '../../transfer/download.ts';
import type { Clients } from '../clients.ts';
import { isMissing } from '../errors.ts';
import { listedObject } from '../listed-object.ts';
import { type AnyReport, isFinal, parseReport } from '../report.ts';
import type { DeployedPipeline } from '../stack.ts';
import { bare } from '../submit/parts.ts';

/** Where an upload is. */
export type KeyStatus =
  | { readonly state: 'unknown' }
  /** not begun, or in a function's hands that will be through with it in one go */
  | { readonly state: 'waiting'; readonly seconds: number }
  | Solving
  | { readonly state: 'assembling' }
  /** failed so far, and to be tried again */
  | { readonly state: 'retrying'; readonly report: AnyReport }
  | { readonly state: 'done' | 'rejected' | 'failed'; readonly report: AnyReport };

export interface Solving {
  readonly state: 'planned' | 'solving';
  /** of the upload */
  readonly bytes: number;
  readonly bytesDone: number;
  readonly chunksDone: number;
  readonly puzzles: number;
  readonly puzzlesPerSecond: number;
  readonly secondsLeft: number | undefined;
}

/** Open jobs looked through for a file's. */
const MAX_JOBS = 1000;

/** Looks for an upload: its object, its report, and where there is none, its job. */
export async function keyStatus(
  clients: Clients,
  pipeline: DeployedPipeline,
  key: string,
): Promise<KeyStatus> {
  const [upload, found] = await Promise.all([
    listedObject(clients, pipeline.uploadBucket, key),
    reportOf(clients, pipeline, key),
  ]);
  const isOurs =
    found && (!upload || (bare(found.report.input.etag) === upload.etag && found.at >= upload.at));
  if (isOurs) {
    const { report, at } = found;
    return { state: isFinal(report, at) ? report.status : 'retrying', report };
  }
  // one of another source has a job, too, as soon as it is cut
  const job = await jobOf(clients, pipeline.workBucket, key, upload?.etag);
  if (job) return job;
  return upload
    ? { state: 'waiting', seconds: (Date.now() - Number(upload.at)) / 1000 }
    : { state: 'unknown' };
}

/** A report as it stands in the output bucket; S3 tells times in whole seconds. */
export interface StandingReport {
  readonly report: AnyReport;
  readonly etag: string;
  readonly at: Date;
}

/** The report that stands where results go for an upload's key, whatever upload of it; undefined if there is none. */
export async function reportOf(
  { s3 }: Clients,
  { outputBucket, outputPrefix }: Pick<DeployedPipeline, 'outputBucket' | 'outputPrefix'>,
  key: string,
): Promise<StandingReport | undefined> {
  try {
    const object = { Bucket: outputBucket, Key: outputPrefix + key + REPORT_SUFFIX };
    const { text, etag, modified } = await readText(s3, object);
    const report = parseReport(text, `s3://${object.Bucket}/${object.Key}`);
    return { report, etag: bare(etag), at: modified ?? new Date(0) };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/**
 * The job of an upload, by the manifests of all open jobs: its name holds a part of the event that only the function saw.
 * @param etag of the upload; undefined for any of the key
 */
async function jobOf(
  clients: Clients,
  bucket: string,
  key: string,
  etag: string | undefined,
): Promise<KeyStatus | undefined> {
  const { CommonPrefixes = [] } = await clients.s3.send(
    new ListObjectsV2Command({ Bucket: bucket, Delimiter: '/', MaxKeys: MAX_JOBS }),
  );
  for (const { Prefix = '' } of CommonPrefixes) {
    const job = Prefix.replace(/\/$/, '');
    const manifest = await manifestOf(clients, bucket, job);
    if (manifest?.upload.key === key && (etag === undefined || bare(manifest.upload.etag) === etag)) {
      return progressOf(manifest, await chunksOf(clients, bucket, job));
    }
  }
  return undefined;
}

async function manifestOf({ s3 }: Clients, Bucket: string, job: string): Promise<Manifest | undefined> {
  try {
    return parseManifest((await readText(s3, { Bucket, Key: manifestKey(job) })).text, job);
  } catch (error) {
    // gone in between, or nobody's: a job of another version of the function, or damaged
    if (isMissing(error) || error instanceof ShapeError) return undefined;
    throw error;
  }
}

interface Chunk {
  readonly from: number;
  readonly to: number;
  readonly puzzles: number;
}

async function chunksOf({ s3 }: Clients, Bucket: string, job: string): Promise<Chunk[]> {
  const chunks: Chunk[] = [];
  let ContinuationToken: string | undefined;
  do {
    const page = await s3.send(
      new ListObjectsV2Command({ Bucket, Prefix: rangesPrefix(job), ContinuationToken }),
    );
    for (const { Key = '', Size = 0, ETag = '' } of page.Contents ?? []) {
      const chunk = parseChunkKey(job, { key: Key, bytes: Size, etag: ETag } as never);
      if (chunk) chunks.push({ ...chunk.range, puzzles: chunk.tally.puzzles });
    }
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken !== undefined);
  return chunks;
}

/** How far a job is, by the chunks that are solved. Chunks that lie in others were solved twice. */
export function progressOf(
  { upload, begun }: Pick<Manifest, 'upload' | 'begun'>,
  chunks: readonly Chunk[],
  now = Date.now(),
): KeyStatus {
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
  return {
    state: chunks.length === 0 ? 'planned' : 'solving',
    bytes: upload.bytes,
    bytesDone,
    chunksDone: chunks.length,
    puzzles,
    puzzlesPerSecond: puzzles / seconds,
    secondsLeft: bytesDone > 0 ? (seconds / bytesDone) * (upload.bytes - bytesDone) : undefined,
  };
}
