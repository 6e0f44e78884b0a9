// The errors of AWS that the function tells apart, and what each of them means for an upload.
import type { ObjectRef } from './cloud.ts';

/** An object cannot be read as requested. */
class ObjectError extends Error {
  readonly bucket: string;
  constructor({ bucket, key }: ObjectRef, what: string) {
    super(`${bucket}/${key} ${what}`);
    this.bucket = bucket;
  }
}

/** It was deleted, or has expired. */
export class ObjectGone extends ObjectError {
  override readonly name = 'ObjectGone';
  constructor(ref: ObjectRef) {
    super(ref, 'does not exist any more');
  }
}

/** Another object has its key: If-Match failed. */
export class ObjectReplaced extends ObjectError {
  override readonly name = 'ObjectReplaced';
  constructor(ref: ObjectRef) {
    super(ref, 'was overwritten');
  }
}

/** The object exists, but retries do not help: it is archived, or encrypted under a key that the role may not use. */
export class ObjectUnreadable extends ObjectError {
  override readonly name = 'ObjectUnreadable';
}

/** A conditional write found another object than expected, or none: someone else was faster. Nothing was written. */
export class PreconditionFailed extends Error {
  override readonly name = 'PreconditionFailed';
}

/**
 * A write met another one on its key, again in each retry; nothing was written. It says nothing about what the key holds: the
 * other write may fail. So it decides nothing, and a later delivery tries again.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html
 */
export class WriteConflict extends Error {
  override readonly name = 'WriteConflict';
}

/** The multipart upload is not open: an earlier attempt or another process has completed or aborted it. */
export class MultipartGone extends Error {
  override readonly name = 'MultipartGone';
}

/** Turns the errors that the function acts on into classes of their own; it returns all others unchanged. */
export function translate(error: unknown, ref: ObjectRef): unknown {
  const { name, status } = describe(error);
  const path = `${ref.bucket}/${ref.key}`;
  // the answer to a HEAD has no body, so its only code is its status
  if (name === 'NoSuchKey' || name === 'NotFound') return new ObjectGone(ref);
  if (name === 'NoSuchUpload') return new MultipartGone(`the multipart upload to ${path} is not open`);
  if (isConflict(error))
    return new WriteConflict(`${path} is being written by another process, also at the last attempt`);
  if (status === 412 || name === 'PreconditionFailed') {
    return new PreconditionFailed(`${path} is not what the condition expects`);
  }
  return error;
}

/** Whether S3 says that a request met another one, such as ConditionalRequestConflict: it advises to try again. */
export const isConflict = (error: unknown): boolean => describe(error).status === 409;

/** As {@link translate}, with the errors of a GET: a failed If-Match, and those that no retry mends. */
export function translateRead(error: unknown, ref: ObjectRef): unknown {
  const { name } = describe(error);
  if (name === 'InvalidObjectState') {
    return new ObjectUnreadable(ref, 'is archived: restore it, then upload it again or copy it onto itself');
  }
  if (name === 'AccessDenied') {
    const said = (error as Error).message;
    return new ObjectUnreadable(
      ref,
      `may not be read by the function's role (${said}): if it is encrypted under a KMS key, let the role decrypt with it, or upload the file under a key of S3's`,
    );
  }
  const translated = translate(error, ref);
  return translated instanceof PreconditionFailed ? new ObjectReplaced(ref) : translated;
}

function describe(error: unknown): { name: string; status: number } {
  if (!(error instanceof Error)) return { name: '', status: 0 };
  const metadata = (error as { $metadata?: { httpStatusCode?: number } }).$metadata;
  return { name: error.name, status: metadata?.httpStatusCode ?? 0 };
}
