// `sudoku redrive`: lists dead letters and stalled jobs, moves the messages of the pipeline back to their queues, has
// the jobs assembled, and reports the outcome.
import { setTimeout } from 'node:timers/promises';
import type { S3Client } from '@aws-sdk/client-s3';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { visible } from '../../../core/formats/shared/bytes.ts';
import { writeMessage } from '../../../lambda/invocation/message.ts';
import { reportRef } from '../../../lambda/result/output-refs.ts';
import { Exit } from '../../cli/exit.ts';
import { countText, number, ProgressLog, secondsText } from '../../cli/terminal.ts';
import type { Clients } from '../clients.ts';
import { concernsAllObjects, isRefusal } from '../errors.ts';
import { type StalledJob, stalledJobs } from '../jobs.ts';
import { describeKey } from '../key-status.ts';
import { delays } from '../polling.ts';
import { BadReport, exitOf, isFinal, type StoredReport, storedReport } from '../report.ts';
import { type DeployedPipeline, groupOf } from '../stack.ts';
import {
  type DeadLetter,
  type DeadLetterQueue,
  deadLetterQueues,
  moveAll,
  moveChosen,
  readDeadLetters,
} from './dead-letters.ts';
import { deadLetterReason, endWithoutReport } from './explain.ts';

export interface RedriveFlags {
  readonly key: string | undefined;
  readonly prefix: string | undefined;
  readonly dryRun: boolean | undefined;
  readonly wait: boolean | undefined;
  readonly json: boolean | undefined;
}

/**
 * Messages that are not of the pipeline stay, since they would fail again.
 * @returns failure if some stay
 */
export async function runRedrive(
  { s3, sqs }: Clients,
  pipeline: DeployedPipeline,
  flags: RedriveFlags,
): Promise<Exit> {
  const { key, prefix, dryRun, wait, json = false } = flags;
  const log = new ProgressLog(process.stderr, json);
  const print = (line: string) => {
    log.clear();
    process.stdout.write(`${line}\n`);
  };
  const isSelective = key !== undefined || prefix !== undefined;
  const isSelected = ({ keys }: Pick<DeadLetter, 'keys'>) =>
    !isSelective || keys.some((each) => each === key || (prefix !== undefined && each.startsWith(prefix)));
  const queues = await deadLetterQueues(sqs, pipeline);
  const uploads = new Map<string, DeadLetter['uploads'][number]>();
  /** number of letters per queue that are not messages of the pipeline */
  const unknown = new Map<DeadLetterQueue, number>();
  let listed = 0;
  for (const queue of queues) {
    if (queue.count === 0) continue;
    let seen = 0;
    for await (const letter of readDeadLetters(sqs, queue, 0)) {
      seen++;
      if (!isSelected(letter)) continue;
      listed++;
      if (!letter.isKnown) unknown.set(queue, (unknown.get(queue) ?? 0) + 1);
      for (const upload of letter.uploads) {
        const { sequencer = '' } = uploads.get(upload.key) ?? {};
        // only the latest upload of a key gets a report
        if (sequencer <= upload.sequencer) uploads.set(upload.key, upload);
      }
      const explained = { ...letter, reason: await deadLetterReason(s3, pipeline, letter) };
      print(json ? letterJson(explained) : letterLine(explained));
    }
    if (seen < queue.count) log.step(`${queue.name}: and about ${number(queue.count - seen)} more`);
  }
  const jobs = (await stalledJobs(s3, pipeline.workBucket)).filter(({ upload }) =>
    isSelected({ keys: [upload.key] }),
  );
  for (const job of jobs) {
    listed++;
    if (!uploads.has(job.upload.key)) uploads.set(job.upload.key, job.upload);
    print(json ? jobJson(job) : jobLine(job));
  }
  const total = queues.reduce((sum, { count }) => sum + count, 0);
  if (dryRun || total + jobs.length === 0) {
    log.step(listed === 0 ? 'no dead letters, and no stalled job' : `${number(listed)} listed, none moved`);
    return Exit.allSolved;
  }
  const moves = new Map<string, Moved>();
  if (wait) {
    for (const [each, upload] of uploads) {
      if (reportRef(pipeline, upload) === undefined) {
        log.warn(visible(`${each}: not waited for, as its key has no room for a report; see sudoku status`));
        continue;
      }
      moves.set(each, { upload, oldReport: await currentReport(s3, pipeline, each) });
    }
  }
  for (const queue of queues) {
    if (queue.count === 0) continue;
    const left = unknown.get(queue) ?? 0;
    const moved =
      isSelective || left > 0
        ? await moveChosen(sqs, queue, (letter) => letter.isKnown && isSelected(letter))
        : await moveAll(sqs, queue, (done, all) =>
            log.progress(`${queue.name}: ${number(done)} of ${number(all)} moved`),
          );
    if (json) print(JSON.stringify({ event: 'moved', queue: queue.name, moved, left }));
    else
      log.step(`${queue.name}: ${number(moved)} moved back to its queue${left > 0 ? noteOnLeft(left) : ''}`);
  }
  for (const { upload } of jobs) {
    const MessageBody = writeMessage({ kind: 'assemble', upload });
    const [QueueUrl, MessageGroupId] = [pipeline.chunksQueueUrl, groupOf(pipeline, upload)];
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody, MessageGroupId }));
  }
  if (jobs.length > 0) {
    if (json) print(JSON.stringify({ event: 'assembling', jobs: jobs.length }));
    else log.step(`${countText(jobs.length, 'stalled job')} sent to be assembled`);
  }
  const exit = wait ? await follow(s3, pipeline, moves, print, json) : Exit.allSolved;
  return unknown.size > 0 ? Exit.failure : exit;
}

function noteOnLeft(count: number): string {
  return `; ${number(count)} left, not ${count === 1 ? 'a message' : 'messages'} of the pipeline`;
}

/** The report that is stored for a key. Also undefined if another object is in its place, which the function will replace. */
async function currentReport(
  s3: S3Client,
  pipeline: DeployedPipeline,
  key: string,
): Promise<StoredReport | undefined> {
  try {
    return await storedReport(s3, pipeline, key);
  } catch (error) {
    if (error instanceof BadReport || (isRefusal(error) && !concernsAllObjects(error))) return undefined;
    throw error;
  }
}

/** One poll in this many also checks whether a report can still follow. */
const POLLS_PER_UPLOAD_CHECK = 3;

/** An upload, with its report from before the move. */
interface Moved {
  readonly upload: DeadLetter['uploads'][number];
  readonly oldReport: StoredReport | undefined;
}

/** Waits for a new report on each upload. */
async function follow(
  s3: S3Client,
  pipeline: DeployedPipeline,
  moves: ReadonlyMap<string, Moved>,
  print: (line: string) => void,
  json: boolean,
): Promise<Exit> {
  let worst: Exit = Exit.allSolved;
  for (const [key, { upload, oldReport }] of moves) {
    let polls = 0;
    for (const delay of delays()) {
      const found = await currentReport(s3, pipeline, key);
      // the ETag is equal if an upload failed again for the same reason; the time is equal within the same second
      const isNew =
        found &&
        (found.etag !== oldReport?.etag || found.at > oldReport.at) &&
        isFinal(found.report, found.at);
      const isCheck = ++polls % POLLS_PER_UPLOAD_CHECK === 0;
      const ended = isCheck && !isNew ? await endWithoutReport(s3, upload, found?.report) : undefined;
      const report = isNew ? found.report : ended;
      if (report) {
        worst = Math.max(worst, exitOf(report)) as Exit;
        print(
          json
            ? JSON.stringify({ event: 'file', key, report })
            : describeKey(key, { state: report.status, report }),
        );
        break;
      }
      await setTimeout(delay);
    }
  }
  return worst;
}

/** A dead letter with the reason why it failed. */
interface ExplainedLetter extends DeadLetter {
  /** undefined for a message that is not of the pipeline */
  readonly reason: string | undefined;
}

function letterLine({ queue, what, keys, sent, receives, reason }: ExplainedLetter): string {
  const about = keys.length > 0 ? `${keys.join(', ')} (${what})` : what;
  const age = secondsText((Date.now() - Number(sent)) / 1000);
  const why = reason === undefined ? '' : `: ${reason}`;
  return visible(
    `${queue}: ${about}, sent ${age} ago, received ${receives === 1 ? 'once' : `${number(receives)} times`}${why}`,
  );
}

function letterJson({ receipt: _1, body: _2, uploads: _3, group: _4, ...letter }: ExplainedLetter): string {
  return JSON.stringify({ event: 'letter', ...letter });
}

function jobLine({ upload, since }: StalledJob): string {
  const age = secondsText((Date.now() - Number(since)) / 1000);
  return visible(`stalled: ${upload.key}, all chunks were solved ${age} ago and not assembled`);
}

const jobJson = ({ upload, since }: StalledJob): string =>
  JSON.stringify({ event: 'stalled', key: upload.key, since });
