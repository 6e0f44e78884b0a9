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
import { isFailure, isFrom, isPublished, Superseded } from './publish.ts';
import { inputOf, staleResult, writeReport } from './report.ts';

/**
 * On this many last deliveries a `failed` report is written before the work starts, in case the function is killed. One
 * would not suffice: a throttled invocation uses up a delivery, too, without running any code.
 */
const REPORTED_DELIVERIES = 3;

export const isNearDeadLetters = ({ deliveriesLeft }: Pick<DeliveryContext, 'deliveriesLeft'>): boolean =>
  deliveriesLeft < REPORTED_DELIVERIES;

/** Outcomes after which other messages go on with the work. (After `part`, listing the job withdraws the report.) */
const HANDED_ON: readonly Outcome['outcome'][] = ['enqueued', 'expired', 'ignored', 'superseded'];

/** An upload, and the range of it if the work is on a chunk. */
interface Worked {
  readonly upload: Upload;
  readonly range?: ByteRange;
}

/** Does some work. Near the dead letters, a `failed` report is there from the start. @throws what the work throws */
export async function reportedInAdvance(
  context: UploadContext,
  worked: Worked,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  if (!isNearDeadLetters(context)) return work();
  const { upload, range } = worked;
  const past = context.settings.maxReceives - context.deliveriesLeft;
  await tryReportFailed(worked, context, `${past} deliveries ended without a result`);
  try {
    const done = await work();
    if (done.outcome === 'gone') {
      // No other report will follow, and the message does not reach the dead letters. The work on all of the file is
      // deleted, so the report is not about the chunk alone.
      const last = { ...context, deliveriesLeft: 0 };
      await failForGood({ upload }, last, done.reason!, 'upload it again');
    }
    if (HANDED_ON.includes(done.outcome)) await withdrawFailure(context, upload, range);
    return done;
  } catch (error) {
    await failForGood(worked, context, (error as Error).message);
    throw error;
  }
}

/** Reports that some work failed and, if no delivery is left, sends the event. If the function is killed instead, nothing can. */
async function failForGood(
  worked: Worked,
  context: UploadContext,
  reason: string,
  advice?: string,
): Promise<void> {
  const { upload } = worked;
  await tryReportFailed(worked, context, reason, advice);
  if (context.deliveriesLeft > 0 || !context.settings.events.has('failed')) return;
  // another delivery may have solved it, or there is a newer upload
  const isOver = await isPublished(context, upload).catch((error) => error instanceof Superseded);
  if (isOver) return;
  const report = reportRef(context.settings, upload);
  await sendFinishedEvent(context, upload, { status: 'failed', reason, report });
}

/** Reports that some work failed. Errors are ignored: the work itself meets them, too. */
export async function tryReportFailed(
  { upload, range }: Worked,
  delivery: DeliveryContext,
  reason: string,
  advice?: string,
): Promise<void> {
  await reportFailed(delivery, upload, { reason, advice, range }).catch(() => {});
}

/** What is known about a failure. */
interface FailedWork {
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
