import { Upload } from '@aws-sdk/lib-storage';
import pMap from 'p-map';
import { Exit, FailureError, UsageError } from '../../cli/exit.ts';
import { refuseResultPaths } from '../../transfer/result-paths.ts';
import { concernsAll, described } from '../errors.ts';
import { Gate } from '../gate.ts';
import { type AnyReport, exitOf } from '../report.ts';
import { copyObject, relabelObject } from './copy-object.ts';
import { bare } from './parts.ts';
import { type PlanOptions, planTasks, type Task } from './plan.ts';
import type { SubmitProgress } from './progress.ts';
import { type Awaited, Results } from './results.ts';
import type { Source } from './sources.ts';
import { uploadFile } from './upload-file.ts';

/** What became of a source. */
export interface SubmittedSource {
  readonly key: string;
  /** Whether this run has sent it. */
  readonly sent: boolean;
  readonly report: AnyReport;
  /** from the beginning of the run to the end of the download */
  readonly seconds: number;
  /** path of the result; undefined where there is none */
  readonly result: string | undefined;
}

export interface SubmitOptions extends PlanOptions {
  readonly directory: string;
  readonly firstPause?: number;
  readonly stdin: NodeJS.ReadableStream;
}

/** Told of what goes on. */
export interface SubmitListener {
  readonly onPlan: (tasks: readonly Task[]) => void;
  readonly onProgress: () => void;
  readonly onDone: (submitted: SubmittedSource, index: number) => void;
  /** A file could not be sent or downloaded; the others go on. */
  readonly onError: (key: string, message: string) => void;
}

/**
 * Sends what is not there yet, waits for the reports, and brings the results. A file that cannot be sent or downloaded does
 * not stop the others.
 * @throws Error for what concerns all files, such as credentials
 */
export async function submitAll(
  sources: readonly Source[],
  options: SubmitOptions,
  progress: SubmitProgress,
  listener: SubmitListener,
): Promise<Exit> {
  const {
    s3,
    uploadBucket,
    outputBucket: bucket,
    outputPrefix: prefix,
    directory,
    concurrency,
    firstPause,
    wait,
  } = options;
  const gate = new Gate(concurrency);
  const stop = new AbortController();
  const { signal } = stop;
  const results = new Results({ s3, uploadBucket, bucket, prefix, directory, gate, firstPause, signal });
  // before anything is sent
  if (wait) refuseResultPaths(directory, sources);
  const tasks = await planTasks(sources, options);
  listener.onPlan(tasks);
  let worst: Exit = Exit.allSolved;
  const finish = async (task: Task, upload: Awaited, index: number) => {
    const { key } = task.source;
    const { report, text } = await results.report(key, upload);
    const result = text === undefined ? undefined : await results.download(key, report, text);
    progress.file(report.status === 'done' ? report.puzzles : 0);
    worst = Math.max(worst, exitOf(report)) as Exit;
    listener.onDone({ key, sent: task.sent === undefined, report, seconds: progress.seconds, result }, index);
    listener.onProgress();
  };
  const fail = ({ source }: Task, error: unknown) => {
    const told = described(error);
    const isOfOne = told instanceof FailureError || told instanceof UsageError;
    if (!isOfOne || concernsAll(error)) throw error;
    worst = Exit.failure;
    listener.onError(source.key, told.message);
  };
  const waiting: Promise<void>[] = [];
  const failed = Promise.withResolvers<never>();
  // who waits is told of a failed download at once, not after the last upload
  failed.promise.catch(() => {});
  const uploads = pMap(
    tasks,
    async (task, index) => {
      if (signal.aborted) return;
      let upload: Awaited;
      try {
        const { oldReport } = task;
        upload = task.sent ?? { etag: await send(task, options, progress, listener), oldReport };
      } catch (error) {
        return fail(task, error);
      }
      if (task.sent !== undefined) progress.bytes(task.source.bytes ?? 0, false);
      listener.onProgress();
      if (wait) {
        const finished = finish(task, upload, index).catch((error) => fail(task, error));
        waiting.push(finished.catch((error) => failed.reject(error)));
      }
    },
    // each file has parts side by side too
    { concurrency },
  );
  try {
    await Promise.race([uploads, failed.promise]);
    await Promise.race([Promise.all(waiting), failed.promise]);
    return worst;
  } catch (error) {
    // the others would wait for their reports for hours, and leave what they have of a result
    stop.abort();
    await Promise.allSettled(waiting);
    throw error;
  }
}

async function send(
  { source, metadata, relabels }: Task,
  { s3, uploadBucket: bucket, concurrency, stdin }: SubmitOptions,
  progress: SubmitProgress,
  { onProgress }: SubmitListener,
): Promise<string> {
  const target = { s3, bucket, key: source.key, metadata };
  const onBytes = (bytes: number, sent: boolean) => {
    progress.bytes(bytes, sent);
    onProgress();
  };
  if (source.kind === 'file' && relabels !== undefined) {
    const etag = await relabelObject(target, relabels, concurrency);
    onBytes(source.bytes, false);
    return etag;
  }
  if (source.kind === 'file') return uploadFile(target, source, { concurrency, onBytes });
  if (source.kind === 'object') {
    const etag = await copyObject(target, source, concurrency);
    onBytes(source.bytes, false);
    return etag;
  }
  const upload = new Upload({
    client: s3,
    queueSize: concurrency,
    params: { Bucket: bucket, Key: source.key, Body: stdin as never, Metadata: { ...metadata } },
  });
  let loaded = 0;
  upload.on('httpUploadProgress', (event) => {
    onBytes((event.loaded ?? 0) - loaded, true);
    loaded = event.loaded ?? 0;
  });
  return bare((await upload.done()).ETag);
}
