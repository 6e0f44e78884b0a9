import type { SQSBatchResponse, SQSRecord } from 'aws-lambda';
import { refusedChunk, withoutWork } from './admission.ts';
import { assembleIfComplete } from './assemble/assemble.ts';
import { enqueueFiles } from './chunks/enqueue.ts';
import { solveChunk } from './chunks/solve-chunk.ts';
import { conclude, isLate, type Task, tellFailed, withdraw } from './conclude.ts';
import { solveFile } from './file/solve-file.ts';
import type { Delivery, Invocation, Outcome } from './invocation.ts';
import { type ChunkMessage, type Message, parseMessage } from './message.ts';
import { Meter } from './meter.ts';
import { runBounded } from './run-bounded.ts';
import type { Upload } from './upload.ts';

/** What a batch tells while it works. */
export interface Observer {
  finished(outcome: Outcome, upload: Upload): void;
  /** Something that the upload is not worth less for. */
  warned(warning: string, error: unknown, upload: Upload): void;
  /** The message will be delivered again, or go to the dead letters. */
  failed(error: unknown, record: SQSRecord, upload?: Upload): void;
}

/** A task with what it came by. */
interface Work {
  readonly record: SQSRecord;
  readonly task: Task;
  readonly delivery: Delivery;
}

/** Bytes of files that are worked on at once: a few large ones, or many small ones. */
const BYTES_AT_ONCE = 32 * 1024 * 1024;
/** What a file costs besides its bytes. */
const FILE_OVERHEAD = 64 * 1024;
export const FILES_AT_ONCE = 32;
/** While S3 asks to slow down. */
const SLOW_FILES = 4;

/**
 * Does what the messages ask for, several files at once. A message fails if any of its tasks does, and fails by itself.
 * @see https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html
 */
export async function runBatch(
  records: readonly SQSRecord[],
  deliveryOf: (record: SQSRecord) => Delivery,
  observer: Observer,
): Promise<SQSBatchResponse> {
  const failed = new Set<string>();
  const fail = (error: unknown, record: SQSRecord, upload?: Upload) => {
    failed.add(record.messageId);
    observer.failed(error, record, upload);
  };
  const works = records.flatMap((record) => {
    try {
      const delivery = deliveryOf(record);
      return tasksOf(parseMessage(record.body)).flatMap((task) => {
        const end = withoutWork(task.upload, delivery.settings);
        if (end) observer.finished(end, task.upload);
        return end ? [] : [{ record, task, delivery }];
      });
    } catch (error) {
      fail(error, record);
      return [];
    }
  });
  // one of those that failed before may be what killed them all
  const suspects = works.filter(
    ({ task, delivery }) => works.length > 1 && task.shares && delivery.isRedelivery,
  );
  await isolate(suspects, observer, fail);
  const room = {
    weight: BYTES_AT_ONCE,
    weigh: ({ task }: Work) => task.upload.bytes + FILE_OVERHEAD,
    items: () => (works.some(({ delivery }) => delivery.cloud.isSlowedDown()) ? SLOW_FILES : FILES_AT_ONCE),
  };
  const others = works.filter((work) => !suspects.includes(work));
  const sharers = Math.min(others.length, FILES_AT_ONCE);
  await runBounded(others, room, async ({ record, task, delivery }) => {
    const meter = new Meter(delivery.cloud, sharers);
    const warn: Invocation['warn'] = (...warning) => observer.warned(...warning);
    const invocation = { ...delivery, cloud: meter.cloud, meter, warn };
    try {
      observer.finished(await conclude(task, invocation), task.upload);
    } catch (error) {
      fail(error, record, task.upload);
    }
  });
  return { batchItemFailures: [...failed].map((itemIdentifier) => ({ itemIdentifier })) };
}

/** Gives each of these uploads an invocation of its own, where it harms nobody else. */
async function isolate(
  works: readonly Work[],
  observer: Observer,
  fail: (error: unknown, record: SQSRecord, upload: Upload) => void,
): Promise<void> {
  if (works.length === 0) return;
  const uploads = works.map(({ task }) => task.upload);
  try {
    await enqueueFiles(works[0]!.delivery, ...uploads);
    const reason = 'an earlier delivery failed: it gets an invocation of its own';
    for (const upload of uploads) observer.finished({ outcome: 'enqueued', reason }, upload);
    // an earlier delivery may have found no way to do so
    const warn: Invocation['warn'] = (...warning) => observer.warned(...warning);
    const late = works.filter(({ delivery }) => isLate(delivery));
    await Promise.all(late.map(({ task, delivery }) => withdraw(task, delivery, warn)));
  } catch (error) {
    const why = `it could not be given an invocation of its own: ${(error as Error).message}`;
    const handBack = async ({ record, task, delivery }: Work) => {
      if (isLate(delivery)) await tellFailed(task, delivery, why);
      fail(error, record, task.upload);
    };
    await Promise.all(works.map(handBack));
  }
}

function tasksOf(message: Message): Task[] {
  switch (message.kind) {
    case 'uploads':
      return message.uploads.map((upload) => fileTask(upload, false));
    case 'file':
      return [fileTask(message.upload, true)];
    case 'chunk':
      return [
        {
          upload: message.upload,
          shares: false,
          range: message.range,
          run: (invocation) => solveAndAssemble(invocation, message),
        },
      ];
    case 'assemble': {
      const { upload, begun } = message;
      return [
        {
          upload,
          shares: false,
          run: (invocation) => assembleIfComplete(invocation, upload, { begun }),
        },
      ];
    }
  }
}

/** Solves a chunk. Whoever sees that it was the last one, assembles. */
async function solveAndAssemble(invocation: Invocation, message: ChunkMessage): Promise<Outcome> {
  const refused = await refusedChunk(invocation, message);
  if (refused) return refused;
  const solved = await solveChunk(invocation, message);
  // also where the rest is left to others: an earlier delivery may have solved all of it, and died with the lock on
  // assembling, which no other message gets
  const assembled = await assembleIfComplete(invocation, message.upload, { range: message.range });
  return assembled.outcome === 'part' && solved.outcome === 'enqueued' ? solved : { ...solved, ...assembled };
}

/** @param dedicated whether the invocation has nothing else to do */
const fileTask = (upload: Upload, dedicated: boolean): Task => ({
  upload,
  shares: !dedicated,
  run: (invocation) => solveFile(invocation, upload, dedicated),
});
