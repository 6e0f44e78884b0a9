import type { FilePlan } from '../../core/files/index.ts';
import type { ByteRange } from '../aws/cloud.ts';
import type { Job } from '../invocation.ts';
import { type ChunkMessage, MAX_HOPS, writeMessage } from '../message.ts';
import type { Upload } from '../upload.ts';
import { chunkBytes, cut, type Rate } from './sizing.ts';

/** Gives a file to an invocation of its own. */
export async function handOnFile({ cloud, settings }: Job, upload: Upload): Promise<void> {
  await cloud.sendMessages(settings.chunksQueueUrl, [writeMessage({ job: 'file', upload })]);
}

/** Sends one message a chunk, all at once: none of them waits for another. @returns how many */
export async function sendChunks(
  { cloud, settings }: Job,
  upload: Upload,
  plan: FilePlan,
  hop: number,
  ranges: readonly ByteRange[],
): Promise<number> {
  const bodies = ranges.map((range) => writeMessage({ job: 'chunk', upload, plan, range, hop }));
  await cloud.sendMessages(settings.chunksQueueUrl, bodies);
  return bodies.length;
}

/**
 * Hands on what the deadline left of a chunk, cut so that each piece surely fits into an invocation.
 * @param rate how fast the chunk went until then
 * @throws Error at the last hop: the message then fails, and later ends in the dead letters
 */
export async function handBack(
  job: Job,
  { upload, plan, hop, range }: ChunkMessage,
  done: number,
  rate: Rate,
): Promise<number> {
  if (hop >= MAX_HOPS) {
    throw new Error(
      `bytes ${done} to ${range.to} of ${upload.key} are too hard: they do not fit into an invocation even after ${hop} cuts`,
    );
  }
  const rest = { from: done, to: range.to };
  const size = chunkBytes(rest.to - rest.from, rate, job.available);
  return sendChunks(job, upload, plan, hop + 1, cut(rest, size));
}
