// Buckets in memory: replaces the store of fauxqs's S3, and lets the adapter check conditions.
import { randomUUID } from 'node:crypto';
import type { buildApp } from 'fauxqs';
import { md5Of } from '../requests/body-md5.ts';
import type { S3Request } from '../requests/s3-request.ts';
import { ServiceError } from '../requests/service-error.ts';

type Stores = NonNullable<NonNullable<Parameters<typeof buildApp>[0]>['stores']>;
type FauxqsStore = Stores['s3Store'];
/** An object with its bytes; its ETag has quotes. */
export type StoredObject = ReturnType<FauxqsStore['getObject']>;

export interface OpenParts {
  readonly bucket: string;
  readonly initiated: Date;
  /** the future object, without its bytes */
  readonly facts: Omit<StoredObject, 'body' | 'contentLength' | 'etag' | 'lastModified'>;
  readonly parts: Map<number, { readonly body: Buffer; readonly etag: string; readonly modified: Date }>;
}

const BUCKET_NAME = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/** S3's minimum size of a part, except the last one. */
const MIN_PART = 5 * 2 ** 20;

/**
 * fauxqs's own store reads each byte of a multipart upload three times and copies it twice; here, copies inside S3 share the bytes of their
 * source, and parts are concatenated only if a range of the object is read.
 */
export class ObjectStore
  implements
    Pick<
      FauxqsStore,
      | 'createBucket'
      | 'deleteBucket'
      | 'hasBucket'
      | 'listBuckets'
      | 'putObject'
      | 'getObject'
      | 'headObject'
      | 'deleteObject'
      | 'deleteObjects'
      | 'createMultipartUpload'
      | 'uploadPart'
      | 'completeMultipartUpload'
      | 'abortMultipartUpload'
    >
{
  readonly #buckets = new Map<
    string,
    { readonly created: Date; readonly objects: Map<string, StoredObject> }
  >();
  readonly #uploads = new Map<string, OpenParts>();
  /** ETags of objects whose bytes have their own buffer, by which a part is recognised as a copy */
  readonly #etags = new WeakMap<ArrayBufferLike, string>();

  /** the bytes of objects that were joined from parts */
  readonly #pieces = new WeakMap<StoredObject, () => readonly Buffer[]>();

  /** The store as fauxqs's option: typed as its class, which fauxqs does not export. */
  get forFauxqs(): Stores {
    return { s3Store: this as unknown } as Stores;
  }

  createBucket(name: string): void {
    if (!BUCKET_NAME.test(name)) {
      throw new ServiceError(400, 'InvalidBucketName', `The specified bucket is not valid: ${name}`);
    }
    if (!this.hasBucket(name)) this.#buckets.set(name, { created: new Date(), objects: new Map() });
  }

  deleteBucket(name: string): void {
    const isEmpty = this.#objects(name).size === 0;
    if (isEmpty && [...this.#uploads.values()].every(({ bucket }) => bucket !== name)) {
      this.#buckets.delete(name);
    } else
      throw new ServiceError(409, 'BucketNotEmpty', `The bucket you tried to delete is not empty: ${name}`);
  }

  hasBucket(name: string): boolean {
    return this.#buckets.has(name);
  }

  listBuckets(): { name: string; creationDate: Date }[] {
    const names = [...this.#buckets.keys()].sort();
    return names.map((name) => ({ name, creationDate: this.#buckets.get(name)!.created }));
  }

  putObject(
    ...[bucket, key, body, contentType, metadata, system, checksum]: Parameters<FauxqsStore['putObject']>
  ): StoredObject {
    const etag = etagOf(body);
    const object: StoredObject = {
      ...factsOf(key, contentType, metadata, system),
      ...(checksum && {
        checksumAlgorithm: checksum.algorithm,
        checksumValue: checksum.value,
        checksumType: checksum.type,
      }),
      body,
      contentLength: body.length,
      etag,
      lastModified: new Date(),
    };
    this.#objects(bucket).set(key, object);
    if (body.length === body.buffer.byteLength) this.#etags.set(body.buffer, etag);
    return object;
  }

  getObject(bucket: string, key: string): StoredObject {
    const object = this.#objects(bucket).get(key);
    if (object === undefined) {
      throw new ServiceError(404, 'NoSuchKey', `The specified key does not exist: ${bucket}/${key}`);
    }
    return object;
  }

  /** An object; undefined if the object or the bucket does not exist. */
  find(bucket: string, key: string): StoredObject | undefined {
    return this.#buckets.get(bucket)?.objects.get(key);
  }

  /** The bytes of an object in the pieces that they are stored in: `body` joins them, for which a large object takes new memory. */
  piecesOf(object: StoredObject): readonly Buffer[] {
    return this.#pieces.get(object)?.() ?? [object.body];
  }

  /** Objects whose key begins with `prefix`, in the order of S3: by the bytes of the key. */
  list(bucket: string, prefix: string): StoredObject[] {
    return [...this.#objects(bucket).values()]
      .filter(({ key }) => key.startsWith(prefix))
      .sort((a, b) => compareKeys(a.key, b.key));
  }

  headObject(bucket: string, key: string): StoredObject {
    return this.getObject(bucket, key);
  }

  deleteObject(bucket: string, key: string): void {
    this.#objects(bucket).delete(key);
  }

  deleteObjects(bucket: string, keys: string[]): string[] {
    for (const key of keys) this.deleteObject(bucket, key);
    return keys;
  }

  createMultipartUpload(
    ...[bucket, key, contentType, metadata, system]: Parameters<FauxqsStore['createMultipartUpload']>
  ): string {
    this.#objects(bucket);
    const uploadId = randomUUID();
    const facts = factsOf(key, contentType, metadata, system);
    this.#uploads.set(uploadId, { bucket, initiated: new Date(), facts, parts: new Map() });
    return uploadId;
  }

  uploadPart(
    ...[uploadId, number, body, checksumValue]: Parameters<FauxqsStore['uploadPart']>
  ): ReturnType<FauxqsStore['uploadPart']> {
    const etag = this.#etagOfPart(body);
    this.#upload(uploadId).parts.set(number, { body, etag, modified: new Date() });
    return { etag, ...(checksumValue !== undefined && { checksumValue }) };
  }

  completeMultipartUpload(
    ...[uploadId, specs]: Parameters<FauxqsStore['completeMultipartUpload']>
  ): StoredObject {
    const { bucket, facts, parts } = this.#upload(uploadId);
    const objects = this.#objects(bucket);
    if (specs.some(({ partNumber }, index) => index > 0 && partNumber <= specs[index - 1]!.partNumber)) {
      throw new ServiceError(400, 'InvalidPartOrder', 'The list of parts was not in ascending order');
    }
    const chosen = specs.map(({ partNumber, etag }, index) => {
      const part = parts.get(partNumber);
      if (part === undefined || unquoted(part.etag) !== unquoted(etag)) {
        throw new ServiceError(
          400,
          'InvalidPart',
          `Part ${partNumber} was not uploaded, or has another ETag`,
        );
      }
      if (index < specs.length - 1 && part.body.length < MIN_PART) {
        throw new ServiceError(400, 'EntityTooSmall', `Part ${partNumber} is smaller than the minimum size`);
      }
      return part;
    });
    const sizes = chosen.map(({ body }) => body.length);
    const digests = chosen.map(({ etag }) => Buffer.from(unquoted(etag), 'hex'));
    let pieces = chosen.map(({ body }) => body);
    const object = {
      ...facts,
      get body() {
        if (pieces.length > 1) pieces = [Buffer.concat(pieces)];
        return pieces[0]!;
      },
      contentLength: sum(sizes),
      etag: `"${md5Of(Buffer.concat(digests))}-${chosen.length}"`,
      lastModified: new Date(),
      parts: specs.map(({ partNumber }, index) => ({
        partNumber,
        offset: sum(sizes.slice(0, index)),
        length: sizes[index]!,
      })),
    };
    this.#pieces.set(object, () => pieces);
    objects.set(facts.key, object);
    this.#uploads.delete(uploadId);
    return object;
  }

  abortMultipartUpload(uploadId: string): void {
    this.#upload(uploadId);
    this.#uploads.delete(uploadId);
  }

  #objects(bucket: string): Map<string, StoredObject> {
    const found = this.#buckets.get(bucket);
    if (found) return found.objects;
    throw new ServiceError(404, 'NoSuchBucket', `The specified bucket does not exist: ${bucket}`);
  }

  /** The open multipart uploads by their IDs. */
  get uploads(): ReadonlyMap<string, OpenParts> {
    return this.#uploads;
  }

  /** The upload of a request. @throws ServiceError NoSuchUpload, also if it belongs to another key */
  uploadOf({ bucket, key, query }: S3Request): OpenParts {
    const upload = this.#upload(query.uploadId ?? '');
    if (upload.bucket !== bucket || upload.facts.key !== key) throw noSuchUpload();
    return upload;
  }

  #upload(uploadId: string): OpenParts {
    const upload = this.#uploads.get(uploadId);
    if (upload === undefined) throw noSuchUpload();
    return upload;
  }

  /** The ETag of a part. For a copied range it is not the MD5 of the bytes, which S3 does not promise for copies either. */
  #etagOfPart(body: Buffer): string {
    const source = this.#etags.get(body.buffer);
    if (source === undefined) return etagOf(body);
    return body.length === body.buffer.byteLength
      ? source
      : etagOf(`${source} ${body.byteOffset} ${body.length}`);
  }
}

const etagOf = (bytes: Buffer | string): string => `"${md5Of(bytes)}"`;

const unquoted = (etag: string): string => etag.replaceAll('"', '');

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

function factsOf(
  key: string,
  contentType = 'application/octet-stream',
  metadata: Record<string, string> = {},
  system: Parameters<FauxqsStore['putObject']>[5] = {},
): OpenParts['facts'] {
  return { key, contentType, metadata, ...system };
}

function noSuchUpload(): ServiceError {
  return new ServiceError(
    404,
    'NoSuchUpload',
    'The specified multipart upload does not exist: the ID is wrong, or the upload was aborted or completed',
  );
}

/** Compares by UTF-8 bytes. JavaScript's own order, by UTF-16 units, differs only if surrogates are involved. */
export function compareKeys(a: string, b: string): number {
  if (SURROGATE.test(a) || SURROGATE.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : a > b ? 1 : 0;
}

const SURROGATE = /[\ud800-\udfff]/;
