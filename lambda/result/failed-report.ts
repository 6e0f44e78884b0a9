// Writes the `failed` report of a file whose message goes, or may go, to the dead letters.
import { DEFECTS_URL, InternalError, internalReason } from '../../core/files/index.ts';
import { HTML_REPORT_SUFFIX, REPORT_SUFFIX } from '../../core/options/report-suffix.ts';
import type { ByteRange } from '../aws/cloud.ts';
import { unless } from '../aws/errors.ts';
import { readManifest } from '../chunks/manifest.ts';
import type {
  DeliveryContext,
  Outcome,
  ReadContext,
  StoreContext,
  UploadContext,
} from '../invocation/context.ts';
import { sendFinishedEvent } from '../invocation/file-events.ts';
import { jobId, type Upload } from '../invocation/upload.ts';
import { reportRef, resultRef } from './output-refs.ts';
import { isFailure, isFrom, isPublished } from './publish.ts';
import { inputOf, staleResult, writeReport } from './report.ts';

/** What is known about a failure. */
export interface FailedWork {
  readonly reason: string;
  /** @default to redrive the message, or to wait while it has deliveries left */
  readonly advice?: string | undefined;
  /** of the upload, if a chunk failed */
  readonly range?: ByteRange | undefined;
  /** Whether it is due to a defect of this package. */
  readonly isInternal?: boolean;
}

/** The key of an empty object in a job's folder that exists while a chunk of it counts as failed. */
export const failingKey = (upload: Upload, { from, to }: ByteRange): string =>
  `${failingPrefix(upload)}${from}-${to}`;

export const failingPrefix = (upload: Upload): string => `${jobId(upload)}/failing/`;

/**
 * Writes the report of a file whose message goes to the dead letters, or may get there before any code runs, unless the file is
 * already solved. The outcome of another delivery replaces it.
 * @throws Superseded
 */
export async function reportFailed(
  context: StoreContext & Pick<DeliveryContext, 'deliveriesLeft'>,
  upload: Upload,
  { reason, advice, range, isInternal }: FailedWork,
): Promise<void> {
  const { cloud, settings, deliveriesLeft } = context;
  // if reports are switched off, only this check keeps a `failed` report from appearing beside a good result
  if (!settings.reports && (await isPublished(context, upload))) return;
  const stale = await staleResult(context, upload);
  // before the report: withdrawing a report checks for these first
  if (range) await cloud.putObject({ bucket: settings.workBucket, key: failingKey(upload, range) }, EMPTY);
  await writeReport(context, upload, {
    status: 'failed',
    input: inputOf(upload),
    // the range makes the reports of two chunks differ, and with them their ETags
    reason: range ? `bytes ${range.from} to ${range.to}: ${reason}` : reason,
    advice: advice ?? adviceFor(deliveriesLeft),
    ...(isInternal && { internalErrors: 1 as const }),
    ...(deliveriesLeft > 0 && { deliveriesLeft }),
    ...stale,
  });
}

/**
 * Writes the report of a file that a defect of this package keeps from being solved: no other delivery would solve it.
 * @throws Superseded
 */
export async function reportDefect(
  context: UploadContext,
  upload: Upload,
  error: unknown,
  range: ByteRange | undefined,
): Promise<Outcome> {
  const reason = error instanceof InternalError ? error.message : internalReason(error);
  const advice = `this is a defect of sudoku-batch: please report it at ${DEFECTS_URL}, with the file if you can, and upload the file again when it is mended`;
  await reportFailed({ ...context, deliveriesLeft: 0 }, upload, { reason, advice, range, isInternal: true });
  const report = reportRef(context.settings, upload);
  await sendFinishedEvent(context, upload, { status: 'failed', reason, report });
  return { outcome: 'defect', reason };
}

const EMPTY = new Uint8Array();

function adviceFor(deliveriesLeft: number): string {
  if (deliveriesLeft === 0) {
    return 'its message is in the dead letters: fix the cause, then redrive it, and this report is replaced';
  }
  const again = deliveriesLeft === 1 ? 'once more' : `${deliveriesLeft} times more`;
  return `its message is delivered ${again}, and the outcome replaces this report; if no function is free by then, it goes to the dead letters: redrive it`;
}

/**
 * Deletes the `failed` report of an upload if the failed work has been done since, or other messages do it: while work goes on,
 * there is no report. The report of another failed chunk stays. A failure to delete it does not affect the work: the report
 * then exists until the file is done.
 * @param range of the chunk, if one failed
 */
export async function withdrawFailure(
  context: ReadContext & Pick<UploadContext, 'warn'>,
  upload: Upload,
  range?: ByteRange,
): Promise<void> {
  try {
    await deleteReports(context, upload, range);
  } catch (error) {
    const { key } = resultRef(context.settings, upload);
    context.warn(`the failed report of ${key} could not be deleted`, error, upload);
  }
}

async function deleteReports(
  context: ReadContext,
  upload: Upload,
  range: ByteRange | undefined,
): Promise<void> {
  const { cloud, settings } = context;
  const { workBucket } = settings;
  if (range) {
    await cloud.deleteObjects(workBucket, [failingKey(upload, range)]);
    // the planner may have failed to send the other chunks, of which there is no such object
    if ((await readManifest(context, upload))?.manifest.sent === false) return;
  }
  // a page may exist from before pages were switched off
  for (const suffix of [REPORT_SUFFIX, HTML_REPORT_SUFFIX]) {
    const ref = reportRef(settings, upload, suffix);
    const existing = ref && (await cloud.headObject(ref));
    if (!existing || !isFrom(existing.metadata, upload) || !isFailure(existing.metadata)) return;
    // checked after the report: a chunk that fails from now on overwrites the report
    if ((await cloud.listObjects(workBucket, failingPrefix(upload))).length > 0) return;
    await unless(['PreconditionFailed'], cloud.deleteObject(ref, existing));
  }
}
