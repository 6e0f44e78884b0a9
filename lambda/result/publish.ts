// Writes a result or a report unless a newer upload's exists: conditional writes in place of a lock.
import type { Cloud, Multipart, ObjectFacts, ObjectRef, UploadedPart, WriteCondition } from '../aws/cloud.ts';
import { isFault, StorageError } from '../aws/errors.ts';
import { throwIfCancelled } from '../invocation/cancellation.ts';
import type { StoreContext } from '../invocation/context.ts';
import {
  compareSequencers,
  ETAG_METADATA,
  SEQUENCER_METADATA,
  STATUS_METADATA,
  type Upload,
} from '../invocation/upload.ts';
import { recordRef, reportRef, resultRef } from './output-refs.ts';

/** How often another process may write the key between our check and our write before we leave it to a later delivery. */
export const MAX_ATTEMPTS = 5;

/** The key has the result or report of a newer upload: there is nothing left to do. */
export class Superseded extends Error {
  override readonly name = 'Superseded';
}

/**
 * Writes a result or a report unless a newer upload's exists. Most keys are new, so the first attempt checks nothing before and
 * costs one request.
 * @param write one conditional write; called again with another condition and the object that it replaces after PreconditionFailed
 * @returns the ETag of the object that has the key now: ours, or that of an earlier attempt for the same upload
 * @throws Superseded
 */
export async function publish(
  cloud: Cloud,
  target: ObjectRef,
  upload: Upload,
  write: (condition: WriteCondition, existing?: ObjectFacts) => Promise<string>,
): Promise<string> {
  let condition: WriteCondition = { absent: true };
  let existing: ObjectFacts | undefined;
  let failure: StorageError;
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
    try {
      return await write(condition, existing);
    } catch (error) {
      // the retry of a completion whose answer was lost finds its multipart upload gone
      if (!isFault(error, 'PreconditionFailed', 'MultipartGone')) throw error;
      failure = error;
    }
    existing = await cloud.headObject(target);
    if (existing && isDone(existing.metadata, upload)) return existing.etag;
    throwIfNewer(target, existing, upload);
    if (failure.name === 'MultipartGone') throw failure;
    condition = existing ? { etag: existing.etag } : { absent: true };
  }
  throw new Error(
    `${target.bucket}/${target.key} changed before each of ${MAX_ATTEMPTS} attempts to write it`,
  );
}

/**
 * Writes a result under the rules of {@link publish}, and checks afterwards whether it may have replaced a newer one.
 *
 * If-Match alone cannot exclude that: an ETag says which bytes an object has, not which upload they are from. Files A, B and A
 * again are uploaded to one key. The work on B sees the first result of A and pauses, the second one is written, and the write
 * of B finds the ETag that it expects. (A report contains the time when it was made, so its ETag does not return.)
 *
 * Such a write lands after the newer file was uploaded, so the key of the upload shows it from then on: a job that has replaced a
 * result reads that key afterwards. If another file is there, `repairResult` has that one solved again. A function that is
 * killed before that gets the message again, and finds its own result and the other file. The message is done only after the
 * repair was sent, and the repair is a later write under the same rules, so the last upload's result is the last one written.
 * @returns the ETag
 * @throws Superseded; ObjectReplaced if the upload has been overwritten
 */
export async function publishResult(
  context: StoreContext,
  target: ObjectRef,
  upload: Upload,
  write: (condition: WriteCondition) => Promise<string>,
): Promise<string> {
  let isFirst = true;
  const etag = await publish(context.cloud, target, upload, (condition) => {
    isFirst = 'absent' in condition;
    return write(condition);
  });
  if (!isFirst) await throwIfReplaced(context, upload);
  return etag;
}

/** @throws ObjectReplaced if another file has the key of an upload */
export async function throwIfReplaced({ cloud }: Pick<StoreContext, 'cloud'>, upload: Upload): Promise<void> {
  const existing = await cloud.headObject(upload);
  if (existing && existing.etag !== upload.etag) throw new StorageError('ObjectReplaced', upload);
}

/** @throws ObjectGone or ObjectReplaced if an upload was deleted or overwritten */
export async function throwIfLost({ cloud }: Pick<StoreContext, 'cloud'>, upload: Upload): Promise<void> {
  const existing = await cloud.headObject(upload);
  if (!existing) throw new StorageError('ObjectGone', upload);
  if (existing.etag !== upload.etag) throw new StorageError('ObjectReplaced', upload);
}

/** Whether an object with this metadata was made from exactly this upload. */
export function isFrom(metadata: Readonly<Record<string, string>>, upload: Upload): boolean {
  return metadata[ETAG_METADATA] === upload.etag && (metadata[SEQUENCER_METADATA] ?? '') === upload.sequencer;
}

/** Whether it is final for this upload. */
function isDone(metadata: Readonly<Record<string, string>>, upload: Upload): boolean {
  return isFrom(metadata, upload) && !isFailure(metadata);
}

/** Whether it is a `failed` report. */
export const isFailure = (metadata: Readonly<Record<string, string>>): boolean =>
  metadata[STATUS_METADATA] === 'failed';

/** Whether it is the report of a rejected or cancelled file, which has no result. */
const isRejection = (metadata: Readonly<Record<string, string>>): boolean =>
  ['rejected', 'cancelled'].includes(metadata[STATUS_METADATA] ?? '');

/** Whether an object with this metadata was made from a later upload of the key. Objects of other origin are not. */
export function isNewer(metadata: Readonly<Record<string, string>>, upload: Upload): boolean {
  return compareSequencers(metadata[SEQUENCER_METADATA] ?? '', upload.sequencer) > 0;
}

/**
 * Checks whether a newer upload has been rejected: it has a report, but no result that would stop the writing of ours.
 * @throws Superseded
 */
async function throwIfSuperseded({ cloud, settings }: StoreContext, upload: Upload): Promise<void> {
  const report = reportRef(settings, upload);
  const existing = report && (await cloud.headObject(report));
  if (report) throwIfNewer(report, existing, upload);
}

/** Milliseconds of work before {@link throwIfOutdated} is worth its requests. */
export const UNCHECKED_TIME = 500;

/**
 * Looks once before work that took long is published: meanwhile a newer upload may have been rejected, or the upload deleted or
 * overwritten. What is deleted gets neither a result nor a report.
 * @throws Superseded, Cancelled, ObjectGone, ObjectReplaced
 */
export async function throwIfOutdated(context: StoreContext, upload: Upload): Promise<void> {
  await throwIfSuperseded(context, upload);
  await throwIfCancelled(context, upload);
  await throwIfLost(context, upload);
}

/** @throws Superseded */
export function throwIfNewer(ref: ObjectRef, existing: ObjectFacts | undefined, upload: Upload): void {
  if (existing && isNewer(existing.metadata, upload)) {
    throw new Superseded(`${ref.key} is the work of a newer upload`);
  }
}

/**
 * Whether the result and report of an upload exist: checked before work that costs more than the check.
 * @throws Superseded if a newer upload's exist
 */
export async function isPublished({ cloud, settings }: StoreContext, upload: Upload): Promise<boolean> {
  const named = reportRef(settings, upload);
  const ref = named ?? recordRef(settings, upload);
  // even if reports are switched off, one may say why there is no result
  const report = await cloud.headObject(ref);
  throwIfNewer(ref, report, upload);
  const isReported = report !== undefined && isFrom(report.metadata, upload);
  // a `failed` report must still be replaced, even if the result exists
  if (isReported && isFailure(report.metadata)) return false;
  if (isReported && isRejection(report.metadata)) return true;
  if (!isReported && named && settings.reports) return false;
  const target = resultRef(settings, upload);
  const result = await cloud.headObject(target);
  throwIfNewer(target, result, upload);
  // the owner may have taken a reported result away; an older one there has replaced it
  return result === undefined ? isReported : isFrom(result.metadata, upload);
}

/** Completes a multipart upload under the rules of {@link publishResult}. Afterwards, none of this upload is open at its key. */
export async function publishMultipart(
  context: StoreContext,
  multipart: Multipart,
  parts: readonly UploadedPart[],
  upload: Upload,
): Promise<string> {
  const { cloud } = context;
  try {
    return await publishResult(context, multipart, upload, (condition) =>
      cloud.completeMultipart(multipart, parts, condition),
    );
  } finally {
    await abortMultiparts(context, upload, multipart);
  }
}

/**
 * Aborts the multipart uploads that are open at the key of an upload's result: those of attempts that died, and those whose
 * creation was retried after its answer was lost. It spares those of a newer upload. Another attempt for the same upload that
 * is still running fails, and finds the work done on its next delivery.
 * @param own one that is known to belong to this upload
 */
export async function abortMultiparts(context: StoreContext, upload: Upload, own?: Multipart): Promise<void> {
  const { cloud, settings } = context;
  const { bucket, key } = resultRef(settings, upload);
  // the prefix also matches longer keys: those are other files
  const open = (await cloud.listMultiparts(bucket, key)).filter((multipart) => multipart.key === key);
  const isOwn = ({ uploadId }: Multipart) => uploadId === own?.uploadId;
  const until = open.every(isOwn) ? 0 : await newerWorkSince(context, upload);
  for (const multipart of open) {
    if (isOwn(multipart) || multipart.initiated < until) await cloud.abortMultipart(multipart);
  }
}

/** When the work on a newer upload of the key may have started, in milliseconds since 1970; Infinity if none is in progress. */
async function newerWorkSince({ cloud, settings }: StoreContext, upload: Upload): Promise<number> {
  const existing = await cloud.headObject(upload);
  if (!existing || existing.etag === upload.etag) return Number.POSITIVE_INFINITY;
  for (const ref of [reportRef(settings, upload), resultRef(settings, upload)]) {
    const written = ref && (await cloud.headObject(ref));
    if (written?.metadata[ETAG_METADATA] === existing.etag) return Number.POSITIVE_INFINITY;
  }
  return existing.modified;
}
