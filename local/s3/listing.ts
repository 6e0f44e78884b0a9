import type { S3Call } from './call.ts';
import { S3Error } from './error.ts';
import { compareKeys, type ObjectIndex, type ObjectInfo } from './objects.ts';
import { elements } from './xml.ts';

/** Keys and common prefixes that one answer holds at most. */
const MAX_KEYS = 1000;

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html */
export function listObjectsV2(call: S3Call, index: ObjectIndex): string {
  const { prefix = '', delimiter = '', 'start-after': startAfter = '' } = call.query;
  const token = call.query['continuation-token'];
  const after = token === undefined ? startAfter : decodeToken(token);
  const wanted = maxKeys(call.query['max-keys']);
  const encode = call.query['encoding-type'] === 'url' ? encodeURIComponent : (text: string) => text;

  const contents: ObjectInfo[] = [];
  const commonPrefixes: string[] = [];
  let last = '';
  let truncated = false;
  for (const object of index.list(call.bucket, prefix)) {
    const common = commonPrefix(object.key, prefix, delimiter);
    const entry = common ?? object.key;
    if ((after !== '' && compareKeys(entry, after) <= 0) || entry === last) continue;
    if (contents.length + commonPrefixes.length === wanted) {
      truncated = wanted > 0;
      break;
    }
    if (common === undefined) contents.push(object);
    else commonPrefixes.push(common);
    last = entry;
  }

  return elements('ListBucketResult', {
    Name: call.bucket,
    Prefix: encode(prefix),
    Delimiter: delimiter === '' ? undefined : encode(delimiter),
    MaxKeys: wanted,
    EncodingType: call.query['encoding-type'],
    KeyCount: contents.length + commonPrefixes.length,
    IsTruncated: truncated,
    StartAfter: startAfter === '' ? undefined : encode(startAfter),
    ContinuationToken: token,
    NextContinuationToken: truncated ? encodeToken(last) : undefined,
    Contents: contents.map((object) => ({
      Key: encode(object.key),
      // S3 tells whole seconds
      LastModified: object.modified.toISOString().replace(/\.\d+Z$/, '.000Z'),
      ETag: object.etag,
      Size: object.size,
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
  const wanted = Number(text);
  if (!Number.isInteger(wanted) || wanted < 0) {
    throw new S3Error(
      400,
      'InvalidArgument',
      `max-keys must be an integer from 0 to 2147483647, not ${text}`,
    );
  }
  return Math.min(wanted, MAX_KEYS);
}

const encodeToken = (key: string): string => Buffer.from(key).toString('base64url');
const decodeToken = (token: string): string => Buffer.from(token, 'base64url').toString();
