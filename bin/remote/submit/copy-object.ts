import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import pMap from 'p-map';
import { bare } from './parts.ts';
import type { ObjectSource } from './sources.ts';
import { copySource, type Target } from './upload-file.ts';

/** Most that S3 copies in one request, 5 GiB; and the length of parts of what is longer. */
const MAX_COPY = 5 * 1024 ** 3;
const PART_BYTES = 1024 ** 3;

/** Copies an object inside S3: no byte passes through this machine. @returns the ETag of the copy */
export async function copyObject(target: Target, source: ObjectSource, concurrency: number): Promise<string> {
  const { s3, bucket: Bucket, key: Key } = target;
  const Metadata = { ...target.metadata };
  const from = { CopySource: copySource(source.bucket, source.from), CopySourceIfMatch: source.etag };
  if (source.bytes <= MAX_COPY) {
    const { CopyObjectResult } = await s3.send(
      new CopyObjectCommand({ Bucket, Key, ...from, MetadataDirective: 'REPLACE', Metadata }),
    );
    return bare(CopyObjectResult?.ETag);
  }
  const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key, Metadata }));
  const count = Math.ceil(source.bytes / PART_BYTES);
  const Parts = await pMap(
    Array.from({ length: count }, (_, i) => i),
    async (i) => {
      const last = Math.min((i + 1) * PART_BYTES, source.bytes) - 1;
      const CopySourceRange = `bytes=${i * PART_BYTES}-${last}`;
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
