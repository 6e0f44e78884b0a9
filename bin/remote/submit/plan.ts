import { open, stat } from 'node:fs/promises';
import { HeadObjectCommand, type HeadObjectCommandOutput, type S3Client } from '@aws-sdk/client-s3';
import pMap from 'p-map';
import { REPORT_SUFFIX } from '../../../core/options/report-suffix.ts';
import { UsageError } from '../../cli/exit.ts';
import { isMissing } from '../errors.ts';
import { SOURCE_ETAG, type StandingContent } from './copy-object.ts';
import { bare, etagOf, partsOf } from './parts.ts';
import { MAX_KEY_BYTES, type Source } from './sources.ts';
import { sameMetadata } from './target.ts';

/** What is to be done for a source. */
export interface Task {
  readonly source: Source;
  readonly metadata: Readonly<Record<string, string>>;
  /** The upload, where it is there already. */
  readonly sent: { readonly etag: string; readonly at: Date } | undefined;
  /** The file's bytes, where they are there already under other options. */
  readonly relabels: StandingContent | undefined;
  /** ETag of the report on what is replaced: the same bytes under other options have the same ETag, so it might be taken for ours. */
  readonly oldReport: string | undefined;
  /** Whether an object of other content or other options is replaced. */
  readonly replaces: boolean;
}

export interface PlanOptions {
  readonly s3: S3Client;
  readonly uploadBucket: string;
  readonly outputBucket: string;
  /** What the keys of results and reports begin with. */
  readonly outputPrefix: string;
  /** Which keys the pipeline takes. */
  readonly uploadPrefix: string;
  readonly uploadSuffix: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly noClobber: boolean;
  /** Whether reports are waited for. */
  readonly wait: boolean;
  readonly concurrency: number;
}

/**
 * Looks at what is there: one HEAD a source, and one on the report of what is replaced.
 * @throws UsageError for a source that is its own target or has a key that the pipeline does not take, and with noClobber
 *   for a key that holds something else
 */
export async function planTasks(sources: readonly Source[], options: PlanOptions): Promise<Task[]> {
  const { s3, uploadBucket, outputBucket, outputPrefix, noClobber, concurrency } = options;
  const tasks = await pMap(
    sources,
    async (source): Promise<Task> => {
      refuseOwnTarget(source, options);
      refuseUntaken(source, options);
      const metadata =
        source.kind === 'object'
          ? { ...options.metadata, [SOURCE_ETAG]: bare(source.etag) }
          : options.metadata;
      const standing = await headOf(s3, uploadBucket, source.key);
      const content = standing === undefined ? undefined : await contentOf(standing, source);
      const isSent =
        standing !== undefined && content !== undefined && isLabelled(standing.Metadata, source, metadata);
      // one part is as soon sent
      const isRelabelled =
        !isSent && source.kind === 'file' && content !== undefined && partsOf(content.bytes).length > 1;
      const replaces = standing !== undefined && !isSent;
      const report = replaces
        ? await headOf(s3, outputBucket, outputPrefix + source.key + REPORT_SUFFIX)
        : undefined;
      return {
        source,
        metadata,
        sent: isSent ? { etag: bare(standing.ETag), at: standing.LastModified ?? new Date(0) } : undefined,
        relabels: isRelabelled ? content : undefined,
        oldReport: report?.ETag,
        replaces,
      };
    },
    { concurrency },
  );
  const clobbered = tasks.filter(({ replaces }) => replaces);
  if (noClobber && clobbered.length > 0) {
    const keys = clobbered.map(({ source }) => source.key).slice(0, 3);
    const more = clobbered.length > keys.length ? ` and ${clobbered.length - keys.length} more` : '';
    throw new UsageError(
      `--no-clobber: ${uploadBucket} holds something else as ${keys.join(', ')}${more}; nothing was sent`,
    );
  }
  return tasks;
}

/** Nobody would ever report on such a key. */
function refuseUntaken(
  { key }: Source,
  { uploadPrefix, uploadSuffix, outputPrefix, wait }: PlanOptions,
): void {
  const report = outputPrefix + key + REPORT_SUFFIX;
  if (wait && Buffer.byteLength(report) > MAX_KEY_BYTES) {
    throw new UsageError(
      `expected a key whose report, ${REPORT_SUFFIX} after it, has one of at most ${MAX_KEY_BYTES} bytes, got ${key}: choose another with --key, or send it with --no-wait`,
    );
  }
  if (!key.startsWith(uploadPrefix)) {
    throw new UsageError(
      `${key}: expected a key that begins with ${uploadPrefix}, as the pipeline takes no others: --prefix ${uploadPrefix}`,
    );
  }
  if (!key.endsWith(uploadSuffix)) {
    throw new UsageError(
      `${key}: expected a key that ends with ${uploadSuffix}, as the pipeline takes no others`,
    );
  }
}

function refuseOwnTarget(source: Source, { uploadBucket, outputBucket, outputPrefix }: PlanOptions): void {
  if (source.kind !== 'object') return;
  const { bucket, from, key } = source;
  if (bucket === uploadBucket && from === key) {
    throw new UsageError(
      `s3://${bucket}/${from}: is its own target; see sudoku backfill for what is there already`,
    );
  }
  if (bucket === outputBucket && from.startsWith(outputPrefix)) {
    throw new UsageError(`s3://${bucket}/${from}: expected puzzles, got a result of the pipeline`);
  }
}

async function headOf(
  s3: S3Client,
  Bucket: string,
  Key: string,
): Promise<HeadObjectCommandOutput | undefined> {
  try {
    return await s3.send(new HeadObjectCommand({ Bucket, Key }));
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** What an object says of its content, if that is the source's; undefined if it is something else. */
async function contentOf(
  { ETag, ContentLength, Metadata, LastModified, ServerSideEncryption }: HeadObjectCommandOutput,
  source: Source,
): Promise<StandingContent | undefined> {
  if (source.kind === 'stdin' || ContentLength !== source.bytes) return undefined;
  const etag = bare(ETag);
  const contentEtag = Metadata?.[SOURCE_ETAG] ?? etag;
  const content = { bytes: source.bytes, etag, contentEtag };
  if (source.kind === 'object') return contentEtag === bare(source.etag) ? content : undefined;
  // under such a key an ETag is no MD5
  if (ServerSideEncryption?.startsWith('aws:kms')) {
    return (LastModified ?? new Date(0)) > (await stat(source.path)).mtime ? content : undefined;
  }
  const file = await open(source.path);
  try {
    return contentEtag === (await etagOf(file, source.bytes)) ? content : undefined;
  } finally {
    await file.close();
  }
}

/** Whether an object with the source's content was sent with the same options. */
function isLabelled(
  there: Readonly<Record<string, string>> | undefined,
  { kind }: Source,
  metadata: Task['metadata'],
): boolean {
  const { [SOURCE_ETAG]: _, ...options } = there ?? {};
  return sameMetadata(kind === 'object' ? there : options, metadata);
}
