// The jobs in the work bucket of a pipeline: files that are solved in chunks.

import { paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3';
import { ShapeError } from '../../core/options/shape.ts';
import { isStalled } from '../../lambda/assemble/assemble.ts';
import { rangesPrefix } from '../../lambda/chunks/chunk-result.ts';
import { type Manifest, manifestKey, parseManifest } from '../../lambda/chunks/manifest.ts';
import type { Upload } from '../../lambda/invocation/upload.ts';
import { JOB_NAME } from '../../lambda/sweep/sweep.ts';
import { readObjectText } from './download.ts';
import { isMissing } from './errors.ts';
import { type ListedObject, listObjects } from './objects.ts';

/** The names of the jobs in a work bucket, in pages. */
export async function* jobNames(s3: S3Client, Bucket: string): AsyncGenerator<string, void, undefined> {
  for await (const page of paginateListObjectsV2({ client: s3 }, { Bucket, Delimiter: '/' }))
    for (const { Prefix = '' } of page.CommonPrefixes ?? []) {
      const name = Prefix.slice(0, -1);
      if (JOB_NAME.test(name)) yield name;
    }
}

/** @returns undefined if the job has finished meanwhile, or its manifest is of another version of the function or damaged */
export async function manifestOf(s3: S3Client, Bucket: string, job: string): Promise<Manifest | undefined> {
  try {
    return parseManifest((await readObjectText(s3, { Bucket, Key: manifestKey(job) })).text, job);
  } catch (error) {
    if (isMissing(error) || error instanceof ShapeError) return undefined;
    throw error;
  }
}

/** All objects of a job. */
export async function objectsOf(s3: S3Client, bucket: string, job: string): Promise<ListedObject[]> {
  const found: ListedObject[] = [];
  for await (const object of listObjects(s3, { bucket, prefix: `${job}/` })) found.push(object);
  return found;
}

/** When all chunks of a job were solved, if nobody has assembled them for long since; undefined for other jobs. */
export function stalledSince(manifest: Manifest, objects: readonly ListedObject[]): Date | undefined {
  const listed = objects.map(({ modified, ...object }) => ({ ...object, modified: Number(modified) }));
  if (!isStalled(manifest, listed)) return undefined;
  return new Date(listed.reduce((latest, { modified }) => Math.max(latest, modified), 0));
}

/** A job that is complete and that nobody assembles. */
export interface StalledJob {
  readonly upload: Upload;
  readonly since: Date;
}

/** The stalled jobs of a pipeline: one LIST for each open job, and one GET for each that has chunk results. */
export async function stalledJobs(s3: S3Client, bucket: string): Promise<StalledJob[]> {
  const found: StalledJob[] = [];
  for await (const job of jobNames(s3, bucket)) {
    const objects = await objectsOf(s3, bucket, job);
    if (!objects.some(({ key }) => key.startsWith(rangesPrefix(job)))) continue;
    const manifest = await manifestOf(s3, bucket, job);
    const since = manifest && stalledSince(manifest, objects);
    if (since) found.push({ upload: manifest.upload, since });
  }
  return found;
}
