// Looks at all open jobs and finds those on which nothing works any more, as when messages are lost; and aborts multipart
// uploads that were abandoned. An hourly message requests it. It only sends messages, so that it may be killed or repeated.
import { object, parseJson, ShapeError } from '../../core/options/shape.ts';
import { STALLED_AFTER } from '../assemble/assemble.ts';
import type { ObjectEntry, ObjectFacts, OpenMultipart } from '../aws/cloud.ts';
import { unless } from '../aws/errors.ts';
import { manifestKey } from '../chunks/manifest.ts';
import { enqueueFiles } from '../chunks/plan-job.ts';
import type { DeliveryContext, ReadContext, StoreContext } from '../invocation/context.ts';
import { readAll } from '../invocation/read-in-time.ts';
import { runBounded } from '../invocation/run-bounded.ts';
import { sendWork } from '../invocation/send-work.ts';
import type { Settings } from '../invocation/settings.ts';
import { lastRead } from '../invocation/time.ts';
import { checkUpload, ETAG_METADATA, jobId, jobPrefix, type Upload } from '../invocation/upload.ts';
import { reportRef, resultRef } from '../result/output-refs.ts';
import { isFailure, isFrom } from '../result/publish.ts';

/**
 * Milliseconds after the messages of a job have been received, after which they are lost if nothing was written: failed deliveries
 * come back earlier, and the sweep of the next hour comes later.
 */
export const IDLE_AFTER = 50 * 60_000;
/** Milliseconds after which nothing works on a multipart upload any more: longer than ten deliveries take, killed ones included. */
export const ABANDONED_AFTER = 86_400_000;

/** How often the messages of missing chunks are sent again before the file counts as failed. */
export const MAX_RESUMPTIONS = 3;
/** Of empty objects: one for each time; another one gives a job up whose file cannot have a `failed` report. */
export const resumedPrefix = (id: string): string => `${id}/resumed/`;
/** Of an empty object: a sweep's message, and so all that were sent before it, had been received when it was written. */
export const receivedKey = (id: string): string => `${id}/received`;

/** Jobs that are looked at, and multipart uploads, at the same time. */
const AT_ONCE = 16;
/** While S3 throttles. */
const THROTTLED = 4;

/** What a sweep has found. */
export interface Swept {
  /** looked at */
  readonly jobs: number;
  /** those to which nothing was written of late, so that a message was sent for each: it may be one that waits its turn */
  readonly quiet: number;
  /** abandoned multipart uploads */
  readonly aborted: number;
  /** files of these without a result or report, to each of which a message was sent */
  readonly sentAgain: number;
  /** whether it was out of time before it had looked at all jobs; each sweep begins with other ones */
  readonly unfinished?: true;
}

/**
 * Looks at all open jobs, and sends a message for each that is quiet. It comes behind the job's own messages, in their group, and
 * so finds out whether they are lost, however long the queue is.
 * @param start name after which it begins; it goes on with the names before
 */
export async function sweep(context: DeliveryContext, start = randomName()): Promise<Swept> {
  const { cloud, settings, deadline } = context;
  // this message is one
  const lost = (await cloud.messagesIn(settings.chunksQueueUrl)) <= 1;
  const isOver = () => performance.now() > deadline;
  const room = { weight: AT_ONCE, weigh: () => 1, items: () => (cloud.isSlowedDown() ? THROTTLED : AT_ONCE) };
  const open = new Set<string>();
  let [jobs, quiet] = [0, 0];
  for (const [after, end] of [
    [start, ''],
    ['', start],
  ] as const) {
    for await (const names of jobPages(context, after, end)) {
      await runBounded(names, room, async (id) => {
        if (isOver()) return;
        jobs++;
        const job = await findQuietJob(context, id);
        if (!job) return;
        open.add(job.upload.key);
        const message = { kind: 'resume', upload: job.upload, ...(lost && { lost }) } as const;
        await sendWork(context, settings.chunksQueueUrl, [message]);
        quiet++;
      });
      if (isOver()) break;
    }
  }
  let [aborted, sentAgain] = [0, 0];
  const now = Date.now();
  const multiparts = isOver() ? [] : await cloud.listMultiparts(settings.outputBucket, settings.outputPrefix);
  const old = multiparts.filter(({ initiated }) => now - initiated > ABANDONED_AFTER);
  await runBounded(old, room, async (multipart) => {
    if (isOver()) return;
    const found = await abandonedFile(context, multipart);
    if (!found) return;
    const { lost } = found;
    if (lost && !open.has(lost.key)) {
      open.add(lost.key);
      await enqueueFiles(context, lost);
      sentAgain++;
    }
    await cloud.abortMultipart(multipart);
    aborted++;
  });
  return { jobs, quiet, aborted, sentAgain, ...(isOver() && { unfinished: true }) };
}

/** Names of jobs are hashes: a random one divides them anywhere. */
const randomName = (): string =>
  Math.floor(Math.random() * 2 ** 32)
    .toString(16)
    .padStart(8, '0');

/** Other folders of the work bucket are no jobs. */
export const JOB_NAME = /^[0-9a-f]{32}-\d+$/;

/** The names of all jobs after one name and, unless it is empty, up to another, in pages. */
export async function* jobPages(
  { cloud, settings }: SweepContext,
  after = '',
  end = '',
): AsyncGenerator<string[], void, undefined> {
  for (let last = after; ; ) {
    const page = await cloud.listFolders(settings.workBucket, last);
    const within = page.filter((name) => end === '' || name <= end);
    yield within.filter((name) => JOB_NAME.test(name));
    if (page.length === 0 || within.length < page.length) return;
    last = page.at(-1)!;
  }
}

/** What it takes to find quiet jobs; commands have it, too. */
export interface SweepContext extends Pick<ReadContext, 'alarm' | 'deadline' | 'end'> {
  readonly cloud: Pick<StoreContext['cloud'], 'listFolders' | 'listObjects' | 'readObject' | 'headObject'>;
  readonly settings: Pick<Settings, 'workBucket' | 'outputBucket' | 'outputPrefix'>;
}

/** An open job to which nothing was written of late. */
export interface QuietJob {
  readonly upload: Upload;
  /** when its last object was written, in milliseconds since 1970 */
  readonly since: number;
}

/**
 * Checks whether nothing was written to a job's folder of late: one request, and others if so. A job with a `failed` report, or
 * given up without one, is left to a person, who decides about its dead letters.
 * @param least milliseconds without a write
 */
export async function findQuietJob(
  context: SweepContext,
  id: string,
  least = STALLED_AFTER,
): Promise<QuietJob | undefined> {
  const { cloud, settings } = context;
  const listed = await cloud.listObjects(settings.workBucket, `${id}/`);
  const since = lastProgress(id, listed);
  // without a manifest, it is over: the lifecycle of the bucket deletes what is left
  if (Date.now() - since <= least || !listed.some(({ key }) => key === manifestKey(id))) return undefined;
  if (listed.filter(({ key }) => key.startsWith(resumedPrefix(id))).length > MAX_RESUMPTIONS)
    return undefined;
  const upload = await uploadOf(context, id);
  if (!upload) return undefined;
  // planned again since the update
  const next = { bucket: settings.workBucket, key: manifestKey(jobId(upload)) };
  if (jobId(upload) !== id && (await cloud.headObject(next))) return undefined;
  const report = reportRef(settings, upload);
  const { metadata = {} } = (report && (await cloud.headObject(report))) ?? {};
  return isFrom(metadata, upload) && isFailure(metadata) ? undefined : { upload, since };
}

/** When the last object of a job was written, except by a sweep that only looked, in milliseconds since 1970. */
export const lastProgress = (id: string, listed: readonly ObjectEntry[]): number =>
  listed.reduce(
    (latest, { key, modified }) => (key === receivedKey(id) ? latest : Math.max(latest, modified)),
    0,
  );

/** The upload of a job of any version; undefined if the job is closed by now, or its manifest is damaged. */
async function uploadOf(context: SweepContext, id: string): Promise<Upload | undefined> {
  const ref = { bucket: context.settings.workBucket, key: manifestKey(id) };
  const found = await unless(['ObjectGone'], readAll(context, ref, lastRead(context)));
  if (!found) return undefined;
  try {
    const upload = checkUpload(object(parseJson(found.content.toString(), id), id).upload, 'upload');
    return id.startsWith(`${jobPrefix(upload)}-`) ? upload : undefined;
  } catch (error) {
    if (error instanceof ShapeError) return undefined;
    throw error;
  }
}

/**
 * The file that an old multipart upload was to be the result of.
 * @returns undefined if it is not of this pipeline; `lost` if the file has neither a result nor a report
 */
async function abandonedFile(
  { cloud, settings }: DeliveryContext,
  multipart: OpenMultipart,
): Promise<{ readonly lost?: Upload } | undefined> {
  const key = multipart.key.slice(settings.outputPrefix.length);
  const written: (ObjectFacts | undefined)[] = [];
  for (const ref of [resultRef(settings, { key }), reportRef(settings, { key })]) {
    written.push(ref && (await cloud.headObject(ref)));
  }
  const etags = written.flatMap((facts) => facts?.metadata[ETAG_METADATA] ?? []);
  const sources = settings.sources.filter(
    ({ prefix, suffix }) => key.startsWith(prefix) && key.endsWith(suffix),
  );
  for (const bucket of new Set(sources.map((source) => source.bucket))) {
    const facts = key === '' ? undefined : await cloud.headObject({ bucket, key });
    if (!facts) continue;
    const { etag, bytes } = facts;
    // only events say which sequencer an upload has; without one, it is older than any other
    return etags.includes(etag) ? {} : { lost: { bucket, key, etag, bytes, sequencer: '' } };
  }
  return etags.length > 0 ? {} : undefined;
}
