// Where the results and reports of uploads are written.
import { createHash } from 'node:crypto';
import type { FilePlan, Options } from '../../core/files/index.ts';
import { HTML_REPORT_SUFFIX, REPORT_SUFFIX } from '../../core/options/report-suffix.ts';
import type { ObjectFacts, ObjectRef, ObjectTarget } from '../aws/cloud.ts';
import type { Settings } from '../invocation/settings.ts';
import { MAX_OBJECT_KEY_BYTES, originMetadata, type Upload } from '../invocation/upload.ts';

type Output = Pick<Settings, 'outputBucket' | 'outputPrefix'>;
type Keyed = Pick<ObjectRef, 'key'>;

/** The object that is the result of an upload. */
export function resultRef({ outputBucket, outputPrefix }: Output, { key }: Keyed): ObjectRef {
  return { bucket: outputBucket, key: outputPrefix + key };
}

/** The object that is the report on an upload, or its page; undefined if the key would be too long. */
export function reportRef(output: Output, upload: Keyed, suffix = REPORT_SUFFIX): ObjectRef | undefined {
  const { bucket, key } = resultRef(output, upload);
  const ref = { bucket, key: key + suffix };
  return isTooLong(ref) ? undefined : ref;
}

/**
 * The object in place of the report on an upload whose key has no room for one, if it is final and there is no result: other
 * messages about the upload would have it planned again, without end.
 */
export function recordRef({ workBucket: bucket }: Pick<Settings, 'workBucket'>, { key }: Keyed): ObjectRef {
  return { bucket, key: `unreported/${createHash('sha256').update(key).digest('hex')}` };
}

/** Whether S3 would refuse the key. */
export function isTooLong({ key }: Keyed): boolean {
  return Buffer.byteLength(key) > MAX_OBJECT_KEY_BYTES;
}

/** Whether an object is where results are written: solving it would write another one there, without end. */
export function isAmongResults({ outputBucket, outputPrefix }: Output, { bucket, key }: ObjectRef): boolean {
  return bucket === outputBucket && key.startsWith(outputPrefix);
}

/**
 * Why an upload with this key can have no result, whatever it holds.
 * @param output `htmlReports`: whether reports are also written as pages
 * @returns undefined if it can have one
 */
export function keyFault(
  { htmlReports, ...output }: Output & Pick<Settings, 'htmlReports'>,
  upload: Keyed,
): string | undefined {
  const reserved = [REPORT_SUFFIX, ...(htmlReports ? [HTML_REPORT_SUFFIX] : [])];
  const suffix = reserved.find((ending) => upload.key.endsWith(ending));
  // its result would have the key of another upload's report
  if (suffix) return `expected a key without ${suffix} at its end: such keys are reserved for reports`;
  if (!isTooLong(resultRef(output, upload))) return undefined;
  return `expected a key of at most ${MAX_OBJECT_KEY_BYTES} bytes with ${output.outputPrefix} before it, got a longer one`;
}

const TYPES = {
  csv: 'text/csv',
  jsonl: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
  npy: 'application/octet-stream',
} as const;

/**
 * How the result is written: with the encoding and, unless another format was requested, the content type of the upload. The
 * content decides how an upload is read, whatever its encoding says, and a result is not labelled with an encoding that it
 * does not have: a browser could not open it.
 * @param compression of the upload
 */
export function resultTarget(
  settings: Settings,
  upload: Upload,
  { contentType, contentEncoding }: Pick<ObjectFacts, 'contentType' | 'contentEncoding'>,
  { output }: Pick<Options, 'output'>,
  compression: FilePlan['compression'],
): ObjectTarget {
  const isBinary = output === 'parquet' || output === 'npy';
  const compressed = isBinary || compression === 'none' ? undefined : compression;
  const encoding = contentEncoding?.trim().toLowerCase() === compressed ? compressed : undefined;
  const isHidden = compressed !== undefined && encoding === undefined;
  return {
    ...resultRef(settings, upload),
    contentType:
      output === 'same' ? plain(contentType) : isHidden ? `application/${compressed}` : TYPES[output],
    contentEncoding: encoding,
    metadata: originMetadata(upload),
  };
}

/** A header value that can be sent again: S3 would see other bytes than those signed if it were not ASCII. */
const plain = (value: string | undefined): string | undefined =>
  value !== undefined && /^[\x20-\x7e]*$/.test(value) ? value : undefined;
