import type { SQSBatchResponse, SQSRecord } from 'aws-lambda';
import { assembleIfComplete } from './assemble/assemble.ts';
import { solveChunk } from './chunks/solve-chunk.ts';
import { solveFile } from './file/solve-file.ts';
import type { Job } from './invocation.ts';
import { type Message, parseMessage } from './message.ts';
import type { Outcome } from './outcome.ts';
import { settle } from './result/report-rejection.ts';
import { sideBySide } from './run-bounded.ts';
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
  run(job: Job): Promise<Outcome>;
}

/** Bytes of files that are worked on at once: a few large ones, or many small ones. */
const BYTES_AT_ONCE = 32 * 1024 * 1024;
/** What a file costs besides its bytes. */
const FILE_OVERHEAD = 64 * 1024;
const FILES_AT_ONCE = 32;

/**
 * Does what the messages ask for, side by side. A message fails if any of its tasks does, and fails alone.
 * @see https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html
 */
export async function runBatch(
  records: readonly SQSRecord[],
  jobFor: (record: SQSRecord) => Job,
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
  await sideBySide(tasks, room, async ({ record, task }) => {
    try {
      observer.finished(await task.run(jobFor(record)), task.upload);
    } catch (error) {
      fail(error, record, task.upload);
    }
  });
  return { batchItemFailures: [...failed].map((itemIdentifier) => ({ itemIdentifier })) };
}

function tasksOf(message: Message): Task[] {
  if (message.job === 'uploads') {
    return message.uploads.map((upload) => ({ upload, run: (job) => solveFile(job, upload, false) }));
  }
  const { upload } = message;
  const run = (job: Job): Promise<Outcome> => {
    if (message.job === 'chunk') return solveChunk(job, message);
    if (message.job === 'file') return solveFile(job, upload, true);
    return settle(job, upload, () => assembleIfComplete(job, upload, undefined));
  };
  return [{ upload, run }];
}
