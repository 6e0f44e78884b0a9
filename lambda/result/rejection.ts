// Turns an error that is final for an upload into its outcome: a report, or a line of the log.
import {
  type AnyReport,
  formatReport,
  InternalError,
  OptionError,
  RejectedFile,
} from '../../core/files/index.ts';
import { object, parseJson } from '../../core/options/shape.ts';
import type { ByteRange, ObjectFacts, ObjectRef } from '../aws/cloud.ts';
import { isFault, unless } from '../aws/errors.ts';
import { enqueueFiles } from '../chunks/plan-job.ts';
import { Cancelled, findMark } from '../invocation/cancellation.ts';
import type { Outcome, UploadContext } from '../invocation/context.ts';
import { readAll } from '../invocation/read-in-time.ts';
import { lastRead } from '../invocation/time.ts';
import { ETAG_METADATA, SEQUENCER_METADATA, sequencerAfter, type Upload } from '../invocation/upload.ts';
import { reportCancelled } from './cancelled-report.ts';
import { reportDefect } from './failed-report.ts';
import { reportRef, resultRef } from './output-refs.ts';
import { isFrom, isNewer, Superseded, throwIfOutdated, UNCHECKED_TIME } from './publish.ts';
import { reportRejected } from './report.ts';

/**
 * Turns an error that is final for an upload into its outcome: a file that cannot be read or solved gets a report with the
 * reason, and so does one that a defect of this package keeps from being solved twice; one that was deleted and not cancelled, or has a newer
 * version, gets only a log line.
 * @param range of the upload, if the work was on a chunk
 * @throws every other error, for a later delivery
 */
export async function reportRejection(
  context: UploadContext,
  upload: Upload,
  error: unknown,
  range?: ByteRange,
): Promise<Outcome> {
  const outcome = await outcomeOf(context, upload, error, range);
  if (outcome.outcome === 'superseded') await repairResult(context, upload);
  return outcome;
}

async function outcomeOf(
  context: UploadContext,
  upload: Upload,
  error: unknown,
  range: ByteRange | undefined,
): Promise<Outcome> {
  const rejected = rejectionOf(error, upload);
  try {
    // once more in case that it was due to the state of the process; a third time would not help
    const isFinalDefect = isDefect(error) && context.isRedelivery;
    if (error instanceof Cancelled) return await reportCancelled(context, upload);
    if (!rejected && !isFinalDefect) throw error;
    // a file that was worked on, unlike one that could not be read
    const isLong = Date.now() - context.meter.started > UNCHECKED_TIME;
    if (isLong && !isFault(error, 'ObjectUnreadable')) await throwIfOutdated(context, upload);
    if (rejected) return await reportRejected(context, upload, rejected);
    return await reportDefect(context, upload, error, range);
  } catch (last) {
    if (last instanceof Cancelled) return reportCancelled(context, upload);
    // writing the report may find that of a newer upload
    if (last instanceof Superseded) return { outcome: 'superseded', reason: last.message };
    if (isFault(last, 'ObjectReplaced', 'ObjectGone') && last.bucket === upload.bucket) {
      if (last.name === 'ObjectReplaced') return { outcome: 'superseded', reason: last.message };
      // `sudoku cancel` deletes what it has marked, perhaps since this message looked for the mark
      if (await findMark(context, upload)) return reportCancelled(context, upload);
      return { outcome: 'gone', reason: last.message };
    }
    throw last;
  }
}

/** Errors of the language and of kernels: none of AWS or of the network is one of them. */
const DEFECTS = [InternalError, TypeError, RangeError, ReferenceError, WebAssembly.RuntimeError];

/** Whether an error is a defect of this package. Where the SDK cannot read an answer, it throws such errors, too, with the answer. */
function isDefect(error: unknown): boolean {
  return DEFECTS.some((Kind) => error instanceof Kind) && !('$response' in (error as object));
}

/** The rejection, if the error is the file's own fault. An unreadable bucket of the pipeline itself is for a person to repair. */
function rejectionOf(error: unknown, upload: Upload): RejectedFile | undefined {
  if (error instanceof RejectedFile) return error instanceof InternalError ? undefined : error;
  if (error instanceof OptionError) return new RejectedFile(error.message);
  if (isFault(error, 'ObjectUnreadable') && error.bucket === upload.bucket) {
    return new RejectedFile(`expected a readable upload, got one that cannot be read: ${error.message}`);
  }
  return undefined;
}

/**
 * Settles what a superseded upload finds at its key. If the newer upload was rejected or failed, its report names the result of
 * this one, which it looked for too early (`staleResult`). If an older result may have replaced that of the newer upload (see
 * `publishResult`), the file that has the key now is solved again.
 */
export async function repairResult(context: UploadContext, upload: Upload): Promise<void> {
  const { cloud, settings } = context;
  const result = await cloud.headObject(resultRef(settings, upload));
  if (!result || isNewer(result.metadata, upload)) return;
  const isOurs = isFrom(result.metadata, upload);
  const newer = await newerReport(context, upload);
  if (newer && newer.content.status !== 'done') {
    if (isOurs) await addStaleResult(context, upload, newer);
    return;
  }
  // without a report, the newer one is in progress, unless reports are switched off
  if (!newer && !isOurs) return;
  const current = await cloud.headObject(upload);
  if (!current || current.etag === result.metadata[ETAG_METADATA]) return;
  const { bucket, key } = upload;
  const { etag, bytes } = current;
  const reported = newer?.metadata[SEQUENCER_METADATA] ?? upload.sequencer;
  // S3 says only in events which sequencer an upload has
  const sequencer = newer?.metadata[ETAG_METADATA] === etag ? reported : sequencerAfter(reported);
  await enqueueFiles(context, { bucket, key, etag, bytes, sequencer });
}

interface StoredReport extends ObjectFacts, ObjectRef {
  readonly content: AnyReport;
}

/** The report of a newer upload of the key, if there is one. */
async function newerReport(context: UploadContext, upload: Upload): Promise<StoredReport | undefined> {
  const ref = reportRef(context.settings, upload);
  if (!ref) return undefined;
  const found = await unless(['ObjectGone'], readAll(context, ref, lastRead(context)));
  // an object that does not name a newer upload may be something else than a report
  if (!found || !isNewer(found.metadata, upload)) return undefined;
  const report = object(parseJson(found.content.toString(), ref.key), ref.key) as unknown as AnyReport;
  return { ...ref, ...found, content: report };
}

async function addStaleResult(
  { cloud }: UploadContext,
  upload: Upload,
  { bucket, key, content, contentType, metadata, etag }: StoredReport,
): Promise<void> {
  const amended = { ...content, staleResult: { uploadEtag: upload.etag } };
  const body = Buffer.from(formatReport(amended));
  // a report that was written since then has taken the result into account
  await unless(
    ['PreconditionFailed'],
    cloud.putObject({ bucket, key, contentType, metadata }, body, { etag }),
  );
}
