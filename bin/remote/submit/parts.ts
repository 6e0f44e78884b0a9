import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { FailureError } from '../../cli/exit.ts';

/** Bytes up to which a file goes in one request, and of each part of a longer one. */
const PART_BYTES = 8 * 1024 * 1024;
/** S3 takes 10,000. */
const MAX_PARTS = 9_000;

export interface Part {
  /** from 1 */
  readonly number: number;
  readonly from: number;
  readonly to: number;
}

/** How a file of so many bytes is cut: always the same, so that a later run finds the parts of an earlier one. */
export function partsOf(bytes: number): Part[] {
  const length = Math.max(PART_BYTES, Math.ceil(bytes / MAX_PARTS));
  const count = Math.max(1, Math.ceil(bytes / length));
  return Array.from({ length: count }, (_, i) => ({
    number: i + 1,
    from: i * length,
    to: Math.min(bytes, (i + 1) * length),
  }));
}

/** The bytes of a part. @throws FailureError if the file has become shorter */
export async function readPart(file: FileHandle, { from, to }: Part): Promise<Uint8Array> {
  const bytes = new Uint8Array(to - from);
  for (let filled = 0; filled < bytes.length; ) {
    const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, from + filled);
    if (bytesRead === 0)
      throw new FailureError(`expected ${to} bytes, got ${from + filled}: the file has become shorter`);
    filled += bytesRead;
  }
  return bytes;
}

/** MD5 of a part: the part's ETag, where S3 holds the keys of the encryption. */
export function md5(bytes: Uint8Array): string {
  return createHash('md5').update(bytes).digest('hex');
}

/**
 * The ETag that a file has as an object: MD5 of its bytes or, in parts, of their MD5s.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity.html
 */
export async function etagOf(file: FileHandle, bytes: number): Promise<string> {
  const parts = partsOf(bytes);
  const digests: string[] = [];
  for (const part of parts) digests.push(md5(await readPart(file, part)));
  if (parts.length === 1) return digests[0]!;
  return `${md5(Buffer.from(digests.join(''), 'hex'))}-${parts.length}`;
}

/** An ETag without its quotes. */
export function bare(etag: string | undefined): string {
  return (etag ?? '').replaceAll('"', '');
}
