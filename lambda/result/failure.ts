import { HTML_REPORT_SUFFIX } from '../../core/options/report-suffix.ts';
import type { ByteRange } from '../aws/cloud.ts';
import { PreconditionFailed } from '../aws/errors.ts';
import type { Delivery, Invocation } from '../invocation.ts';
import { jobId, type Upload } from '../upload.ts';
import { reportRef } from './places.ts';
import { isFailure, isFrom, isPublished } from './publish.ts';
import { inputOf, staleResult, writeReport } from './report.ts';

/** What failed, as far as it is known. */
export interface FailedWork {
  readonly reason: string;
  /** @default to redrive the message, or to wait while it has deliveries left */
  readonly advice?: string | undefined;
  /** Of the upload, where it is a chunk's work. */
  readonly range?: ByteRange | undefined;
}

type Called = Pick<Delivery, 'cloud' | 'settings'>;

/** An empty object that stands in a job's folder while a chunk of it counts as failed. */
export const failingKey = (upload: Upload, { from, to }: ByteRange): string =>
  `${failingPrefix(upload)}${from}-${to}`;

const failingPrefix = (upload: Upload): string => `${jobId(upload)}/failing/`;

/**
 * Writes the report of a file whose message goes to the dead letters, or may do so before anybody can tell, unless it was
 * solved before; what another delivery makes of it replaces it.
 * @throws Superseded
 */
export async function reportFailed(
  invocation: Called & Pick<Delivery, 'deliveriesLeft'>,
  upload: Upload,
  { reason, advice, range }: FailedWork,
): Promise<void> {
  const { cloud, settings, deliveriesLeft } = invocation;
  // without reports nothing else would keep this one from standing beside a good result
  if (!settings.reports && (await isPublished(invocation, upload))) return;
  const stale = await staleResult(invocation, upload);
  // before the report: who takes that back looks for these first
  if (range) await cloud.putObject({ bucket: settings.workBucket, key: failingKey(upload, range) }, EMPTY);
  await writeReport(invocation, upload, {
    status: 'failed',
    input: inputOf(upload),
    // no two chunks say the same, or the report of one would have the ETag of the other's
    reason: range ? `bytes ${range.from} to ${range.to}: ${reason}` : reason,
    advice: advice ?? adviceFor(deliveriesLeft),
    ...(deliveriesLeft > 0 && { deliveriesLeft }),
    ...stale,
  });
}

const EMPTY = new Uint8Array();

function adviceFor(deliveriesLeft: number): string {
  if (deliveriesLeft === 0) {
    return 'its message is in the dead letters: once the cause is mended, redrive it, and this report is replaced';
  }
  const again = deliveriesLeft === 1 ? 'once more' : `${deliveriesLeft} times more`;
  return `its message is delivered ${again}, and what comes of that replaces this report; should no function be free by then, it goes to the dead letters: redrive it`;
}

/**
 * Takes back the report that an upload failed where what failed has been done since, or is for others to do: no report is
 * the right one while work goes on. That of another chunk which failed stays. If it cannot be done, the work is not worse
 * for it: the report stays until the file is done.
 * @param range the chunk, where one failed
 */
export async function withdrawFailure(
  invocation: Called & Pick<Invocation, 'warn'>,
  upload: Upload,
  range?: ByteRange,
): Promise<void> {
  try {
    await deleteReports(invocation, upload, range);
  } catch (error) {
    invocation.warn('a report that it failed stays until the file is done', error, upload);
  }
}

async function deleteReports(
  { cloud, settings }: Called,
  upload: Upload,
  range: ByteRange | undefined,
): Promise<void> {
  const { workBucket } = settings;
  if (range) await cloud.deleteObjects(workBucket, [failingKey(upload, range)]);
  const suffixes = [undefined, ...(settings.htmlReports ? [HTML_REPORT_SUFFIX] : [])];
  for (const suffix of suffixes) {
    const ref = reportRef(settings, upload, suffix);
    const standing = ref && (await cloud.headObject(ref));
    if (!standing || !isFrom(standing.metadata, upload) || !isFailure(standing.metadata)) return;
    // after the look at the report: whoever fails from now on writes another one over it
    if ((await cloud.listObjects(workBucket, failingPrefix(upload))).length > 0) return;
    try {
      await cloud.deleteObject(ref, standing);
    } catch (error) {
      if (!(error instanceof PreconditionFailed)) throw error;
    }
  }
}
