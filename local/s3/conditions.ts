import type { S3Call } from './call.ts';
import { notImplemented, preconditionFailed, S3Error } from './error.ts';
import type { ObjectInfo } from './objects.ts';

/** Whether two ETags are one; S3 takes them with and without quotes. */
export function sameEtag(a: string, b: string): boolean {
  return a.replaceAll('"', '') === b.replaceAll('"', '');
}

/**
 * Conditions of a read, in the order of RFC 9110, section 13.2.2.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-reads.html
 *
 * @returns whether the answer is 304, not modified
 * @throws S3Error PreconditionFailed
 */
export function checkRead(call: S3Call, object: ObjectInfo): boolean {
  const { headers } = call;
  const ifMatch = headers['if-match'];
  const ifNoneMatch = headers['if-none-match'];
  // HTTP dates have no milliseconds
  const modified = Math.floor(object.modified.getTime() / 1000) * 1000;
  if (ifMatch !== undefined) {
    if (ifMatch !== '*' && !sameEtag(ifMatch, object.etag)) throw preconditionFailed('If-Match');
  } else if (modified > Date.parse(headers['if-unmodified-since'] ?? '')) {
    throw preconditionFailed('If-Unmodified-Since');
  }
  if (ifNoneMatch !== undefined) return ifNoneMatch === '*' || sameEtag(ifNoneMatch, object.etag);
  return modified <= Date.parse(headers['if-modified-since'] ?? '');
}

/**
 * Conditions of a write to a key that holds `object` or nothing.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html
 *
 * @throws S3Error PreconditionFailed, NoSuchKey, NotImplemented
 */
export function checkWrite(call: S3Call, object: ObjectInfo | undefined): void {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = call.headers;
  if (ifNoneMatch !== undefined && ifNoneMatch !== '*') {
    throw notImplemented(`If-None-Match other than * on ${call.operation}, got ${ifNoneMatch}`);
  }
  if (ifNoneMatch !== undefined && object !== undefined) throw preconditionFailed('If-None-Match');
  if (ifMatch === undefined) return;
  if (object === undefined) throw new S3Error(404, 'NoSuchKey', 'The specified key does not exist');
  if (ifMatch !== '*' && !sameEtag(ifMatch, object.etag)) throw preconditionFailed('If-Match');
}

/** Conditions of a copy on its source. @throws S3Error PreconditionFailed */
export function checkCopySource(call: S3Call, source: ObjectInfo): void {
  const ifMatch = call.headers['x-amz-copy-source-if-match'];
  if (ifMatch !== undefined && !sameEtag(ifMatch, source.etag)) {
    throw preconditionFailed('x-amz-copy-source-if-match');
  }
}
