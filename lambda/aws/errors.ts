/** The object is not the one that was asked for any more: overwritten (If-Match failed) or deleted. */
export class ObjectChanged extends Error {
  override readonly name = 'ObjectChanged';
}

/** A conditional write found another object than it expected; nothing was written. */
export class PreconditionFailed extends Error {
  override readonly name = 'PreconditionFailed';
}

/** The multipart upload is not open (any more): completed or aborted, by an earlier attempt or by somebody else. */
export class MultipartGone extends Error {
  override readonly name = 'MultipartGone';
}

/** Turns the answers that a job acts on into classes of their own; every other error stays what it is. */
export function translate(error: unknown, what: string): unknown {
  const { name, status } = describe(error);
  // a HEAD has no body, hence no code but its status
  if (name === 'NoSuchKey' || name === 'NotFound')
    return new ObjectChanged(`${what} does not exist any more`);
  if (name === 'NoSuchUpload') return new MultipartGone(`the multipart upload to ${what} is not open`);
  // 409 ConditionalRequestConflict: somebody wrote the key at the same moment; the condition is to be looked at again
  if (status === 412 || name === 'ConditionalRequestConflict') {
    return new PreconditionFailed(`${what} is not what the condition expects`);
  }
  return error;
}

function describe(error: unknown): { name: string; status: number } {
  if (!(error instanceof Error)) return { name: '', status: 0 };
  const metadata = (error as { $metadata?: { httpStatusCode?: number } }).$metadata;
  return { name: error.name, status: metadata?.httpStatusCode ?? 0 };
}
