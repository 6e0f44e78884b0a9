// Works on the messages of a batch: some files at the same time, by their size, each apart from the others.
import type { SQSBatchResponse, SQSRecord } from 'aws-lambda';
import { skippedUpload } from './admission.ts';
import { enqueueFiles } from './chunks/plan-job.ts';
import { BatchMarks } from './invocation/cancellation.ts';
import {
  type DeliveryContext,
  type LineLabels,
  lineLabelsOf,
  type Outcome,
  type UploadContext,
} from './invocation/context.ts';
import { parseMessage } from './invocation/message.ts';
import { Meter } from './invocation/meter.ts';
import { runBounded } from './invocation/run-bounded.ts';
import { settingsFor } from './invocation/settings.ts';
import type { Upload } from './invocation/upload.ts';
import { isNearDeadLetters, tryReportFailed, withdrawFailure } from './result/failed-report.ts';
import { runTask, tasksOf, type UploadTask } from './run-task.ts';
import { type Swept, sweep } from './sweep/sweep.ts';

/** Receives the events of a batch. */
export interface Observer {
  /** Work begins that has its invocation for itself. */
  begun(upload: Upload, labels: LineLabels): void;
  /** All open jobs were looked at, or some of them. */
  swept(swept: Swept): void;
  finished(outcome: Outcome, upload: Upload, labels: LineLabels): void;
  /** A problem that does not affect the result. */
  warned(warning: string, error: unknown, upload: Upload, labels: LineLabels): void;
  /**
   * The message will be delivered again, or go to the dead letters.
   * @param about the upload, if the message could be read
   */
  failed(error: unknown, record: SQSRecord, about?: LoggedWork): void;
}

/** The upload of work that failed, and the labels of its line. */
export interface LoggedWork {
  readonly upload: Upload;
  readonly labels: LineLabels;
}

/** A task and its message. */
interface Job {
  readonly record: SQSRecord;
  readonly task: UploadTask;
  readonly delivery: DeliveryContext;
  /** of all attempts in this invocation */
  meter?: Meter;
}

/** Bytes of the files that are processed at the same time: a few large ones, or many small ones. */
const BYTES_AT_ONCE = 32 * 1024 * 1024;
/** What a file costs besides its bytes. */
const FILE_OVERHEAD = 64 * 1024;
export const FILES_AT_ONCE = 32;
/** While S3 throttles. */
const THROTTLED_FILES = 4;

/**
 * Processes messages, several files at the same time. A message fails if one of its tasks fails; the others are not affected.
 * @see https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html
 */
export async function runBatch(
  records: readonly SQSRecord[],
  deliveryOf: (record: SQSRecord) => DeliveryContext,
  observer: Observer,
): Promise<SQSBatchResponse> {
  const failed = new Set<string>();
  const fail = (error: unknown, record: SQSRecord, job?: Job) => {
    failed.add(record.messageId);
    observer.failed(error, record, job && { upload: job.task.upload, labels: labelsOfJob(job) });
  };
  const sweeps: [SQSRecord, DeliveryContext][] = [];
  const jobs = records.flatMap((record): Job[] => {
    try {
      const { settings, ...rest } = deliveryOf(record);
      const message = parseMessage(record.body);
      if (message.kind === 'sweep') sweeps.push([record, { ...rest, settings }]);
      return tasksOf(message).flatMap((task) => {
        const delivery = { ...rest, settings: settingsFor(settings, task.upload) };
        const skipped = skippedUpload(task.upload, settings);
        if (skipped) observer.finished(skipped, task.upload, lineLabelsOf(delivery, task));
        return skipped ? [] : [{ record, task, delivery }];
      });
    } catch (error) {
      fail(error, record);
      return [];
    }
  });
  // one of the redelivered uploads may have killed the earlier invocation
  const suspects = jobs.filter(
    ({ task, delivery }) => jobs.length > 1 && task.shares && delivery.isRedelivery,
  );
  await isolate(suspects, observer, fail);
  const capacity = {
    weight: BYTES_AT_ONCE,
    weigh: ({ task }: Job) => task.upload.bytes + FILE_OVERHEAD,
    items: () =>
      jobs.some(({ delivery }) => delivery.cloud.isSlowedDown()) ? THROTTLED_FILES : FILES_AT_ONCE,
  };
  let waiting = jobs.filter((job) => !suspects.includes(job));
  const marks = new BatchMarks(waiting.map(({ task }) => task.upload));
  const sharers = Math.min(waiting.length, FILES_AT_ONCE);
  while (waiting.length > 0) {
    const held: Job[] = [];
    await runBounded(waiting, capacity, async (job) => {
      const { record, task, delivery } = job;
      job.meter ??= new Meter(delivery.cloud, sharers, task.spent);
      const { meter } = job;
      const context = { ...delivery, cloud: meter.cloud, meter, warn: warnOf(observer, job) };
      if (!task.shares) observer.begun(task.upload, labelsOfJob(job));
      try {
        const outcome = await runTask(task, context, marks);
        if (outcome.outcome === 'held') held.push(job);
        else observer.finished(outcome, task.upload, labelsOfJob(job));
      } catch (error) {
        fail(error, record, job);
      }
    });
    // those that held them up have handed over or are done
    waiting = held;
  }
  for (const [record, delivery] of sweeps) {
    try {
      observer.swept(await sweep(delivery));
    } catch (error) {
      fail(error, record);
    }
  }
  return { batchItemFailures: [...failed].map((itemIdentifier) => ({ itemIdentifier })) };
}

const labelsOfJob = ({ task, delivery, meter }: Job): LineLabels =>
  lineLabelsOf(delivery, task, meter?.seconds);

const warnOf =
  (observer: Observer, job: Job): UploadContext['warn'] =>
  (...warning) =>
    observer.warned(...warning, labelsOfJob(job));

/** Re-enqueues each of these uploads as its own message, so that one crash cannot fail the others. */
async function isolate(
  jobs: readonly Job[],
  observer: Observer,
  fail: (error: unknown, record: SQSRecord, job: Job) => void,
): Promise<void> {
  if (jobs.length === 0) return;
  try {
    for (const some of Map.groupBy(jobs, ({ delivery }) => delivery.group).values()) {
      await enqueueFiles(some[0]!.delivery, ...some.map(({ task }) => task.upload));
    }
    const reason = 'an earlier delivery failed: it gets an invocation of its own';
    for (const job of jobs)
      observer.finished({ outcome: 'enqueued', reason }, job.task.upload, labelsOfJob(job));
    // an earlier delivery may have failed to send it, and reported that
    const reported = jobs.filter(({ delivery }) => isNearDeadLetters(delivery));
    await Promise.all(
      reported.map((job) => {
        const { task, delivery } = job;
        return withdrawFailure({ ...delivery, warn: warnOf(observer, job) }, task.upload, task.range);
      }),
    );
  } catch (error) {
    const why = `it could not be given an invocation of its own: ${(error as Error).message}`;
    const handBack = async (job: Job) => {
      const { record, task, delivery } = job;
      if (isNearDeadLetters(delivery)) await tryReportFailed(task, delivery, why);
      fail(error, record, job);
    };
    await Promise.all(jobs.map(handBack));
  }
}
