import type { FilePlan } from '../../core/files/index.ts';
import type { Cloud, ObjectFacts } from '../aws/cloud.ts';
import { collect } from '../aws/collect.ts';
import { ObjectChanged, PreconditionFailed } from '../aws/errors.ts';
import type { Invocation } from '../invocation.ts';
import { jobId, type Upload } from '../upload.ts';

/**
 * A file that is solved in chunks. It stands in the work bucket as long as its job is open.
 */
export interface Manifest {
  readonly upload: Upload;
  readonly contentType?: string | undefined;
  readonly contentEncoding?: string | undefined;
  readonly plan: FilePlan;
  /** when the first byte was read, in milliseconds since 1970 */
  readonly begun: number;
}

export const manifestKey = (id: string): string => `${id}/manifest.json`;

/** Opens the job of an upload; an open one stays as it is. */
export async function openJob(
  { cloud, settings }: Invocation,
  upload: Upload,
  { contentType, contentEncoding }: ObjectFacts,
  plan: FilePlan,
  begun: number,
): Promise<void> {
  const manifest: Manifest = { upload, contentType, contentEncoding, plan, begun };
  const target = {
    bucket: settings.workBucket,
    key: manifestKey(jobId(upload)),
    contentType: 'application/json',
  };
  try {
    await cloud.putObject(target, Buffer.from(JSON.stringify(manifest)), { absent: true });
  } catch (error) {
    if (!(error instanceof PreconditionFailed)) throw error;
  }
}

/** undefined if the job is over */
export async function readManifest(
  cloud: Cloud,
  bucket: string,
  upload: Upload,
): Promise<Manifest | undefined> {
  try {
    const { body } = await cloud.readObject({ bucket, key: manifestKey(jobId(upload)) });
    return JSON.parse((await collect(body)).toString()) as Manifest;
  } catch (error) {
    if (error instanceof ObjectChanged) return undefined;
    throw error;
  }
}

/**
 * Ends a job and deletes its work. The manifest goes first, and what there is is listed after that: a chunk that is written
 * later still finds the job over when it lists, and deletes itself.
 */
export async function closeJob({ cloud, settings }: Invocation, upload: Upload): Promise<void> {
  const { workBucket } = settings;
  const job = jobId(upload);
  await cloud.deleteObjects(workBucket, [manifestKey(job)]);
  const left = await cloud.listObjects(workBucket, `${job}/`);
  await cloud.deleteObjects(
    workBucket,
    left.map(({ key }) => key),
  );
}
