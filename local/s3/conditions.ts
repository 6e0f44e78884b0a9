// The conditions of reads, writes and copies, such as `If-Match`, as S3 checks them.

import { copySourceOf, type S3Request } from '../requests/s3-request.ts';
import { notImplemented, ServiceError } from '../requests/service-error.ts';
import type { ObjectStore, StoredObject } from './store.ts';

/** Whether two ETags are equal; S3 accepts them with and without quotes. */
function sameEtag(a: string, b: string): boolean {
  return a.replaceAll('"', '') === b.replaceAll('"', '');
}

/**
 * Checks the conditions of a read, in the order of RFC 9110, section 13.2.2.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-reads.html
 *
 * @returns whether the answer is 304, not modified
 * @throws ServiceError PreconditionFailed
 */
export function checkRead(request: S3Request, object: StoredObject): boolean {
  const { headers } = request;
  const ifMatch = headers['if-match'];
  const ifNoneMatch = headers['if-none-match'];
  // HTTP dates have no milliseconds
  const modified = Math.floor(object.lastModified.getTime() / 1000) * 1000;
  if (ifMatch !== undefined) {
    if (ifMatch !== '*' && !sameEtag(ifMatch, object.etag)) throw preconditionFailed('If-Match');
  } else if (modified > Date.parse(headers['if-unmodified-since'] ?? '')) {
    throw preconditionFailed('If-Unmodified-Since');
  }
  if (ifNoneMatch !== undefined) return ifNoneMatch === '*' || sameEtag(ifNoneMatch, object.etag);
  return modified <= Date.parse(headers['if-modified-since'] ?? '');
}

/**
 * Checks the conditions of a write to a key.
 * @param object the object that the key holds
 *
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html
 *
 * @throws ServiceError PreconditionFailed, NoSuchKey, NotImplemented
 */
export function checkWrite(request: S3Request, object: StoredObject | undefined): void {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = request.headers;
  if (ifNoneMatch !== undefined && ifNoneMatch !== '*') {
    throw notImplemented(`If-None-Match other than * on ${request.operation}, got ${ifNoneMatch}`);
  }
  if (ifNoneMatch !== undefined && object !== undefined) throw preconditionFailed('If-None-Match');
  if (ifMatch === undefined) return;
  if (object === undefined) throw new ServiceError(404, 'NoSuchKey', 'The specified key does not exist');
  if (ifMatch !== '*' && !sameEtag(ifMatch, object.etag)) throw preconditionFailed('If-Match');
}

/** Checks the conditions of a copy on its source. @throws ServiceError PreconditionFailed */
export function checkCopySource(request: S3Request, source: StoredObject): void {
  const ifMatch = request.headers['x-amz-copy-source-if-match'];
  if (ifMatch !== undefined && !sameEtag(ifMatch, source.etag)) {
    throw preconditionFailed('x-amz-copy-source-if-match');
  }
}

/** The object that a copy reads; undefined if it does not exist. @throws ServiceError for a source that is not BUCKET/KEY */
export function copySource(request: S3Request, store: ObjectStore): StoredObject | undefined {
  const source = copySourceOf(request);
  const slash = source.indexOf('/');
  if (slash < 1) {
    throw new ServiceError(400, 'InvalidArgument', `x-amz-copy-source must be BUCKET/KEY, not ${source}`);
  }
  return store.find(source.slice(0, slash), source.slice(slash + 1));
}

/** Checks the range of a copy. @throws ServiceError InvalidArgument if the source does not have it */
export function checkCopyRange(request: S3Request, source: StoredObject): void {
  const range = request.headers['x-amz-copy-source-range'];
  if (range === undefined) return;
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
  if (Number(first) <= Number(last) && Number(last) < source.contentLength) return;
  throw new ServiceError(
    400,
    'InvalidArgument',
    `x-amz-copy-source-range must lie within the ${source.contentLength} bytes of the source, got ${range}`,
  );
}

function preconditionFailed(condition: string): ServiceError {
  return new ServiceError(
    412,
    'PreconditionFailed',
    `At least one of the pre-conditions you specified did not hold: ${condition}`,
  );
}
