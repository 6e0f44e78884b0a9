// S3's lists: of objects, of the parts of a multipart upload, and of open uploads.

import { MAX_PARTS, type S3Request } from '../requests/s3-request.ts';
import { ServiceError } from '../requests/service-error.ts';
import { compareKeys, type ObjectStore, type OpenParts, type StoredObject } from './store.ts';
import { elements } from './xml.ts';

/** Maximum number of keys and common prefixes in one response. */
const MAX_KEYS = 1000;

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html */
export function listObjectsV2(request: S3Request, store: ObjectStore): string {
  const { prefix = '', delimiter = '', 'start-after': startAfter = '' } = request.query;
  const token = request.query['continuation-token'];
  const after = token === undefined ? startAfter : decodeToken(token);
  const limit = maxKeys(request.query['max-keys']);
  const encode = request.query['encoding-type'] === 'url' ? encodeURIComponent : (text: string) => text;

  const contents: StoredObject[] = [];
  const commonPrefixes: string[] = [];
  let last = '';
  let truncated = false;
  for (const object of store.list(request.bucket, prefix)) {
    const common = commonPrefix(object.key, prefix, delimiter);
    const entry = common ?? object.key;
    if ((after !== '' && compareKeys(entry, after) <= 0) || entry === last) continue;
    if (contents.length + commonPrefixes.length === limit) {
      truncated = limit > 0;
      break;
    }
    if (common === undefined) contents.push(object);
    else commonPrefixes.push(common);
    last = entry;
  }

  return elements('ListBucketResult', {
    Name: request.bucket,
    Prefix: encode(prefix),
    Delimiter: delimiter === '' ? undefined : encode(delimiter),
    MaxKeys: limit,
    EncodingType: request.query['encoding-type'],
    KeyCount: contents.length + commonPrefixes.length,
    IsTruncated: truncated,
    StartAfter: startAfter === '' ? undefined : encode(startAfter),
    ContinuationToken: token,
    NextContinuationToken: truncated ? encodeToken(last) : undefined,
    Contents: contents.map((object) => ({
      Key: encode(object.key),
      // S3 returns whole seconds
      LastModified: object.lastModified.toISOString().replace(/\.\d+Z$/, '.000Z'),
      ETag: object.etag,
      Size: object.contentLength,
      StorageClass: 'STANDARD',
    })),
    CommonPrefixes: commonPrefixes.map((each) => ({ Prefix: encode(each) })),
  });
}

/** The key up to the first delimiter after the prefix; undefined if there is none. */
function commonPrefix(key: string, prefix: string, delimiter: string): string | undefined {
  if (delimiter === '') return undefined;
  const at = key.indexOf(delimiter, prefix.length);
  return at < 0 ? undefined : key.slice(0, at + delimiter.length);
}

function maxKeys(text: string | undefined): number {
  if (text === undefined) return MAX_KEYS;
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 0) {
    throw new ServiceError(
      400,
      'InvalidArgument',
      `max-keys must be an integer from 0 to 2147483647, not ${text}`,
    );
  }
  return Math.min(limit, MAX_KEYS);
}

const encodeToken = (key: string): string => Buffer.from(key).toString('base64url');
const decodeToken = (token: string): string => Buffer.from(token, 'base64url').toString();

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListParts.html, all parts in one response */
export function listParts({ bucket, key, query }: S3Request, upload: OpenParts): string {
  const numbers = [...upload.parts.keys()].sort((a, b) => a - b);
  return elements('ListPartsResult', {
    Bucket: bucket,
    Key: key,
    UploadId: query.uploadId,
    IsTruncated: false,
    MaxParts: MAX_PARTS,
    Part: numbers.map((number) => {
      const { etag, body, modified } = upload.parts.get(number)!;
      return { PartNumber: number, LastModified: modified.toISOString(), ETag: etag, Size: body.length };
    }),
  });
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListMultipartUploads.html, all uploads in one response */
export function listMultipartUploads({ bucket, query }: S3Request, store: ObjectStore): string {
  const prefix = query.prefix ?? '';
  const open = [...store.uploads].filter(
    ([, upload]) => upload.bucket === bucket && upload.facts.key.startsWith(prefix),
  );
  return elements('ListMultipartUploadsResult', {
    Bucket: bucket,
    Prefix: prefix,
    IsTruncated: false,
    Upload: open.map(([id, { facts, initiated }]) => ({
      Key: facts.key,
      UploadId: id,
      Initiated: initiated.toISOString(),
    })),
  });
}
