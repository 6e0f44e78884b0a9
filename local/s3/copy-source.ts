import type { S3Call } from './call.ts';
import { S3Error } from './error.ts';
import type { ObjectIndex, ObjectInfo } from './objects.ts';

/** The object a copy reads; undefined if there is none. @throws S3Error for a source that names no object */
export function copySource(call: S3Call, index: ObjectIndex): ObjectInfo | undefined {
  const source = decodeURIComponent(call.headers['x-amz-copy-source'] ?? '').replace(/^\//, '');
  const slash = source.indexOf('/');
  if (slash < 1) {
    throw new S3Error(400, 'InvalidArgument', `x-amz-copy-source must be BUCKET/KEY, not ${source}`);
  }
  return index.get(source.slice(0, slash), source.slice(slash + 1));
}

/** Bytes that a copy takes of its source. @throws S3Error InvalidArgument for a range that the source does not have */
export function copiedBytes(call: S3Call, source: ObjectInfo): number {
  const range = call.headers['x-amz-copy-source-range'];
  if (range === undefined) return source.size;
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
  const bytes = Number(last) - Number(first) + 1;
  if (bytes > 0 && Number(last) < source.size) return bytes;
  throw new S3Error(
    400,
    'InvalidArgument',
    `x-amz-copy-source-range must lie within the ${source.size} bytes of the source, got ${range}`,
  );
}
