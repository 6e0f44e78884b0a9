// Puts right a job on which nothing works any more: assembles it, sends the messages of missing chunks again or, when that has
// not helped, reports the file as failed.
import { assembleIfComplete, STALLED_AFTER } from '../assemble/assemble.ts';
import type { ByteRange } from '../aws/cloud.ts';
import { unless } from '../aws/errors.ts';
import { parseChunkKey } from '../chunks/chunk-result.ts';
import { closeJob, type OpenJob, readManifest } from '../chunks/manifest.ts';
import { sendAgain } from '../chunks/plan-job.ts';
import { throwIfCancelled } from '../invocation/cancellation.ts';
import type { Outcome, UploadContext } from '../invocation/context.ts';
import { sendFinishedEvent } from '../invocation/file-events.ts';
import type { ResumeMessage } from '../invocation/message.ts';
import { jobId, type Upload } from '../invocation/upload.ts';
import { reportFailed } from '../result/failed-report.ts';
import { reportRef } from '../result/output-refs.ts';
import { isPublished, throwIfLost } from '../result/publish.ts';
import { IDLE_AFTER, lastProgress, MAX_RESUMPTIONS, receivedKey, resumedPrefix } from './sweep.ts';

/**
 * Goes on with a job on which nothing seems to work. A job of another version is planned again, as by its messages. Whatever has happened meanwhile, or happens at the same time, is left alone.
 * @throws Cancelled; ObjectGone, ObjectReplaced if the upload was deleted or overwritten; Superseded
 */
export async function resumeJob(
  context: UploadContext,
  { upload, lost = false }: ResumeMessage,
): Promise<Outcome> {
  await throwIfCancelled(context, upload);
  const job = await readManifest(context, upload);
  const range = { from: 0, to: upload.bytes };
  const assembled = await assembleIfComplete(context, upload, { range, spent: job?.manifest.spent });
  if (!job || assembled.outcome !== 'part') return assembled;
  if (assembled.reason) return { outcome: 'ignored', reason: assembled.reason };
  if (await isPublished(context, upload)) {
    await closeJob(context, upload);
    return { outcome: 'ignored', reason: 'the job was over before' };
  }
  await throwIfLost(context, upload);
  return sendMissing(context, upload, job, lost);
}

/**
 * Sends the messages of a job's missing chunks again if those are lost that it had, or reports that it is stuck. This message was
 * sent behind them. So they have been received by now, and were last written by {@link IDLE_AFTER} ago or are lost. SQS does not
 * guarantee the order: a wrong guess has what is missing solved twice, {@link MAX_RESUMPTIONS} times at most.
 * @param isLost whether the sweep knew that there are none
 */
async function sendMissing(
  context: UploadContext,
  upload: Upload,
  job: Omit<OpenJob, 'isNew'>,
  isLost: boolean,
): Promise<Outcome> {
  const { cloud, settings } = context;
  const id = jobId(upload);
  const listed = await cloud.listObjects(settings.workBucket, `${id}/`);
  const since = lastProgress(id, listed);
  const now = Date.now();
  // what was written later may have sent messages that are behind this one
  if (now - context.waited - since <= STALLED_AFTER) {
    return { outcome: 'ignored', reason: 'other messages work on it' };
  }
  const received = { bucket: settings.workBucket, key: receivedKey(id) };
  const { modified = 0 } = listed.find(({ key }) => key === received.key) ?? {};
  // times are in whole seconds
  const isVoid = modified <= since;
  if (!isLost && (isVoid || now - modified <= IDLE_AFTER)) {
    if (isVoid) await cloud.putObject(received, EMPTY);
    return { outcome: 'ignored', reason: 'its messages may be at work' };
  }
  const missing = missingRanges(
    listed.flatMap((entry) => parseChunkKey(id, entry) ?? []),
    upload.bytes,
  );
  const prefix = resumedPrefix(id);
  const times = listed.filter(({ key }) => key.startsWith(prefix)).length;
  const lacking = missing.map(({ from, to }) => `${from} to ${to}`);
  const mark = { bucket: settings.workBucket, key: `${prefix}${times}` };
  const putMark = () => unless(['PreconditionFailed'], cloud.putObject(mark, EMPTY, { absent: true }));
  const what = `bytes ${lacking.slice(0, NAMED).join(', ')}${lacking.length > NAMED ? ', …' : ''} are unsolved`;
  if (times >= MAX_RESUMPTIONS) {
    const reason = `${what}, although their messages were sent again ${times} times`;
    const advice = 'look in the log for the cause, then redrive the dead letters or upload the file again';
    await reportFailed({ ...context, deliveriesLeft: 0 }, upload, { reason, advice });
    const report = reportRef(settings, upload);
    // nothing else would keep the next sweep from it
    if (!report && (times > MAX_RESUMPTIONS || (await putMark()) === undefined)) {
      return { outcome: 'ignored', reason: 'it was given up before' };
    }
    await sendFinishedEvent(context, upload, { status: 'failed', reason, report });
    return { outcome: 'stuck', reason, stalled: true };
  }
  // first: whoever writes it sends the messages, and it shows others that the job goes on
  if ((await putMark()) === undefined) {
    return { outcome: 'ignored', reason: 'another message has sent its chunks again' };
  }
  try {
    const count = await sendAgain(context, job, missing);
    return {
      outcome: 'enqueued',
      reason: `${what}, and nothing works on them: sent ${countOf(count)} again`,
      stalled: true,
    };
  } catch (error) {
    // the next delivery sends them
    await cloud.deleteObjects(mark.bucket, [mark.key]).catch(() => {});
    throw error;
  }
}

const countOf = (messages: number): string => `${messages} message${messages === 1 ? '' : 's'}`;

/** Ranges in a reason; the rest is left out. */
const NAMED = 3;

const EMPTY = new Uint8Array();

/** The ranges that, together with solved ones, make up a chain of adjoining ranges from 0 to `end`. */
export function missingRanges(solved: readonly { readonly range: ByteRange }[], end: number): ByteRange[] {
  const missing: ByteRange[] = [];
  let at = 0;
  for (const { range } of solved.toSorted((a, b) => a.range.from - b.range.from || b.range.to - a.range.to)) {
    if (range.from < at) continue;
    if (range.from > at) missing.push({ from: at, to: range.from });
    at = range.to;
  }
  if (at < end) missing.push({ from: at, to: end });
  return missing;
}
