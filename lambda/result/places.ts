import { REPORT_SUFFIX } from '../../core/options/report-suffix.ts';
import type { ObjectRef } from '../aws/cloud.ts';
import type { Settings } from '../settings.ts';
import { MAX_KEY_BYTES } from '../upload.ts';

type Output = Pick<Settings, 'outputBucket' | 'outputPrefix'>;
type Keyed = Pick<ObjectRef, 'key'>;

/** Where the result of an upload stands. */
export function resultRef({ outputBucket, outputPrefix }: Output, { key }: Keyed): ObjectRef {
  return { bucket: outputBucket, key: outputPrefix + key };
}

/** Where the report on an upload stands, or the page of it; undefined if its key would be too long. */
export function reportRef(output: Output, upload: Keyed, suffix = REPORT_SUFFIX): ObjectRef | undefined {
  const { bucket, key } = resultRef(output, upload);
  const ref = { bucket, key: key + suffix };
  return isTooLong(ref) ? undefined : ref;
}

/** Whether S3 would not take the key. */
export function isTooLong({ key }: Keyed): boolean {
  return Buffer.byteLength(key) > MAX_KEY_BYTES;
}

/** Whether an object is where results stand: to solve it would make another one there, without end. */
export function isAmongResults({ outputBucket, outputPrefix }: Output, { bucket, key }: ObjectRef): boolean {
  return bucket === outputBucket && key.startsWith(outputPrefix);
}
