import type { ByteRange } from '../aws/cloud.ts';
import type { Delivery } from '../invocation.ts';
import { jobId, type Upload } from '../upload.ts';
import { isPublished } from './publish.ts';
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

export const failingPrefix = (upload: Upload): string => `${jobId(upload)}/failing/`;

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
