import type { Identity } from '../../core/files/index.ts';
import type { Cloud, Multipart, ObjectTarget, Part } from '../aws/cloud.ts';
import { collect } from '../aws/collect.ts';
import type { ChunkResult } from '../chunks/chunk-result.ts';
import type { Invocation } from '../invocation.ts';
import {
  abortMultiparts,
  isFrom,
  isNewer,
  publishMultipart,
  refuseOutdated,
  Superseded,
} from '../result/publish.ts';
import { runBounded } from '../run-bounded.ts';
import type { Upload } from '../upload.ts';
import { isWhole, length, type PartPlan, planParts, type Slice } from './parts.ts';

/** Copies on their way at once; S3 does the work. */
const COPIES_AT_ONCE = 64;
/** Bytes of joined parts that are held at once. */
const JOINED_AT_ONCE = 64 * 1024 * 1024;

/**
 * Makes the results of adjoining chunks one object.
 * @throws Superseded, ObjectGone or MultipartGone where another assembler was faster
 */
export async function joinChunks(
  invocation: Invocation,
  target: ObjectTarget,
  upload: Upload,
  chain: readonly ChunkResult[],
): Promise<Required<Identity>> {
  const { cloud, settings } = invocation;
  const { bucket, key } = target;
  const slices = chain.map(sliceOf);
  const bytes = slices.reduce((sum, slice) => sum + length(slice), 0);
  const multipart = await cloud.createMultipart(target);
  let parts: Part[];
  try {
    parts = await makeParts(cloud, settings.workBucket, multipart, planParts(slices));
    await refuseOutdated(invocation, upload);
  } catch (error) {
    await abortMultiparts(cloud, target);
    throw error;
  }
  const etag = await publishMultipart(cloud, multipart, parts, upload);
  const standing = await cloud.headObject(target);
  if (standing && isNewer(standing.metadata, upload))
    throw new Superseded(`${key} was replaced by a newer upload's`);
  if (!standing || !isFrom(standing.metadata, upload) || standing.bytes !== bytes) {
    throw new Error(`expected a result of ${bytes} bytes at ${key}, found ${standing?.bytes ?? 'none'}`);
  }
  return { bucket, key, etag, bytes };
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
): Promise<Part[]> {
  const parts: Part[] = [];
  const room = {
    items: COPIES_AT_ONCE,
    weight: JOINED_AT_ONCE,
    weigh: ([, plan]: [number, PartPlan]) =>
      'copy' in plan ? 0 : plan.join.reduce((sum, slice) => sum + length(slice), 0),
  };
  await runBounded(plans.entries(), room, async ([index, plan]) => {
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
