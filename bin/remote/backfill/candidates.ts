import { ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3';
import { REPORT_SUFFIX } from '../report.ts';
import { bare } from '../submit/parts.ts';

/** An object that is there already. */
export interface StandingObject {
  readonly key: string;
  readonly bytes: number;
  readonly etag: string;
  readonly modified: Date;
}

export interface CandidateOptions {
  readonly s3: S3Client;
  readonly bucket: string;
  readonly prefix: string;
  readonly suffix: string;
  /** Keys up to this one are left out. */
  readonly startAfter: string | undefined;
  readonly outputBucket: string;
  /** Also those that have a result which is newer. */
  readonly force: boolean;
}

/** Counts of a walk, kept up as it goes. */
export interface Walk {
  listed: number;
  solved: number;
  passedOver: number;
  requests: number;
}

export const noWalk = (): Walk => ({ listed: 0, solved: 0, passedOver: 0, requests: 0 });

/** Objects below a prefix that have no newer result, in the order of their keys. Sources and results are listed side by side. */
export async function* candidates(options: CandidateOptions, walk: Walk): AsyncGenerator<StandingObject> {
  const { s3, bucket, prefix, suffix, startAfter, outputBucket, force } = options;
  const results = force ? undefined : listed(s3, outputBucket, prefix, startAfter, walk);
  let result = await results?.next();
  for await (const object of listed(s3, bucket, prefix, startAfter, walk)) {
    walk.listed++;
    // what consoles make for folders; what would be refused
    if (!object.key.endsWith(suffix) || object.key.endsWith('/') || object.key.endsWith(REPORT_SUFFIX)) {
      walk.passedOver++;
      continue;
    }
    while (result && !result.done && inOrder(result.value.key, object.key) < 0)
      result = await results?.next();
    const standing = result && !result.done && result.value.key === object.key ? result.value : undefined;
    if (standing && standing.modified >= object.modified) walk.solved++;
    else yield object;
  }
}

/** Keys are listed in the order of their UTF-8 bytes. */
function inOrder(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

async function* listed(
  s3: S3Client,
  Bucket: string,
  Prefix: string,
  StartAfter: string | undefined,
  walk: Walk,
): AsyncGenerator<StandingObject, void> {
  let ContinuationToken: string | undefined;
  do {
    const page = await s3.send(new ListObjectsV2Command({ Bucket, Prefix, StartAfter, ContinuationToken }));
    walk.requests++;
    for (const { Key = '', Size = 0, ETag, LastModified = new Date(0) } of page.Contents ?? []) {
      yield { key: Key, bytes: Size, etag: bare(ETag), modified: LastModified };
    }
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken !== undefined);
}
