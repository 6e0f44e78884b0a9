import type { HttpRequest, Operation, S3Call } from './call.ts';
import { checkCopySource, checkRead, checkWrite } from './conditions.ts';
import { copiedBytes, copySource } from './copy-source.ts';
import { S3Error } from './error.ts';
import { nextSequencer } from './event.ts';
import { listObjectsV2 } from './listing.ts';
import { readConfiguration, writeConfiguration } from './notifications.ts';
import type { Notifier } from './notifier.ts';
import { ObjectIndex } from './objects.ts';
import { refuseUnsupported } from './refusals.ts';
import { completedParts, partNumber, UploadIndex } from './uploads.ts';
import { listOf, readXml, textOf } from './xml.ts';

/** What answers a request. */
export interface Answer {
  readonly status: number;
  readonly body?: string;
}

/** What fauxqs answered. */
export interface Outcome {
  /** ETag header, with quotes */
  readonly etag: string | undefined;
  readonly body: string;
}

/** Supplies what fauxqs's S3 lacks, and refuses what it would only pretend to do. */
export class S3Adapter {
  readonly #objects = new ObjectIndex();
  readonly #uploads = new UploadIndex();
  readonly #notifier: Notifier;
  readonly #onError: (error: unknown) => void;

  /** @param onError told of events that could not be delivered */
  constructor(notifier: Notifier, onError: (error: unknown) => void) {
    this.#notifier = notifier;
    this.#onError = onError;
  }

  /** Looks at a request before fauxqs does. @returns an answer if fauxqs is not to see it. @throws S3Error */
  before(call: S3Call, request: HttpRequest): Answer | Promise<Answer> | undefined {
    refuseUnsupported(call);
    const object = this.#objects.get(call.bucket, call.key);
    switch (call.operation) {
      case 'GetObject':
      case 'HeadObject':
        if (object && checkRead(call, object)) return { status: 304 };
        for (const name of CHECKED_HEADERS) delete request.headers[name];
        return undefined;
      case 'PutObject':
      case 'DeleteObject':
        checkWrite(call, object);
        request.body = call.body;
        return undefined;
      case 'CopyObject':
        checkWrite(call, object);
        this.#checkSource(call);
        return undefined;
      case 'UploadPartCopy':
        this.#uploads.find(call);
        partNumber(call);
        this.#checkSource(call);
        return undefined;
      case 'UploadPart':
        this.#uploads.find(call);
        partNumber(call);
        request.body = call.body;
        return undefined;
      case 'CompleteMultipartUpload':
        this.#uploads.find(call);
        completedParts(call);
        checkWrite(call, object);
        return undefined;
      case 'AbortMultipartUpload':
        this.#uploads.find(call);
        return undefined;
      case 'ListParts':
        return { status: 200, body: this.#uploads.listParts(call) };
      case 'ListMultipartUploads':
        this.#requireBucket(call);
        return { status: 200, body: this.#uploads.listUploads(call) };
      case 'ListObjectsV2':
        this.#requireBucket(call);
        return { status: 200, body: listObjectsV2(call, this.#objects) };
      case 'GetBucketNotificationConfiguration':
        this.#requireBucket(call);
        return { status: 200, body: writeConfiguration(this.#notifier.configurationOf(call.bucket)) };
      case 'PutBucketNotificationConfiguration':
        this.#requireBucket(call);
        return this.#notifier
          .configure(call.bucket, readConfiguration(call.body))
          .then(() => ({ status: 200 }));
      default:
        return undefined;
    }
  }

  /** Takes note of what fauxqs has done, and sends the event. Only called for answers with a status of 2xx. */
  after(call: S3Call, outcome: Outcome): void {
    const { bucket, key } = call;
    switch (call.operation) {
      case 'CreateBucket':
        this.#objects.createBucket(bucket);
        break;
      case 'DeleteBucket':
        this.#objects.deleteBucket(bucket);
        this.#notifier.forget(bucket);
        break;
      case 'PutObject':
        this.#created(call, 'Put', outcome.etag!, contentLength(call));
        break;
      case 'CopyObject':
        this.#created(
          call,
          'Copy',
          etagIn(outcome, 'CopyObjectResult'),
          copySource(call, this.#objects)!.size,
        );
        break;
      case 'CompleteMultipartUpload': {
        const { parts } = this.#uploads.find(call);
        const size = completedParts(call).reduce((sum, number) => sum + parts.get(number)!.size, 0);
        this.#uploads.close(call);
        const etag = etagIn(outcome, 'CompleteMultipartUploadResult');
        this.#created(call, 'CompleteMultipartUpload', etag, size);
        break;
      }
      case 'DeleteObject':
        this.#deleted(bucket, key);
        break;
      case 'DeleteObjects':
        for (const object of listOf(readXml(call.body, 'Delete').Object)) {
          this.#deleted(bucket, textOf(object, 'Key') ?? '');
        }
        break;
      case 'CreateMultipartUpload':
        this.#uploads.create(call, textIn(outcome, 'InitiateMultipartUploadResult', 'UploadId'));
        break;
      case 'UploadPart':
        this.#addPart(call, outcome.etag!, contentLength(call));
        break;
      case 'UploadPartCopy': {
        const size = copiedBytes(call, copySource(call, this.#objects)!);
        this.#addPart(call, etagIn(outcome, 'CopyPartResult'), size);
        break;
      }
      case 'AbortMultipartUpload':
        this.#uploads.close(call);
        break;
    }
  }

  #requireBucket(call: S3Call): void {
    if (this.#objects.hasBucket(call.bucket)) return;
    throw new S3Error(404, 'NoSuchBucket', `The specified bucket does not exist: ${call.bucket}`);
  }

  #checkSource(call: S3Call): void {
    const source = copySource(call, this.#objects);
    if (source === undefined) return; // fauxqs says NoSuchKey or NoSuchBucket
    checkCopySource(call, source);
    copiedBytes(call, source);
  }

  #addPart(call: S3Call, etag: string, size: number): void {
    this.#uploads.addPart(call, { etag, size, modified: new Date() });
  }

  #created(call: S3Call, how: string, etag: string, size: number): void {
    const { bucket, key } = call;
    const time = new Date();
    this.#objects.put(bucket, { key, etag, size, modified: time });
    this.#notify({ name: `ObjectCreated:${how}`, bucket, key, etag, size, time });
  }

  #deleted(bucket: string, key: string): void {
    if (!this.#objects.delete(bucket, key)) return;
    this.#notify({
      name: 'ObjectRemoved:Delete',
      bucket,
      key,
      etag: undefined,
      size: undefined,
      time: new Date(),
    });
  }

  #notify(event: Omit<Parameters<Notifier['notify']>[0], 'sequencer'>): void {
    this.#notifier.notify({ ...event, sequencer: nextSequencer() }).catch(this.#onError);
  }
}

/** Operations whose answer the adapter reads in {@link S3Adapter.after}. */
export const ANSWERS_READ: ReadonlySet<Operation> = new Set([
  'CopyObject',
  'CompleteMultipartUpload',
  'CreateMultipartUpload',
  'UploadPartCopy',
]);

/** Conditions that have been looked at, so that fauxqs need not do so again by stricter rules. */
const CHECKED_HEADERS = ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since'];

/** Bytes of the object or part in a request, without the framing of aws-chunked bodies. */
function contentLength(call: S3Call): number {
  const decoded = call.headers['x-amz-decoded-content-length'];
  return decoded === undefined ? call.body.length : Number(decoded);
}

function etagIn(outcome: Outcome, root: string): string {
  return textIn(outcome, root, 'ETag');
}

/** @throws Error if fauxqs does not answer as it did when this was written */
function textIn(outcome: Outcome, root: string, name: string): string {
  const text = textOf(readXml(Buffer.from(outcome.body), root), name);
  if (text === undefined) throw new Error(`fauxqs answered a ${root} without ${name}: ${outcome.body}`);
  return text;
}
