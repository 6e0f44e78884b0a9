// One version of one uploaded file, and how results and reports name it.
import { createHash } from 'node:crypto';
import { integer, members, type Shaped, text } from '../../core/options/shape.ts';
import { STORED_VERSION } from './stored-version.ts';

/** Metadata of results and reports that name their upload. */
export const SEQUENCER_METADATA = 'upload-sequencer';
export const ETAG_METADATA = 'upload-etag';

export const originMetadata = ({ sequencer, etag }: Upload): Record<string, string> => ({
  [SEQUENCER_METADATA]: sequencer,
  [ETAG_METADATA]: etag,
});

/** Metadata of a report without a result: `rejected`, `cancelled`, or `failed`, which a later delivery may still replace. */
export const STATUS_METADATA = 'upload-status';

/**
 * Bytes of the largest upload that is solved. S3 takes objects of 48.8 TiB, but lists and parts are not designed for as many
 * chunks.
 */
export const MAX_UPLOAD_BYTES = 5 * 1024 ** 4;

/** S3's longest key, in bytes of UTF-8 */
export const MAX_OBJECT_KEY_BYTES = 1024;

/** S3's longest bucket name, in characters (of buckets created before 2018). */
const MAX_BUCKET_NAME = 255;

/** S3's largest object, in bytes: 10,000 parts of 5 GiB, which is 48.8 TiB. */
export const MAX_OBJECT_BYTES = 10_000 * 5 * 1024 ** 3;

/** Characters of an ETag or sequencer; S3's own have at most some forty. */
const MAX_NAME = 256;

export const bucketName = text(
  `a bucket's name of 1 to ${MAX_BUCKET_NAME} characters`,
  (name) => name.length <= MAX_BUCKET_NAME && /^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/i.test(name),
);

export const objectKey = text(
  `a key of 1 to ${MAX_OBJECT_KEY_BYTES} bytes of UTF-8`,
  (key) => key !== '' && key.isWellFormed() && Buffer.byteLength(key) <= MAX_OBJECT_KEY_BYTES,
);

export const etagText = text(
  `an ETag of 1 to ${MAX_NAME} characters of ASCII`,
  (etag) => etag.length <= MAX_NAME && /^[!-~]+$/.test(etag),
);

export const sequencerText = text(
  `a hexadecimal sequencer of at most ${MAX_NAME} digits, or none`,
  (sequencer) => sequencer.length <= MAX_NAME && /^[0-9a-f]*$/i.test(sequencer),
);

export const objectBytes = integer(0, MAX_OBJECT_BYTES);

/** Checks the upload in a message or a manifest. */
export const checkUpload = members({
  bucket: bucketName,
  key: objectKey,
  /** without quotes; every read of the file requires it */
  etag: etagText,
  bytes: objectBytes,
  /** Orders the events of one key; hexadecimal, or empty if the event had none (older than any other). */
  sequencer: sequencerText,
});

/** One version of one uploaded file, as its S3 event names it. */
export type Upload = Shaped<typeof checkUpload>;

/**
 * Negative if `a` is older, 0 if they are equal. S3 writes them with different lengths; the shorter one is padded with zeros
 * on its right.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-content-structure.html
 */
export function compareSequencers(a: string, b: string): number {
  const length = Math.max(a.length, b.length);
  const [left, right] = [a, b].map((one) => one.toUpperCase().padEnd(length, '0')) as [string, string];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Digits of a sequencer that has a place of its own between those of S3, which are shorter. */
const BETWEEN = 64;

/** A sequencer that is newer than this one, and older than every newer one of S3. */
export const sequencerAfter = (sequencer: string): string => `${sequencer.padEnd(BETWEEN, '0')}1`;

/**
 * The name of an upload's job and of its folder in the work bucket: the same for every delivery of its event, different for
 * every other upload and every {@link STORED_VERSION}.
 */
export const jobId = (upload: Upload): string => `${jobPrefix(upload)}-${STORED_VERSION}`;

/** The common prefix of an upload's job names in all versions. */
export function jobPrefix({ bucket, key, etag, sequencer }: Upload): string {
  const identity = JSON.stringify([bucket, key, etag, sequencer]);
  return createHash('sha256').update(identity).digest('hex').slice(0, 32);
}
