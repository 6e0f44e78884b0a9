import { RejectedFile } from '../../core/files/index.ts';
import { HTML_REPORT_SUFFIX, REPORT_SUFFIX } from '../../core/options/report-suffix.ts';
import { enqueueFiles } from '../chunks/enqueue.ts';
import { closeJob, readManifest } from '../chunks/manifest.ts';
import { type Invocation, isLate, type Outcome, sliceDeadline } from '../invocation.ts';
import { SlowRead } from '../read-in-time.ts';
import { abortMultiparts } from '../result/multiparts.ts';
import { isTooLong, resultRef } from '../result/places.ts';
import { MAX_KEY_BYTES, MAX_UPLOAD_BYTES, type Upload } from '../upload.ts';
import { openUpload } from './open-upload.ts';
import { solveLines } from './solve-lines.ts';
import { solveWhole } from './solve-whole.ts';
import { splitFile } from './split-file.ts';
import { tellStarted } from './tell-started.ts';

/** Files that are solved where their event arrives. Larger ones are cut. */
const WHOLE = 16 * 1024 * 1024;

/**
 * Solves an upload, or finds out who should.
 * @param dedicated whether the invocation has nothing else to do
 * @throws SlowRead, WrongLength: for a later delivery; RejectedFile, OptionError, ObjectGone, ObjectReplaced, ObjectUnreadable, Superseded: final for the upload
 */
export async function solveFile(
  invocation: Invocation,
  upload: Upload,
  dedicated: boolean,
): Promise<Outcome> {
  const { settings } = invocation;
  const kept = [REPORT_SUFFIX, ...(settings.htmlReports ? [HTML_REPORT_SUFFIX] : [])];
  const suffix = kept.find((ending) => upload.key.endsWith(ending));
  if (suffix !== undefined) {
    // its result would stand where the report of another upload belongs
    throw new RejectedFile(`expected a key without ${suffix} at its end: such keys are kept for reports`);
  }
  if (isTooLong(resultRef(settings, upload))) {
    throw new RejectedFile(
      `expected a key of at most ${MAX_KEY_BYTES} bytes with ${settings.outputPrefix} before it, got a longer one`,
    );
  }
  if (upload.bytes > MAX_UPLOAD_BYTES) {
    const got = `${(upload.bytes / 1024 ** 4).toFixed(1)} TiB`;
    throw new RejectedFile(
      `expected a file of at most ${MAX_UPLOAD_BYTES / 1024 ** 4} TiB, got one of ${got}: upload it in pieces`,
    );
  }
  // it is told of by the message that S3's event came in, not by those that share out its work
  if (!dedicated) await tellStarted(invocation, upload);
  const leave = async (reason: string): Promise<Outcome> => {
    await enqueueFiles(invocation, upload);
    return { outcome: 'enqueued', reason };
  };
  if (invocation.isRedelivery) await abortMultiparts(invocation, upload);
  if (!dedicated && isLate(invocation)) return leave('too late to begin');
  const job = dedicated || invocation.isRedelivery ? await readManifest(invocation, upload) : undefined;
  if (dedicated && job?.manifest.sent) {
    return { outcome: 'ignored', reason: 'it is being solved in chunks already' };
  }
  try {
    const done = await solveOrCut(invocation, upload, dedicated);
    // what a delivery left that died as it planned, and this one did not need
    if (job && done?.outcome === 'solved') await closeJob(invocation, upload);
    return done ?? (await leave('it cannot be cut, and is long or takes long'));
  } catch (error) {
    // its neighbours do not wait for it
    if (error instanceof SlowRead && !dedicated) return leave(error.message);
    throw error;
  }
}

/** @returns undefined if it cannot be cut and is too much work beside others */
async function solveOrCut(
  invocation: Invocation,
  upload: Upload,
  dedicated: boolean,
): Promise<Outcome | undefined> {
  const large = upload.bytes > WHOLE;
  const deadline = dedicated ? invocation.deadline : sliceDeadline(invocation);
  const open = await openUpload(invocation, upload, deadline, large && !dedicated);
  try {
    if (open.plan.splittable) {
      return await (large ? splitFile : solveLines)(invocation, upload, open, dedicated);
    }
    return large && !dedicated ? undefined : await solveWhole(invocation, upload, open, dedicated);
  } finally {
    await open.close();
  }
}
