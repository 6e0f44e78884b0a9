import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import pMap from 'p-map';
import { bare } from './parts.ts';
import type { ObjectSource } from './sources.ts';
import { copySource, type Target } from './target.ts';

/** Names the ETag that the bytes of a copy had as an object before, so that a later run knows them again. */
export const SOURCE_ETAG = 'source-etag';

/** Limits of S3, and what follows from them. */
export interface CopyLimits {
  /** bytes that one request copies */
  readonly most: number;
  /** bytes of each part of what is longer */
  readonly part: number;
}

/** Parts of a multipart upload. */
const MAX_PARTS = 10_000;

const LIMITS: CopyLimits = { most: 5 * 1024 ** 3, part: 1024 ** 3 };

/** Copies an object inside S3: no byte passes through this machine. @returns the ETag of the copy */
export async function copyObject(
  target: Target,
  source: Pick<ObjectSource, 'bucket' | 'from' | 'bytes' | 'etag'>,
  concurrency: number,
  limits = LIMITS,
): Promise<string> {
  const { s3, bucket: Bucket, key: Key } = target;
  const Metadata = { ...target.metadata };
  const from = { CopySource: copySource(source.bucket, source.from), CopySourceIfMatch: source.etag };
  if (source.bytes <= limits.most) {
    const { CopyObjectResult } = await s3.send(
      new CopyObjectCommand({ Bucket, Key, ...from, MetadataDirective: 'REPLACE', Metadata }),
    );
    return bare(CopyObjectResult?.ETag);
  }
  const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key, Metadata }));
  const length = Math.max(limits.part, Math.ceil(source.bytes / MAX_PARTS));
  const count = Math.ceil(source.bytes / length);
  const Parts = await pMap(
    Array.from({ length: count }, (_, i) => i),
    async (i) => {
      const last = Math.min((i + 1) * length, source.bytes) - 1;
      const CopySourceRange = `bytes=${i * length}-${last}`;
      const part = { Bucket, Key, UploadId, PartNumber: i + 1, ...from, CopySourceRange };
      const { CopyPartResult } = await s3.send(new UploadPartCopyCommand(part));
      return { PartNumber: i + 1, ETag: CopyPartResult?.ETag };
    },
    { concurrency },
  );
  const { ETag } = await s3.send(
    new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }),
  );
  return bare(ETag);
}

/** An object, and the ETag that its bytes had when a file was uploaded as it. */
export interface StandingContent {
  readonly bytes: number;
  readonly etag: string;
  readonly contentEtag: string;
}

/**
 * Gives an object the metadata of the target by copying it onto itself, whatever its size: no byte is sent again. The
 * metadata also name the ETag of the content, since that of a copy does not tell what file it is.
 * @returns the ETag of the copy
 */
export function relabelObject(
  target: Target,
  { bytes, etag, contentEtag }: StandingContent,
  concurrency: number,
  limits = LIMITS,
): Promise<string> {
  const { bucket, key } = target;
  const metadata = { ...target.metadata, [SOURCE_ETAG]: contentEtag };
  return copyObject({ ...target, metadata }, { bucket, from: key, bytes, etag }, concurrency, limits);
}
