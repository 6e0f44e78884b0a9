import { hash, randomUUID } from 'node:crypto';
import type { buildApp } from 'fauxqs';
import { noSuchUpload, S3Error } from './error.ts';

type Stores = NonNullable<NonNullable<Parameters<typeof buildApp>[0]>['stores']>;
type FauxqsStore = Stores['s3Store'];
type StoredObject = ReturnType<FauxqsStore['getObject']>;

interface OpenUpload {
  readonly bucket: string;
  /** the object to be, without its bytes */
  readonly facts: Omit<StoredObject, 'body' | 'contentLength' | 'etag' | 'lastModified'>;
  readonly parts: Map<number, { readonly body: Buffer; readonly etag: string }>;
}

const BUCKET_NAME = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/** S3's least size of a part, the last one excepted. */
const MIN_PART = 5 * 2 ** 20;

/**
 * Buckets in memory, for fauxqs's S3 to serve: what requests need that get past the adapter. Its own store reads each byte
 * of an upload in parts three times and copies it twice; here, bytes that were copied inside S3 are those of their source,
 * and are put together when the object is first read.
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
  readonly #uploads = new Map<string, OpenUpload>();
  /** ETags of objects whose bytes have a buffer of their own, by which a part is known to be a copy */
  readonly #etags = new WeakMap<ArrayBufferLike, string>();

  /** As fauxqs takes it: an object of its class, which it does not export. */
  get forFauxqs(): Stores {
    return { s3Store: this as unknown } as Stores;
  }

  createBucket(name: string): void {
    if (!BUCKET_NAME.test(name)) {
      throw new S3Error(400, 'InvalidBucketName', `The specified bucket is not valid: ${name}`);
    }
    if (!this.hasBucket(name)) this.#buckets.set(name, { created: new Date(), objects: new Map() });
  }

  deleteBucket(name: string): void {
    const isEmpty = this.#objects(name).size === 0;
    if (isEmpty && [...this.#uploads.values()].every(({ bucket }) => bucket !== name)) {
      this.#buckets.delete(name);
    } else throw new S3Error(409, 'BucketNotEmpty', `The bucket you tried to delete is not empty: ${name}`);
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
      throw new S3Error(404, 'NoSuchKey', `The specified key does not exist: ${bucket}/${key}`);
    }
    return object;
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
    this.#uploads.set(uploadId, { bucket, facts, parts: new Map() });
    return uploadId;
  }

  uploadPart(
    ...[uploadId, number, body, checksumValue]: Parameters<FauxqsStore['uploadPart']>
  ): ReturnType<FauxqsStore['uploadPart']> {
    const etag = this.#etagOfPart(body);
    this.#upload(uploadId).parts.set(number, { body, etag });
    return { etag, ...(checksumValue !== undefined && { checksumValue }) };
  }

  completeMultipartUpload(
    ...[uploadId, specs]: Parameters<FauxqsStore['completeMultipartUpload']>
  ): StoredObject {
    const { bucket, facts, parts } = this.#upload(uploadId);
    const objects = this.#objects(bucket);
    if (specs.some(({ partNumber }, index) => index > 0 && partNumber <= specs[index - 1]!.partNumber)) {
      throw new S3Error(400, 'InvalidPartOrder', 'The list of parts was not in ascending order');
    }
    const chosen = specs.map(({ partNumber, etag }, index) => {
      const part = parts.get(partNumber);
      if (part === undefined || unquoted(part.etag) !== unquoted(etag)) {
        throw new S3Error(400, 'InvalidPart', `Part ${partNumber} was not uploaded, or has another ETag`);
      }
      if (index < specs.length - 1 && part.body.length < MIN_PART) {
        throw new S3Error(400, 'EntityTooSmall', `Part ${partNumber} is smaller than the least size`);
      }
      return part;
    });
    const sizes = chosen.map(({ body }) => body.length);
    const digests = chosen.map(({ etag }) => Buffer.from(unquoted(etag), 'hex'));
    const body = lazily(() => Buffer.concat(chosen.map(({ body }) => body)));
    const object = {
      ...facts,
      get body() {
        return body();
      },
      contentLength: sum(sizes),
      etag: `"${hash('md5', Buffer.concat(digests))}-${chosen.length}"`,
      lastModified: new Date(),
      parts: specs.map(({ partNumber }, index) => ({
        partNumber,
        offset: sum(sizes.slice(0, index)),
        length: sizes[index]!,
      })),
    };
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
    throw new S3Error(404, 'NoSuchBucket', `The specified bucket does not exist: ${bucket}`);
  }

  #upload(uploadId: string): OpenUpload {
    const upload = this.#uploads.get(uploadId);
    if (upload === undefined) throw noSuchUpload();
    return upload;
  }

  /** That of a copied range is none of its bytes, which S3 does not promise of copies either. */
  #etagOfPart(body: Buffer): string {
    const source = this.#etags.get(body.buffer);
    if (source === undefined) return etagOf(body);
    return body.length === body.buffer.byteLength
      ? source
      : etagOf(`${source} ${body.byteOffset} ${body.length}`);
  }
}

const etagOf = (bytes: Buffer | string): string => `"${hash('md5', bytes)}"`;

const unquoted = (etag: string): string => etag.replaceAll('"', '');

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

/** Makes something when it is first wanted, and lets go of what it is made from. */
function lazily<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  let maker: (() => Made) | undefined = make;
  return () => {
    made ??= maker!();
    maker = undefined;
    return made;
  };
}

function factsOf(
  key: string,
  contentType = 'application/octet-stream',
  metadata: Record<string, string> = {},
  system: Parameters<FauxqsStore['putObject']>[5] = {},
): OpenUpload['facts'] {
  return { key, contentType, metadata, ...system };
}
