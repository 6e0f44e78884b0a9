import { createHash } from 'node:crypto';
import type { Identity } from '../../core/files/index.ts';
import type { Cloud, Multipart, ObjectTarget, Part, StoredPart } from '../aws/cloud.ts';
import { collect } from '../aws/collect.ts';
import { MultipartGone } from '../aws/errors.ts';
import type { ChunkResult } from '../chunks/chunk-result.ts';
import type { Invocation } from '../invocation.ts';
import type { BegunAssembly } from '../message.ts';
import { abortMultiparts, publishMultipart } from '../result/multiparts.ts';
import { isFrom, isNewer, refuseOutdated, Superseded } from '../result/publish.ts';
import { runBounded } from '../run-bounded.ts';
import type { Upload } from '../upload.ts';
import { isWhole, type PartPlan, partBytes, planParts, type Slice } from './parts.ts';

/** Copies on their way at once; S3 does the work. */
export const COPIES_AT_ONCE = 64;
/** While S3 asks to slow down. */
const SLOW_COPIES = 8;
/** Bytes of joined parts that are held at once. */
const JOINED_AT_ONCE = 64 * 1024 * 1024;

/** Share of the time that is left which may pass before the rest is left to another invocation. */
const SHARE = 1 / 2;

/**
 * Makes the results of adjoining chunks one object, or as much of it as there is time for.
 * @param begun by an invocation before
 * @throws Superseded, ObjectGone or MultipartGone where another assembler was faster
 */
export async function joinChunks(
  invocation: Invocation,
  target: ObjectTarget,
  upload: Upload,
  chain: readonly ChunkResult[],
  begun: BegunAssembly | undefined,
): Promise<{ output: Required<Identity> } | { unfinished: BegunAssembly }> {
  const { cloud, settings, deadline, end } = invocation;
  const { bucket, key } = target;
  const plans = planParts(chain.map(sliceOf));
  const bytes = plans.reduce((sum, plan) => sum + partBytes(plan), 0);
  const plan = nameOf(plans);
  const stored = begun?.plan === plan ? await storedParts(cloud, target, begun) : undefined;
  const multipart = stored?.multipart ?? (await cloud.createMultipart(target));
  const now = performance.now();
  const until = Math.max(deadline, now + (end - now) * SHARE);
  let parts: (Part | undefined)[];
  try {
    parts = await makeParts(cloud, settings.workBucket, multipart, plans, stored?.parts ?? [], until);
    if (!parts.every((part) => part !== undefined)) {
      return { unfinished: { uploadId: multipart.uploadId, plan } };
    }
    await refuseOutdated(invocation, upload);
  } catch (error) {
    await abortMultiparts(invocation, upload, multipart);
    throw error;
  }
  const etag = await publishMultipart(invocation, multipart, parts, upload);
  const standing = await cloud.headObject(target);
  if (standing && isNewer(standing.metadata, upload))
    throw new Superseded(`${key} was replaced by a newer upload's`);
  if (!standing || !isFrom(standing.metadata, upload) || standing.bytes !== bytes) {
    throw new Error(`expected a result of ${bytes} bytes at ${key}, found ${standing?.bytes ?? 'none'}`);
  }
  return { output: { bucket, key, etag, bytes } };
}

/** Plans of one name have the same bytes in each part. */
function nameOf(plans: readonly PartPlan[]): string {
  return createHash('sha256').update(plans.map(partBytes).join()).digest('hex').slice(0, 16);
}

/** undefined if the multipart upload is not open any more: it begins anew */
async function storedParts(cloud: Cloud, { bucket, key }: ObjectTarget, { uploadId }: BegunAssembly) {
  const multipart = { bucket, key, uploadId };
  try {
    return { multipart, parts: await cloud.listParts(multipart) };
  } catch (error) {
    if (error instanceof MultipartGone) return undefined;
    throw error;
  }
}

const sliceOf = ({ key, bytes, detailBytes }: ChunkResult): Slice => ({
  key,
  objectBytes: bytes + detailBytes,
  from: 0,
  to: bytes,
});

async function makeParts(
  cloud: Cloud,
  workBucket: string,
  multipart: Multipart,
  plans: readonly PartPlan[],
  stored: readonly StoredPart[],
  until: number,
): Promise<(Part | undefined)[]> {
  const parts = new Array<Part | undefined>(plans.length).fill(undefined);
  for (const part of stored) {
    const plan = plans[part.number - 1];
    if (plan && part.bytes === partBytes(plan)) parts[part.number - 1] = part;
  }
  const room = {
    items: () => (cloud.isSlowedDown() ? SLOW_COPIES : COPIES_AT_ONCE),
    weight: JOINED_AT_ONCE,
    weigh: ([, plan]: [number, PartPlan]) => ('copy' in plan ? 0 : partBytes(plan)),
  };
  const missing = [...plans.entries()].filter(([index]) => parts[index] === undefined);
  await runBounded(missing, room, async ([index, plan]) => {
    // what is left is for another invocation
    if (performance.now() > until) return;
    const number = index + 1;
    parts[index] =
      'copy' in plan
        ? await cloud.copyPart(
            multipart,
            number,
            { bucket: workBucket, key: plan.copy.key },
            isWhole(plan.copy) ? undefined : plan.copy,
          )
        : await cloud.uploadPart(multipart, number, await readSlices(cloud, workBucket, plan.join));
  });
  return parts;
}

async function readSlices(cloud: Cloud, bucket: string, slices: readonly Slice[]): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for (const { key, from, to } of slices) {
    const { body } = await cloud.readObject({ bucket, key }, { from, to });
    pieces.push(await collect(body));
  }
  return Buffer.concat(pieces);
}
