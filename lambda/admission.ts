import { isDeepStrictEqual } from 'node:util';
import { RejectedFile } from '../core/files/index.ts';
import { type ReadingDelivery, readManifest } from './chunks/manifest.ts';
import { refuseUnbounded } from './file/open-upload.ts';
import type { Outcome } from './invocation.ts';
import type { ChunkMessage } from './message.ts';
import { isAmongResults } from './result/places.ts';
import type { Settings, Source } from './settings.ts';
import type { Upload } from './upload.ts';

/**
 * What becomes of an upload that nothing is done for, whatever message names it: no request is sent and nothing is written,
 * so that nobody can have results or reports written by naming a bucket that is no source. Its message is not delivered
 * again, since no later delivery could end otherwise.
 * @returns undefined for an upload that is to be worked on
 */
export function withoutWork(
  upload: Upload,
  settings: Pick<Settings, 'sources' | 'outputBucket' | 'outputPrefix'>,
): Outcome | undefined {
  const { bucket, key, bytes } = upload;
  if (isAmongResults(settings, upload)) {
    const reason = 'it is where results go in the output bucket: each would be solved again, without end';
    return { outcome: 'ignored', reason };
  }
  if (key.endsWith('/') && bytes === 0) {
    return { outcome: 'ignored', reason: 'it is a folder as consoles make them, no file' };
  }
  if (!settings.sources.some((source) => isOf(source, upload))) {
    return {
      outcome: 'refused',
      reason: `expected a file of a source of this pipeline, got one of ${bucket}`,
    };
  }
  return undefined;
}

const isOf = ({ bucket, prefix, suffix }: Source, upload: Upload): boolean =>
  upload.bucket === bucket && upload.key.startsWith(prefix) && upload.key.endsWith(suffix);

/**
 * Holds the plan of a chunk's message to the bounds that hold for files. Who lowers a bound ends the jobs that were planned
 * above it; a plan that is not its job's is refused without harm to the job.
 * @returns undefined for a chunk that is to be solved
 * @throws RejectedFile for a plan that is its job's
 */
export async function refusedChunk(
  invocation: ReadingDelivery,
  { upload, plan }: ChunkMessage,
): Promise<Outcome | undefined> {
  try {
    refuseUnbounded(plan.options, invocation.settings.bounds);
    return undefined;
  } catch (error) {
    if (!(error instanceof RejectedFile)) throw error;
    const job = await readManifest(invocation, upload);
    if (job && isDeepStrictEqual(job.manifest.plan, plan)) throw error;
    return { outcome: 'refused', reason: `${error.message}, in a message that is not of its job` };
  }
}
