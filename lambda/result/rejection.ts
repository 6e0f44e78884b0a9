import { type AnyReport, formatReport, OptionError, RejectedFile } from '../../core/files/index.ts';
import { object, parseJson } from '../../core/options/shape.ts';
import { ObjectGone, ObjectReplaced, ObjectUnreadable, PreconditionFailed } from '../aws/errors.ts';
import type { Outcome, UploadContext } from '../context.ts';
import { readAll } from '../read-in-time.ts';
import { lastRead } from '../time.ts';
import type { Upload } from '../upload.ts';
import { reportRef, resultRef } from './output-refs.ts';
import { isFrom, isNewer, Superseded } from './publish.ts';
import { reportRejected } from './report.ts';

/**
 * Turns an error that is final for an upload into its outcome: a file that cannot be read or solved gets a report with the
 * reason; one that is gone or has a newer version gets only a log line.
 * @throws every other error, for a later delivery
 */
export async function reportRejection(
  context: UploadContext,
  upload: Upload,
  error: unknown,
): Promise<Outcome> {
  const outcome = await outcomeOf(context, upload, error);
  if (outcome.outcome === 'superseded') await addStaleResult(context, upload);
  return outcome;
}

async function outcomeOf(context: UploadContext, upload: Upload, error: unknown): Promise<Outcome> {
  const rejected = rejectionOf(error, upload);
  try {
    if (rejected) return await reportRejected(context, upload, rejected);
    throw error;
  } catch (last) {
    // writing the report may find that of a newer upload
    if (last instanceof Superseded) return { outcome: 'superseded', reason: last.message };
    if (last instanceof ObjectReplaced && last.bucket === upload.bucket) {
      return { outcome: 'superseded', reason: last.message };
    }
    if (last instanceof ObjectGone && last.bucket === upload.bucket) {
      return { outcome: 'gone', reason: last.message };
    }
    throw last;
  }
}

/** The rejection, if the error is the file's own fault. An unreadable bucket of the pipeline itself is for a person to repair. */
function rejectionOf(error: unknown, upload: Upload): RejectedFile | undefined {
  if (error instanceof RejectedFile) return error;
  if (error instanceof OptionError) return new RejectedFile(error.message);
  if (error instanceof ObjectUnreadable && error.bucket === upload.bucket) {
    return new RejectedFile(`expected a readable upload, got one that cannot be read: ${error.message}`);
  }
  return undefined;
}

/**
 * Adds `staleResult` to the report of a newer upload that was rejected or failed, if the result of this upload now exists beside
 * it. The two were processed at the same time, and the newer one looked for an existing result too early.
 */
export async function addStaleResult(context: UploadContext, upload: Upload): Promise<void> {
  const { cloud, settings } = context;
  const ref = reportRef(settings, upload);
  const result = await cloud.headObject(resultRef(settings, upload));
  if (!ref || !result || !isFrom(result.metadata, upload)) return;
  try {
    const { content, etag, contentType, metadata } = await readAll(context, ref, lastRead(context));
    // an object that does not name a newer upload may be something else than a report
    if (!isNewer(metadata, upload)) return;
    const report = object(parseJson(content.toString(), ref.key), ref.key) as unknown as AnyReport;
    if (report.status === 'done') return;
    const amended = { ...report, staleResult: { uploadEtag: upload.etag } };
    await cloud.putObject({ ...ref, contentType, metadata }, Buffer.from(formatReport(amended)), { etag });
  } catch (error) {
    // a report that was written since then has taken the result into account
    if (!(error instanceof ObjectGone || error instanceof PreconditionFailed)) throw error;
  }
}
