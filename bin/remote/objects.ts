// Finds objects of S3, by HEAD or LIST, and knows which keys a pipeline solves.
import {
  HeadObjectCommand,
  type HeadObjectCommandOutput,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { ObjectRef } from '../../lambda/aws/cloud.ts';
import { isAmongResults, keyFault } from '../../lambda/result/output-refs.ts';
import { UsageError } from '../cli/exit.ts';
import { isMissing, statusOf } from './errors.ts';
import type { DeployedPipeline } from './stack.ts';

/** An object as a LIST shows it. */
export interface ListedObject {
  readonly key: string;
  readonly bytes: number;
  /** without quotes */
  readonly etag: string;
  readonly modified: Date;
}

/** An ETag without its quotes; empty if there is none. */
export function bareEtag(etag: string | undefined): string {
  return (etag ?? '').replaceAll('"', '');
}

/** The answer to a HEAD; undefined if there is no such object. */
export async function headObject(
  s3: S3Client,
  Bucket: string,
  Key: string,
): Promise<HeadObjectCommandOutput | undefined> {
  return unlessMissing(s3, Bucket, Key, () => s3.send(new HeadObjectCommand({ Bucket, Key })));
}

/**
 * The answer to a request for an object; undefined if there is none. S3 answers 403 for a missing object, too, if the caller may
 * list only keys with a prefix; then a LIST of the key shows it. If the LIST has it, it may have come in between, so the request
 * is sent once more.
 */
export async function unlessMissing<T>(
  s3: S3Client,
  bucket: string,
  key: string,
  request: () => Promise<T>,
): Promise<T | undefined> {
  for (let isAgain = false; ; isAgain = true) {
    try {
      return await request();
    } catch (error) {
      if (isMissing(error)) return undefined;
      if (statusOf(error) !== 403) throw error;
      const isThere = await findObject(s3, bucket, key).then(
        (found) => found !== undefined,
        () => undefined,
      );
      if (isThere === false) return undefined;
      if (isThere === undefined || isAgain) throw error;
    }
  }
}

export interface ListingOptions {
  readonly bucket: string;
  readonly prefix: string;
  /** Skips the keys up to this one. */
  readonly startAfter?: string | undefined;
  /** @default 1000 */
  readonly pageSize?: number;
  /** Called once per LIST request. */
  readonly onRequest?: () => void;
}

/** Objects with a prefix, in the order of the UTF-8 bytes of their keys. */
export async function* listObjects(
  s3: S3Client,
  { bucket, prefix, startAfter, pageSize, onRequest }: ListingOptions,
): AsyncGenerator<ListedObject, void, undefined> {
  const scope = { Bucket: bucket, Prefix: prefix, StartAfter: startAfter, MaxKeys: pageSize };
  for await (const page of paginateListObjectsV2({ client: s3 }, scope)) {
    onRequest?.();
    for (const { Key = '', Size = 0, ETag, LastModified = new Date(0) } of page.Contents ?? []) {
      yield { key: Key, bytes: Size, etag: bareEtag(ETag), modified: LastModified };
    }
  }
}

/** One object by a LIST, which unlike HEAD needs no permission to read the object; undefined if there is none. */
export async function findObject(
  s3: S3Client,
  bucket: string,
  key: string,
): Promise<ListedObject | undefined> {
  try {
    // a key sorts before all longer keys that begin with it
    const { value: first } = await listObjects(s3, { bucket, prefix: key, pageSize: 1 }).next();
    return first?.key === key ? first : undefined;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** What says which keys of its upload bucket a pipeline solves. */
export type UploadKeys = Pick<
  DeployedPipeline,
  'uploadBucket' | 'uploadPrefix' | 'uploadSuffix' | 'outputBucket' | 'outputPrefix' | 'reports'
>;

/** Why a pipeline never has a result for an object, whatever it holds; undefined if it can have one. */
export function whyUnsolved(
  { reports, ...output }: Pick<UploadKeys, 'outputBucket' | 'outputPrefix' | 'reports'>,
  object: ObjectRef,
): string | undefined {
  if (isAmongResults(output, object)) {
    return `expected a key outside ${output.outputPrefix}, where the pipeline writes its results`;
  }
  return keyFault({ ...output, htmlReports: reports === 'html' }, object);
}

/** Refuses a key of the upload bucket that the pipeline does not solve. @throws UsageError */
export function refuseUnsolvedKey(keys: UploadKeys, key: string): void {
  const { uploadBucket: bucket, uploadPrefix, uploadSuffix } = keys;
  const others = 'as the pipeline solves no others';
  const why = key.startsWith(uploadPrefix)
    ? key.endsWith(uploadSuffix)
      ? whyUnsolved(keys, { bucket, key })
      : `expected a key that ends with ${uploadSuffix}, ${others}`
    : `expected a key that begins with ${uploadPrefix}, ${others}: ${uploadPrefix}${key}`;
  if (why !== undefined) throw new UsageError(`${key}: ${why}`);
}
