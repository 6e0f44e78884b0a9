/** What is known of an object without its bytes. */
export interface ObjectInfo {
  readonly key: string;
  /** as S3 gives it in the ETag header: with quotes */
  readonly etag: string;
  /** bytes */
  readonly size: number;
  readonly modified: Date;
}

/**
 * Keys, ETags and sizes of what the store holds, kept beside it: fauxqs looks at no condition before it writes.
 * A check here and the write it guards happen in one turn of the event loop, hence nothing comes between them.
 */
export class ObjectIndex {
  readonly #buckets = new Map<string, Map<string, ObjectInfo>>();

  createBucket(bucket: string): void {
    if (!this.#buckets.has(bucket)) this.#buckets.set(bucket, new Map());
  }

  deleteBucket(bucket: string): void {
    this.#buckets.delete(bucket);
  }

  hasBucket(bucket: string): boolean {
    return this.#buckets.has(bucket);
  }

  get(bucket: string, key: string): ObjectInfo | undefined {
    return this.#buckets.get(bucket)?.get(key);
  }

  put(bucket: string, object: ObjectInfo): void {
    this.#buckets.get(bucket)?.set(object.key, object);
  }

  delete(bucket: string, key: string): boolean {
    return this.#buckets.get(bucket)?.delete(key) ?? false;
  }

  /** Objects whose key begins with `prefix`, in the order of S3: by the bytes of the key. */
  list(bucket: string, prefix: string): ObjectInfo[] {
    const objects = [...(this.#buckets.get(bucket)?.values() ?? [])];
    return objects
      .filter((object) => object.key.startsWith(prefix))
      .sort((a, b) => compareKeys(a.key, b.key));
  }
}

/** Order of UTF-8 bytes. That of JavaScript's strings (UTF-16 units) differs only where surrogates are involved. */
export function compareKeys(a: string, b: string): number {
  if (SURROGATE.test(a) || SURROGATE.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : a > b ? 1 : 0;
}

const SURROGATE = /[\ud800-\udfff]/;
