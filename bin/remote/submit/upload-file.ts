import { open } from 'node:fs/promises';
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import pMap from 'p-map';
import { relabelObject } from './copy-object.ts';
import { bare, md5, partsOf, readPart } from './parts.ts';
import { sameMetadata, type Target } from './target.ts';

export interface UploadOptions {
  /** parts at the same time */
  readonly concurrency: number;
  /** Told of bytes that are there, and whether they were sent now. */
  readonly onBytes: (bytes: number, sent: boolean) => void;
}

/** Uploads a file: a short one in one request, a longer one in parts, going on with an upload that an earlier run began. @returns its ETag */
export async function uploadFile(
  target: Target,
  { path, bytes }: { readonly path: string; readonly bytes: number },
  options: UploadOptions,
): Promise<string> {
  const { s3, bucket: Bucket, key: Key, metadata: Metadata } = target;
  const parts = partsOf(bytes);
  const file = await open(path);
  try {
    if (parts.length === 1) {
      const Body = await readPart(file, parts[0]!);
      const { ETag } = await s3.send(new PutObjectCommand({ Bucket, Key, Body, Metadata }));
      options.onBytes(bytes, true);
      return bare(ETag);
    }
    const begun = await unfinishedUpload(target);
    const there = begun === undefined ? new Map<number, string>() : await partsThere(target, begun);
    const UploadId =
      begun ?? (await s3.send(new CreateMultipartUploadCommand({ Bucket, Key, Metadata }))).UploadId!;
    const Parts = await pMap(
      parts,
      async (part) => {
        const Body = await readPart(file, part);
        const PartNumber = part.number;
        const isThere = there.get(PartNumber) === md5(Body);
        const { ETag } = isThere
          ? { ETag: there.get(PartNumber) }
          : await s3.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }));
        options.onBytes(Body.length, !isThere);
        return { PartNumber, ETag };
      },
      { concurrency: options.concurrency },
    );
    const { ETag } = await s3.send(
      new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }),
    );
    return begun === undefined ? bare(ETag) : withMetadata(target, bytes, bare(ETag), options.concurrency);
  } finally {
    await file.close();
  }
}

/** The latest upload of the key that nobody has completed. */
async function unfinishedUpload({ s3, bucket, key }: Target): Promise<string | undefined> {
  const { Uploads = [] } = await s3.send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: key }));
  return Uploads.filter(({ Key }) => Key === key)
    .sort((a, b) => Number(a.Initiated ?? 0) - Number(b.Initiated ?? 0))
    .at(-1)?.UploadId;
}

async function partsThere({ s3, bucket, key }: Target, UploadId: string): Promise<Map<number, string>> {
  const there = new Map<number, string>();
  let marker: string | undefined;
  do {
    const page = await s3.send(
      new ListPartsCommand({ Bucket: bucket, Key: key, UploadId, PartNumberMarker: marker }),
    );
    for (const { PartNumber, ETag } of page.Parts ?? []) there.set(PartNumber!, bare(ETag));
    marker = page.IsTruncated ? page.NextPartNumberMarker : undefined;
  } while (marker !== undefined);
  return there;
}

/** An upload's metadata are set when it begins, perhaps by a run with other options. */
async function withMetadata(
  target: Target,
  bytes: number,
  etag: string,
  concurrency: number,
): Promise<string> {
  const { s3, bucket, key, metadata } = target;
  const { Metadata } = await s3.send(new HeadObjectCommand({ Bucket: bucket, Key: key }));
  if (sameMetadata(Metadata, metadata)) return etag;
  return relabelObject(target, { bytes, etag, contentEtag: etag }, concurrency);
}
