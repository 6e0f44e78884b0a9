// Finds the objects that have neither a newer result nor a newer rejection, in the order in which they are listed.
import { HeadObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { REPORT_SUFFIX } from '../../../core/options/report-suffix.ts';
import { STATUS_METADATA } from '../../../lambda/invocation/upload.ts';
import { type ListedObject, listObjects, whyUnsolved } from '../objects.ts';
import { type Inventory, inventoryObjects } from './inventory.ts';

/** Counts of a search, updated as it proceeds. */
export interface SearchCounts {
  /** objects listed */
  listed: number;
  /** objects with a newer result */
  solved: number;
  /** objects with a newer report that rejects them */
  rejected: number;
  /** objects that are not puzzle files by their keys */
  passedOver: number;
  /** LISTs, and other requests that cost as much or less */
  requests: number;
  /** rows and files of an inventory that cannot be read */
  unreadable: number;
  /** the first of them: where, and why */
  readonly problems: string[];
}

export const noCounts = (): SearchCounts => ({
  listed: 0,
  solved: 0,
  rejected: 0,
  passedOver: 0,
  requests: 0,
  unreadable: 0,
  problems: [],
});

export interface UnsolvedSearch {
  readonly s3: S3Client;
  readonly bucket: string;
  readonly prefix: string;
  readonly suffix: string;
  /** Skips the keys up to this one. */
  readonly startAfter: string | undefined;
  /** Lists the objects, instead of LIST requests. */
  readonly inventory: Inventory | undefined;
  readonly outputBucket: string;
  readonly outputPrefix: string;
  readonly reports: string;
  /** Includes objects that have a newer result. */
  readonly force: boolean;
}

export async function* unsolvedObjects(
  options: UnsolvedSearch,
  counts: SearchCounts,
): AsyncGenerator<ListedObject> {
  const outputOf = options.force ? undefined : outputs(options, counts);
  for await (const object of allObjects(options, counts)) {
    counts.listed++;
    const ref = { bucket: options.bucket, key: object.key };
    const { key } = ref;
    // folders that the S3 console created, and what the pipeline writes
    if (!key.endsWith(options.suffix) || key.endsWith('/') || whyUnsolved(options, ref)) {
      counts.passedOver++;
      continue;
    }
    const output = await outputOf?.(key);
    if (isNewer(output?.result, object)) counts.solved++;
    else if (output && (await isRejected(options, object, output, counts))) counts.rejected++;
    else yield object;
  }
}

async function* allObjects(
  { s3, bucket, prefix, startAfter, inventory }: UnsolvedSearch,
  counts: SearchCounts,
): AsyncGenerator<ListedObject> {
  if (inventory === undefined) {
    yield* listObjects(s3, { bucket, prefix, startAfter, onRequest: () => counts.requests++ });
    return;
  }
  for await (const object of inventoryObjects(s3, inventory, counts)) {
    if (object.key.startsWith(prefix)) yield object;
  }
}

function isNewer(output: Date | undefined, { modified }: ListedObject): boolean {
  return output !== undefined && output >= modified;
}

/** Whether a newer report rejects the object. Without a newer result, it may also report a failure, which is worth another attempt. */
async function isRejected(
  { s3, outputBucket, outputPrefix }: UnsolvedSearch,
  object: ListedObject,
  { report }: Output,
  counts: SearchCounts,
): Promise<boolean> {
  if (!isNewer(report, object)) return false;
  const Key = outputPrefix + object.key + REPORT_SUFFIX;
  const { Metadata = {} } = await s3.send(new HeadObjectCommand({ Bucket: outputBucket, Key }));
  counts.requests++;
  return Metadata[STATUS_METADATA] !== 'failed';
}

/** When the result and the report of a key were written; undefined if they were not. */
interface Output {
  readonly result: Date | undefined;
  readonly report: Date | undefined;
}

type OutputOf = (key: string) => Promise<Output>;

function outputs(options: UnsolvedSearch, counts: SearchCounts): OutputOf {
  const { s3, prefix, startAfter, inventory, outputBucket, outputPrefix } = options;
  const listing = listObjects(s3, {
    bucket: outputBucket,
    prefix: outputPrefix + prefix,
    startAfter: startAfter === undefined ? undefined : outputPrefix + startAfter,
    onRequest: () => counts.requests++,
  });
  return inventory === undefined
    ? outputsInOrder(listing, outputPrefix)
    : outputsInMemory(listing, outputPrefix);
}

/** Outputs of keys that are requested in order: the output bucket is listed at the same pace, so memory stays small. */
function outputsInOrder(listing: AsyncGenerator<ListedObject>, outputPrefix: string): OutputOf {
  const recent = new Map<string, Date>();
  let next: IteratorResult<ListedObject, unknown> | undefined;
  return async (key) => {
    const result = outputPrefix + key;
    const report = result + REPORT_SUFFIX;
    next ??= await listing.next();
    // other results may sort between a result and its report
    while (!next.done && compareKeys(next.value.key, report) <= 0) {
      recent.set(next.value.key, next.value.modified);
      next = await listing.next();
    }
    for (const earlier of recent.keys()) {
      if (compareKeys(earlier, result) >= 0) break;
      recent.delete(earlier);
    }
    return { result: recent.get(result), report: recent.get(report) };
  };
}

/** Outputs of keys that are requested in any order: all are in memory, some 200 bytes each. */
function outputsInMemory(listing: AsyncGenerator<ListedObject>, outputPrefix: string): OutputOf {
  let all: Promise<Map<string, Date>> | undefined;
  return async (key) => {
    all ??= timesByKey(listing);
    const times = await all;
    return { result: times.get(outputPrefix + key), report: times.get(outputPrefix + key + REPORT_SUFFIX) };
  };
}

async function timesByKey(listing: AsyncGenerator<ListedObject>): Promise<Map<string, Date>> {
  const times = new Map<string, Date>();
  for await (const { key, modified } of listing) times.set(key, modified);
  return times;
}

/** The order of a LIST: by UTF-8 bytes. */
function compareKeys(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
