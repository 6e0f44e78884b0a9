/** What the adapter needs of an HTTP request. */
export interface HttpRequest {
  readonly method: string;
  readonly params: unknown;
  readonly query: unknown;
  readonly headers: Record<string, string | string[] | undefined>;
  body: unknown;
}

/** A request to S3, parsed once. */
export interface S3Call {
  /** API operation as the S3 documentation names it; undefined for one that the local cloud does not have */
  readonly operation: Operation | undefined;
  readonly method: string;
  /** empty for the service itself */
  readonly bucket: string;
  /** decoded; empty for the bucket itself */
  readonly key: string;
  readonly query: Readonly<Record<string, string>>;
  /** the first value of each, names in lower case */
  readonly headers: Readonly<Record<string, string>>;
  /** empty where the request has none */
  readonly body: Buffer;
}

interface Shape {
  readonly method: string;
  readonly on: 'service' | 'bucket' | 'object';
  /** query parameters that make the operation what it is */
  readonly needs?: readonly string[];
  /** query parameters that it understands besides */
  readonly takes?: readonly string[];
  /** whether the body comes from another object */
  readonly copies?: boolean;
}

/** Operations that work as documented, by fauxqs or by the adapter; whatever matches none of them is refused. */
const SHAPES = {
  ListBuckets: { method: 'GET', on: 'service' },
  CreateBucket: { method: 'PUT', on: 'bucket' },
  HeadBucket: { method: 'HEAD', on: 'bucket' },
  DeleteBucket: { method: 'DELETE', on: 'bucket' },
  GetBucketNotificationConfiguration: { method: 'GET', on: 'bucket', needs: ['notification'] },
  PutBucketNotificationConfiguration: { method: 'PUT', on: 'bucket', needs: ['notification'] },
  ListObjectsV2: {
    method: 'GET',
    on: 'bucket',
    needs: ['list-type'],
    takes: [
      'prefix',
      'delimiter',
      'max-keys',
      'start-after',
      'continuation-token',
      'encoding-type',
      'fetch-owner',
    ],
  },
  ListMultipartUploads: { method: 'GET', on: 'bucket', needs: ['uploads'], takes: ['prefix'] },
  DeleteObjects: { method: 'POST', on: 'bucket', needs: ['delete'] },
  PutObject: { method: 'PUT', on: 'object' },
  CopyObject: { method: 'PUT', on: 'object', copies: true },
  GetObject: { method: 'GET', on: 'object', takes: ['partNumber'] },
  HeadObject: { method: 'HEAD', on: 'object' },
  DeleteObject: { method: 'DELETE', on: 'object' },
  GetObjectAttributes: { method: 'GET', on: 'object', needs: ['attributes'] },
  CreateMultipartUpload: { method: 'POST', on: 'object', needs: ['uploads'] },
  UploadPart: { method: 'PUT', on: 'object', needs: ['uploadId', 'partNumber'] },
  UploadPartCopy: { method: 'PUT', on: 'object', needs: ['uploadId', 'partNumber'], copies: true },
  ListParts: { method: 'GET', on: 'object', needs: ['uploadId'] },
  CompleteMultipartUpload: { method: 'POST', on: 'object', needs: ['uploadId'] },
  AbortMultipartUpload: { method: 'DELETE', on: 'object', needs: ['uploadId'] },
} as const satisfies Record<string, Shape>;

export type Operation = keyof typeof SHAPES;

/** Reads a request; undefined if it is not one to S3 (all others are posted to `/`). */
export function readCall(request: HttpRequest): S3Call | undefined {
  const { bucket = '', '*': key = '' } = (request.params ?? {}) as { bucket?: string; '*'?: string };
  if (bucket === '' && request.method !== 'GET') return undefined;
  // Lambda's paths begin with a date
  if (/^\d{4}-\d\d-\d\d$/.test(bucket) && key.startsWith('functions/')) return undefined;
  if (bucket === 'health' || bucket.startsWith('_')) return undefined;
  const query = firstValues(request.query as Record<string, string | string[]>);
  const headers = firstValues(request.headers);
  const call = { method: request.method, bucket, key, query, headers };
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  return { ...call, body, operation: operationOf(call) };
}

function operationOf(call: Pick<S3Call, 'method' | 'bucket' | 'key' | 'query' | 'headers'>) {
  const on = call.key !== '' ? 'object' : call.bucket !== '' ? 'bucket' : 'service';
  const copies = call.headers['x-amz-copy-source'] !== undefined;
  const given = Object.keys(call.query).filter((name) => !isNeutral(name));
  for (const [operation, shape] of Object.entries(SHAPES) as [Operation, Shape][]) {
    const { needs = [], takes = [] } = shape;
    if (shape.method !== call.method || shape.on !== on || (shape.copies ?? false) !== copies) continue;
    if (!needs.every((name) => given.includes(name))) continue;
    if (given.every((name) => needs.includes(name) || takes.includes(name))) return operation;
  }
  return undefined;
}

/** Query parameters that say nothing about what is asked: the SDK's hint, and a presigned URL's signature. */
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
