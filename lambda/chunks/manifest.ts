// The description of a file that is solved in chunks, kept in the work bucket while its job is open.
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { checkPlan, type FilePlan } from '../../core/files/index.ts';
import {
  amount,
  boolean,
  integer,
  members,
  optional,
  parseJson,
  type Shaped,
  ShapeError,
  text,
} from '../../core/options/shape.ts';
import type { ObjectEntry, ObjectFacts } from '../aws/cloud.ts';
import { unless } from '../aws/errors.ts';
import type { ReadContext, StoreContext, UploadContext } from '../invocation/context.ts';
import { checkSpan, checkSpent } from '../invocation/meter.ts';
import { readAll } from '../invocation/read-in-time.ts';
import { STORED_VERSION } from '../invocation/stored-version.ts';
import { lastRead } from '../invocation/time.ts';
import { checkUpload, jobId, jobPrefix, type Upload } from '../invocation/upload.ts';
import type { Rate } from './sizing.ts';

const checkManifest = members({
  version: integer(STORED_VERSION, STORED_VERSION),
  upload: checkUpload,
  contentType: optional(text()),
  plan: checkPlan,
  /** of the keys of results when the job was planned: a `failed` report may be there */
  outputPrefix: optional(text()),
  /** when the first byte was read, in milliseconds since 1970 */
  begun: amount,
  /** How fast its first puzzles were solved: missing chunks are cut alike. */
  rate: optional(members<Rate>({ bytes: amount, milliseconds: amount, output: amount })),
  /** Identifies the attempt that opened the job, also among those of the same millisecond. */
  opener: optional(text()),
  /** Whether the messages for all of the file have been sent. */
  sent: boolean,
  /** Time and requests of the planning, once all messages have been sent. */
  planning: optional(checkSpan),
  /** before the planning */
  spent: optional(checkSpent),
});

/** Describes a file that is solved in chunks. It exists in the work bucket as long as the job is open. */
export type Manifest = Shaped<typeof checkManifest>;

export interface OpenJob {
  readonly manifest: Manifest;
  readonly etag: string;
  /** whether this call has opened it */
  readonly isNew: boolean;
}

/**
 * Parses and validates a manifest.
 * @param id of the job whose folder it is in
 * @throws ShapeError that names the member, what was expected and what it got
 */
export function parseManifest(json: string, id: string): Manifest {
  const name = `manifest of job ${id}`;
  const manifest = checkManifest(parseJson(json, name), name);
  if (jobId(manifest.upload) === id) return manifest;
  throw new ShapeError(`${name}: expected the upload of this job, got that of ${jobId(manifest.upload)}`);
}

export const manifestKey = (id: string): string => `${id}/manifest.json`;

/** Opens the job of an upload. An open one is not changed, since chunks of its plan may be solved already. */
export async function openJob(
  context: UploadContext,
  upload: Upload,
  { contentType }: ObjectFacts,
  plan: FilePlan,
  begun: number,
  rate?: Rate,
): Promise<OpenJob> {
  const manifest: Manifest = {
    version: STORED_VERSION,
    upload,
    contentType,
    plan,
    outputPrefix: context.settings.outputPrefix,
    begun,
    rate,
    opener: randomUUID(),
    sent: false,
    ...(context.meter.earlier.invocations > 0 && { spent: context.meter.earlier }),
  };
  const etag = await unless(['PreconditionFailed'], putManifest(context, manifest, { absent: true }));
  if (etag !== undefined) return { manifest, etag, isNew: true };
  const open = await readManifest(context, upload);
  if (!open) throw new Error(`the job of ${upload.key} was closed while it was being opened`);
  // it is ours if the answer to our first attempt was lost
  return { ...open, isNew: isDeepStrictEqual(open.manifest, JSON.parse(JSON.stringify(manifest))) };
}

/** Records that all messages of a job have been sent. */
export async function markSent(
  context: UploadContext,
  { manifest, etag }: Omit<OpenJob, 'isNew'>,
): Promise<void> {
  // the PUT of the manifest itself
  const planning = context.meter.lap({ s3Writes: 1 });
  const put = putManifest(context, { ...manifest, sent: true, planning }, { etag });
  // the job may be closed already, or another delivery has sent them, too
  await unless(['PreconditionFailed'], put);
}

/**
 * @returns undefined if the job is not open: it never was, is closed, or has expired
 * @throws ShapeError
 */
export async function readManifest(
  context: ReadContext,
  upload: Upload,
): Promise<Omit<OpenJob, 'isNew'> | undefined> {
  const id = jobId(upload);
  const ref = { bucket: context.settings.workBucket, key: manifestKey(id) };
  const found = await unless(['ObjectGone'], readAll(context, ref, lastRead(context)));
  return found && { manifest: parseManifest(found.content.toString(), id), etag: found.etag };
}

/** The multipart uploads of a job's result, each an empty object in its folder: `multipart/<name of its parts>/<id>`. */
export const multipartsPrefix = (upload: Upload): string => `${jobId(upload)}/multipart/`;

/**
 * Closes a job and deletes its work, that of other versions of the function included. The manifest is deleted before the rest is
 * listed: a chunk that is written later finds the job closed when it lists, and deletes itself.
 * @param listed keys of its folder, which are deleted before the rest is listed: of thousands of objects, some then go in any
 *   invocation, however short
 */
export async function closeJob(
  { cloud, settings }: StoreContext,
  upload: Upload,
  listed: readonly string[] = [],
): Promise<void> {
  const { workBucket } = settings;
  await cloud.deleteObjects(workBucket, [manifestKey(jobId(upload))]);
  await cloud.deleteObjects(workBucket, listed);
  const left = await cloud.listObjects(workBucket, jobPrefix(upload));
  await cloud.deleteObjects(
    workBucket,
    left.map(({ key }) => key),
  );
}

/**
 * As {@link closeJob}, for an upload that has no result.
 * @returns whether this call, of all messages about the upload, has ended the job
 */
export async function endJob(context: StoreContext, upload: Upload): Promise<boolean> {
  const { cloud, settings } = context;
  const ref = { bucket: settings.workBucket, key: manifestKey(jobId(upload)) };
  const manifest = await cloud.headObject(ref);
  const deletion = manifest && cloud.deleteObject(ref, manifest).then(() => true);
  const isFirst = (deletion && (await unless(['PreconditionFailed'], deletion))) ?? false;
  await closeJob(context, upload);
  return isFirst;
}

/**
 * Ends the jobs that other versions of the function have opened for an upload, once one of their messages has arrived: the others
 * come here, too. A job of this version that is older has lost its own messages in the same way while that version was deployed,
 * and ends as well, since nothing else would end it.
 */
export async function endForeignJobs({ cloud, settings }: StoreContext, upload: Upload): Promise<void> {
  const { workBucket } = settings;
  const id = jobId(upload);
  const listed = await cloud.listObjects(workBucket, jobPrefix(upload));
  const isOwn = ({ key }: ObjectEntry) => key.startsWith(`${id}/`);
  const isManifest = ({ key }: ObjectEntry) => key.endsWith(manifestKey(''));
  const [own, foreign] = [listed.filter(isOwn), listed.filter((object) => !isOwn(object))];
  const opened = own.find(isManifest)?.modified ?? 0;
  const isLost = foreign.some((object) => isManifest(object) && object.modified >= opened);
  // another delivery repeats what was not done as long as there is a foreign manifest
  const ended = [...(isLost ? own : []), ...foreign.filter((object) => !isManifest(object))];
  for (const objects of [ended, foreign.filter(isManifest)]) {
    await cloud.deleteObjects(
      workBucket,
      objects.map(({ key }) => key),
    );
  }
}

function putManifest(
  { cloud, settings }: UploadContext,
  manifest: Manifest,
  condition: { absent: true } | { etag: string },
): Promise<string> {
  const key = manifestKey(jobId(manifest.upload));
  const target = { bucket: settings.workBucket, key, contentType: 'application/json' };
  return cloud.putObject(target, Buffer.from(JSON.stringify(manifest)), condition);
}
