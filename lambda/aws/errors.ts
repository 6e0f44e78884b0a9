import type { ObjectRef } from './cloud.ts';

/** An object that cannot be had as it was asked for. */
class ObjectError extends Error {
  readonly bucket: string;
  constructor({ bucket, key }: ObjectRef, what: string) {
    super(`${bucket}/${key} ${what}`);
    this.bucket = bucket;
  }
}

/** It does not exist: deleted, or expired. */
export class ObjectGone extends ObjectError {
  override readonly name = 'ObjectGone';
  constructor(ref: ObjectRef) {
    super(ref, 'does not exist any more');
  }
}

/** Another one has its key: If-Match failed. */
export class ObjectReplaced extends ObjectError {
  override readonly name = 'ObjectReplaced';
  constructor(ref: ObjectRef) {
    super(ref, 'was overwritten');
  }
}

/** The object is there and cannot be read, whoever asks how often: archived, or under a key that the role may not use. */
export class ObjectUnreadable extends ObjectError {
  override readonly name = 'ObjectUnreadable';
}

/** A conditional write found another object than it expected; nothing was written. */
export class PreconditionFailed extends Error {
  override readonly name = 'PreconditionFailed';
}

/** The multipart upload is not open (any more): completed or aborted, by an earlier attempt or by somebody else. */
export class MultipartGone extends Error {
  override readonly name = 'MultipartGone';
}

/** Turns the answers that the function acts on into classes of their own; every other error stays what it is. */
export function translate(error: unknown, ref: ObjectRef): unknown {
  const { name, status } = describe(error);
  const path = `${ref.bucket}/${ref.key}`;
  // a HEAD has no body, hence no code but its status
  if (name === 'NoSuchKey' || name === 'NotFound') return new ObjectGone(ref);
  if (name === 'NoSuchUpload') return new MultipartGone(`the multipart upload to ${path} is not open`);
  // 409 ConditionalRequestConflict: somebody wrote the key at the same moment; the condition is to be looked at again
  if (status === 412 || name === 'PreconditionFailed' || name === 'ConditionalRequestConflict') {
    return new PreconditionFailed(`${path} is not what the condition expects`);
  }
  return error;
}

/** Those of a GET, too: a failed If-Match, and what no later try can read. */
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
