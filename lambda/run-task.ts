// The function on one page: the work that a message requests for each upload, from the message to its outcome. A file is solved
// in memory, cut into chunks, or streamed if it cannot be cut. Chunks are solved and, once none is missing, assembled. Whoever
// has the whole result publishes it and writes the report; an error that is final for the upload becomes a report, too.
import { refuseUpload, skippedChunk } from './admission.ts';
import { assembleIfComplete } from './assemble/assemble.ts';
import type { ByteRange } from './aws/cloud.ts';
import type { ChunkResult } from './chunks/chunk-result.ts';
import { closeJob, endForeignJobs, endJob, readManifest } from './chunks/manifest.ts';
import { enqueueNext, handOver, sendBack } from './chunks/plan-job.ts';
import { solveChunk } from './chunks/solve-chunk.ts';
import { openUpload } from './file/open-upload.ts';
import { solveInMemory, splitIntoChunks } from './file/solve-file.ts';
import { solveUnsplittable } from './file/solve-unsplittable.ts';
import { CancelWatch } from './invocation/cancel-watch.ts';
import { throwIfCancelled } from './invocation/cancellation.ts';
import { HELD, type Outcome, type UploadContext } from './invocation/context.ts';
import { sendStartedEvent } from './invocation/file-events.ts';
import type { ChunkMessage, Message } from './invocation/message.ts';
import type { Spent } from './invocation/meter.ts';
import { SlowRead } from './invocation/read-in-time.ts';
import { isTooLateToBegin, sharedPatience } from './invocation/time.ts';
import type { Upload } from './invocation/upload.ts';
import { reportedInAdvance } from './result/failed-report.ts';
import { abortMultiparts, isPublished } from './result/publish.ts';
import { reportRejection } from './result/rejection.ts';
import { resumeJob } from './sweep/resume.ts';

/** The work that a message requests for one upload. */
export interface UploadTask {
  readonly upload: Upload;
  /** Whether other tasks may run at the same time. */
  readonly shares: boolean;
  /** of the upload, if the task is about a chunk */
  readonly range?: ByteRange;
  /** on the upload, by the invocations that handed it over */
  readonly spent?: Spent | undefined;
  readonly run: (context: UploadContext) => Promise<Outcome>;
}

export function tasksOf(message: Message): UploadTask[] {
  switch (message.kind) {
    case 'uploads':
      return message.uploads.map((upload) => sharedFileTask(upload));
    case 'file': {
      const { upload, held, spent } = message;
      if (held !== undefined) return [{ ...sharedFileTask(upload, held), spent }];
      return [
        { upload, spent, shares: false, run: (context) => solveUpload(context, upload, { dedicated: true }) },
      ];
    }
    case 'foreign': {
      const { upload } = message;
      return [{ upload, shares: false, run: (context) => solveAnew(context, upload) }];
    }
    case 'chunk': {
      const { upload, range } = message;
      return [{ upload, shares: false, range, run: (context) => solveAndAssemble(context, message) }];
    }
    case 'resume': {
      const { upload } = message;
      return [{ upload, shares: false, run: (context) => resumeJob(context, message) }];
    }
    case 'sweep':
      return [];
    case 'assemble': {
      const { upload, hop } = message;
      return [{ upload, shares: false, run: (context) => assembleIfComplete(context, upload, { hop }) }];
    }
  }
}

/** @param held how often other files have held it up; 0 for an event of S3 */
function sharedFileTask(upload: Upload, held = 0): UploadTask {
  let isNew = held === 0;
  const run = (context: UploadContext) => {
    const sharing = { dedicated: false, isNew, held } as const;
    isNew = false;
    return solveUpload(context, upload, sharing);
  };
  return { upload, shares: true, run };
}

/**
 * Runs a task to its outcome, which may be a rejection. Near the dead letters, a `failed` report is there from the start.
 * @throws errors that a later delivery may not meet
 */
export async function runTask(task: UploadTask, context: UploadContext): Promise<Outcome> {
  const { upload, range, shares, run } = task;
  return reportedInAdvance(context, task, async () => {
    try {
      // what has just been uploaded has hardly been cancelled; a chunk looks itself
      if (!range && (context.waited > UNCHECKED_WAIT || context.isRedelivery)) {
        await throwIfCancelled(context, upload);
      }
      return await run(context);
    } catch (error) {
      const outcome = await reportRejection(context, upload, error, range);
      // the messages of other chunks must find their job: they would have the file planned again, without end
      if (outcome.outcome === 'defect') return outcome;
      // the chunks in the work bucket, or the manifest of a delivery that died while planning, have become useless
      if (shares && !context.isRedelivery) return outcome;
      const isFirst = await endJob(context, upload);
      // of an assembly, or of a file that cannot be cut, whose function was killed
      if (!range || isFirst || context.isRedelivery) await abortMultiparts(context, upload);
      return range && !isFirst ? { ...outcome, repeated: true } : outcome;
    }
  });
}

/** Milliseconds that a message may have waited before its upload is known not to be cancelled. */
const UNCHECKED_WAIT = 1000;

/** Bytes of the largest file that is solved by the invocation that received its event. Larger files are cut. */
const MAX_IN_MEMORY = 16 * 1024 * 1024;

/** How a file shares its invocation. */
type Sharing =
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
async function solveUpload(context: UploadContext, upload: Upload, sharing: Sharing): Promise<Outcome> {
  const { dedicated } = sharing;
  refuseUpload(upload, context.settings);
  // not for the messages that the function sends itself
  if (!dedicated && sharing.isNew) await sendStartedEvent(context, upload);
  const leave = async (reason: string): Promise<Outcome> => {
    await handOver(context, upload);
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

/** Solves the file of a message of another version, after which nothing of that version's work is left. */
async function solveAnew(context: UploadContext, upload: Upload): Promise<Outcome> {
  await endForeignJobs(context, upload);
  if (await isPublished(context, upload)) return { outcome: 'ignored', reason: 'it was solved before' };
  return solveUpload(context, upload, { dedicated: true });
}

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

/** Solves a chunk, and assembles the result if no other chunk is missing. */
async function solveAndAssemble(context: UploadContext, message: ChunkMessage): Promise<Outcome> {
  const skipped = await skippedChunk(context, message);
  if (skipped) return skipped;
  const { upload, range } = message;
  const [job, watch] = await Promise.all([readManifest(context, upload), CancelWatch.begin(context, upload)]);
  // without a manifest, the job is over, cut short or expired: nothing needs this chunk
  if (!job) return assembleIfComplete(context, upload, { range });
  const solved = await watch.during((check) => solveChunk(context, message, check));
  // Also if the rest was sent as other messages: an earlier delivery may have solved all of it and died while it held
  // the lock on assembling, which no other message can take.
  const { spent, plan } = job.manifest;
  const proceed = (results: readonly ChunkResult[], isAgain: boolean) =>
    enqueueNext(context, message, plan, results, isAgain);
  const assembled = await assembleIfComplete(context, upload, { range, spent, proceed });
  return assembled.outcome === 'part' && solved.outcome === 'enqueued' ? solved : { ...solved, ...assembled };
}
