// Parses requests to S3: finds the operation of each, and refuses those of which fauxqs would ignore a part.
import { notImplemented, ServiceError } from './service-error.ts';

/** The parts of fastify's request that are used here. */
export interface HttpRequest {
  readonly method: string;
  readonly params: unknown;
  readonly query: unknown;
  readonly headers: Record<string, string | string[] | undefined>;
  body: unknown;
}

/** A request to S3, parsed once. */
export interface S3Request {
  /** API operation as the S3 documentation names it; undefined for one that the local cloud does not have */
  readonly operation: S3Operation | undefined;
  readonly method: string;
  /** empty for the service itself */
  readonly bucket: string;
  /** decoded; empty for the bucket itself */
  readonly key: string;
  readonly query: Readonly<Record<string, string>>;
  /** the first value of each header, by its name in lower case */
  readonly headers: Readonly<Record<string, string>>;
  /** empty if the request has none */
  readonly body: Buffer;
}

interface OperationShape {
  readonly method: string;
  readonly on: 'service' | 'bucket' | 'object';
  /** query parameters that identify the operation */
  readonly requires?: readonly string[];
  /** other query parameters that it supports */
  readonly accepts?: readonly string[];
  /** whether the body comes from another object */
  readonly copies?: boolean;
}

/** Operations that work as documented, in fauxqs or in the adapter; all other requests are refused. */
const SHAPES = {
  ListBuckets: { method: 'GET', on: 'service' },
  CreateBucket: { method: 'PUT', on: 'bucket' },
  HeadBucket: { method: 'HEAD', on: 'bucket' },
  DeleteBucket: { method: 'DELETE', on: 'bucket' },
  GetBucketNotificationConfiguration: { method: 'GET', on: 'bucket', requires: ['notification'] },
  PutBucketNotificationConfiguration: { method: 'PUT', on: 'bucket', requires: ['notification'] },
  ListObjectsV2: {
    method: 'GET',
    on: 'bucket',
    requires: ['list-type'],
    accepts: [
      'prefix',
      'delimiter',
      'max-keys',
      'start-after',
      'continuation-token',
      'encoding-type',
      'fetch-owner',
    ],
  },
  ListMultipartUploads: { method: 'GET', on: 'bucket', requires: ['uploads'], accepts: ['prefix'] },
  DeleteObjects: { method: 'POST', on: 'bucket', requires: ['delete'] },
  PutObject: { method: 'PUT', on: 'object' },
  CopyObject: { method: 'PUT', on: 'object', copies: true },
  GetObject: { method: 'GET', on: 'object', accepts: ['partNumber'] },
  HeadObject: { method: 'HEAD', on: 'object' },
  DeleteObject: { method: 'DELETE', on: 'object' },
  GetObjectAttributes: { method: 'GET', on: 'object', requires: ['attributes'] },
  CreateMultipartUpload: { method: 'POST', on: 'object', requires: ['uploads'] },
  UploadPart: { method: 'PUT', on: 'object', requires: ['uploadId', 'partNumber'] },
  UploadPartCopy: { method: 'PUT', on: 'object', requires: ['uploadId', 'partNumber'], copies: true },
  ListParts: { method: 'GET', on: 'object', requires: ['uploadId'] },
  CompleteMultipartUpload: { method: 'POST', on: 'object', requires: ['uploadId'] },
  AbortMultipartUpload: { method: 'DELETE', on: 'object', requires: ['uploadId'] },
} as const satisfies Record<string, OperationShape>;

type S3Operation = keyof typeof SHAPES;

const LAMBDA_PATHS = /^(?:functions\/|(?:event-source-mappings|account-settings)\/?$)/;

/** Parses a request; undefined if it is not one to S3 (all others are posted to `/`). */
export function readS3Request(request: HttpRequest): S3Request | undefined {
  const { bucket = '', '*': key = '' } = (request.params ?? {}) as { bucket?: string; '*'?: string };
  if (bucket === '' && request.method !== 'GET') return undefined;
  // Lambda's paths begin with a date
  if (/^\d{4}-\d\d-\d\d$/.test(bucket) && LAMBDA_PATHS.test(key)) return undefined;
  if (bucket === 'health' || bucket.startsWith('_')) return undefined;
  const query = firstValues(request.query as Record<string, string | string[]>);
  const headers = firstValues(request.headers);
  const parts = { method: request.method, bucket, key, query, headers };
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  return { ...parts, body, operation: operationOf(parts) };
}

function operationOf({ method, bucket, key, query, headers }: Omit<S3Request, 'operation' | 'body'>) {
  const on = key !== '' ? 'object' : bucket !== '' ? 'bucket' : 'service';
  const copies = headers['x-amz-copy-source'] !== undefined;
  const given = Object.keys(query).filter((name) => !isNeutral(name));
  for (const [operation, shape] of Object.entries(SHAPES) as [S3Operation, OperationShape][]) {
    const { requires = [], accepts = [] } = shape;
    if (shape.method !== method || shape.on !== on || (shape.copies ?? false) !== copies) continue;
    if (!requires.every((name) => given.includes(name))) continue;
    if (given.every((name) => requires.includes(name) || accepts.includes(name))) return operation;
  }
  return undefined;
}

/** Query parameters that do not change the operation: the SDK's hint, and the signature of a presigned URL. */
function isNeutral(name: string): boolean {
  return name === 'x-id' || name.toLowerCase().startsWith('x-amz-');
}

function firstValues(values: Record<string, string | string[] | undefined> | undefined) {
  const first: Record<string, string> = {};
  for (const [name, value] of Object.entries(values ?? {})) {
    if (value !== undefined) first[name] = Array.isArray(value) ? (value[0] ?? '') : value;
  }
  return first;
}

/** Headers that fauxqs would silently ignore, with the value that changes nothing. */
const REFUSED_HEADERS: readonly (readonly [name: RegExp, harmless?: string])[] = [
  [/^x-amz-(acl|grant-.*|mfa|bypass-governance-retention)$/],
  [/^x-amz-tagging$/],
  [/^x-amz-tagging-directive$/, 'COPY'],
  [/^x-amz-object-lock-.*$/],
  [/^x-amz-(copy-source-)?server-side-encryption-.*$/],
  [/^x-amz-server-side-encryption$/, 'AES256'],
  [/^x-amz-storage-class$/, 'STANDARD'],
  [/^x-amz-website-redirect-location$/],
  [/^x-amz-write-offset-bytes$/],
  [/^x-amz-copy-source-if-(none-match|modified-since|unmodified-since)$/],
  [/^x-amz-if-match-(last-modified-time|size)$/],
];

/** Longest key, in bytes of UTF-8. */
const MAX_KEY_BYTES = 1024;

/** Refuses requests of which fauxqs would ignore a part, and links that have expired. @throws ServiceError */
export function refuseUnsupported(request: S3Request): void {
  const { 'X-Amz-Date': signed, 'X-Amz-Expires': seconds } = request.query;
  if (seconds !== undefined && Date.now() > timeOf(signed) + Number(seconds) * 1000) {
    throw new ServiceError(403, 'AccessDenied', 'Request has expired');
  }
  if (request.operation === undefined) {
    const parameters = Object.keys(request.query).join(', ') || 'no parameters';
    const on = request.key === '' ? 'a bucket' : 'an object';
    throw notImplemented(`${request.method} of ${on} with ${parameters}`);
  }
  for (const [name, value] of Object.entries(request.headers)) {
    if (!name.startsWith('x-amz-')) continue;
    const refused = REFUSED_HEADERS.find(([pattern]) => pattern.test(name));
    if (refused && refused[1] !== value) throw notImplemented(`the header ${name} with the value ${value}`);
  }
  if (request.key.length <= MAX_KEY_BYTES / 4) return;
  const keyBytes = Buffer.byteLength(request.key);
  if (keyBytes > MAX_KEY_BYTES) {
    throw new ServiceError(
      400,
      'KeyTooLongError',
      `A key has at most ${MAX_KEY_BYTES} bytes of UTF-8, this one ${keyBytes}`,
    );
  }
}

/** The time of `20261128T131500Z`, in milliseconds. */
const timeOf = (text = ''): number =>
  Date.parse(text.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)/, '$1-$2-$3:$4:'));

/** The source of a copy, as BUCKET/KEY. S3 accepts it with or without a leading slash, URL-encoded, and with a version. */
export function copySourceOf({ headers }: S3Request): string {
  return decodeURIComponent((headers['x-amz-copy-source'] ?? '').split('?')[0]!).replace(/^\//, '');
}

/** S3's highest part number. */
export const MAX_PARTS = 10_000;

/** @throws ServiceError InvalidArgument */
export function checkPartNumber({ query }: S3Request): void {
  const number = Number(query.partNumber);
  if (Number.isInteger(number) && number >= 1 && number <= MAX_PARTS) return;
  throw new ServiceError(
    400,
    'InvalidArgument',
    `partNumber must be an integer from 1 to ${MAX_PARTS}, not ${query.partNumber}`,
  );
}
