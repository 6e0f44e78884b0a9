// Runs the work that a message requests, for each upload that it names.
import { skippedChunk } from './admission.ts';
import { assembleIfComplete } from './assemble/assemble.ts';
import type { ByteRange } from './aws/cloud.ts';
import { closeJob } from './chunks/manifest.ts';
import { solveChunk } from './chunks/solve-chunk.ts';
import { solveUpload } from './file/solve-file.ts';
import type { DeliveryContext, Outcome, UploadContext } from './invocation/context.ts';
import { sendFinishedEvent } from './invocation/file-events.ts';
import type { ChunkMessage, FileMessage, Message } from './invocation/message.ts';
import type { Upload } from './invocation/upload.ts';
import { reportFailed, withdrawFailure } from './result/failed-report.ts';
import { reportRef } from './result/output-refs.ts';
import { isPublished, Superseded } from './result/publish.ts';
import { reportRejection } from './result/rejection.ts';

/** The work that a message requests for one upload. */
export interface Task {
  readonly upload: Upload;
  /** Whether other tasks may run at the same time. */
  readonly shares: boolean;
  /** of the upload, if the task is about a chunk */
  readonly range?: ByteRange;
  readonly run: (context: UploadContext) => Promise<Outcome>;
}

export function tasksOf(message: Message): Task[] {
  switch (message.kind) {
    case 'uploads':
      return message.uploads.map((upload) => sharedFileTask(upload));
    case 'file':
      return [fileTaskOf(message)];
    case 'chunk': {
      const { upload, range } = message;
      return [{ upload, shares: false, range, run: (context) => solveAndAssemble(context, message) }];
    }
    case 'assemble': {
      const { upload, begun } = message;
      return [{ upload, shares: false, run: (context) => assembleIfComplete(context, upload, { begun }) }];
    }
  }
}

function fileTaskOf({ upload, held }: FileMessage): Task {
  if (held !== undefined) return sharedFileTask(upload, held);
  return { upload, shares: false, run: (context) => solveUpload(context, upload, { dedicated: true }) };
}

/** @param held how often other files have held it up; 0 for an event of S3 */
function sharedFileTask(upload: Upload, held = 0): Task {
  let isNew = held === 0;
  const run = (context: UploadContext) => {
    const sharing = { dedicated: false, isNew, held } as const;
    isNew = false;
    return solveUpload(context, upload, sharing);
  };
  return { upload, shares: true, run };
}

/** Solves a chunk, and assembles the result if no other chunk is missing. */
async function solveAndAssemble(context: UploadContext, message: ChunkMessage): Promise<Outcome> {
  const skipped = await skippedChunk(context, message);
  if (skipped) return skipped;
  const solved = await solveChunk(context, message);
  // Also if the rest was sent as other messages: an earlier delivery may have solved all of it and died while it held
  // the lock on assembling, which no other message can take.
  const assembled = await assembleIfComplete(context, message.upload, { range: message.range });
  return assembled.outcome === 'part' && solved.outcome === 'enqueued' ? solved : { ...solved, ...assembled };
}

/**
 * On this many last deliveries a `failed` report is written before the work starts, in case the function is killed. One
 * would not suffice: a throttled invocation uses up a delivery, too, without running any code.
 */
const REPORTED_DELIVERIES = 3;

export const isNearDeadLetters = ({ deliveriesLeft }: Pick<DeliveryContext, 'deliveriesLeft'>): boolean =>
  deliveriesLeft < REPORTED_DELIVERIES;

/** Outcomes after which other messages go on with the work. (After `part`, listing the job withdraws the report.) */
const HANDED_ON: readonly Outcome['outcome'][] = ['enqueued', 'expired', 'ignored', 'superseded'];

/**
 * Runs a task to its outcome, which may be a rejection. Near the dead letters, a `failed` report is there from the start.
 * @throws errors that a later delivery may not meet
 */
export async function runTask(task: Task, context: UploadContext): Promise<Outcome> {
  if (!isNearDeadLetters(context)) return attempt(task, context);
  const { upload, range } = task;
  const past = context.settings.maxReceives - context.deliveriesLeft;
  await tryReportFailed(task, context, `${past} deliveries ended without a result`);
  try {
    const done = await attempt(task, context);
    if (done.outcome === 'gone') {
      // No other report will follow, and the message does not reach the dead letters. The work on all of the file is
      // deleted, so the report is not about the chunk alone.
      const last = { ...context, deliveriesLeft: 0 };
      await failForGood({ upload }, last, done.reason!, 'upload it again');
    }
    if (HANDED_ON.includes(done.outcome)) await withdrawFailure(context, upload, range);
    return done;
  } catch (error) {
    await failForGood(task, context, (error as Error).message);
    throw error;
  }
}

/** Reports that a task failed and, if no delivery is left, sends the event. If the function is killed instead, nothing can. */
async function failForGood(
  task: Pick<Task, 'upload' | 'range'>,
  context: UploadContext,
  reason: string,
  advice?: string,
): Promise<void> {
  const { upload } = task;
  await tryReportFailed(task, context, reason, advice);
  if (context.deliveriesLeft > 0 || !context.settings.events.has('failed')) return;
  // another delivery may have solved it, or there is a newer upload
  const isOver = await isPublished(context, upload).catch((error) => error instanceof Superseded);
  if (isOver) return;
  await sendFinishedEvent(context, upload, {
    status: 'failed',
    reason,
    report: reportRef(context.settings, upload),
  });
}

/** Reports that a task failed. Errors are ignored: the work itself meets them, too. */
export async function tryReportFailed(
  { upload, range }: Pick<Task, 'upload' | 'range'>,
  delivery: DeliveryContext,
  reason: string,
  advice?: string,
): Promise<void> {
  await reportFailed(delivery, upload, { reason, advice, range }).catch(() => {});
}

async function attempt({ upload, range, shares, run }: Task, context: UploadContext): Promise<Outcome> {
  try {
    return await run(context);
  } catch (error) {
    const outcome = await reportRejection(context, upload, error, range);
    // the messages of other chunks must find their job: they would have the file planned again, without end
    if (outcome.outcome === 'defect') return outcome;
    // the chunks in the work bucket, or the manifest of a delivery that died while planning, have become useless
    if (!shares || context.isRedelivery) await closeJob(context, upload);
    return outcome;
  }
}
