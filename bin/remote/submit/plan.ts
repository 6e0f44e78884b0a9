// Decides for each source whether to upload it, to replace only its metadata, or to wait for an earlier upload.
import { stat } from 'node:fs/promises';
import type { HeadObjectCommandOutput, S3Client } from '@aws-sdk/client-s3';
import pMap, { pMapSkip } from 'p-map';
import { REPORT_SUFFIX } from '../../../core/options/report-suffix.ts';
import { MAX_OBJECT_KEY_BYTES } from '../../../lambda/invocation/upload.ts';
import { reportRef } from '../../../lambda/result/output-refs.ts';
import { UsageError } from '../../cli/exit.ts';
import { problemWithObject } from '../errors.ts';
import { bareEtag, headObject, refuseUnsolvedKey, type UploadKeys } from '../objects.ts';
import { type Source, sourceName } from './sources.ts';
import {
  etagOf,
  openSource,
  SOURCE_ETAG,
  sameMetadata,
  type UploadedContent,
  uploadParts,
} from './upload.ts';

/** What to do for a source. */
export interface SubmitTask {
  readonly source: Source;
  /** of the source */
  readonly index: number;
  /** of the object to create */
  readonly metadata: Readonly<Record<string, string>>;
  /** The upload, if an earlier run made it. */
  readonly uploaded: { readonly etag: string; readonly at: Date } | undefined;
  /** The existing object, if it contains the file's bytes but has other options: only its metadata are replaced. */
  readonly relabels: UploadedContent | undefined;
  /**
   * ETag of the report on the object that is replaced. The same bytes under other options have the same ETag, so this
   * report could be mistaken for the new one.
   */
  readonly oldReport: string | undefined;
  /** Whether an object with other content or other options is replaced. */
  readonly replaces: boolean;
}

export interface PlanOptions extends UploadKeys {
  readonly s3: S3Client;
  readonly metadata: Readonly<Record<string, string>>;
  readonly noClobber: boolean;
  /** whether to wait for the reports */
  readonly wait: boolean;
  readonly concurrency: number;
}

/** Called for a source that failed; the others continue. @param index of the source */
export type OnError = (key: string, message: string, index: number) => void;

/**
 * Determines what has to be uploaded. Takes one HEAD per source, and one for the report on an object that is replaced. A source
 * whose requests fail has no task.
 * @throws UsageError for a source that is its own destination, for a key that the pipeline does not solve and, with
 *   noClobber, for a key that holds another object; Error for a problem that concerns all sources, such as credentials
 */
export async function planTasks(
  sources: readonly Source[],
  options: PlanOptions,
  onError: OnError,
): Promise<SubmitTask[]> {
  const { uploadBucket, noClobber, concurrency } = options;
  for (const source of sources) {
    refuseOwnDestination(source, options);
    refuseUnreportedKey(source.key, options);
    refuseUnsolvedKey(options, source.key);
  }
  const plan = async (source: Source, index: number) => {
    try {
      return await planTask(source, index, options);
    } catch (error) {
      onError(source.key, problemWithObject(error), index);
      return pMapSkip;
    }
  };
  const tasks = await pMap(sources, plan, { concurrency });
  const replaced = tasks.filter(({ replaces }) => replaces);
  if (noClobber && replaced.length > 0) {
    const keys = replaced.map(({ source }) => source.key).slice(0, 3);
    const more = replaced.length > keys.length ? ` and ${replaced.length - keys.length} more` : '';
    throw new UsageError(
      `--no-clobber: ${uploadBucket} has other objects as ${keys.join(', ')}${more}; nothing was uploaded`,
    );
  }
  return tasks;
}

async function planTask(source: Source, index: number, options: PlanOptions): Promise<SubmitTask> {
  const { s3, uploadBucket } = options;
  const metadata =
    source.kind === 'object' ? { ...options.metadata, [SOURCE_ETAG]: source.etag } : options.metadata;
  const head = await headObject(s3, uploadBucket, source.key);
  const content = head && (await matchingContent(head, source));
  const isUploaded = content !== undefined && hasOptions(head?.Metadata, source, metadata);
  // uploading a file of one part again takes no longer
  const isRelabelled =
    !isUploaded && source.kind === 'file' && content !== undefined && uploadParts(content.bytes).length > 1;
  const replaces = head !== undefined && !isUploaded;
  const reported = replaces ? reportRef(options, source) : undefined;
  const report = reported && (await headObject(s3, reported.bucket, reported.key));
  return {
    source,
    index,
    metadata,
    uploaded: isUploaded ? { etag: content.etag, at: head?.LastModified ?? new Date(0) } : undefined,
    relabels: isRelabelled ? content : undefined,
    oldReport: report && bareEtag(report.ETag),
    replaces,
  };
}

/** Refuses a key that has no room for the report that is waited for. */
function refuseUnreportedKey(key: string, options: PlanOptions): void {
  if (!options.wait || reportRef(options, { key })) return;
  throw new UsageError(
    `${key}: expected a key of at most ${MAX_OBJECT_KEY_BYTES} bytes with ${REPORT_SUFFIX}, got a longer one: choose another with --key, or upload with --no-wait`,
  );
}

function refuseOwnDestination(
  source: Source,
  { uploadBucket, outputBucket, outputPrefix }: PlanOptions,
): void {
  if (source.kind !== 'object') return;
  const { bucket, from, key } = source;
  if (bucket === uploadBucket && from === key) {
    throw new UsageError(
      `${sourceName(source)}: is in the upload bucket already; see sudoku backfill for objects that were there before`,
    );
  }
  if (bucket === outputBucket && from.startsWith(outputPrefix)) {
    throw new UsageError(`${sourceName(source)}: expected puzzles, got a result of the pipeline`);
  }
}

/** The content of an object, if it is the source's. */
async function matchingContent(
  { ETag, ContentLength, Metadata, LastModified, ServerSideEncryption }: HeadObjectCommandOutput,
  source: Source,
): Promise<UploadedContent | undefined> {
  if (source.kind === 'stdin' || ContentLength !== source.bytes) return undefined;
  const etag = bareEtag(ETag);
  const contentEtag = Metadata?.[SOURCE_ETAG] ?? etag;
  const content = { bytes: source.bytes, etag, contentEtag };
  if (source.kind === 'object') return contentEtag === source.etag ? content : undefined;
  // with a key of KMS, an ETag is not an MD5
  if (ServerSideEncryption?.startsWith('aws:kms')) {
    return (LastModified ?? new Date(0)) > (await stat(source.path)).mtime ? content : undefined;
  }
  const file = await openSource(source.path);
  try {
    return contentEtag === (await etagOf(file, source.bytes)) ? content : undefined;
  } finally {
    await file.close();
  }
}

/** Whether an object with the source's content was uploaded with the same options. */
function hasOptions(
  actual: Readonly<Record<string, string>> | undefined,
  { kind }: Source,
  metadata: SubmitTask['metadata'],
): boolean {
  const { [SOURCE_ETAG]: _, ...options } = actual ?? {};
  return sameMetadata(kind === 'object' ? actual : options, metadata);
}
