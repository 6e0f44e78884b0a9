import { HeadObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { REPORT_SUFFIX } from '../../../core/options/report-suffix.ts';
import { STATUS_METADATA } from '../../../lambda/upload.ts';
import { type Inventory, inventoried } from './inventory.ts';
import { listed, type StandingObject, type Walk } from './listed.ts';
import { allOf, besideThem, type Standing, type StandingOf } from './standing.ts';

export interface CandidateOptions {
  readonly s3: S3Client;
  readonly bucket: string;
  readonly prefix: string;
  readonly suffix: string;
  /** Keys up to this one are left out. */
  readonly startAfter: string | undefined;
  /** Names the objects, in place of LISTs. */
  readonly inventory: Inventory | undefined;
  readonly outputBucket: string;
  readonly outputPrefix: string;
  /** Also those that have a result which is newer. */
  readonly force: boolean;
}

/** Objects below a prefix that have neither a newer result nor a newer rejection, in the order in which they are named. */
export async function* candidates(options: CandidateOptions, walk: Walk): AsyncGenerator<StandingObject> {
  const { force } = options;
  const standingOf = force ? undefined : results(options, walk);
  for await (const object of sources(options, walk)) {
    walk.listed++;
    const { key } = object;
    // what consoles make for folders; what would be refused
    if (!key.endsWith(options.suffix) || key.endsWith('/') || key.endsWith(REPORT_SUFFIX)) {
      walk.passedOver++;
      continue;
    }
    const standing = await standingOf?.(key);
    if (isNewer(standing?.result, object)) walk.solved++;
    else if (standing && (await isRejected(options, object, standing, walk))) walk.rejected++;
    else yield object;
  }
}

async function* sources(
  { s3, bucket, prefix, startAfter, inventory }: CandidateOptions,
  walk: Walk,
): AsyncGenerator<StandingObject> {
  if (inventory === undefined) return yield* listed(s3, bucket, prefix, startAfter, walk);
  for await (const object of inventoried(s3, inventory, walk)) {
    if (object.key.startsWith(prefix)) yield object;
  }
}

function results(options: CandidateOptions, walk: Walk): StandingOf {
  const { s3, prefix, startAfter, inventory, outputBucket, outputPrefix } = options;
  const after = startAfter === undefined ? undefined : outputPrefix + startAfter;
  const all = listed(s3, outputBucket, outputPrefix + prefix, after, walk);
  return inventory === undefined ? besideThem(all, outputPrefix) : allOf(all, outputPrefix);
}

function isNewer(standing: Date | undefined, { modified }: StandingObject): boolean {
  return standing !== undefined && standing >= modified;
}

/** A newer report without a newer result is of a file that was rejected, or of one that failed, which is to be tried again. */
async function isRejected(
  { s3, outputBucket, outputPrefix }: CandidateOptions,
  object: StandingObject,
  { report }: Standing,
  walk: Walk,
): Promise<boolean> {
  if (!isNewer(report, object)) return false;
  const Key = outputPrefix + object.key + REPORT_SUFFIX;
  const { Metadata = {} } = await s3.send(new HeadObjectCommand({ Bucket: outputBucket, Key }));
  walk.requests++;
  return Metadata[STATUS_METADATA] !== 'failed';
}
