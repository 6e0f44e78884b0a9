import { report } from '../../core/files/index.ts';
import type { ByteRange } from '../aws/cloud.ts';
import { MultipartGone, ObjectChanged } from '../aws/errors.ts';
import { type ChunkResult, parseChunkKey, readTallies } from '../chunks/chunk-result.ts';
import { closeJob, type Manifest, manifestKey, readManifest } from '../chunks/manifest.ts';
import type { Job } from '../invocation.ts';
import { writeMessage } from '../message.ts';
import type { Outcome } from '../outcome.ts';
import { closeMultiparts } from '../result/close-multiparts.ts';
import { isFinished } from '../result/is-published.ts';
import { Superseded } from '../result/publish.ts';
import { inputOf } from '../result/report-rejection.ts';
import { resultTarget } from '../result/result-target.ts';
import { effort, writeReport } from '../result/write-report.ts';
import { jobId, type Upload } from '../upload.ts';
import { claimAssembly } from './assembly-lock.ts';
import { cover } from './find-contiguous-chain.ts';
import { joinChunks } from './join-chunks.ts';

/** Milliseconds that assembling may take: for its beginning and end, and for each chunk. */
const ASSEMBLY_BASE = 1_000;
const ASSEMBLY_PER_CHUNK = 20;

/**
 * Looks whether a job's chunks cover its file, and if so makes them the result. Should two messages do so at once, they
 * write the same bytes, and what the slower one misses the faster one has done.
 * @param range of the message's chunk; undefined for a message that is about assembling only, and so has all the time for it
 */
export async function assembleIfComplete(
  job: Job,
  upload: Upload,
  range: ByteRange | undefined,
): Promise<Outcome> {
  const { cloud, settings } = job;
  const id = jobId(upload);
  const listed = await cloud.listObjects(settings.workBucket, `${id}/`);
  const keys = listed.map(({ key }) => key);
  if (!keys.includes(manifestKey(id))) {
    await cloud.deleteObjects(settings.workBucket, keys);
    return { outcome: 'ignored', reason: 'the job was over before' };
  }
  const chunks = listed.flatMap((object) => parseChunkKey(id, object) ?? []);
  const chain = cover(chunks, upload.bytes);
  if (!chain) return { outcome: 'part' };
  if (range && !(await claimAssembly(job, upload, range))) {
    return { outcome: 'part', reason: 'complete; another message assembles it' };
  }
  if (range && performance.now() + ASSEMBLY_BASE + chain.length * ASSEMBLY_PER_CHUNK > job.end) {
    await cloud.sendMessages(settings.chunksQueueUrl, [writeMessage({ job: 'assemble', upload })]);
    return { outcome: 'handed-on', reason: 'too late to assemble' };
  }
  const manifest = await readManifest(cloud, settings.workBucket, upload);
  if (!manifest) return { outcome: 'ignored', reason: 'the job was over before' };
  try {
    return await assemble(job, manifest, chain);
  } catch (error) {
    if (error instanceof Superseded) await closeJob(job, upload);
    // the work was deleted under our hands: somebody else has written the result, or has begun to and will be tried again
    if (!(error instanceof ObjectChanged || error instanceof MultipartGone)) throw error;
    if (!(await isFinished(job, upload))) throw new Error('the work disappeared', { cause: error });
    await closeJob(job, upload);
    return { outcome: 'ignored', reason: 'somebody else has assembled it' };
  }
}

async function assemble(job: Job, manifest: Manifest, chain: readonly ChunkResult[]): Promise<Outcome> {
  const { cloud, settings } = job;
  const { upload, plan, begun } = manifest;
  if (job.again) await closeMultiparts(cloud, { bucket: settings.outputBucket, key: upload.key });
  if (await isFinished(job, upload)) {
    await closeJob(job, upload);
    return { outcome: 'ignored', reason: 'it was assembled before' };
  }
  const target = resultTarget(settings.outputBucket, upload, manifest, plan.options);
  const output = await joinChunks(job, target, upload, chain);
  const tally = await readTallies(cloud, settings.workBucket, chain);
  const milliseconds = chain.reduce((sum, chunk) => sum + chunk.milliseconds, 0);
  const memory = Math.max(...chain.map((chunk) => chunk.memory));
  const reason = await writeReport(job, upload, {
    ...report({ input: inputOf(upload), output, plan, tally, seconds: (Date.now() - begun) / 1000 }),
    ...effort(chain.length, milliseconds, memory),
  });
  await closeJob(job, upload);
  return { outcome: 'solved', reason: reason ?? `assembled from ${chain.length} chunks` };
}
