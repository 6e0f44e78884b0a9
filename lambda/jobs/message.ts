import type { S3Event, S3EventRecord } from 'aws-lambda';
import type { Upload } from './upload.ts';

/** A message that no job is written for. Only a person can say what it meant: it belongs into the dead letters. */
export class UnknownMessage extends Error {
  override readonly name = 'UnknownMessage';
}

/** What a message asks for. */
export type Message = { readonly kind: 'uploads'; readonly uploads: readonly Upload[] };

/** @throws UnknownMessage */
export function parseMessage(body: string): Message {
  const json = parseJson(body);
  if (json.Event === 's3:TestEvent') return { kind: 'uploads', uploads: [] };
  if (Array.isArray(json.Records)) {
    return { kind: 'uploads', uploads: (json as unknown as S3Event).Records.flatMap(uploadOf) };
  }
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

/** Keys in events are encoded as in forms: `+` is a space. */
function decodeKey(key: string): string {
  try {
    return decodeURIComponent(key.replaceAll('+', ' '));
  } catch {
    throw new UnknownMessage(`expected a form-encoded key, got ${JSON.stringify(key.slice(0, 200))}`);
  }
}
