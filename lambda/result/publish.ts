import type { Cloud, ObjectFacts, ObjectRef, WriteCondition } from '../aws/cloud.ts';
import { MultipartGone, PreconditionFailed } from '../aws/errors.ts';
import type { Invocation } from '../invocation.ts';
import {
  compareSequencers,
  ETAG_METADATA,
  SEQUENCER_METADATA,
  STATUS_METADATA,
  type Upload,
} from '../upload.ts';
import { reportRef, resultRef } from './places.ts';

/** How often somebody else may write the key between our look and our write before we leave it to a later delivery. */
const MAX_TRIES = 5;

/** Where a write met the object of a newer upload of the same key: this job has nothing left to do. */
export class Superseded extends Error {
  override readonly name = 'Superseded';
}

/**
 * Writes a result or a report unless a newer upload's stands there. Most keys are new, so the first try asks nothing and
 * costs one request.
 * @param write one conditional write; run again with another condition after PreconditionFailed, and told what it replaces
 * @returns the ETag of what stands at the key now: ours, or that of an earlier attempt for the same upload
 * @throws Superseded
 */
export async function publish(
  cloud: Cloud,
  target: ObjectRef,
  upload: Upload,
  write: (condition: WriteCondition, standing?: ObjectFacts) => Promise<string>,
): Promise<string> {
  let condition: WriteCondition = { absent: true };
  let standing: ObjectFacts | undefined;
  let failure: Error;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    try {
      return await write(condition, standing);
    } catch (error) {
      // a completion whose answer got lost finds its multipart upload gone when it is sent again
      if (!(error instanceof PreconditionFailed || error instanceof MultipartGone)) throw error;
      failure = error;
    }
    standing = await cloud.headObject(target);
    if (standing && isDone(standing.metadata, upload)) return standing.etag;
    if (standing && isNewer(standing.metadata, upload)) {
      throw new Superseded(`${target.key} is the work of a newer upload`);
    }
    if (failure instanceof MultipartGone) throw failure;
    condition = standing ? { etag: standing.etag } : { absent: true };
  }
  throw new Error(`${target.bucket}/${target.key} changed at each of ${MAX_TRIES} tries to write it`);
}

/** Whether an object with this metadata was made from this very upload. */
export function isFrom(metadata: Readonly<Record<string, string>>, upload: Upload): boolean {
  return metadata[ETAG_METADATA] === upload.etag && (metadata[SEQUENCER_METADATA] ?? '') === upload.sequencer;
}

/** Whether it is the last word on this upload. */
function isDone(metadata: Readonly<Record<string, string>>, upload: Upload): boolean {
  return isFrom(metadata, upload) && !isFailure(metadata);
}

/** Whether it is a report that a delivery failed. */
export const isFailure = (metadata: Readonly<Record<string, string>>): boolean =>
  metadata[STATUS_METADATA] === 'failed';

/** Whether an object with this metadata was made from a later upload of the key. Objects of other origin never were. */
export function isNewer(metadata: Readonly<Record<string, string>>, upload: Upload): boolean {
  return compareSequencers(metadata[SEQUENCER_METADATA] ?? '', upload.sequencer) > 0;
}

/**
 * Looks whether a newer upload has been rejected: it has a report, but no result that the writing of ours would meet.
 * @throws Superseded
 */
export async function refuseOutdated({ cloud, settings }: Invocation, upload: Upload): Promise<void> {
  const report = reportRef(settings, upload);
  const standing = report && (await cloud.headObject(report));
  if (standing && isNewer(standing.metadata, upload)) {
    throw new Superseded(`${report.key} is the work of a newer upload`);
  }
}

/**
 * Whether all that is to be written for an upload stands: looked at before work that costs more than the look.
 * @throws Superseded if a newer upload's stands there
 */
export async function isPublished(
  { cloud, settings }: Pick<Invocation, 'cloud' | 'settings'>,
  upload: Upload,
): Promise<boolean> {
  const report = reportRef(settings, upload);
  // without reports there may still be one that says why there is no result
  const refs = [
    ...(report === undefined ? [] : [report]),
    ...(settings.reports && report ? [] : [resultRef(settings, upload)]),
  ];
  for (const ref of refs) {
    const standing = await cloud.headObject(ref);
    if (standing && isNewer(standing.metadata, upload)) {
      throw new Superseded(`${ref.key} is the work of a newer upload`);
    }
    // the report that it failed is yet to be replaced, whatever else stands
    if (standing && isFrom(standing.metadata, upload)) return !isFailure(standing.metadata);
  }
  return false;
}
