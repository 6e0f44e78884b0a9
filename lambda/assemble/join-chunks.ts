// Joins the results of adjoining chunks to one object: S3 copies the parts of a multipart upload.
import { createHash } from 'node:crypto';
import type { Identity } from '../../core/files/index.ts';
import type { Cloud, Multipart, ObjectTarget, StoredPart, UploadedPart } from '../aws/cloud.ts';
import { StorageError, unless } from '../aws/errors.ts';
import type { ChunkResult, CompleteJob } from '../chunks/chunk-result.ts';
import { multipartsPrefix } from '../chunks/manifest.ts';
import { Cancelled } from '../invocation/cancellation.ts';
import type { UploadContext } from '../invocation/context.ts';
import { readAll, SlowRead } from '../invocation/read-in-time.ts';
import { runBounded } from '../invocation/run-bounded.ts';
import { TimeLimit } from '../invocation/time.ts';
import {
  abortMultiparts,
  isFrom,
  isNewer,
  publishMultipart,
  Superseded,
  throwIfOutdated,
  throwIfReplaced,
} from '../result/publish.ts';

/** Copies at the same time; S3 does the work. */
export const COPIES_AT_ONCE = 64;
/** While S3 throttles. */
const THROTTLED_COPIES = 8;
/** Bytes of joined parts in memory at the same time. */
const JOINED_AT_ONCE = 64 * 1024 * 1024;

/**
 * Joins the results of adjoining chunks to one object, or as much of it as there is time for. What exists is kept for a later
 * invocation: the job's folder names the multipart upload, whose parts are listed, and a result that is complete is not made again.
 * @param frame head and foot of the result, if it has them
 * @param until when to stop
 * @returns undefined if the rest is left to another invocation
 * @throws Superseded, ObjectReplaced; ObjectGone if the upload was deleted; ObjectGone or MultipartGone of the work if another
 *   assembler was faster
 */
export async function joinChunks(
  context: UploadContext,
  target: ObjectTarget,
  { upload, chain, keys }: Pick<CompleteJob, 'upload' | 'chain' | 'keys'>,
  frame: readonly Slice[],
  until: number,
): Promise<Required<Identity> | undefined> {
  const { cloud, settings } = context;
  const { bucket, key } = target;
  const [head = [], foot = []] = frame.map((slice) => [slice]);
  const plans = planParts([...head, ...chain.map(sliceOf), ...foot]);
  const bytes = plans.reduce((sum, plan) => sum + bytesOf(plan), 0);
  const known = keys.filter((each) => each.startsWith(multipartsPrefix(upload)));
  if (known.length > 0) {
    // whoever began it may have died before it wrote the report
    const existing = await cloud.headObject(target);
    if (existing && isFrom(existing.metadata, upload) && existing.bytes === bytes) {
      await abortMultiparts(context, upload);
      await throwIfReplaced(context, upload);
      return { bucket, key, etag: existing.etag, bytes };
    }
  }
  const prefix = `${multipartsPrefix(upload)}${nameOf(plans, frame)}/`;
  const stored = await storedParts(cloud, target, prefix, known);
  const multipart = stored?.multipart ?? (await cloud.createMultipart(target));
  if (!stored) {
    const record = { bucket: settings.workBucket, key: prefix + encodeURIComponent(multipart.uploadId) };
    await cloud.putObject(record, EMPTY);
  }
  let parts: (UploadedPart | undefined)[];
  try {
    parts = await makeParts(context, multipart, plans, stored?.parts ?? [], until);
    await throwIfOutdated(context, upload);
  } catch (error) {
    // after any other error, a later delivery goes on with it
    const isFinal =
      error instanceof StorageError || error instanceof Superseded || error instanceof Cancelled;
    if (isFinal) await abortMultiparts(context, upload, multipart);
    throw error;
  }
  const made = parts.filter((part) => part !== undefined);
  const isProgress = made.length > (stored?.parts.length ?? -1);
  if (made.length < parts.length && !isProgress) {
    // the retries of this message are later each time; a new one at once might make no progress either
    throw new Error(
      `slow copies: no part of ${key} was completed in time, ${made.length} of ${parts.length} exist`,
    );
  }
  // S3 takes a while to complete thousands of parts: the next invocation begins with it
  if (made.length < parts.length || (isProgress && performance.now() > until)) return undefined;
  const etag = await publishMultipart(context, multipart, made, upload);
  const existing = await cloud.headObject(target);
  if (existing && isNewer(existing.metadata, upload))
    throw new Superseded(`${key} was replaced by a newer upload's`);
  if (!existing || !isFrom(existing.metadata, upload) || existing.bytes !== bytes) {
    throw new Error(`expected a result of ${bytes} bytes at ${key}, found ${existing?.bytes ?? 'none'}`);
  }
  return { bucket, key, etag, bytes };
}

const EMPTY = new Uint8Array();

/** Plans with the same name have the same bytes in each part: late chunks may change a plan. */
function nameOf(plans: readonly PartPlan[], frame: readonly Slice[]): string {
  const names = [...plans.map(bytesOf), ...frame.map(({ key }) => key)];
  return createHash('sha256').update(names.join()).digest('hex').slice(0, 16);
}

/** @returns undefined if no multipart upload of this plan is open: assembly starts again */
async function storedParts(
  cloud: Cloud,
  { bucket, key }: ObjectTarget,
  prefix: string,
  known: readonly string[],
) {
  for (const record of known.filter((each) => each.startsWith(prefix))) {
    const multipart = { bucket, key, uploadId: decodeURIComponent(record.slice(prefix.length)) };
    const parts = await unless(['MultipartGone'], cloud.listParts(multipart));
    if (parts) return { multipart, parts };
  }
  return undefined;
}

const sliceOf = ({ key, bytes, detailBytes }: ChunkResult): Slice => ({
  key,
  objectBytes: bytes + detailBytes,
  from: 0,
  to: bytes,
});

/** @returns undefined for each part that is left to another invocation */
async function makeParts(
  { cloud, settings, alarm }: UploadContext,
  multipart: Multipart,
  plans: readonly PartPlan[],
  stored: readonly StoredPart[],
  until: number,
): Promise<(UploadedPart | undefined)[]> {
  const parts = new Array<UploadedPart | undefined>(plans.length).fill(undefined);
  for (const part of stored) {
    const plan = plans[part.number - 1];
    if (plan && part.bytes === bytesOf(plan)) parts[part.number - 1] = part;
  }
  const room = {
    items: () => (cloud.isSlowedDown() ? THROTTLED_COPIES : COPIES_AT_ONCE),
    weight: JOINED_AT_ONCE,
    weigh: ([, plan]: [number, PartPlan]) => ('copy' in plan ? 0 : bytesOf(plan)),
  };
  const missing = [...plans.entries()].filter(([index]) => parts[index] === undefined);
  const limit = new TimeLimit(alarm, until, () => new SlowRead(`slow copies of ${multipart.key}`));
  const { workBucket } = settings;
  const make = async (number: number, plan: PartPlan): Promise<UploadedPart> => {
    if ('copy' in plan) {
      const source = { bucket: workBucket, key: plan.copy.key };
      const range = isEntireObject(plan.copy) ? undefined : plan.copy;
      return cloud.copyPart(multipart, number, source, range, limit.signal);
    }
    const pieces: Uint8Array[] = [];
    for (const { key, from, to, objectBytes } of plan.join) {
      const slice = { bucket: workBucket, key, bytes: objectBytes };
      pieces.push((await readAll({ cloud, alarm }, slice, until, { from, to })).content);
    }
    return cloud.uploadPart(multipart, number, Buffer.concat(pieces), limit.signal);
  };
  try {
    await runBounded(missing, room, async ([index, plan]) => {
      if (performance.now() > until || limit.signal.aborted) return;
      try {
        parts[index] = await limit.wait(make(index + 1, plan));
      } catch (error) {
        if (!(error instanceof SlowRead)) throw error;
      }
    });
  } finally {
    limit.cancel();
  }
  return parts;
}

/** A byte range of an object that is `objectBytes` long. */
export interface Slice {
  readonly key: string;
  readonly objectBytes: number;
  readonly from: number;
  readonly to: number;
}

/** One part of a multipart upload: copied inside S3, or joined from several slices by the function. */
export type PartPlan = { readonly copy: Slice } | { readonly join: readonly Slice[] };

/** S3's minimum size of a part, except the last one; an object must exceed it for a range of it to be copied. */
export const MIN_PART = 5 * 1024 * 1024;
/** S3's maximum number of parts */
const MAX_PARTS = 10_000;

/**
 * Plans the parts that join the slices to one object: few enough, each large enough, with as much as possible copied inside S3.
 * Smaller slices are joined, and a join takes the bytes that it lacks from the start of the next slice. The minimum size is
 * S3's own; it is raised only if there would be too many parts.
 */
export function planParts(slices: readonly Slice[]): PartPlan[] {
  for (let least = MIN_PART; ; least *= 2) {
    const parts = partsOf(slices, least);
    if (parts.length <= MAX_PARTS) return parts;
  }
}

function partsOf(slices: readonly Slice[], least: number): PartPlan[] {
  const parts: PartPlan[] = [];
  let joined: Slice[] = [];
  let joinedBytes = 0;
  const flush = () => {
    if (joinedBytes > 0) parts.push({ join: joined });
    joined = [];
    joinedBytes = 0;
  };
  for (let slice of slices) {
    if (joinedBytes > 0 && length(slice) >= least) {
      // enough to complete the join, or all of it if the rest would be too small for a part
      const lacking = least - joinedBytes;
      const cut = length(slice) - lacking >= least ? slice.from + lacking : slice.to;
      joined.push({ ...slice, to: cut });
      joinedBytes = least;
      flush();
      slice = { ...slice, from: cut };
    }
    if (length(slice) >= least) {
      parts.push({ copy: slice });
    } else if (length(slice) > 0) {
      joined.push(slice);
      joinedBytes += length(slice);
      if (joinedBytes >= least) flush();
    }
  }
  flush();
  return parts;
}

export const bytesOf = (part: PartPlan): number =>
  ('copy' in part ? [part.copy] : part.join).reduce((sum, slice) => sum + length(slice), 0);

export const length = ({ from, to }: Pick<Slice, 'from' | 'to'>): number => to - from;

/** An entire object can be copied at any size, a range only from an object larger than {@link MIN_PART}. */
export const isEntireObject = ({ from, to, objectBytes }: Slice): boolean => from === 0 && to === objectBytes;
