import type { ByteRange } from './aws/cloud.ts';
import { closeJob } from './chunks/manifest.ts';
import { withdrawFailure } from './chunks/withdraw-failure.ts';
import type { Delivery, Invocation, Outcome } from './invocation.ts';
import { reportFailed } from './result/failure.ts';
import { reportRejection } from './result/report-rejection.ts';
import type { Upload } from './upload.ts';

/** One upload's work, of which a message may ask for several. */
export interface Task {
  readonly upload: Upload;
  /** Whether it may run among others. */
  readonly shares: boolean;
  /** Of the upload, where it is about a chunk. */
  readonly range?: ByteRange;
  readonly run: (invocation: Invocation) => Promise<Outcome>;
}

/**
 * Deliveries that begin with a report that the work has failed, counted from the last one. A single one would not do: an
 * invocation that is throttled uses up a delivery, too, and nobody is there to write anything.
 */
const LATE_DELIVERIES = 3;

export const isLate = ({ deliveriesLeft }: Pick<Delivery, 'deliveriesLeft'>): boolean =>
  deliveriesLeft < LATE_DELIVERIES;

/** Ends of a task whose work goes on with other messages. (A chunk that others wait for sees to it when it lists its job.) */
const HANDED_ON: readonly Outcome['outcome'][] = ['enqueued', 'expired', 'ignored', 'superseded'];

/**
 * Runs a task to its outcome, which may be a rejection. The last deliveries say first that it failed: if the function is
 * killed now, or there is none for those that are left, nobody else will.
 * @throws what a later delivery may mend
 */
export async function conclude(task: Task, invocation: Invocation): Promise<Outcome> {
  if (!isLate(invocation)) return attempt(task, invocation);
  const { deliveriesLeft, settings } = invocation;
  await tellFailed(
    task,
    invocation,
    `${settings.maxReceives - deliveriesLeft} deliveries ended without a result`,
  );
  try {
    const done = await attempt(task, invocation);
    // no other report will come, and this message is not in the dead letters
    if (done.outcome === 'gone') {
      const { upload } = task;
      // of a chunk, too, it is all of the file, whose work is deleted
      await tellFailed({ upload }, { ...invocation, deliveriesLeft: 0 }, done.reason!, 'upload it again');
    }
    if (HANDED_ON.includes(done.outcome)) await withdraw(task, invocation, invocation.warn);
    return done;
  } catch (error) {
    await tellFailed(task, invocation, (error as Error).message);
    throw error;
  }
}

/** Reports that a task failed, if that can be written: what it meets, the work has met or will meet, too. */
export async function tellFailed(
  { upload, range }: Pick<Task, 'upload' | 'range'>,
  delivery: Delivery,
  reason: string,
  advice?: string,
): Promise<void> {
  await reportFailed(delivery, upload, { reason, advice, range }).catch(() => {});
}

/** Takes back that a task failed, since others go on with its work. */
export async function withdraw({ upload, range }: Task, delivery: Delivery, warn: Invocation['warn']) {
  await withdrawFailure({ ...delivery, warn }, upload, range);
}

async function attempt({ upload, shares, run }: Task, invocation: Invocation): Promise<Outcome> {
  try {
    return await run(invocation);
  } catch (error) {
    const outcome = await reportRejection(invocation, upload, error);
    // there are chunks in the work bucket, or a manifest of a delivery that died as it planned: nothing will become of them
    if (!shares || invocation.isRedelivery) await closeJob(invocation, upload);
    return outcome;
  }
}
