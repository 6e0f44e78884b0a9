// `sudoku backfill`: counts the unsolved objects, estimates the cost, and sends an event for each.
import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { visible } from '../../../core/formats/shared/bytes.ts';
import type { Upload } from '../../../lambda/invocation/upload.ts';
import { PRICES } from '../../../lambda/result/run-section.ts';
import { Exit, FailureError, onInterrupt } from '../../cli/exit.ts';
import { bytesText, countText, number, ProgressLog } from '../../cli/terminal.ts';
import { dollarsText, filesDollars } from '../cost-estimate.ts';
import type { ListedObject } from '../objects.ts';
import { noCounts, type UnsolvedSearch, unsolvedObjects } from './unsolved-objects.ts';

export interface BackfillOptions extends UnsolvedSearch {
  readonly queueUrl: string;
  /** the message group of an object */
  readonly groupOf: (object: Pick<Upload, 'bucket' | 'key'>) => string | undefined;
  readonly dryRun: boolean;
  readonly json: boolean;
  /** batches at the same time */
  readonly concurrency: number;
}

/** Messages per request that SQS allows. */
const BATCH = 10;

/** @returns failure if a part of the inventory could not be read */
export async function runBackfill(sqs: SQSClient, options: BackfillOptions): Promise<Exit> {
  const { dryRun, json, concurrency } = options;
  const log = new ProgressLog(process.stderr, json);
  const print = (event: object) => json && process.stdout.write(`${JSON.stringify(event)}\n`);
  const { problems, ...counts } = await countUnsolved(options, log);
  const { objects, bytes, listed, requests, unreadable } = counts;
  const batchCount = Math.ceil(objects / BATCH);
  const dollars = backfillDollars(objects, bytes, 2 * requests);
  for (const problem of problems) log.warn(visible(problem));
  const unlisted = unreadable - problems.length;
  if (unlisted > 0)
    log.warn(
      `and ${countText(unlisted, 'more row or file', 'more rows or files')} of the inventory that cannot be read`,
    );
  const exit = unreadable > 0 ? Exit.failure : Exit.allSolved;
  print({ event: 'plan', ...counts, batches: batchCount, dollars });
  log.step(
    `${countText(listed, 'object')}: ${number(counts.solved)} with a newer result, ${number(counts.rejected)} rejected since, ` +
      `${number(counts.passedOver)} passed over, ${number(objects)} to send (${bytesText(bytes)})`,
  );
  log.step(
    `${countText(batchCount, 'request')} to send them; ${dollarsText(dollars)} in all if the puzzles are easy`,
  );
  if (dryRun || objects === 0) return exit;

  let sent = 0;
  let lastKey: string | undefined;
  onInterrupt(() => {
    const advice =
      options.inventory === undefined
        ? `continue with --start-after ${JSON.stringify(lastKey)}`
        : 'run the same command again to continue';
    process.stderr.write(
      `\nsudoku: interrupted, ${number(sent)} sent${lastKey === undefined ? '' : `; ${advice}`}\n`,
    );
  });
  for await (const batches of groups(groups(unsolvedObjects(options, noCounts()), BATCH), concurrency)) {
    await Promise.all(batches.map((batch) => sendEvents(sqs, options, batch)));
    sent += batches.reduce((sum, batch) => sum + batch.length, 0);
    lastKey = batches.at(-1)!.at(-1)!.key;
    log.progress(`${number(sent)} of ${number(objects)} sent`);
  }
  print({ event: 'summary', sent });
  log.step(`${number(sent)} sent; follow them with sudoku status and sudoku watch`);
  return exit;
}

async function countUnsolved(options: UnsolvedSearch, log: ProgressLog) {
  const counts = noCounts();
  let objects = 0;
  let bytes = 0;
  for await (const object of unsolvedObjects(options, counts)) {
    objects++;
    bytes += object.bytes;
    log.progress(`${countText(counts.listed, 'object')} listed`);
  }
  return { objects, bytes, ...counts };
}

/** Items in arrays of a given length; the last may be shorter. */
async function* groups<T>(items: AsyncIterable<T>, length: number): AsyncGenerator<T[]> {
  let group: T[] = [];
  for await (const item of items) {
    if (group.push(item) < length) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

/**
 * The estimated cost in dollars of finding, sending and solving objects, if their puzzles are easy: an event is sent in a batch,
 * where S3 would send it for nothing.
 */
export function backfillDollars(objects: number, bytes: number, lists: number): number {
  const batches = Math.ceil(objects / BATCH);
  return lists * PRICES.s3Write + batches * PRICES.sqsRequest + filesDollars(objects, bytes);
}

/** The event that S3 would have sent when the object was created. */
export function eventOf(bucket: string, { key, bytes, etag, modified }: ListedObject): string {
  const object = { key: formEncoded(key), size: bytes, eTag: etag, sequencer: sequencerOf(modified) };
  const record = {
    eventVersion: '2.1',
    eventSource: 'aws:s3',
    eventTime: modified.toISOString(),
    eventName: 'ObjectCreated:Put',
    s3: { s3SchemaVersion: '1.0', bucket: { name: bucket }, object },
  };
  return JSON.stringify({ Records: [record] });
}

/**
 * S3's own sequencers begin with the time in seconds, in hexadecimal. A sequencer of the object's time sorts before that of
 * any later upload and after that of any earlier one.
 */
function sequencerOf(modified: Date): string {
  const seconds = Math.floor(Number(modified) / 1000);
  return `00${seconds.toString(16).toUpperCase().padStart(8, '0')}00000000`;
}

/** The encoding of keys in S3's events to queues. */
function formEncoded(key: string): string {
  return key
    .split('/')
    .map((part) => encodeURIComponent(part).replaceAll('%20', '+'))
    .join('/');
}

const ATTEMPTS = 3;

/** Sends up to {@link BATCH} events in one request. @throws FailureError for events that SQS keeps refusing */
export async function sendEvents(
  sqs: SQSClient,
  { queueUrl: QueueUrl, bucket, groupOf }: Pick<BackfillOptions, 'queueUrl' | 'bucket' | 'groupOf'>,
  objects: readonly ListedObject[],
): Promise<void> {
  let entries = objects.map((object, i) => ({
    Id: String(i),
    MessageBody: eventOf(bucket, object),
    MessageGroupId: groupOf({ bucket, key: object.key }),
  }));
  for (let attempt = 1; entries.length > 0; attempt++) {
    const { Failed = [] } = await sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries: entries }));
    const [first] = Failed;
    if (first && attempt === ATTEMPTS) {
      throw new FailureError(
        `SendMessageBatch ${QueueUrl}: ${first.Code}: ${first.Message}; ${Failed.length} not sent`,
      );
    }
    entries = entries.filter(({ Id }) => Failed.some((failed) => failed.Id === Id));
  }
}
