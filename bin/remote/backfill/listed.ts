import { ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3';
import { bare } from '../submit/parts.ts';

/** An object that is there already. */
export interface StandingObject {
  readonly key: string;
  readonly bytes: number;
  readonly etag: string;
  readonly modified: Date;
}

/** Counts of a walk, kept up as it goes. */
export interface Walk {
  listed: number;
  /** with a newer result */
  solved: number;
  /** with a newer report that says that they are no puzzle files */
  rejected: number;
  passedOver: number;
  /** LISTs, and what else costs as one or less */
  requests: number;
  /** rows and files of an inventory that cannot be read */
  unreadable: number;
  /** the first of them: where, and why */
  readonly problems: string[];
}

export const noWalk = (): Walk => ({
  listed: 0,
  solved: 0,
  rejected: 0,
  passedOver: 0,
  requests: 0,
  unreadable: 0,
  problems: [],
});

/** Objects below a prefix, in the order of their keys' bytes. */
export async function* listed(
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
