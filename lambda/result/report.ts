// Writes the reports of solved and rejected files.
import {
  type AnyReport,
  type Cancellation,
  type Failure,
  type FilePlan,
  formatReport,
  type Identity,
  type Provenance,
  type RejectedFile,
  type Rejection,
  type Report,
  rejection,
  report,
  type Tally,
} from '../../core/files/index.ts';
import { HTML_REPORT_SUFFIX } from '../../core/options/report-suffix.ts';
import project from '../../package.json' with { type: 'json' };
import type { Cloud, ObjectFacts, ObjectTarget } from '../aws/cloud.ts';
import { unless } from '../aws/errors.ts';
import { labelsOf, type Outcome, type StoreContext, type UploadContext } from '../invocation/context.ts';
import { sendFinishedEvent } from '../invocation/file-events.ts';
import { peakMemory } from '../invocation/meter.ts';
import { solverBounds } from '../invocation/settings.ts';
import {
  ETAG_METADATA,
  MAX_OBJECT_KEY_BYTES,
  originMetadata,
  STATUS_METADATA,
  type Upload,
} from '../invocation/upload.ts';
import { isTooLong, recordRef, reportRef, resultRef } from './output-refs.ts';
import { isFailure, isFrom, isNewer, publish, throwIfNewer } from './publish.ts';
import { runSectionOf, type SolvedJob } from './run-section.ts';

/** Names the result of an earlier upload that exists at the key of a file without a result. */
interface Stale {
  readonly staleResult?: { readonly uploadEtag: string | undefined };
}

/** A file whose result is written. */
interface Solved {
  readonly plan: FilePlan;
  readonly output: Identity;
  readonly tally: Tally;
  /** `Date.now()` when the work on it began */
  readonly begun: number;
  /** spent solving, over all chunks */
  readonly milliseconds: number;
  /** if it was cut */
  readonly job?: SolvedJob;
}

/** Writes the report of a solved file. @throws Superseded */
export async function reportSolved(
  context: UploadContext,
  upload: Upload,
  { plan, output, tally, begun, milliseconds, job }: Solved,
): Promise<Outcome> {
  const { settings, meter } = context;
  const finished = { status: 'done', result: output, tally } as const;
  if (!settings.reports && !(await hasReport(context, upload))) {
    await sendFinishedEvent(context, upload, finished);
    return { outcome: 'solved' };
  }
  const seconds = (Date.now() - begun) / 1000;
  // the reports; the LIST of the job's folder when it is closed
  const last = meter.lap({ s3Writes: (settings.htmlReports ? 2 : 1) + (job ? 1 : 0) });
  const { sharers, earlier } = meter;
  const runFacts = { last, earlier, sharers, begun, milliseconds, memory: peakMemory(), job };
  const facts = { input: inputOf(upload), output, plan, tally, seconds, ...solverBounds(settings.bounds) };
  const run = runSectionOf(runFacts, settings.memorySize);
  const unreported = await writeReport(context, upload, report({ ...facts, run }));
  await sendFinishedEvent(context, upload, { ...finished, report: reportRef(settings, upload) });
  return { outcome: 'solved', ...(unreported !== undefined && { reason: unreported }) };
}

/** Whether there is a report of an earlier upload or of a failed delivery, which would be wrong now. */
async function hasReport({ cloud, settings }: StoreContext, upload: Upload): Promise<boolean> {
  const ref = reportRef(settings, upload);
  return ref !== undefined && (await cloud.headObject(ref)) !== undefined;
}

/** Writes the report of a rejected file, even if reports are switched off: nothing else would say so. @throws Superseded */
export async function reportRejected(
  context: UploadContext,
  upload: Upload,
  error: RejectedFile,
): Promise<Outcome> {
  const content = { ...rejection(inputOf(upload), error), ...(await staleResult(context, upload)) };
  const unreported = await writeReport(context, upload, content);
  const { message: reason } = error;
  const ref = reportRef(context.settings, upload);
  await sendFinishedEvent(context, upload, { status: 'rejected', reason, report: ref });
  return { outcome: 'rejected', reason: unreported ? `${error.message} (${unreported})` : error.message };
}

/**
 * @param own whether to name the result of this upload, too: it was written before a function was killed, and then cancelled
 * @returns `staleResult` if an earlier upload's result exists at the key, which S3 cannot hide
 * @throws Superseded if a newer one's does, which may have no report
 */
export async function staleResult(
  { cloud, settings }: StoreContext,
  upload: Upload,
  own = false,
): Promise<Stale> {
  const ref = resultRef(settings, upload);
  const existing = isTooLong(ref) ? undefined : await cloud.headObject(ref);
  if (!existing || (!own && isFrom(existing.metadata, upload))) return {};
  throwIfNewer(ref, existing, upload);
  return { staleResult: { uploadEtag: existing.metadata[ETAG_METADATA] } };
}

/**
 * Writes a report, the last object that is written for an upload. Its page, if enabled, is written before it.
 * @returns the reason if there is no report
 * @throws Superseded
 */
export async function writeReport(
  context: StoreContext,
  upload: Upload,
  outcome: Report | (Rejection & Stale) | (Failure & Stale) | (Cancellation & Stale),
): Promise<string | undefined> {
  const { settings } = context;
  const ref = reportRef(settings, upload);
  const content = { ...outcome, ...labelsOf(settings, upload), ...provenance(settings) };
  if (ref === undefined) {
    const { status } = content;
    const isRecorded = status === 'rejected' || status === 'cancelled';
    if (isRecorded)
      await put(context.cloud, upload, status, recordRef(settings, upload), formatReport(content));
    return `no report: its key would be longer than ${MAX_OBJECT_KEY_BYTES} bytes`;
  }
  if (settings.htmlReports) {
    const { renderPage } = await import('../../core/report/render-page.ts');
    const page = {
      ...reportRef(settings, upload, HTML_REPORT_SUFFIX)!,
      contentType: 'text/html; charset=utf-8',
    };
    await put(context.cloud, upload, content.status, page, renderPage([content]));
  }
  const report = { ...ref, contentType: 'application/json' };
  await put(context.cloud, upload, content.status, report, formatReport(content), async (replaced) => {
    if (!settings.htmlReports && isFailure(replaced.metadata)) await deleteFailedPage(context, upload);
  });
  return undefined;
}

function provenance({ memorySize }: StoreContext['settings']): Provenance {
  const machine = `Lambda ${process.arch}, ${memorySize} MiB`;
  return { date: new Date().toISOString(), version: project.version, machine };
}

/** Deletes the page of a `failed` report that was written before pages were switched off: nothing else replaces it. */
async function deleteFailedPage({ cloud, settings }: StoreContext, upload: Upload): Promise<void> {
  const ref = reportRef(settings, upload, HTML_REPORT_SUFFIX);
  const existing = ref && (await cloud.headObject(ref));
  if (!existing || !isFailure(existing.metadata) || isNewer(existing.metadata, upload)) return;
  // unless a process with pages switched on has written another one
  await unless(['PreconditionFailed'], cloud.deleteObject(ref, existing));
}

async function put(
  cloud: Cloud,
  upload: Upload,
  status: AnyReport['status'],
  named: ObjectTarget,
  text: string,
  beforeReplacing?: (existing: ObjectFacts) => Promise<void>,
): Promise<void> {
  const withoutResult = status !== 'done' && { [STATUS_METADATA]: status };
  const target = {
    ...named,
    metadata: { ...originMetadata(upload), ...withoutResult },
  };
  const body = Buffer.from(text);
  await publish(cloud, target, upload, async (condition, existing) => {
    if (existing) await beforeReplacing?.(existing);
    return cloud.putObject(target, body, condition);
  });
}

/** The upload as reports name it. */
export const inputOf = ({ bucket, key, etag, bytes }: Upload) => ({ bucket, key, etag, bytes });
