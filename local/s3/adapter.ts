// Adds features that fauxqs's S3 lacks, and refuses those that fauxqs would silently ignore.
import { Readable } from 'node:stream';
import {
  checkPartNumber,
  type HttpRequest,
  refuseUnsupported,
  type S3Request,
} from '../requests/s3-request.ts';
import { ServiceError } from '../requests/service-error.ts';
import { checkCopyRange, checkCopySource, checkRead, checkWrite, copySource } from './conditions.ts';
import { listMultipartUploads, listObjectsV2, listParts } from './listings.ts';
import { type Notifier, readConfiguration, writeConfiguration } from './notifications.ts';
import type { ObjectStore, StoredObject } from './store.ts';
import { childrenNamed, childText, deletedKeys, readXml } from './xml.ts';

/** The response to a request that fauxqs does not see. */
export interface S3Response {
  readonly status: number;
  /** in addition to, or instead of, the content type of XML */
  readonly headers?: Readonly<Record<string, string | number>>;
  readonly body?: string | Readable;
}

/** Headers of conditions that the adapter checks. It removes them, because fauxqs would apply stricter rules. */
const CHECKED_HEADERS = ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since'];

export class S3Adapter {
  readonly #store: ObjectStore;
  readonly #notifier: Notifier;
  readonly #onError: (error: unknown) => void;
  /** keys of existing objects that a request deletes */
  readonly #deleted = new WeakMap<S3Request, readonly string[]>();

  /** @param onError called for events that could not be delivered */
  constructor(store: ObjectStore, notifier: Notifier, onError: (error: unknown) => void) {
    this.#store = store;
    this.#notifier = notifier;
    this.#onError = onError;
  }

  /**
   * Handles a request before fauxqs does. fauxqs checks no conditions before it writes; a check here and the write that it
   * guards happen in the same turn of the event loop, so nothing comes between them.
   *
   * @returns a response if fauxqs must not see the request
   * @throws ServiceError
   */
  before(request: S3Request, http: HttpRequest): S3Response | Promise<S3Response> | undefined {
    refuseUnsupported(request);
    const { bucket, key } = request;
    const object = this.#store.find(bucket, key);
    switch (request.operation) {
      case 'GetObject':
      case 'HeadObject':
        if (object && checkRead(request, object)) return { status: 304 };
        for (const name of CHECKED_HEADERS) delete http.headers[name];
        return object && this.#inPieces(request, object);
      case 'PutObject':
        checkWrite(request, object);
        http.body = request.body;
        return undefined;
      case 'DeleteObject':
        checkWrite(request, object);
        http.body = request.body;
        this.#deleted.set(request, object ? [key] : []);
        return undefined;
      case 'DeleteObjects':
        this.#deleted.set(request, this.#existing(request));
        return undefined;
      case 'CopyObject':
        checkWrite(request, object);
        this.#checkSource(request);
        return undefined;
      case 'UploadPartCopy':
        this.#store.uploadOf(request);
        checkPartNumber(request);
        this.#checkSource(request);
        return undefined;
      case 'UploadPart':
        this.#store.uploadOf(request);
        checkPartNumber(request);
        http.body = request.body;
        return undefined;
      case 'CompleteMultipartUpload':
        this.#store.uploadOf(request);
        checkPartList(request);
        checkWrite(request, object);
        return undefined;
      case 'AbortMultipartUpload':
        this.#store.uploadOf(request);
        return undefined;
      case 'ListParts':
        return { status: 200, body: listParts(request, this.#store.uploadOf(request)) };
      case 'ListMultipartUploads':
        this.#requireBucket(request);
        return { status: 200, body: listMultipartUploads(request, this.#store) };
      case 'ListObjectsV2':
        this.#requireBucket(request);
        return { status: 200, body: listObjectsV2(request, this.#store) };
      case 'GetBucketNotificationConfiguration':
        this.#requireBucket(request);
        return { status: 200, body: writeConfiguration(this.#notifier.configurationOf(bucket)) };
      case 'PutBucketNotificationConfiguration':
        this.#requireBucket(request);
        return this.#notifier
          .configure(bucket, readConfiguration(request.body))
          .then(() => ({ status: 200 }));
      default:
        return undefined;
    }
  }

  /** Sends the events of a request that fauxqs has answered with 2xx. */
  after(request: S3Request): void {
    switch (request.operation) {
      case 'DeleteBucket':
        this.#notifier.forget(request.bucket);
        break;
      case 'PutObject':
        this.#notifyCreated(request, 'Put');
        break;
      case 'CopyObject':
        this.#notifyCreated(request, 'Copy');
        break;
      case 'CompleteMultipartUpload':
        this.#notifyCreated(request, 'CompleteMultipartUpload');
        break;
      case 'DeleteObject':
      case 'DeleteObjects':
        for (const key of this.#deleted.get(request) ?? []) this.#notifyDeleted(request.bucket, key);
        break;
    }
  }

  /** The response to a GET of a whole object that is stored in several pieces. */
  #inPieces({ operation, query, headers }: S3Request, object: StoredObject): S3Response | undefined {
    const isWhole =
      operation === 'GetObject' && headers.range === undefined && query.partNumber === undefined;
    const pieces = isWhole ? this.#store.piecesOf(object) : [];
    if (pieces.length <= 1) return undefined;
    return { status: 200, headers: headersOf(object), body: Readable.from(pieces) };
  }

  #requireBucket({ bucket }: S3Request): void {
    if (this.#store.hasBucket(bucket)) return;
    throw new ServiceError(404, 'NoSuchBucket', `The specified bucket does not exist: ${bucket}`);
  }

  #checkSource(request: S3Request): void {
    const source = copySource(request, this.#store);
    if (source === undefined) return; // fauxqs answers NoSuchKey or NoSuchBucket
    checkCopySource(request, source);
    checkCopyRange(request, source);
  }

  /** Keys that a DeleteObjects names, without those that do not exist. */
  #existing({ bucket, body }: S3Request): string[] {
    return [...new Set(deletedKeys(body))].filter((key) => this.#store.find(bucket, key) !== undefined);
  }

  #notifyCreated({ bucket, key }: S3Request, how: string): void {
    const object = this.#store.find(bucket, key);
    if (object === undefined) return;
    const { etag, contentLength: size, lastModified: time } = object;
    this.#notify({ name: `ObjectCreated:${how}`, bucket, key, etag, size, time });
  }

  #notifyDeleted(bucket: string, key: string): void {
    const time = new Date();
    this.#notify({ name: 'ObjectRemoved:Delete', bucket, key, etag: undefined, size: undefined, time });
  }

  #notify(event: Parameters<Notifier['notify']>[0]): void {
    this.#notifier.notify(event).catch(this.#onError);
  }
}

/** The headers of an object, as fauxqs sends them. */
function headersOf(object: StoredObject): Record<string, string | number> {
  const { contentType, contentLength, etag, lastModified, metadata } = object;
  const optional = {
    'content-language': object.contentLanguage,
    'content-disposition': object.contentDisposition,
    'cache-control': object.cacheControl,
    'content-encoding': object.contentEncoding,
  };
  const given = Object.entries(optional).flatMap(([name, value]) => (value ? [[name, value] as const] : []));
  return {
    'content-type': contentType,
    'content-length': contentLength,
    etag,
    'last-modified': lastModified.toUTCString(),
    ...Object.fromEntries(given),
    ...Object.fromEntries(Object.entries(metadata).map(([name, value]) => [`x-amz-meta-${name}`, value])),
  };
}

/** @throws ServiceError MalformedXML if a CompleteMultipartUpload names no parts */
function checkPartList({ body }: S3Request): void {
  const parts = childrenNamed(readXml(body, 'CompleteMultipartUpload').Part);
  const numbers = parts.map((part) => Number(childText(part, 'PartNumber')));
  if (numbers.length > 0 && numbers.every(Number.isInteger)) return;
  throw new ServiceError(
    400,
    'MalformedXML',
    'CompleteMultipartUpload must name at least one part by its number',
  );
}
