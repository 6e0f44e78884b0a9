// Decides whether an upload is one to work on: neither a stranger to the sources nor a result of our own.
import { isDeepStrictEqual } from 'node:util';
import { type FilePlan, RejectedFile, rangedState } from '../core/files/index.ts';
import { readManifest } from './chunks/manifest.ts';
import { checkBounds } from './file/open-upload.ts';
import type { Outcome, ReadContext } from './invocation/context.ts';
import type { ChunkMessage } from './invocation/message.ts';
import type { Settings } from './invocation/settings.ts';
import { refuseBytes } from './invocation/spending.ts';
import { sourceOf } from './invocation/tenant.ts';
import type { Upload } from './invocation/upload.ts';
import { isAmongResults, keyFault } from './result/output-refs.ts';

/**
 * The outcome of an upload that the function does not work on, whatever message names it. No request is sent and nothing is
 * written, so that naming a bucket that is no source cannot produce results or reports. The message counts as done, since
 * no later delivery could end differently.
 * @returns undefined for an upload that is to be solved
 */
export function skippedUpload(
  upload: Upload,
  settings: Pick<Settings, 'sources' | 'outputBucket' | 'outputPrefix'>,
): Outcome | undefined {
  const { bucket, key, bytes } = upload;
  if (isAmongResults(settings, upload)) {
    const reason = 'results are written there in the output bucket: each would be solved again, without end';
    return { outcome: 'ignored', reason };
  }
  if (key.endsWith('/') && bytes === 0) {
    return { outcome: 'ignored', reason: 'it is a folder as consoles create them, not a file' };
  }
  if (!sourceOf(settings, upload)) {
    return {
      outcome: 'refused',
      reason: `expected a file of a source of this pipeline, got one of ${bucket}`,
    };
  }
  return undefined;
}

/** @throws RejectedFile if an upload cannot have a result, whatever it holds */
export function refuseUpload(upload: Upload, settings: Settings): void {
  const fault = keyFault(settings, upload);
  if (fault !== undefined) throw new RejectedFile(fault);
  refuseBytes(upload, settings);
}

/**
 * Holds the plan of a chunk's message to the bounds for files. Lowering a bound ends the jobs that were planned above it; a
 * plan that differs from its job's is refused and does not affect the job.
 * @returns undefined for a chunk that is to be solved
 * @throws RejectedFile if the job itself has this plan
 */
export async function skippedChunk(
  context: ReadContext,
  { upload, plan }: ChunkMessage,
): Promise<Outcome | undefined> {
  try {
    checkBounds(plan.options, context.settings.bounds);
    return undefined;
  } catch (error) {
    if (!(error instanceof RejectedFile)) throw error;
    const job = await readManifest(context, upload);
    if (job && isDeepStrictEqual(withoutGroups(job.manifest.plan), withoutGroups(plan))) throw error;
    return { outcome: 'refused', reason: `${error.message}, in a message that does not belong to its job` };
  }
}

/** A plan as all chunks of a file have it: each has only its own row groups of a file that is read by rows. */
function withoutGroups(plan: FilePlan): FilePlan {
  const state = rangedState(plan);
  return state ? { ...plan, state: { ...state, groups: [] } } : plan;
}
