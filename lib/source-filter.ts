import { Token } from 'aws-cdk-lib';
import type { IBucket } from 'aws-cdk-lib/aws-s3';

/** Which objects of a bucket are puzzle files. */
export interface SourceFilter {
  /** What their keys begin with. @default all of the bucket */
  readonly prefix?: string;
  /** What their keys end with. @default anything */
  readonly suffix?: string;
}

/** A bucket and a filter as the function reads them: lambda/settings.ts. */
export type SourceSetting = readonly [bucket: string, prefix?: string, suffix?: string];

/** Bytes that sources may take together: Lambda's environment holds 4 KB in all. */
const MAX_SOURCES_BYTES = 2560;
/** Of a bucket's name, which only the deployment may know. */
const MAX_NAME_BYTES = 63;

/**
 * Adds a source to what the function is told.
 * @throws RangeError if there is no room for it
 */
export function addSourceSetting(
  sources: SourceSetting[],
  { bucketName }: IBucket,
  { prefix = '', suffix = '' }: SourceFilter = {},
): void {
  sources.push(suffix ? [bucketName, prefix, suffix] : prefix ? [bucketName, prefix] : [bucketName]);
  const known = (text = '') => (Token.isUnresolved(text) ? 'x'.repeat(MAX_NAME_BYTES) : text);
  const bytes = Buffer.byteLength(JSON.stringify(sources.map((parts) => parts.map(known))));
  if (bytes <= MAX_SOURCES_BYTES) return;
  throw new RangeError(
    `expected sources of at most ${MAX_SOURCES_BYTES} bytes together, which is what the function's environment has room for, got ${bytes} with the ${sources.length}th: use fewer sources with shorter prefixes`,
  );
}
