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
  ShapeError,
  text,
} from '../../core/options/shape.ts';
import type { ObjectFacts } from '../aws/cloud.ts';
import { ObjectGone, PreconditionFailed } from '../aws/errors.ts';
import { type Delivery, type Invocation, lastRead } from '../invocation.ts';
import { checkSpan, type Span } from '../meter.ts';
import { readAll } from '../read-in-time.ts';
import { STORED_VERSION } from '../stored-version.ts';
import { checkUpload, jobId, jobPrefix, type Upload } from '../upload.ts';

/**
 * A file that is solved in chunks. It stands in the work bucket as long as its job is open.
 */
export interface Manifest {
  readonly version: number;
  readonly upload: Upload;
  readonly contentType?: string | undefined;
  readonly contentEncoding?: string | undefined;
  readonly plan: FilePlan;
  /** Of the keys of results when the job was planned: a report that it failed may stand below it. */
  readonly outputPrefix?: string;
  /** when the first byte was read, in milliseconds since 1970 */
  readonly begun: number;
  /** Of the attempt that opened the job, which tells it from another of the same millisecond. */
  readonly opener?: string;
  /** Whether the messages for all of the file have been sent: whoever plans it again need not. */
  readonly sent: boolean;
  /** What it took to plan the job; known once all messages have been sent. */
  readonly planning?: Span;
}

export interface OpenJob {
  readonly manifest: Manifest;
  readonly etag: string;
  /** whether it was opened here and now, not found open */
  readonly isNew: boolean;
}

const checkManifest = members<Manifest>({
  version: integer(STORED_VERSION, STORED_VERSION),
  upload: checkUpload,
  contentType: optional(text()),
  contentEncoding: optional(text()),
  plan: checkPlan,
  outputPrefix: optional(text()),
  begun: amount,
  opener: optional(text()),
  sent: boolean,
  planning: optional(checkSpan),
});

/**
 * Reads a manifest, and checks all that it says.
 * @param id of the job that it is found in
 * @throws ShapeError that names the member, what was expected and what came
 */
export function parseManifest(json: string, id: string): Manifest {
  const name = `manifest of job ${id}`;
  const manifest = checkManifest(parseJson(json, name), name);
  if (jobId(manifest.upload) === id) return manifest;
  throw new ShapeError(`${name}: expected the upload of this job, got that of ${jobId(manifest.upload)}`);
}

export const manifestKey = (id: string): string => `${id}/manifest.json`;

/** Opens the job of an upload; an open one stays as it is, since chunks of its plan may be solved already. */
export async function openJob(
  invocation: Invocation,
  upload: Upload,
  { contentType, contentEncoding }: ObjectFacts,
  plan: FilePlan,
  begun: number,
): Promise<OpenJob> {
  const manifest: Manifest = {
    version: STORED_VERSION,
    upload,
    contentType,
    contentEncoding,
    plan,
    outputPrefix: invocation.settings.outputPrefix,
    begun,
    opener: randomUUID(),
    sent: false,
  };
  try {
    const etag = await putManifest(invocation, manifest, { absent: true });
    return { manifest, etag, isNew: true };
  } catch (error) {
    if (!(error instanceof PreconditionFailed)) throw error;
  }
  const open = await readManifest(invocation, upload);
  if (!open) throw new Error(`the job of ${upload.key} was closed while it was being opened`);
  // ours, if the answer to our first try was lost
  return { ...open, isNew: isDeepStrictEqual(open.manifest, JSON.parse(JSON.stringify(manifest))) };
}

/** Notes that all messages of a job have been sent. */
export async function markSent(invocation: Invocation, { manifest, etag }: OpenJob): Promise<void> {
  try {
    // the PUT of this
    const planning = invocation.meter.lap({ s3Writes: 1 });
    await putManifest(invocation, { ...manifest, sent: true, planning }, { etag });
  } catch (error) {
    // the job is over already, or another delivery has sent them too
    if (!(error instanceof PreconditionFailed)) throw error;
  }
}

/** What it takes to read an object of a job. */
export type ReadingDelivery = Pick<Delivery, 'cloud' | 'settings' | 'alarm' | 'deadline' | 'end'>;

/**
 * undefined if the job is not open: never was, is over, or has expired
 * @throws ShapeError
 */
export async function readManifest(
  delivery: ReadingDelivery,
  upload: Upload,
): Promise<Omit<OpenJob, 'isNew'> | undefined> {
  try {
    const id = jobId(upload);
    const ref = { bucket: delivery.settings.workBucket, key: manifestKey(id) };
    const { content, etag } = await readAll(delivery, ref, lastRead(delivery));
    return { manifest: parseManifest(content.toString(), id), etag };
  } catch (error) {
    if (error instanceof ObjectGone) return undefined;
    throw error;
  }
}

/**
 * Ends a job and deletes its work, and what other versions of the function left of it. The manifest goes first, and what
 * there is is listed after that: a chunk that is written later still finds the job over when it lists, and deletes itself.
 */
export async function closeJob({ cloud, settings }: Invocation, upload: Upload): Promise<void> {
  const { workBucket } = settings;
  await cloud.deleteObjects(workBucket, [manifestKey(jobId(upload))]);
  const left = await cloud.listObjects(workBucket, jobPrefix(upload));
  await cloud.deleteObjects(
    workBucket,
    left.map(({ key }) => key),
  );
}

function putManifest(
  { cloud, settings }: Invocation,
  manifest: Manifest,
  condition: { absent: true } | { etag: string },
): Promise<string> {
  const key = manifestKey(jobId(manifest.upload));
  const target = { bucket: settings.workBucket, key, contentType: 'application/json' };
  return cloud.putObject(target, Buffer.from(JSON.stringify(manifest)), condition);
}
