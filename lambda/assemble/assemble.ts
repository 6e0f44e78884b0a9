// Assembles the result of a file that was solved in chunks, by whoever finds that no chunk is missing.
import { createHash } from 'node:crypto';
import { type Frame, frameOf, type PieceFacts } from '../../core/files/index.ts';
import { amount, listOf, parseJson, ShapeError } from '../../core/options/shape.ts';
import type { ByteRange, ObjectEntry, WriteCondition } from '../aws/cloud.ts';
import { isFault, unless } from '../aws/errors.ts';
import { type ChunkResult, type CompleteJob, parseChunkKey, readDetails } from '../chunks/chunk-result.ts';
import { closeJob, type Manifest, manifestKey, multipartsPrefix, readManifest } from '../chunks/manifest.ts';
import { enqueueFiles } from '../chunks/plan-job.ts';
import type { Outcome, UploadContext } from '../invocation/context.ts';
import { MAX_ASSEMBLIES } from '../invocation/message.ts';
import { checkSpent, type Spent } from '../invocation/meter.ts';
import { readAll } from '../invocation/read-in-time.ts';
import { sendWork } from '../invocation/send-work.ts';
import type { Settings } from '../invocation/settings.ts';
import { refuseMoreSolving, refuseResultBytes } from '../invocation/spending.ts';
import { lastRead } from '../invocation/time.ts';
import { jobId, type Upload } from '../invocation/upload.ts';
import { failingKey, isNearDeadLetters, withdrawFailure } from '../result/failed-report.ts';
import { resultTarget } from '../result/output-refs.ts';
import {
  abortMultiparts,
  isPublished,
  MAX_ATTEMPTS,
  throwIfLost,
  throwIfReplaced,
} from '../result/publish.ts';
import { reportSolved } from '../result/report.ts';
import type { Slice } from './join-chunks.ts';
import { joinChunks } from './join-chunks.ts';

/** Estimated milliseconds to assemble a result: fixed, and for each chunk. */
const ASSEMBLY_BASE = 1_000;
const ASSEMBLY_PER_CHUNK = 20;
/** Share of the remaining time after which the rest is left to another invocation. */
const SHARE = 1 / 2;

/** Milliseconds after which a job's objects may expire: a day less than configured, since S3 counts from midnight to midnight. */
export const MAX_JOB_AGE = 17 * 86_400_000;

/**
 * Milliseconds after which no invocation can be at work any more that took the lock, or wrote the last chunk: the longest that
 * Lambda allows.
 */
export const STALLED_AFTER = 15 * 60_000;

/**
 * Whether a job has been complete for {@link STALLED_AFTER} and nobody has begun to assemble it since: its message is lost, or
 * waits in a queue.
 * @param listed all objects of its folder
 */
export function isStalled(
  { upload }: Pick<Manifest, 'upload'>,
  listed: readonly ObjectEntry[],
  now = Date.now(),
): boolean {
  const id = jobId(upload);
  const old = listed.filter(({ modified }) => now - modified > STALLED_AFTER);
  // whoever took the lock found the job complete; a chunk may have been solved again since
  const lock = listed.find(({ key }) => key === lockKey(id));
  if (lock && !old.includes(lock)) return false;
  return findContiguousChain(chunksIn(id, lock ? listed : old), upload.bytes) !== undefined;
}

const sumOf = (results: readonly ChunkResult[], name: 'bytes' | 'milliseconds'): number =>
  results.reduce((sum, result) => sum + result[name], 0);

/** Bytes that a result has at least, by the chunks that are solved. */
function leastBytes(results: readonly ChunkResult[]): number {
  let [bytes, end] = [0, 0];
  // a chunk may be solved twice, also with other cuts
  for (const { range, ...result } of results.toSorted((a, b) => a.range.to - b.range.to)) {
    if (range.from < end) continue;
    bytes += result.bytes;
    end = range.to;
  }
  return bytes;
}

const chunksIn = (id: string, listed: readonly ObjectEntry[]): ChunkResult[] =>
  listed.flatMap((object) => parseChunkKey(id, object) ?? []);

/**
 * Checks whether a job's chunks cover its file, and if so joins them to the result. If two messages do so at the same time, they
 * write the same bytes, and the slower one finds the work done.
 * @param by `range` of the chunk that the message has solved; without it, the message requests only the assembly, as the one
 *   `hop` of some; `spent` on the file before it was planned; `proceed` is called with the results that exist, if others are
 *   missing, and whether a delivery of this message may have died
 */
export async function assembleIfComplete(
  context: UploadContext,
  upload: Upload,
  by: {
    readonly range?: ByteRange;
    readonly hop?: number | undefined;
    readonly spent?: Spent | undefined;
    readonly proceed?: (solved: readonly ChunkResult[], isAgain: boolean) => Promise<void>;
  },
): Promise<Outcome> {
  const { range, hop = range ? 0 : 1 } = by;
  const { cloud, settings } = context;
  const id = jobId(upload);
  const listed = await cloud.listObjects(settings.workBucket, `${id}/`);
  const keys = listed.map(({ key }) => key);
  const opened = listed.find(({ key }) => key === manifestKey(id))?.modified;
  if (opened === undefined) return withoutManifest(context, upload, keys);
  const results = chunksIn(id, listed);
  refuseResultBytes(leastBytes(results), upload, settings);
  const chain = findContiguousChain(results, upload.bytes);
  if (!chain) {
    refuseMoreSolving((by.spent?.milliseconds ?? 0) + sumOf(results, 'milliseconds'), settings);
    // missing chunks may have expired before the manifest: no message would solve them again
    const isExpiring = Date.now() - opened > MAX_JOB_AGE;
    if (isExpiring) return withoutManifest(context, upload, keys);
    // an earlier delivery of this chunk has failed, or reported so in advance
    const hasFailed = range !== undefined && keys.includes(failingKey(upload, range));
    if (hasFailed) await withdrawFailure(context, upload, range);
    await by.proceed?.(results, hasFailed || context.isRedelivery);
    return { outcome: 'part' };
  }
  const open = await readManifest(context, upload);
  if (!open) return withoutManifest(context, upload, keys);
  const stalled = isStalled(open.manifest, listed) && { stalled: true };
  try {
    if (!(await lockAssembly(context, upload, range, open.manifest.begun))) {
      return { outcome: 'part', reason: 'complete; another message assembles it' };
    }
    if (range && performance.now() + ASSEMBLY_BASE + chain.length * ASSEMBLY_PER_CHUNK > context.end) {
      await sendWork(context, settings.chunksQueueUrl, [{ kind: 'assemble', upload, hop: 1 }]);
      return { outcome: 'enqueued', reason: 'too late to assemble' };
    }
    const inChain = new Set(chain);
    const repeated = results.filter((result) => !inChain.has(result));
    const job = { upload, chain, repeated, keys };
    return { ...(await assemble(context, open.manifest, job, hop)), ...stalled };
  } catch (error) {
    if (!isWorkGone(error, settings)) throw error;
    // the work was deleted meanwhile: another process has written the result, or has begun to and will be retried
    if (!(await isPublished(context, upload))) throw new Error('the work disappeared', { cause: error });
    await closeJob(context, upload);
    return { outcome: 'ignored', reason: 'another message has assembled it' };
  }
}

const isWorkGone = (error: unknown, { workBucket }: Settings): boolean =>
  isFault(error, 'MultipartGone') || (isFault(error, 'ObjectGone') && error.bucket === workBucket);

/**
 * Handles a job without a manifest: it is closed, or its folder in the work bucket has expired, as after some redrives. The other
 * buckets show which.
 * @throws ObjectGone, ObjectReplaced, Superseded
 */
async function withoutManifest(
  context: UploadContext,
  upload: Upload,
  left: readonly string[],
): Promise<Outcome> {
  const { cloud, settings } = context;
  if (await isPublished(context, upload)) {
    // of an assembly that went on meanwhile, and was left to this message
    if (left.some((key) => key.startsWith(multipartsPrefix(upload)))) await abortMultiparts(context, upload);
    await closeJob(context, upload, left);
    return { outcome: 'ignored', reason: 'the job was over before' };
  }
  await throwIfLost(context, upload);
  await cloud.deleteObjects(settings.workBucket, left);
  await enqueueFiles(context, upload);
  return { outcome: 'expired', reason: 'its work has expired: the file is planned again' };
}

/**
 * Does what is left of the assembly, step by step: the sums of the details, the result, the report, and cleaning up. Each leaves
 * something in the job's folder or at the result's key, so that it is not done again, whenever an invocation ends.
 * @param hop messages about the assembly so far; 0 if the invocation has solved a chunk
 */
async function assemble(
  context: UploadContext,
  manifest: Manifest,
  assembled: CompleteJob,
  hop: number,
): Promise<Outcome> {
  const { settings, deadline, end } = context;
  const { upload, plan, begun, planning, spent } = manifest;
  const { chain, repeated, keys } = assembled;
  if (await isPublished(context, upload)) {
    // an earlier delivery may have died before it checked this
    await throwIfReplaced(context, upload);
    await closeJob(context, upload, keys);
    return { outcome: 'ignored', reason: 'it was assembled before' };
  }
  const now = performance.now();
  const until = Math.max(deadline, now + (end - now) * SHARE);
  const details = await readDetails(context, assembled, until);
  if (!details) return leaveAssembly(context, upload, hop);
  const frame = frameOf(plan);
  const ends = frame ? await storeFrame(context, upload, frame, details.facts) : [];
  const length = ends.reduce((sum, { objectBytes }) => sum + objectBytes, sumOf(chain, 'bytes'));
  refuseResultBytes(length, upload, settings);
  const target = resultTarget(settings, upload, manifest, plan.options, plan.compression);
  const output = await joinChunks(context, target, assembled, ends, until);
  if (!output) return leaveAssembly(context, upload, hop);
  const { tally, spans } = details;
  const milliseconds = sumOf([...chain, ...repeated], 'milliseconds');
  const memory = chain.reduce((most, chunk) => Math.max(most, chunk.memory), 0);
  // the planning, each chunk, and this one if it has not solved one
  const invocations = 1 + chain.length + repeated.length + (hop > 0 ? 1 : 0);
  const assembledAt = Date.now();
  const all = [...(spent ? [spent] : []), ...(await spentBefore(context, upload, keys))];
  const job = {
    chunks: chain.length,
    invocations,
    planning,
    spans,
    assembled: assembledAt,
    memory,
    spent: all,
  };
  const done = await reportSolved(context, upload, { plan, output, tally, begun, milliseconds, job });
  await closeJob(context, upload, keys);
  const { outputPrefix = settings.outputPrefix } = manifest;
  if (outputPrefix !== settings.outputPrefix) {
    // the owner has changed the prefix since: a `failed` report would remain at the old one
    await withdrawFailure({ ...context, settings: { ...settings, outputPrefix } }, upload);
  }
  return { reason: `assembled from ${chain.length} chunks`, ...done };
}

/** What invocations have spent on an assembly that they left to others, one object each. */
const spentPrefix = (upload: Upload): string => `${jobId(upload)}/spent/`;

function spentBefore(context: UploadContext, upload: Upload, keys: readonly string[]): Promise<Spent[]> {
  const records = keys.filter((key) => key.startsWith(spentPrefix(upload)));
  const read = async (key: string) => {
    const ref = { bucket: context.settings.workBucket, key };
    const { content } = await readAll(context, ref, lastRead(context));
    return checkSpent(parseJson(content.toString(), key), key);
  };
  return Promise.all(records.map(read));
}

/**
 * Leaves the rest of an assembly to another invocation.
 * @param hop messages about it so far
 * @throws if there have been so many that Lambda might take them for a loop: the next delivery of this one goes on
 */
async function leaveAssembly(context: UploadContext, upload: Upload, hop: number): Promise<Outcome> {
  const { cloud, settings, meter, messageId, delivery } = context;
  const record = { bucket: settings.workBucket, key: `${spentPrefix(upload)}${messageId}-${delivery}` };
  // the invocation of a chunk counts with its result
  await cloud.putObject(record, Buffer.from(JSON.stringify(meter.spent(hop > 0 ? 1 : 0))));
  if (hop < MAX_ASSEMBLIES) {
    await sendWork(context, settings.chunksQueueUrl, [{ kind: 'assemble', upload, hop: hop + 1 }]);
    return { outcome: 'enqueued', reason: 'it takes another invocation to assemble it' };
  }
  if (!isNearDeadLetters(context)) throw new Error(`it takes another delivery to assemble ${upload.key}`);
  return { outcome: 'enqueued', reason: 'it takes long to assemble: the next sweep goes on with it' };
}

/**
 * Stores the head and the foot of a result, so that they are joined like chunks.
 * @param facts of the chunks
 */
async function storeFrame(
  { cloud, settings }: UploadContext,
  upload: Upload,
  frame: Frame,
  facts: readonly PieceFacts[],
): Promise<Slice[]> {
  const stored: Slice[] = [];
  for (const content of [frame.head(facts)!, frame.foot(facts)]) {
    // late chunks may change the foot: an assembly that has begun keeps its own
    const name = createHash('sha256').update(content).digest('hex').slice(0, 32);
    const key = `${jobId(upload)}/frame/${name}`;
    await cloud.putObject({ bucket: settings.workBucket, key }, content);
    stored.push({ key, objectBytes: content.length, from: 0, to: content.length });
  }
  return stored;
}

const lockKey = (id: string): string => `${id}/assembler.json`;

/**
 * Locks the assembling of a job for the message of a range, since chunks that end together all find the job complete. The lock
 * belongs to the message, so it outlives a killed function: the message is delivered again. It ends with the plan: a lock from
 * before the work expired is void. So is one that is older than any invocation: whoever took it has died, and its message may
 * be lost. What the lock says decides, never a write that failed.
 * @param range without one, the message was sent to assemble, and has the lock in any case
 * @param begun of the job's manifest
 * @returns whether the message holds the lock, by this delivery or an earlier one
 * @throws ObjectGone if the lock was deleted, as when the job is closed
 */
export async function lockAssembly(
  context: UploadContext,
  upload: Upload,
  range: ByteRange | undefined,
  begun: number,
): Promise<boolean> {
  const { cloud, settings } = context;
  const target = {
    bucket: settings.workBucket,
    key: lockKey(jobId(upload)),
    contentType: 'application/json',
  };
  const owner = JSON.stringify([range?.from ?? 0, range?.to ?? 0, begun]);
  if (!range) {
    await cloud.putObject(target, Buffer.from(owner));
    return true;
  }
  let condition: WriteCondition = { absent: true };
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
    const put = cloud.putObject(target, Buffer.from(owner), condition);
    if ((await unless(['PreconditionFailed'], put)) !== undefined) return true;
    const { content, etag, modified } = await readAll(context, target, lastRead(context));
    const existing = content.toString();
    if (existing === owner) return true;
    if (begunIn(existing) === begun && Date.now() - modified < STALLED_AFTER) return false;
    condition = { etag };
  }
  throw new Error(`${target.key} changed before each of ${MAX_ATTEMPTS} attempts to take it`);
}

/** The time of the plan that a lock was taken under; undefined for other content, which is void. */
function begunIn(lock: string): number | undefined {
  try {
    return listOf(amount, 3)(parseJson(lock, 'lock'), 'lock')[2];
  } catch (error) {
    if (error instanceof ShapeError) return undefined;
    throw error;
  }
}

/**
 * Finds a chain of adjoining ranges from 0 to `end`; undefined if there is a gap. Ranges may overlap and repeat (a chunk was
 * solved twice, or cut again): the bytes of all chains are the same.
 */
export function findContiguousChain<Item extends { readonly range: ByteRange }>(
  items: readonly Item[],
  end: number,
): Item[] | undefined {
  // backwards: for each offset, the longest range that leads to the end
  const next = new Map<number, Item>();
  const leadsToEnd = (offset: number) => offset === end || next.has(offset);
  const backwards = items.toSorted((a, b) => b.range.from - a.range.from || b.range.to - a.range.to);
  for (const item of backwards) {
    const { from, to } = item.range;
    if (to > from && !next.has(from) && leadsToEnd(to)) next.set(from, item);
  }
  const chain: Item[] = [];
  for (let at = 0; at < end; ) {
    const item = next.get(at);
    if (item === undefined) return undefined;
    chain.push(item);
    at = item.range.to;
  }
  return chain;
}
