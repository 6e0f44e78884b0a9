// The errors of S3 that the function tells apart, and what each of them means for an upload.
import type { ObjectRef } from './cloud.ts';

/** What a request to S3 may end with, by the message of each. */
const FAULTS = {
  /** It was deleted, or has expired. */
  ObjectGone: (path: string) => `${path} does not exist any more`,
  /** Another object has its key: If-Match failed. */
  ObjectReplaced: (path: string) => `${path} was overwritten`,
  /** The object exists, but retries do not help: it is archived, or encrypted under a key that the role may not use. */
  ObjectUnreadable: (path: string) => `${path} cannot be read`,
  /** An object has fewer or more bytes than expected, whatever its ETag says. */
  WrongLength: (path: string) => `${path} has another length`,
  /** A conditional write found another object than expected, or none: someone else was faster. Nothing was written. */
  PreconditionFailed: (path: string) => `${path} is not what the condition expects`,
  /**
   * A write met another one on its key, again in each retry; nothing was written. It says nothing about what the key holds: the
   * other write may fail. So it decides nothing, and a later delivery tries again.
   * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html
   */
  WriteConflict: (path: string) => `${path} is being written by another process, also at the last attempt`,
  /** The multipart upload is not open: an earlier attempt or another process has completed or aborted it. */
  MultipartGone: (path: string) => `the multipart upload to ${path} is not open`,
} as const;

type Fault = keyof typeof FAULTS;

/** A request to S3 that ended with one of the faults, which is its name. */
export class StorageError extends Error {
  override readonly name: Fault;
  readonly bucket: string;

  constructor(fault: Fault, { bucket, key }: ObjectRef, message = FAULTS[fault](`${bucket}/${key}`)) {
    super(message);
    this.name = fault;
    this.bucket = bucket;
  }
}

/** Whether an error is one of these faults. */
export const isFault = (error: unknown, ...faults: readonly Fault[]): error is StorageError =>
  error instanceof StorageError && faults.includes(error.name);

/** The result of some work; undefined if it ends with one of these faults. @throws any other error */
export async function unless<Result>(
  faults: readonly Fault[],
  work: Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isFault(error, ...faults)) return undefined;
    throw error;
  }
}

/** Turns the errors that the function acts on into {@link StorageError}; it returns all others unchanged. */
export function translate(error: unknown, ref: ObjectRef): unknown {
  const { name, status } = describe(error);
  // the answer to a HEAD has no body, so its only code is its status
  if (name === 'NoSuchKey' || name === 'NotFound') return new StorageError('ObjectGone', ref);
  if (name === 'NoSuchUpload') return new StorageError('MultipartGone', ref);
  if (isConflict(error)) return new StorageError('WriteConflict', ref);
  if (status === 412 || name === 'PreconditionFailed') return new StorageError('PreconditionFailed', ref);
  return error;
}

/** Whether S3 says that a request met another one, such as ConditionalRequestConflict: it advises to try again. */
export const isConflict = (error: unknown): boolean => describe(error).status === 409;

/** As {@link translate}, with the errors of a GET: a failed If-Match, and those that no retry mends. */
export function translateRead(error: unknown, ref: ObjectRef): unknown {
  const { name } = describe(error);
  const unreadable = (why: string) =>
    new StorageError('ObjectUnreadable', ref, `${ref.bucket}/${ref.key} ${why}`);
  if (name === 'InvalidObjectState') {
    return unreadable('is archived: restore it, then upload it again or copy it onto itself');
  }
  if (name === 'AccessDenied') {
    const said = (error as Error).message;
    return unreadable(
      `may not be read by the function's role (${said}): if it is encrypted under a KMS key, let the role decrypt with it, or upload the file under a key of S3's`,
    );
  }
  const translated = translate(error, ref);
  return isFault(translated, 'PreconditionFailed') ? new StorageError('ObjectReplaced', ref) : translated;
}

function describe(error: unknown): { name: string; status: number } {
  if (!(error instanceof Error)) return { name: '', status: 0 };
  const metadata = (error as { $metadata?: { httpStatusCode?: number } }).$metadata;
  return { name: error.name, status: metadata?.httpStatusCode ?? 0 };
}
