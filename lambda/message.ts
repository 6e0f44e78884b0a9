import type { S3Event, S3EventRecord } from 'aws-lambda';
import type { FilePlan } from '../core/files/index.ts';
import type { ByteRange } from './aws/cloud.ts';
import { STORED_VERSION } from './stored-version.ts';
import type { Upload } from './upload.ts';

/** A message that no work is written for. Only a person can say what it meant: it belongs into the dead letters. */
export class UnknownMessage extends Error {
  override readonly name = 'UnknownMessage';
}

/** Files that S3 tells of. */
export interface UploadsMessage {
  readonly kind: 'uploads';
  readonly uploads: readonly Upload[];
}

/** A file that takes an invocation of its own. */
export interface FileMessage {
  readonly kind: 'file';
  readonly upload: Upload;
}

/** The lines of a file that begin in a range. Carries the plan, so that no chunk has to fetch it. */
export interface ChunkMessage {
  readonly kind: 'chunk';
  readonly upload: Upload;
  readonly plan: FilePlan;
  readonly range: ByteRange;
  /** Bytes that are expected to come out, where it is more than usual. */
  readonly output?: number;
  /** Messages between the upload's event and this one, itself included: 1 to {@link MAX_HOPS}. */
  readonly hop: number;
}

/** Solved chunks that wait to be one result. */
export interface AssembleMessage {
  readonly kind: 'assemble';
  readonly upload: Upload;
  /** What an invocation began that had no time for all of it. */
  readonly begun?: BegunAssembly;
}

/** A multipart upload that has some of its parts. */
export interface BegunAssembly {
  readonly uploadId: string;
  /** names the plan of its parts, since chunks that come late may change it */
  readonly plan: string;
}

/** What a message asks for. */
export type Message = UploadsMessage | FileMessage | ChunkMessage | AssembleMessage;

/** Lambda stops functions that go on sending messages to themselves: what a chunk leaves over may be sent on so often. */
export const MAX_HOPS = 3;

export const writeMessage = (message: FileMessage | ChunkMessage | AssembleMessage): string =>
  JSON.stringify({ version: STORED_VERSION, ...message });

/** @throws UnknownMessage */
export function parseMessage(body: string): Message {
  const json = parseJson(body);
  if (json.Event === 's3:TestEvent') return { kind: 'uploads', uploads: [] };
  if (Array.isArray(json.Records)) {
    return { kind: 'uploads', uploads: (json as unknown as S3Event).Records.flatMap(uploadOf) };
  }
  if (json.source === 'aws.s3') return { kind: 'uploads', uploads: uploadIn(json) };
  // written by writeMessage: nobody else may send to the chunks queue
  if (json.version === STORED_VERSION) return json as unknown as Message;
  // of another version all that is sure is whose upload it is about
  if (isUpload(json.upload)) return { kind: 'file', upload: json.upload };
  throw new UnknownMessage(
    `expected an S3 event with Records, got an object with ${Object.keys(json).join(', ') || 'nothing'}`,
  );
}

function parseJson(body: string): Record<string, unknown> {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    throw new UnknownMessage(`expected JSON, got ${JSON.stringify(body.slice(0, 80))}`);
  }
  if (typeof json !== 'object' || json === null) {
    throw new UnknownMessage(`expected a JSON object, got ${JSON.stringify(json).slice(0, 80)}`);
  }
  return json as Record<string, unknown>;
}

function isUpload(value: unknown): value is Upload {
  const { bucket, key, etag, bytes, sequencer } = (value ?? {}) as Partial<Record<keyof Upload, unknown>>;
  const texts = [bucket, key, etag, sequencer];
  return texts.every((text) => typeof text === 'string') && typeof bytes === 'number';
}

/** None for events that bring no file. */
function uploadOf(record: Partial<S3EventRecord> | null): Upload[] {
  const { eventName, s3 } = record ?? {};
  const { key, eTag, size, sequencer } = s3?.object ?? {};
  if (!eventName || !s3?.bucket?.name || !key) {
    throw new UnknownMessage(
      `expected a record with eventName, s3.bucket.name and s3.object.key, got ${JSON.stringify(record).slice(0, 200)}`,
    );
  }
  if (!eventName.startsWith('ObjectCreated:')) return [];
  if (!eTag) throw new UnknownMessage(`expected s3.object.eTag in the event of ${key}, got none`);
  return [
    {
      bucket: s3.bucket.name,
      key: decodeKey(key),
      etag: eTag,
      bytes: size ?? 0,
      sequencer: sequencer ?? '',
    },
  ];
}

/**
 * The upload in an event of EventBridge, where the key stands as it is; none for other events of S3.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/ev-events.html
 */
function uploadIn(event: Record<string, unknown>): Upload[] {
  const { bucket, object } = (event.detail ?? {}) as {
    bucket?: { name?: string };
    object?: { key?: string; size?: number; etag?: string; sequencer?: string };
  };
  if (event['detail-type'] !== 'Object Created') return [];
  if (!bucket?.name || !object?.key || !object.etag) {
    throw new UnknownMessage(
      `expected an event with detail.bucket.name, detail.object.key and etag, got ${JSON.stringify(event.detail)?.slice(0, 200)}`,
    );
  }
  const { key, etag, size = 0, sequencer = '' } = object;
  return [{ bucket: bucket.name, key, etag, bytes: size, sequencer }];
}

/** Keys in events are encoded as in forms: `+` is a space. */
function decodeKey(key: string): string {
  try {
    return decodeURIComponent(key.replaceAll('+', ' '));
  } catch {
    throw new UnknownMessage(`expected a form-encoded key, got ${JSON.stringify(key.slice(0, 200))}`);
  }
}
