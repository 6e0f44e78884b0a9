import { randomUUID } from 'node:crypto';

/** Something that happened to an object, to be told to whom it may concern. */
export interface ObjectEvent {
  /** without `s3:`, such as `ObjectCreated:Put` */
  readonly name: string;
  readonly bucket: string;
  /** as the object has it, not encoded */
  readonly key: string;
  /** bytes; undefined for a removal */
  readonly size: number | undefined;
  /** with quotes; undefined for a removal */
  readonly etag: string | undefined;
  /** hexadecimal, of different lengths; greater for the later of two events if the shorter is filled with zeros on its right */
  readonly sequencer: string;
  readonly time: Date;
}

let lastSequence = 0n;

/** A sequencer greater than all that came before, in this process and (by the clock) in earlier ones. */
export function nextSequencer(): string {
  const now = BigInt(Date.now()) << 20n;
  lastSequence = now > lastSequence ? now : lastSequence + 1n;
  return lastSequence.toString(16).toUpperCase().padStart(18, '0').replace(/0+$/, '');
}

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-content-structure.html */
export function eventMessage(event: ObjectEvent, region: string, configurationId: string): string {
  const record = {
    eventVersion: '2.1',
    eventSource: 'aws:s3',
    awsRegion: region,
    eventTime: event.time.toISOString(),
    eventName: event.name,
    userIdentity: { principalId: 'AWS:LOCAL' },
    requestParameters: { sourceIPAddress: '127.0.0.1' },
    responseElements: { 'x-amz-request-id': requestId(), 'x-amz-id-2': 'local' },
    s3: {
      s3SchemaVersion: '1.0',
      configurationId,
      bucket: {
        name: event.bucket,
        ownerIdentity: { principalId: 'LOCAL' },
        arn: `arn:aws:s3:::${event.bucket}`,
      },
      object: {
        key: encodeKey(event.key),
        size: event.size,
        eTag: event.etag?.replaceAll('"', ''),
        sequencer: event.sequencer,
      },
    },
  };
  return JSON.stringify({ Records: [record] });
}

/** What S3 sends to a queue when it is made the target of notifications. */
export function testMessage(bucket: string): string {
  return JSON.stringify({
    Service: 'Amazon S3',
    Event: 's3:TestEvent',
    Time: new Date().toISOString(),
    Bucket: bucket,
    RequestId: requestId(),
    HostId: 'local',
  });
}

/** Keys in events are form-encoded, but for slashes: a space is `+`, a plus sign `%2B`. */
function encodeKey(key: string): string {
  return encodeURIComponent(key)
    .replace(/[!'()~]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+')
    .replaceAll('%2F', '/');
}

function requestId(): string {
  return randomUUID().replaceAll('-', '').toUpperCase().slice(0, 16);
}
