// What the function needs of S3, SQS and EventBridge, as one interface whose calls can be counted.
export interface ObjectRef {
  readonly bucket: string;
  readonly key: string;
}

/** Bytes from `from` up to, but not including, `to`. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

export interface ObjectFacts {
  /** without quotes */
  readonly etag: string;
  /** of the entire object */
  readonly bytes: number;
  readonly contentType?: string | undefined;
  readonly contentEncoding?: string | undefined;
  /** user metadata, names in lower case without `x-amz-meta-` */
  readonly metadata: Readonly<Record<string, string>>;
  /** when it was written, in milliseconds since 1970, to the second */
  readonly modified: number;
}

export interface OpenObject extends ObjectFacts {
  /**
   * The bytes of the range. If the connection breaks, reading continues from there, provided that the object is the same. Read
   * the body to its end or leave the loop: both free the connection.
   */
  readonly body: AsyncIterable<Uint8Array>;
}

/** An object to be written. */
export interface ObjectTarget extends ObjectRef {
  readonly contentType?: string | undefined;
  readonly contentEncoding?: string | undefined;
  readonly metadata?: Readonly<Record<string, string>>;
}

/** `absent`: only if no object has the key; `etag`: only over the object with this ETag. */
export type WriteCondition = { readonly absent: true } | { readonly etag: string };

export interface ObjectEntry {
  readonly key: string;
  readonly bytes: number;
  /** in milliseconds since 1970 */
  readonly modified: number;
}

export interface Multipart extends ObjectRef {
  readonly uploadId: string;
}

export interface OpenMultipart extends Multipart {
  /** in milliseconds since 1970 */
  readonly initiated: number;
}

export interface UploadedPart {
  /** 1 to 10,000 */
  readonly number: number;
  readonly etag: string;
}

export interface StoredPart extends UploadedPart {
  readonly bytes: number;
}

export interface Visibility {
  readonly receiptHandle: string;
  /** 0 to 43,200 */
  readonly seconds: number;
}

/** A request with its signature. */
export interface SignedRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface BusEvent {
  readonly source: string;
  readonly type: string;
  readonly detail: object;
}

/**
 * Every call of the function to S3, SQS and EventBridge, one method for each kind of request, so that a test can count and
 * break them. Transient errors (5xx, throttling, conflicting writes, broken connections) are retried inside.
 */
export interface Cloud {
  /**
   * One GET.
   * @param signal aborts it, also while the body is read, and closes its connection
   * @throws ObjectGone; ObjectReplaced if its ETag is not `etag`; ObjectUnreadable
   */
  readObject(
    ref: ObjectRef & { readonly etag?: string },
    range?: ByteRange,
    signal?: AbortSignal,
  ): Promise<OpenObject>;
  /** undefined if there is no such object */
  headObject(ref: ObjectRef): Promise<ObjectFacts | undefined>;
  /** A HEAD that anyone may send for some minutes. Nothing is sent. */
  signedHead(ref: ObjectRef): Promise<SignedRequest>;
  /** @returns the ETag @throws PreconditionFailed, WriteConflict */
  putObject(target: ObjectTarget, body: Uint8Array, condition?: WriteCondition): Promise<string>;
  /** All objects whose keys begin with the prefix, in the order of their keys; one request per thousand. */
  listObjects(bucket: string, prefix: string): Promise<ObjectEntry[]>;
  /** As {@link Cloud.listObjects}, in one request; undefined if there are more than a thousand. */
  listFewObjects(bucket: string, prefix: string): Promise<ObjectEntry[] | undefined>;
  /**
   * The first folders of a bucket whose names come after this text, at most a thousand, in one request.
   * @returns names without the slash; none after the last folder
   */
  listFolders(bucket: string, after: string): Promise<string[]>;
  /** One request per thousand; keys without an object are no error. */
  deleteObjects(bucket: string, keys: readonly string[]): Promise<void>;
  /** Deletes the object with this ETag. @throws PreconditionFailed if another one, or none, has the key; WriteConflict */
  deleteObject(ref: ObjectRef, condition: { readonly etag: string }): Promise<void>;

  createMultipart(target: ObjectTarget): Promise<Multipart>;
  /** @param signal aborts it @throws MultipartGone */
  uploadPart(
    multipart: Multipart,
    number: number,
    body: Uint8Array,
    signal?: AbortSignal,
  ): Promise<UploadedPart>;
  /**
   * Server-side copy of an object or, if it has more than 5 MiB, of a range of it.
   * @param signal aborts it; S3 may still complete it
   * @throws MultipartGone, ObjectGone
   */
  copyPart(
    multipart: Multipart,
    number: number,
    source: ObjectRef,
    range?: ByteRange,
    signal?: AbortSignal,
  ): Promise<UploadedPart>;
  /** @returns the ETag @throws PreconditionFailed, WriteConflict, MultipartGone */
  completeMultipart(
    multipart: Multipart,
    parts: readonly UploadedPart[],
    condition?: WriteCondition,
  ): Promise<string>;
  /** The parts that were uploaded or copied; one request per thousand. @throws MultipartGone */
  listParts(multipart: Multipart): Promise<StoredPart[]>;
  /** An upload that is not open is no error. */
  abortMultipart(multipart: Multipart): Promise<void>;
  /** Multipart uploads to keys that begin with the prefix and that are neither completed nor aborted; one request per thousand. */
  listMultiparts(bucket: string, prefix: string): Promise<OpenMultipart[]>;

  /** Whether S3 has throttled a request in the last seconds. */
  isSlowedDown(): boolean;

  /** One event to EventBridge's default bus. @throws if it was not accepted */
  putEvent(event: BusEvent): Promise<void>;

  /**
   * Sends all of them, in no particular order.
   * @param group of all of them, which SQS treats as one tenant
   * @throws if one was not accepted; others may have been sent by then
   */
  sendMessages(queueUrl: string, bodies: readonly string[], group?: string): Promise<void>;
  /** About how many messages a queue has, waiting, delayed or received. */
  messagesIn(queueUrl: string): Promise<number>;
  /** Sets after how many seconds received messages become visible again; ten per request. @throws if one was not accepted, after all were sent */
  changeVisibilities(queueUrl: string, messages: readonly Visibility[]): Promise<void>;
}
