// Uploads files and copies objects inside S3, in parts, and continues what an earlier run began.
import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import pMap from 'p-map';
import { FailureError } from '../../cli/exit.ts';
import { systemMessage } from '../../cli/paths.ts';
import { statusOf } from '../errors.ts';
import { bareEtag, headObject } from '../objects.ts';
import type { ObjectSource } from './sources.ts';

/** The object that an upload creates. */
export interface UploadPlace {
  readonly s3: S3Client;
  readonly bucket: string;
  readonly key: string;
  readonly metadata: Readonly<Record<string, string>>;
}

export interface UploadOptions {
  /** parts at the same time */
  readonly concurrency: number;
  /** Called for bytes that are in the bucket; `sent` is false for those that were there before or were copied inside S3. */
  readonly onBytes: (bytes: number, sent: boolean) => void;
}

/** Maximum bytes of a file that is uploaded in one request, and of each part of a longer one. */
const PART_BYTES = 8 * 1024 * 1024;
/** S3 allows 10,000. */
const MAX_PARTS = 9_000;

interface Part {
  /** from 1 */
  readonly number: number;
  readonly from: number;
  readonly to: number;
}

/** The parts of a file of a given length: always the same, so that a later run finds the parts of an earlier one. */
export function uploadParts(bytes: number): Part[] {
  const length = Math.max(PART_BYTES, Math.ceil(bytes / MAX_PARTS));
  const count = Math.max(1, Math.ceil(bytes / length));
  return Array.from({ length: count }, (_, i) => ({
    number: i + 1,
    from: i * length,
    to: Math.min(bytes, (i + 1) * length),
  }));
}

/** @throws FailureError if the file cannot be opened, perhaps because it was deleted meanwhile */
export async function openSource(path: string): Promise<FileHandle> {
  try {
    return await open(path);
  } catch (error) {
    const message = systemMessage(error);
    throw message === undefined ? error : new FailureError(`${path}: cannot be read: ${message}`);
  }
}

/** @throws FailureError if the file has become shorter */
async function readPart(file: FileHandle, { from, to }: Part): Promise<Uint8Array> {
  const bytes = new Uint8Array(to - from);
  for (let filled = 0; filled < bytes.length; ) {
    const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, from + filled);
    if (bytesRead === 0)
      throw new FailureError(`expected ${to} bytes, got ${from + filled}: the file has become shorter`);
    filled += bytesRead;
  }
  return bytes;
}

/** MD5, which is the ETag of a part unless it is encrypted with a key of KMS. */
function md5(bytes: Uint8Array): string {
  return createHash('md5').update(bytes).digest('hex');
}

/**
 * The ETag of a file once it is uploaded: MD5 of its bytes or, in parts, of their MD5s.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity.html
 */
export async function etagOf(file: FileHandle, bytes: number): Promise<string> {
  const parts = uploadParts(bytes);
  const digests: string[] = [];
  for (const part of parts) digests.push(md5(await readPart(file, part)));
  if (parts.length === 1) return digests[0]!;
  return `${md5(Buffer.from(digests.join(''), 'hex'))}-${parts.length}`;
}

/**
 * Uploads a file: a short one in one request, a longer one in parts. Continues a multipart upload that an earlier run
 * began. @returns the ETag of the object
 */
export async function uploadFile(
  destination: UploadPlace,
  { path, bytes }: { readonly path: string; readonly bytes: number },
  { concurrency, onBytes }: UploadOptions,
): Promise<string> {
  const { s3, bucket: Bucket, key: Key, metadata: Metadata } = destination;
  const parts = uploadParts(bytes);
  const file = await openSource(path);
  try {
    if (parts.length === 1) {
      const Body = await readPart(file, parts[0]!);
      const { ETag } = await s3.send(new PutObjectCommand({ Bucket, Key, Body, Metadata }));
      onBytes(bytes, true);
      return bareEtag(ETag);
    }
    const earlier = await unfinishedUpload(destination);
    const uploaded =
      earlier === undefined ? new Map<number, string>() : await uploadedParts(destination, earlier);
    const UploadId =
      earlier ?? (await s3.send(new CreateMultipartUploadCommand({ Bucket, Key, Metadata }))).UploadId!;
    const Parts = await pMap(
      parts,
      async (part) => {
        const Body = await readPart(file, part);
        const PartNumber = part.number;
        const isUploaded = uploaded.get(PartNumber) === md5(Body);
        const { ETag } = isUploaded
          ? { ETag: uploaded.get(PartNumber) }
          : await s3.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }));
        onBytes(Body.length, !isUploaded);
        return { PartNumber, ETag };
      },
      { concurrency },
    );
    const { ETag } = await s3.send(
      new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }),
    );
    const etag = bareEtag(ETag);
    return earlier === undefined ? etag : ensureMetadata(destination, bytes, etag, concurrency);
  } finally {
    await file.close();
  }
}

/** The latest multipart upload of the key that was not completed; undefined for a caller who may not list any. */
async function unfinishedUpload({ s3, bucket, key }: UploadPlace): Promise<string | undefined> {
  const listing = new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: key });
  const { Uploads = [] } = await s3.send(listing).catch((error: unknown) => {
    // a grant for a prefix does not include it
    if (statusOf(error) !== 403) throw error;
    return { Uploads: [] };
  });
  return Uploads.filter(({ Key }) => Key === key)
    .sort((a, b) => Number(a.Initiated ?? 0) - Number(b.Initiated ?? 0))
    .at(-1)?.UploadId;
}

/** ETags of the parts of an unfinished upload, by number. */
async function uploadedParts(
  { s3, bucket, key }: UploadPlace,
  UploadId: string,
): Promise<Map<number, string>> {
  const etags = new Map<number, string>();
  let marker: string | undefined;
  do {
    const page = await s3.send(
      new ListPartsCommand({ Bucket: bucket, Key: key, UploadId, PartNumberMarker: marker }),
    );
    for (const { PartNumber, ETag } of page.Parts ?? []) etags.set(PartNumber!, bareEtag(ETag));
    marker = page.IsTruncated ? page.NextPartNumberMarker : undefined;
  } while (marker !== undefined);
  return etags;
}

/** Corrects the metadata of a continued upload: they were set when it began, perhaps by a run with other options. */
async function ensureMetadata(
  destination: UploadPlace,
  bytes: number,
  etag: string,
  concurrency: number,
): Promise<string> {
  const { s3, bucket, key, metadata } = destination;
  const head = await headObject(s3, bucket, key);
  if (sameMetadata(head?.Metadata, metadata)) return etag;
  return replaceMetadata(destination, { bytes, etag, contentEtag: etag }, concurrency);
}

/** Uploads a stream of unknown length. @returns the ETag of the object */
export async function uploadStream(
  { s3, bucket, key, metadata }: UploadPlace,
  stream: NodeJS.ReadableStream,
  { concurrency, onBytes }: UploadOptions,
): Promise<string> {
  const upload = new Upload({
    client: s3,
    queueSize: concurrency,
    params: { Bucket: bucket, Key: key, Body: stream as never, Metadata: { ...metadata } },
  });
  let loaded = 0;
  upload.on('httpUploadProgress', (event) => {
    onBytes((event.loaded ?? 0) - loaded, true);
    loaded = event.loaded ?? 0;
  });
  return bareEtag((await upload.done()).ETag);
}

/** Metadata of a copy: the ETag that its bytes had before, by which a later run recognises them. */
export const SOURCE_ETAG = 'source-etag';

interface CopyLimits {
  /** bytes that one request can copy */
  readonly singleRequest: number;
  /** bytes of each part of a longer object */
  readonly part: number;
}

const MAX_COPY_PARTS = 10_000;

/** @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/copy-object.html */
const LIMITS: CopyLimits = { singleRequest: 5 * 1024 ** 3, part: 1024 ** 3 };

/** Copies an object inside S3: no byte passes through this machine. @returns the ETag of the copy */
export async function copyObject(
  destination: UploadPlace,
  source: Pick<ObjectSource, 'bucket' | 'from' | 'bytes' | 'etag'>,
  concurrency: number,
  limits = LIMITS,
): Promise<string> {
  const { s3, bucket: Bucket, key: Key } = destination;
  const Metadata = { ...destination.metadata };
  const CopySource = `${source.bucket}/${source.from.split('/').map(encodeURIComponent).join('/')}`;
  const from = { CopySource, CopySourceIfMatch: source.etag };
  if (source.bytes <= limits.singleRequest) {
    const { CopyObjectResult } = await s3.send(
      new CopyObjectCommand({ Bucket, Key, ...from, MetadataDirective: 'REPLACE', Metadata }),
    );
    return bareEtag(CopyObjectResult?.ETag);
  }
  const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key, Metadata }));
  const length = Math.max(limits.part, Math.ceil(source.bytes / MAX_COPY_PARTS));
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
  return bareEtag(ETag);
}

/** An object whose bytes were uploaded from a file. */
export interface UploadedContent {
  readonly bytes: number;
  readonly etag: string;
  /** the ETag when the file was uploaded: copies have another one */
  readonly contentEtag: string;
}

/**
 * Replaces the metadata of an object by copying it onto itself: no byte is sent again, whatever its size. The metadata also
 * contain the ETag of the content, since the ETag of a copy does not identify the file.
 * @returns the ETag of the copy
 */
export function replaceMetadata(
  destination: UploadPlace,
  { bytes, etag, contentEtag }: UploadedContent,
  concurrency: number,
  limits = LIMITS,
): Promise<string> {
  const { bucket, key } = destination;
  const metadata = { ...destination.metadata, [SOURCE_ETAG]: contentEtag };
  return copyObject({ ...destination, metadata }, { bucket, from: key, bytes, etag }, concurrency, limits);
}

/** Whether an object has exactly the required metadata. */
export function sameMetadata(
  actual: Readonly<Record<string, string>> = {},
  required: Readonly<Record<string, string>>,
): boolean {
  const names = Object.keys({ ...actual, ...required });
  return names.every((name) => actual[name] === required[name]);
}
