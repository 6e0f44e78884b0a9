import type { SQSBatchResponse, SQSRecord } from 'aws-lambda';
import { assembleIfComplete } from './assemble/assemble.ts';
import { closeJob } from './chunks/manifest.ts';
import { solveChunk } from './chunks/solve-chunk.ts';
import { solveFile } from './file/solve-file.ts';
import type { Invocation, Outcome } from './invocation.ts';
import { type Message, parseMessage } from './message.ts';
import { reportRejection } from './result/report-rejection.ts';
import { runBounded } from './run-bounded.ts';
import type { Upload } from './upload.ts';

/** What a batch tells while it works. */
export interface Observer {
  finished(outcome: Outcome, upload: Upload): void;
  /** The message will be delivered again, or go to the dead letters. */
  failed(error: unknown, record: SQSRecord, upload?: Upload): void;
}

/** One upload's work, of which a message may ask for several. */
interface Task {
  readonly upload: Upload;
  /** Whether there are chunks of the upload in the work bucket, to be deleted if nothing will become of them. */
  readonly hasJob: boolean;
  readonly run: (invocation: Invocation) => Promise<Outcome>;
}

/** Bytes of files that are worked on at once: a few large ones, or many small ones. */
const BYTES_AT_ONCE = 32 * 1024 * 1024;
/** What a file costs besides its bytes. */
const FILE_OVERHEAD = 64 * 1024;
const FILES_AT_ONCE = 32;

/**
 * Does what the messages ask for, several files at once. A message fails if any of its tasks does, and fails by itself.
 * @see https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html
 */
export async function runBatch(
  records: readonly SQSRecord[],
  invocationFor: (record: SQSRecord) => Invocation,
  observer: Observer,
): Promise<SQSBatchResponse> {
  const failed = new Set<string>();
  const fail = (error: unknown, record: SQSRecord, upload?: Upload) => {
    failed.add(record.messageId);
    observer.failed(error, record, upload);
  };
  const tasks = records.flatMap((record) => {
    try {
      return tasksOf(parseMessage(record.body)).map((task) => ({ record, task }));
    } catch (error) {
      fail(error, record);
      return [];
    }
  });
  const room = {
    weight: BYTES_AT_ONCE,
    weigh: ({ task }: { task: Task }) => task.upload.bytes + FILE_OVERHEAD,
    items: FILES_AT_ONCE,
  };
  await runBounded(tasks, room, async ({ record, task }) => {
    try {
      observer.finished(await conclude(task, invocationFor(record)), task.upload);
    } catch (error) {
      fail(error, record, task.upload);
    }
  });
  return { batchItemFailures: [...failed].map((itemIdentifier) => ({ itemIdentifier })) };
}

/** Runs a task to its outcome, which may be a rejection. @throws what a later delivery may mend */
async function conclude({ upload, hasJob, run }: Task, invocation: Invocation): Promise<Outcome> {
  try {
    return await run(invocation);
  } catch (error) {
    const outcome = await reportRejection(invocation, upload, error);
    if (hasJob) await closeJob(invocation, upload);
    return outcome;
  }
}

function tasksOf(message: Message): Task[] {
  switch (message.kind) {
    case 'uploads':
      return message.uploads.map((upload) => fileTask(upload, false));
    case 'file':
      return [fileTask(message.upload, true)];
    case 'chunk':
      return [{ upload: message.upload, hasJob: true, run: (invocation) => solveChunk(invocation, message) }];
    case 'assemble': {
      const { upload } = message;
      return [{ upload, hasJob: true, run: (invocation) => assembleIfComplete(invocation, upload) }];
    }
  }
}

/** @param dedicated whether the invocation has nothing else to do */
const fileTask = (upload: Upload, dedicated: boolean): Task => ({
  upload,
  hasJob: false,
  run: (invocation) => solveFile(invocation, upload, dedicated),
});
