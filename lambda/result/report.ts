import {
  type AnyReport,
  type Failure,
  type FilePlan,
  formatReport,
  type Identity,
  type RejectedFile,
  type Rejection,
  type Report,
  rejection,
  report,
  type Tally,
} from '../../core/files/index.ts';
import { HTML_REPORT_SUFFIX } from '../../core/options/report-suffix.ts';
import type { Cloud, ObjectFacts, ObjectTarget } from '../aws/cloud.ts';
import { PreconditionFailed } from '../aws/errors.ts';
import type { Invocation, Outcome } from '../invocation.ts';
import { solverBounds } from '../settings.ts';
import { ETAG_METADATA, MAX_KEY_BYTES, originOf, STATUS_METADATA, type Upload } from '../upload.ts';
import { effortOf, type SolvedJob } from './effort.ts';
import { isTooLong, reportRef, resultRef } from './places.ts';
import { isFailure, isFrom, isNewer, publish, Superseded } from './publish.ts';

/** What stands at the key of a file's result although it was made from an earlier upload. */
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
  /** where it was cut */
  readonly job?: SolvedJob;
}

/** Writes the report of such a file. @throws Superseded */
export async function reportSolved(
  invocation: Invocation,
  upload: Upload,
  { plan, output, tally, begun, milliseconds, job }: Solved,
): Promise<Outcome> {
  const { settings, meter } = invocation;
  if (!settings.reports && !(await hasReport(invocation, upload))) return { outcome: 'solved' };
  const seconds = (Date.now() - begun) / 1000;
  // the reports; the list of what a job leaves
  const last = meter.lap({ s3Writes: (settings.htmlReports ? 2 : 1) + (job ? 1 : 0) });
  const taken = { last, sharers: meter.sharers, begun, milliseconds, memory: peakMemory(), job };
  const facts = { input: inputOf(upload), output, plan, tally, seconds, ...solverBounds(settings.bounds) };
  const run = effortOf(taken, settings.memorySize);
  const unreported = await writeReport(invocation, upload, report({ ...facts, run }));
  return { outcome: 'solved', ...(unreported !== undefined && { reason: unreported }) };
}

/** Whether the report of an earlier upload, or of a delivery that failed, would tell of another end than this one. */
async function hasReport({ cloud, settings }: Invocation, upload: Upload): Promise<boolean> {
  const ref = reportRef(settings, upload);
  return ref !== undefined && (await cloud.headObject(ref)) !== undefined;
}

/** Writes the report of a file that is rejected, also where reports are switched off: nothing else would tell. @throws Superseded */
export async function reportRejected(
  invocation: Invocation,
  upload: Upload,
  error: RejectedFile,
): Promise<Outcome> {
  const content = { ...rejection(inputOf(upload), error), ...(await staleResult(invocation, upload)) };
  const unreported = await writeReport(invocation, upload, content);
  return { outcome: 'rejected', reason: unreported ? `${error.message} (${unreported})` : error.message };
}

type Called = Pick<Invocation, 'cloud' | 'settings'>;

/**
 * @returns `staleResult` if an earlier upload's result stands at the key, which S3 cannot be told to hide
 * @throws Superseded if a newer one's does, beside which there may be no report to meet
 */
export async function staleResult({ cloud, settings }: Called, upload: Upload): Promise<Stale> {
  const ref = resultRef(settings, upload);
  const standing = isTooLong(ref) ? undefined : await cloud.headObject(ref);
  if (!standing || isFrom(standing.metadata, upload)) return {};
  if (isNewer(standing.metadata, upload)) throw new Superseded(`${ref.key} is the work of a newer upload`);
  return { staleResult: { uploadEtag: standing.metadata[ETAG_METADATA] } };
}

/**
 * Writes a report, the last thing that is written for an upload; the page of it, where there is one, before it.
 * @returns why there is none, where there is none
 * @throws Superseded
 */
export async function writeReport(
  invocation: Called,
  upload: Upload,
  content: Report | (Rejection & Stale) | (Failure & Stale),
): Promise<string | undefined> {
  const { settings } = invocation;
  const ref = reportRef(settings, upload);
  if (ref === undefined) return `no report: its key would be longer than ${MAX_KEY_BYTES} bytes`;
  if (settings.htmlReports) {
    const { renderPage } = await import('../../core/report/render-page.ts');
    const page = {
      ...reportRef(settings, upload, HTML_REPORT_SUFFIX)!,
      contentType: 'text/html; charset=utf-8',
    };
    await put(invocation.cloud, upload, content.status, page, renderPage([content]));
  }
  const report = { ...ref, contentType: 'application/json' };
  await put(invocation.cloud, upload, content.status, report, formatReport(content), async (replaced) => {
    if (!settings.htmlReports && isFailure(replaced.metadata)) await deleteFailedPage(invocation, upload);
  });
  return undefined;
}

/** Deletes the page that says that an upload failed: one of before pages were switched off, which nothing else replaces. */
async function deleteFailedPage({ cloud, settings }: Called, upload: Upload): Promise<void> {
  const ref = reportRef(settings, upload, HTML_REPORT_SUFFIX);
  const standing = ref && (await cloud.headObject(ref));
  if (!standing || !isFailure(standing.metadata) || isNewer(standing.metadata, upload)) return;
  try {
    await cloud.deleteObject(ref, standing);
  } catch (error) {
    // somebody else has written another one, who has pages switched on
    if (!(error instanceof PreconditionFailed)) throw error;
  }
}

async function put(
  cloud: Cloud,
  upload: Upload,
  status: AnyReport['status'],
  named: ObjectTarget,
  text: string,
  beforeReplacing?: (standing: ObjectFacts) => Promise<void>,
): Promise<void> {
  const failed = status === 'failed' && { [STATUS_METADATA]: status };
  const target = {
    ...named,
    metadata: { ...originOf(upload), ...failed },
  };
  const body = Buffer.from(text);
  await publish(cloud, target, upload, async (condition, standing) => {
    if (standing) await beforeReplacing?.(standing);
    return cloud.putObject(target, body, condition);
  });
}

/** The upload, as reports name it. */
export const inputOf = ({ bucket, key, etag, bytes }: Upload) => ({ bucket, key, etag, bytes });

/** Milliseconds that a look at the memory is good for: many small files a second all have the same process. */
const LOOK = 100;
let looked = { at: Number.NEGATIVE_INFINITY, peak: 0 };

/** Peak of this process since it began, in KiB. */
export function peakMemory(): number {
  const now = performance.now();
  // asking the system costs as much as a twentieth of a small file
  if (now - looked.at > LOOK) looked = { at: now, peak: process.resourceUsage().maxRSS };
  return looked.peak;
}
