// Runs a submission: uploads the sources, polls for their reports, and downloads the results.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { S3Client } from '@aws-sdk/client-s3';
import type { AnyReport } from '../../../core/files/index.ts';
import { REPORT_SUFFIX } from '../../../core/options/report-suffix.ts';
import { runBounded } from '../../../lambda/invocation/run-bounded.ts';
import { Exit } from '../../cli/exit.ts';
import { downloadObject, resultPath, writeBelow } from '../download.ts';
import { problemWithObject } from '../errors.ts';
import { bareEtag, headObject } from '../objects.ts';
import { type Delays, PollQueue } from '../polling.ts';
import { exitOf, isFinal, storedReport } from '../report.ts';
import { type OnError, type PlanOptions, planTasks, type SubmitTask } from './plan.ts';
import type { Source } from './sources.ts';
import { copyObject, replaceMetadata, uploadFile, uploadStream } from './upload.ts';

/** A source whose report was downloaded, with its result. */
export interface SubmittedSource {
  readonly key: string;
  /** whether this run uploaded it, rather than an earlier one */
  readonly sent: boolean;
  readonly report: AnyReport;
  /** from the start of the run to the end of the download */
  readonly seconds: number;
  /** path of the result; undefined if there is none */
  readonly result: string | undefined;
}

export interface SubmitOptions extends PlanOptions {
  /** for results and reports */
  readonly directory: string;
  readonly stdin: NodeJS.ReadableStream;
  /** between two polls for a report */
  readonly delays?: Delays;
  /** Ends the submission, which rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface SubmitListener {
  readonly onPlan: (tasks: readonly SubmitTask[]) => void;
  /** Called for bytes that are in the upload bucket, and whether this run sent them. */
  readonly onBytes: (bytes: number, sent: boolean) => void;
  /** @param index of the source */
  readonly onDone: (submitted: SubmittedSource, index: number) => void;
  /** Called for a source whose plan, upload or download failed. */
  readonly onError: OnError;
}

/**
 * Uploads what an earlier run did not upload, waits for the reports, and downloads the results. A source that fails does not
 * stop the others. What belongs to a source is released with its result.
 * @returns the worst exit code of all sources
 * @throws Error for a problem that concerns all sources, such as credentials
 */
export async function submitAll(
  sources: readonly Source[],
  options: SubmitOptions,
  listener: SubmitListener,
): Promise<Exit> {
  const start = performance.now();
  const { concurrency, wait } = options;
  const stop = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  let worst: Exit = Exit.allSolved;
  const onError: OnError = (key, message, index) => {
    worst = Exit.failure;
    listener.onError(key, message, index);
  };
  const tasks = await planTasks(sources, options, onError);
  listener.onPlan(tasks);
  const queue = new PollQueue<{ task: SubmitTask; upload: Upload }>(options.delays ?? {}, signal);
  const fail = ({ source, index }: SubmitTask, error: unknown) => {
    if (signal.aborted) return;
    try {
      onError(source.key, problemWithObject(error), index);
    } catch (fatal) {
      stop.abort(fatal);
    }
  };

  const upload = async (task: SubmitTask) => {
    if (signal.aborted) return;
    const { uploaded, oldReport, source } = task;
    try {
      const upload = uploaded ?? { etag: await send(task, options, listener.onBytes), oldReport };
      if (uploaded) listener.onBytes(source.bytes ?? 0, false);
      if (wait) queue.add({ task, upload });
    } catch (error) {
      fail(task, error);
    }
  };
  // each file also uploads that many parts at the same time
  const capacity = { items: () => concurrency, weight: concurrency, weigh: () => 1 };
  const uploads = runBounded(takenFrom(tasks), capacity, upload).finally(() => queue.close());

  const downloads = queue.poll(concurrency, async ({ task, upload }, count) => {
    const { key } = task.source;
    try {
      const found = await pollReport(options, key, upload, count, signal);
      if (!found) return false;
      const { report, text } = found;
      const result =
        text === undefined ? undefined : await downloadResult(options, key, report, text, signal);
      worst = Math.max(worst, exitOf(report)) as Exit;
      const seconds = (performance.now() - start) / 1000;
      listener.onDone({ key, sent: task.uploaded === undefined, report, seconds, result }, task.index);
    } catch (error) {
      fail(task, error);
    }
    return true;
  });

  const aborted = signal.aborted ? Promise.resolve() : once(signal, 'abort');
  await Promise.race([Promise.all([uploads, downloads]), aborted]);
  // after an abort, running uploads are abandoned, but running downloads still remove their unfinished files
  await downloads;
  signal.throwIfAborted();
  return worst;
}

/** Empties a list from its front. */
function* takenFrom<T>(items: T[]): Generator<T> {
  items.reverse();
  while (items.length > 0) yield items.pop()!;
}

/** Creates the object of a task. @returns its ETag */
async function send(
  { source, metadata, relabels }: SubmitTask,
  { s3, uploadBucket: bucket, concurrency, stdin }: SubmitOptions,
  onBytes: SubmitListener['onBytes'],
): Promise<string> {
  const destination = { s3, bucket, key: source.key, metadata };
  if (source.kind === 'stdin') return uploadStream(destination, stdin, { concurrency, onBytes });
  if (source.kind === 'file' && !relabels) return uploadFile(destination, source, { concurrency, onBytes });
  const etag =
    source.kind === 'object'
      ? await copyObject(destination, source, concurrency)
      : await replaceMetadata(destination, relabels!, concurrency);
  onBytes(source.bytes, false);
  return etag;
}

/** An upload whose report is awaited. */
interface Upload {
  readonly etag: string;
  /** when it was uploaded, if an earlier run did it */
  readonly at?: Date | undefined;
  /** ETag of the report on the object that it replaced */
  readonly oldReport?: string | undefined;
}

interface Buckets {
  readonly s3: S3Client;
  readonly uploadBucket: string;
  readonly outputBucket: string;
  readonly outputPrefix: string;
}

/** One poll in this many also checks whether the upload still exists: there is no report on one that was replaced or deleted. */
const POLLS_PER_UPLOAD_CHECK = 5;

/**
 * Polls once for the report on an upload, usually in one request.
 * @param count number of the poll, from 1
 * @returns undefined as long as a report may still be written; a failure without `text` if none ever will be
 */
export async function pollReport(
  buckets: Buckets,
  key: string,
  upload: Upload,
  count: number,
  signal: AbortSignal,
): Promise<{ readonly report: AnyReport; readonly text: string | undefined } | undefined> {
  const isCheck = count % POLLS_PER_UPLOAD_CHECK === 0;
  const reason = isCheck ? await lossOf(buckets, key, upload.etag) : undefined;
  if (isCheck && reason === undefined) return undefined;
  // the report may have been written before the upload was replaced or deleted
  const found = await storedReport(buckets.s3, buckets, key, signal);
  if (found && found.etag !== upload.oldReport) {
    const { report, at } = found;
    const isOnUpload =
      bareEtag(report.input.etag) === upload.etag && (upload.at === undefined || at >= upload.at);
    if (isOnUpload && isFinal(report, at)) return found;
  }
  if (reason === undefined) return undefined;
  const advice = 'upload the file again';
  return { report: { status: 'failed', input: { key, etag: upload.etag }, reason, advice }, text: undefined };
}

/** Why there will be no report on an upload; undefined while it exists. */
async function lossOf({ s3, uploadBucket }: Buckets, key: string, etag: string): Promise<string | undefined> {
  const head = await headObject(s3, uploadBucket, key);
  if (!head) return 'the upload was deleted before it was solved';
  return bareEtag(head.ETag) === etag ? undefined : 'another upload replaced it before it was solved';
}

/**
 * Downloads a result, and then its report: if the report is there, the result is complete.
 * @returns the path of the result, undefined if there is none
 */
async function downloadResult(
  { s3, outputBucket, directory }: SubmitOptions,
  key: string,
  report: AnyReport,
  text: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const path = resultPath(directory, key);
  const output = report.status === 'done' ? report.output : undefined;
  const earlier = await readFile(path + REPORT_SUFFIX, 'utf8').catch(() => undefined);
  if (earlier !== text) {
    if (output) {
      await downloadObject(s3, { Bucket: outputBucket, Key: output.key }, { directory, path, signal });
    }
    await writeBelow(directory, path + REPORT_SUFFIX, [Buffer.from(text)]);
  }
  return output && path;
}
