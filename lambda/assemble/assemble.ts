import type { ByteRange } from '../aws/cloud.ts';
import { MultipartGone, ObjectGone, ObjectReplaced } from '../aws/errors.ts';
import { type ChunkResult, parseChunkKey, readDetails } from '../chunks/chunk-result.ts';
import { enqueueFiles } from '../chunks/enqueue.ts';
import { closeJob, type Manifest, manifestKey, readManifest } from '../chunks/manifest.ts';
import { withdrawFailure } from '../chunks/withdraw-failure.ts';
import type { Invocation, Outcome } from '../invocation.ts';
import { type BegunAssembly, writeMessage } from '../message.ts';
import { failingKey } from '../result/failure.ts';
import { abortMultiparts } from '../result/multiparts.ts';
import { isPublished } from '../result/publish.ts';
import { reportSolved } from '../result/report.ts';
import { resultTarget } from '../result/result-target.ts';
import { jobId, type Upload } from '../upload.ts';
import { lockAssembly } from './assembly-lock.ts';
import { findContiguousChain } from './find-contiguous-chain.ts';
import { joinChunks } from './join-chunks.ts';

/** Milliseconds that assembling may take: for its beginning and end, and for each chunk. */
const ASSEMBLY_BASE = 1_000;
const ASSEMBLY_PER_CHUNK = 20;

/** Milliseconds after which what a job has written may expire: a day before it does, since S3 counts days from midnight to midnight. */
export const MAX_JOB_AGE = 17 * 86_400_000;

/**
 * Looks whether a job's chunks cover its file, and if so makes them the result. Should two messages do so at once, they
 * write the same bytes, and what the slower one misses the faster one has done.
 * @param by the message's chunk; or what was begun, for a message that is about assembling only, and so has all the time for it
 */
export async function assembleIfComplete(
  invocation: Invocation,
  upload: Upload,
  by: { readonly range?: ByteRange; readonly begun?: BegunAssembly | undefined },
): Promise<Outcome> {
  const { range, begun } = by;
  const { cloud, settings } = invocation;
  const id = jobId(upload);
  const listed = await cloud.listObjects(settings.workBucket, `${id}/`);
  const keys = listed.map(({ key }) => key);
  const opened = listed.find(({ key }) => key === manifestKey(id))?.modified;
  if (opened === undefined) return withoutManifest(invocation, upload, keys);
  const chunks = listed.flatMap((object) => parseChunkKey(id, object) ?? []);
  const chain = findContiguousChain(chunks, upload.bytes);
  if (!chain) {
    // what is missing may have been there, and expired before the manifest: nobody would bring it again
    const isExpiring = Date.now() - opened > MAX_JOB_AGE;
    if (isExpiring) return withoutManifest(invocation, upload, keys);
    // a delivery of this very chunk failed before, or said so before it began
    if (range && keys.includes(failingKey(upload, range))) await withdrawFailure(invocation, upload, range);
    return { outcome: 'part' };
  }
  const open = await readManifest(invocation, upload);
  if (!open) return withoutManifest(invocation, upload, keys);
  if (range && !(await lockAssembly(invocation, upload, range, open.manifest.begun))) {
    return { outcome: 'part', reason: 'complete; another message assembles it' };
  }
  if (range && performance.now() + ASSEMBLY_BASE + chain.length * ASSEMBLY_PER_CHUNK > invocation.end) {
    await cloud.sendMessages(settings.chunksQueueUrl, [writeMessage({ kind: 'assemble', upload })]);
    return { outcome: 'enqueued', reason: 'too late to assemble' };
  }
  try {
    return await assemble(invocation, open.manifest, chain, begun);
  } catch (error) {
    // the work was deleted under our hands: somebody else has written the result, or has begun to and will be tried again
    if (!(error instanceof ObjectGone || error instanceof MultipartGone)) throw error;
    if (!(await isPublished(invocation, upload))) throw new Error('the work disappeared', { cause: error });
    await closeJob(invocation, upload);
    return { outcome: 'ignored', reason: 'somebody else has assembled it' };
  }
}

/**
 * A job without a manifest is over, or its folder in the work bucket has expired, as after some redrives, or begins to:
 * only what stands in the other buckets tells.
 * @throws ObjectGone, ObjectReplaced, Superseded
 */
async function withoutManifest(
  invocation: Invocation,
  upload: Upload,
  left: readonly string[],
): Promise<Outcome> {
  const { cloud, settings } = invocation;
  if (await isPublished(invocation, upload)) {
    await closeJob(invocation, upload);
    return { outcome: 'ignored', reason: 'the job was over before' };
  }
  const standing = await cloud.headObject(upload);
  if (!standing) throw new ObjectGone(upload);
  if (standing.etag !== upload.etag) throw new ObjectReplaced(upload);
  await cloud.deleteObjects(settings.workBucket, left);
  await enqueueFiles(invocation, upload);
  return { outcome: 'expired', reason: 'its work has expired: the file is planned anew' };
}

async function assemble(
  invocation: Invocation,
  manifest: Manifest,
  chain: readonly ChunkResult[],
  parts: BegunAssembly | undefined,
): Promise<Outcome> {
  const { cloud, settings } = invocation;
  const { upload, plan, begun, planning } = manifest;
  if (invocation.isRedelivery && !parts) await abortMultiparts(invocation, upload);
  if (await isPublished(invocation, upload)) {
    await closeJob(invocation, upload);
    return { outcome: 'ignored', reason: 'it was assembled before' };
  }
  const target = resultTarget(settings, upload, manifest, plan.options);
  const joined = await joinChunks(invocation, target, upload, chain, parts);
  if ('unfinished' in joined) {
    const message = writeMessage({ kind: 'assemble', upload, begun: joined.unfinished });
    await cloud.sendMessages(settings.chunksQueueUrl, [message]);
    return { outcome: 'enqueued', reason: 'it takes another invocation to assemble it' };
  }
  const { output } = joined;
  const assembled = Date.now();
  const { tally, spans } = await readDetails(invocation, chain);
  const milliseconds = chain.reduce((sum, chunk) => sum + chunk.milliseconds, 0);
  const memory = Math.max(...chain.map((chunk) => chunk.memory));
  const job = { chunks: chain.length, planning, spans, assembled, memory };
  const done = await reportSolved(invocation, upload, { plan, output, tally, begun, milliseconds, job });
  await closeJob(invocation, upload);
  const { outputPrefix = settings.outputPrefix } = manifest;
  if (outputPrefix !== settings.outputPrefix) {
    // the owner has given results another place since: the report that it failed would stay at the old one
    await withdrawFailure({ ...invocation, settings: { ...settings, outputPrefix } }, upload);
  }
  return { reason: `assembled from ${chain.length} chunks`, ...done };
}
