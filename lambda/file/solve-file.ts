// Solves an upload in this invocation, or hands it to others: by its size, its format and the time that is left.
import { frameOf, RejectedFile } from '../../core/files/index.ts';
import { HTML_REPORT_SUFFIX, REPORT_SUFFIX } from '../../core/options/report-suffix.ts';
import { assembleIfComplete } from '../assemble/assemble.ts';
import { closeJob, readManifest } from '../chunks/manifest.ts';
import { enqueueFiles, planJob, sendBack } from '../chunks/plan-job.ts';
import { allRows, sampleRows, solveRows } from '../chunks/row-ranges.ts';
import { MAX_OUTPUT, maxOutputBytes, rejectUnjoinable, sampleRate } from '../chunks/sizing.ts';
import { solveRange } from '../chunks/solve-chunk.ts';
import type { Outcome, UploadContext } from '../invocation/context.ts';
import { sendStartedEvent } from '../invocation/file-events.ts';
import { SlowRead } from '../invocation/read-in-time.ts';
import { solverBounds } from '../invocation/settings.ts';
import { ByteCollector } from '../invocation/solve-in-place.ts';
import { dedicatedTime, isTooLateToBegin, sharedPatience, TimeSlice } from '../invocation/time.ts';
import { MAX_OBJECT_KEY_BYTES, MAX_UPLOAD_BYTES, type Upload } from '../invocation/upload.ts';
import { isTooLong, resultRef, resultTarget } from '../result/output-refs.ts';
import {
  abortMultiparts,
  isPublished,
  publishResult,
  throwIfOutdated,
  UNCHECKED_TIME,
} from '../result/publish.ts';
import { reportSolved } from '../result/report.ts';
import { type OpenUpload, openUpload } from './open-upload.ts';
import { solveUnsplittable } from './solve-unsplittable.ts';

/** Bytes of the largest file that is solved by the invocation that received its event. Larger files are cut. */
const MAX_IN_MEMORY = 16 * 1024 * 1024;

/** How a file shares its invocation. */
export type Sharing =
  /** the invocation works on nothing else */
  | { readonly dedicated: true }
  | {
      readonly dedicated: false;
      /** whether this is the first attempt for an event of S3 */
      readonly isNew: boolean;
      /** how often other files have held it up in earlier invocations */
      readonly held: number;
    };

/**
 * Solves an upload, or sends messages so that other invocations do.
 * @throws SlowRead, WrongLength: for a later delivery; RejectedFile, OptionError, ObjectGone, ObjectReplaced, ObjectUnreadable, Superseded: final for the upload
 */
export async function solveUpload(
  context: UploadContext,
  upload: Upload,
  sharing: Sharing,
): Promise<Outcome> {
  const { dedicated } = sharing;
  const { settings } = context;
  const reserved = [REPORT_SUFFIX, ...(settings.htmlReports ? [HTML_REPORT_SUFFIX] : [])];
  const suffix = reserved.find((ending) => upload.key.endsWith(ending));
  if (suffix !== undefined) {
    // its result would have the key of another upload's report
    throw new RejectedFile(`expected a key without ${suffix} at its end: such keys are reserved for reports`);
  }
  if (isTooLong(resultRef(settings, upload))) {
    throw new RejectedFile(
      `expected a key of at most ${MAX_OBJECT_KEY_BYTES} bytes with ${settings.outputPrefix} before it, got a longer one`,
    );
  }
  if (upload.bytes > MAX_UPLOAD_BYTES) {
    const got = `${(upload.bytes / 1024 ** 4).toFixed(1)} TiB`;
    throw new RejectedFile(
      `expected a file of at most ${MAX_UPLOAD_BYTES / 1024 ** 4} TiB, got one of ${got}: upload it in pieces`,
    );
  }
  // not for the messages that the function sends itself
  if (!dedicated && sharing.isNew) await sendStartedEvent(context, upload);
  const leave = async (reason: string): Promise<Outcome> => {
    await enqueueFiles(context, upload);
    return { outcome: 'enqueued', reason };
  };
  if (context.isRedelivery) await abortMultiparts(context, upload);
  if (!dedicated && isTooLateToBegin(context)) {
    await sendBack(context, upload, sharing.held);
    return { outcome: 'enqueued', reason: 'too late to begin' };
  }
  const job = dedicated || context.isRedelivery ? await readManifest(context, upload) : undefined;
  if (job?.manifest.sent && (dedicated || upload.bytes > MAX_IN_MEMORY)) {
    // the message that would assemble it may be lost
    const looked = await assembleIfComplete(context, upload, { range: { from: 0, to: upload.bytes } });
    if (looked.outcome !== 'part') return looked;
    return { outcome: 'ignored', reason: 'it is being solved in chunks already' };
  }
  try {
    const done = await solveOrCut(context, upload, dedicated);
    // left by a delivery that died while planning
    if (job && done?.outcome === 'solved') await closeJob(context, upload);
    return done ?? (await leave('it cannot be cut, and is long or takes long'));
  } catch (error) {
    if (dedicated || !(error instanceof SlowRead)) throw error;
    // the others took all of the time, although not all of its bytes may have been slow
    if (performance.now() >= context.deadline) return HELD;
    // the other files of the batch do not wait for it
    return leave(error.message);
  }
}

/** Other files of the invocation took its time. */
const HELD: Outcome = { outcome: 'held' };

/** @returns undefined if it cannot be cut and is too much work for a shared invocation */
async function solveOrCut(
  context: UploadContext,
  upload: Upload,
  dedicated: boolean,
): Promise<Outcome | undefined> {
  const large = upload.bytes > MAX_IN_MEMORY;
  const reader = dedicated ? context : { ...context, patience: sharedPatience(context) };
  const open = await openUpload(reader, upload, context.deadline, large && !dedicated);
  try {
    if (open.plan.splittable) {
      return await (large ? splitIntoChunks : solveInMemory)(context, upload, open, dedicated);
    }
    return large && !dedicated ? undefined : await solveUnsplittable(context, upload, open, dedicated);
  } finally {
    await open.close();
  }
}

/**
 * Solves a file of lines in memory: PUT the result, PUT the report. If its puzzles turn out to be too hard for the time that
 * is left, the records that are done become the first chunk of a job.
 */
async function solveInMemory(
  context: UploadContext,
  upload: Upload,
  open: OpenUpload,
  dedicated: boolean,
): Promise<Outcome> {
  const { cloud, settings } = context;
  const { begun, facts, plan, all, ranges } = open;
  const slice = dedicated ? undefined : new TimeSlice(context);
  const limits = {
    ...(slice ? { deadline: slice.deadline } : dedicatedTime(context)),
    mostOutput: MAX_OUTPUT,
    roomForOutput: maxOutputBytes(settings.memorySize),
    ...solverBounds(settings.bounds),
  };
  const range = { from: 0, to: upload.bytes };
  const room = new ByteCollector(upload.bytes + 1);
  const rows = ranges && allRows(plan);
  const { interrupted, slowRead, ...solved } = rows
    ? await solveRows(rows, ranges, range, room, limits)
    : await solveRange(plan, all, range, room, limits);
  const { output, tally, milliseconds } = solved;

  if (slowRead) throw slowRead;
  if (interrupted && slice?.wasTaken(milliseconds)) return HELD;
  if (interrupted) {
    const { to: done } = solved.range;
    const rate = { bytes: done, milliseconds, output: output.length };
    const planned = { upload, facts, plan, begun, rate, dedicated, ...(done > 0 && { firstChunk: solved }) };
    return { ...(await planJob(context, planned)), tally, milliseconds };
  }

  if (Date.now() - begun > UNCHECKED_TIME) await throwIfOutdated(context, upload);
  const target = resultTarget(settings, upload, facts, plan.options);
  const frame = frameOf(plan);
  const pieces = [solved.facts!];
  const body = frame
    ? Buffer.concat([frame.head(pieces)!, output.bytes(), frame.foot(pieces)])
    : output.bytes();
  const etag = await publishResult(context, target, upload, (condition) =>
    cloud.putObject(target, body, condition),
  );
  const written = { bucket: target.bucket, key: target.key, etag, bytes: body.length };
  const done = await reportSolved(context, upload, { plan, output: written, tally, begun, milliseconds });
  return { ...done, tally, milliseconds };
}

/** Plans a large file as a job. The number of chunks follows from the time that its first puzzles take. */
async function splitIntoChunks(
  context: UploadContext,
  upload: Upload,
  { begun, head, facts, plan, ranges }: OpenUpload,
  dedicated: boolean,
): Promise<Outcome> {
  if (await isPublished(context, upload)) return { outcome: 'ignored', reason: 'it was solved before' };
  const rate = ranges ? await sampleRows(plan, ranges) : sampleRate(plan, head);
  rejectUnjoinable(upload.bytes, rate, context.settings.memorySize);
  return planJob(context, { upload, facts, plan, begun, rate, dedicated });
}
