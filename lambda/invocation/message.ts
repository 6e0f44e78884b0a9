// The messages of both queues, parsed and validated.
import { checkPlan, type Rows, rangedState } from '../../core/files/index.ts';
import {
  anyOf,
  boolean,
  integer,
  listOf,
  members,
  natural,
  object,
  optional,
  parseJson,
  type Shape,
  type Shaped,
  ShapeError,
  text,
} from '../../core/options/shape.ts';
import type { ByteRange } from '../aws/cloud.ts';
import { checkSpent } from './meter.ts';
import { STORED_VERSION } from './stored-version.ts';
import {
  bucketName,
  checkUpload,
  etagText,
  MAX_OBJECT_BYTES,
  objectBytes,
  objectKey,
  sequencerText,
  type Upload,
} from './upload.ts';

/** A message that the function cannot interpret. It belongs in the dead letters, where a person can look at it. */
export class UnknownMessage extends Error {
  override readonly name = 'UnknownMessage';
}

/** Files in an event of S3. */
export interface UploadsMessage {
  readonly kind: 'uploads';
  readonly uploads: readonly Upload[];
}

/** How often the rest of a chunk may be sent on: Lambda stops functions that keep sending messages to themselves. */
export const MAX_HOPS = 3;

/** How often a file goes back to the uploads queue because others held it up. */
export const MAX_HELD = 3;

/** How often the assembly of a job is sent on. After that, the message fails: its next delivery goes on. */
export const MAX_ASSEMBLIES = 2;

/**
 * Chunks that follow one another, at most. With the upload's event, {@link MAX_HELD}, the file's own message, the rest of a chunk
 * and {@link MAX_ASSEMBLIES}, a chain has at most 14 messages: Lambda takes sixteen for a loop.
 * @see https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html
 */
export const MAX_TURNS = 6;

/** Requests a look at all open jobs. The schedule of the stack sends it, whatever version of the function is deployed. */
export interface SweepMessage {
  readonly kind: 'sweep';
}

export const writeMessage = (message: FileMessage | ChunkMessage | AssembleMessage | ResumeMessage): string =>
  JSON.stringify({ version: STORED_VERSION, ...message });

/**
 * Parses and validates a message: others may have written to the queue.
 * @throws UnknownMessage that names the member, what was expected and what it got
 */
export function parseMessage(body: string): Message {
  try {
    return messageIn(object(parseJson(body, ''), ''));
  } catch (error) {
    throw error instanceof ShapeError ? new UnknownMessage(error.message) : error;
  }
}

function messageIn(json: Record<string, unknown>): Message {
  if (json.Event === 's3:TestEvent') return { kind: 'uploads', uploads: [] };
  if (Object.hasOwn(json, 'Records'))
    return { kind: 'uploads', uploads: records(json.Records, 'Records').flat() };
  if (json.Type === 'Notification') return notificationIn(json);
  if (json.source === 'aws.s3') return { kind: 'uploads', uploads: uploadIn(json) };
  if (json.kind === 'sweep') return { kind: 'sweep' };
  if (json.version === STORED_VERSION) return MESSAGES[kind(json.kind, 'kind')](json, '');
  // of a message of another version, only its upload is certain
  optional(natural)(json.version, 'version');
  if (Object.hasOwn(json, 'upload')) return { kind: 'foreign', upload: checkUpload(json.upload, 'upload') };
  throw new UnknownMessage(
    `expected an S3 event with Records, got an object with ${Object.keys(json).join(', ').slice(0, 200) || 'nothing'}`,
  );
}

/**
 * The event of S3 that a topic of SNS has wrapped, as it does without raw message delivery.
 * @see https://docs.aws.amazon.com/sns/latest/dg/sns-large-payload-raw-message-delivery.html
 */
function notificationIn(json: Record<string, unknown>): UploadsMessage {
  try {
    const event = object(parseJson(text()(json.Message, 'Message'), 'Message'), 'Message');
    // messages of the function do not come this way
    const isOfS3 =
      event.Event === 's3:TestEvent' || Object.hasOwn(event, 'Records') || event.source === 'aws.s3';
    const message = isOfS3 ? messageIn(event) : undefined;
    if (message?.kind === 'uploads') return message;
    throw new ShapeError('Message: expected an S3 event with Records, got another object');
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error;
    throw new ShapeError(
      `in a notification of SNS: ${error.message}; with raw message delivery, its subscription would send only that`,
    );
  }
}

const kind = anyOf('file', 'chunk', 'assemble', 'resume');

const byteRange = members<ByteRange>({ from: objectBytes, to: integer(1, MAX_OBJECT_BYTES) });

const file = members({
  kind: anyOf('file'),
  upload: checkUpload,
  /**
   * How often the other files of an invocation have held it up. Such a message is in the uploads queue, and the file shares its
   * invocation again.
   */
  held: optional(integer(1, MAX_HELD)),
  /** by the invocations that handed it over */
  spent: optional(checkSpent),
});

/** A file that gets an invocation of its own, or another shared one. */
export type FileMessage = Shaped<typeof file>;

const chunk = members({
  kind: anyOf('chunk'),
  upload: checkUpload,
  plan: checkPlan,
  range: byteRange,
  /** of the range, in the row groups of the plan, if the file is read by rows */
  rows: optional(members<Rows>({ from: natural, to: natural })),
  /** Expected bytes of output, if they are more than usual. */
  output: optional(integer(1, MAX_OBJECT_BYTES)),
  /** Messages from the upload's event to this one, itself included, but not the chunks before it in its chain. */
  hop: integer(1, MAX_HOPS),
  /** Chunks that are to be solved after this one, each when the one before it is done. */
  next: optional(listOf(byteRange, MAX_TURNS - 1)),
});

/** The lines of a file that begin in a range. Carries the plan, so that chunks need not fetch it. */
export type ChunkMessage = Shaped<typeof chunk>;

const assemble = members({
  kind: anyOf('assemble'),
  upload: checkUpload,
  /** Messages about the assembly, this one included. */
  hop: optional(integer(1, MAX_ASSEMBLIES)),
});

/** A job whose chunks are solved and wait for assembly. */
export type AssembleMessage = Shaped<typeof assemble>;

/** A message of another version of the function, of which only the upload is read. */
export interface ForeignMessage {
  readonly kind: 'foreign';
  readonly upload: Upload;
}

const resume = members({
  kind: anyOf('resume'),
  upload: checkUpload,
  /** whether no other message was in the queue, and so none about the job */
  lost: optional(boolean),
});

/** A job on which nothing seems to work any more. */
export type ResumeMessage = Shaped<typeof resume>;

export type Message =
  | UploadsMessage
  | ForeignMessage
  | FileMessage
  | ChunkMessage
  | AssembleMessage
  | ResumeMessage
  | SweepMessage;

/** The function's own messages, as {@link writeMessage} writes them. */
const MESSAGES: { readonly [K in ReturnType<typeof kind>]: Shape<Message & { readonly kind: K }> } = {
  file,
  chunk(value, at) {
    const message = chunk(value, at);
    const { upload, plan, range } = message;
    if (range.from >= range.to || range.to > upload.bytes) {
      throw new ShapeError(
        `range: expected one within the ${upload.bytes} bytes of the upload, got ${range.from} to ${range.to}`,
      );
    }
    const groups = rangedState(plan)?.groups;
    const end = groups?.reduce((sum, [rows = 0]) => sum + rows, 0);
    if ((message.rows === undefined) !== (end === undefined) || (message.rows?.to ?? 0) > (end ?? 0)) {
      throw new ShapeError(`rows: expected ${end === undefined ? 'none' : `some of ${end}`}, got others`);
    }
    if (!plan.splittable) throw new ShapeError('plan.splittable: expected true in a chunk, got false');
    return message;
  },
  assemble,
  resume,
};

const bucket = members<{ name: string }>({ name: bucketName });
// an event without a size is about an empty object; one without a sequencer is older than any other
const size: Shape<number> = (value, at) => optional(objectBytes)(value, at) ?? 0;
const sequencer: Shape<string> = (value, at) => optional(sequencerText)(value, at) ?? '';

/** Keys in notifications are form-encoded: `+` is a space. */
export const encodedKey: Shape<string> = (value, at) => {
  const encoded = text()(value, at);
  try {
    return objectKey(decodeURIComponent(encoded.replaceAll('+', ' ')), at);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    throw new ShapeError(`${at}: expected a form-encoded key, got ${JSON.stringify(encoded.slice(0, 200))}`);
  }
};

const notified = members({
  bucket,
  object: members({ key: encodedKey, size, eTag: etagText, sequencer }),
});

/** The upload in a record of a notification; none for events without a new file. */
const record: Shape<Upload[]> = (value, at) => {
  const { eventName, s3 } = members({ eventName: text(), s3: object })(value, at);
  if (!eventName.startsWith('ObjectCreated:')) return [];
  const { bucket, object: created } = notified(s3, `${at}.s3`);
  const { key, size, eTag, sequencer } = created;
  return [{ bucket: bucket.name, key, etag: eTag, bytes: size, sequencer }];
};

/** S3 sends one. */
const records = listOf(record, 1000);

const emitted = members({
  bucket,
  object: members({ key: objectKey, size, etag: etagText, sequencer }),
});

/**
 * The upload in an event of EventBridge, where the key is not encoded; none for other events of S3.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/ev-events.html
 */
function uploadIn(event: Record<string, unknown>): Upload[] {
  if (text()(event['detail-type'], 'detail-type') !== 'Object Created') return [];
  const { bucket, object: created } = emitted(event.detail, 'detail');
  const { key, etag, size, sequencer } = created;
  return [{ bucket: bucket.name, key, etag, bytes: size, sequencer }];
}
