import { Stack, Token } from 'aws-cdk-lib';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { SourceFilter } from './source-filter.ts';

/** Where results go. */
export interface Sink {
  readonly bucket: IBucket;
  /** What their keys begin with. */
  readonly prefix: string;
}

/**
 * Refuses a source whose files would be results: each would be solved again, without end. The function ignores them too,
 * for names of buckets that only the deployment knows.
 * @throws Error that says how to keep them apart
 */
export function refuseLoop(source: IBucket, { prefix = '' }: SourceFilter, sink: Sink): void {
  if (!isSameBucket(source, sink.bucket)) return;
  if (Token.isUnresolved(prefix) || Token.isUnresolved(sink.prefix)) return;
  if (!prefix.startsWith(sink.prefix) && !sink.prefix.startsWith(prefix)) return;
  throw new Error(
    `${source.node.path} cannot be a source: the pipeline writes to it, and would never end; expected a prefix of the source and an outputPrefix of which neither begins with the other, got ${JSON.stringify(prefix)} and ${JSON.stringify(sink.prefix)}`,
  );
}

/** Whether two constructs stand for one bucket: it may have been imported twice by its name. */
export function isSameBucket(a: IBucket, b: IBucket): boolean {
  if (a === b) return true;
  const [one, other] = [a, b].map((bucket) => Stack.of(bucket).resolve(bucket.bucketName) as unknown);
  // a name that is known is that of one bucket, wherever it was imported
  if (typeof one === 'string') return one === other;
  return JSON.stringify(one) === JSON.stringify(other) && Stack.of(a) === Stack.of(b);
}
