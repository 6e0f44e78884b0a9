import { planJob } from '../chunks/plan-job.ts';
import { refuseTooLarge, sampleRate } from '../chunks/sizing.ts';
import type { Invocation, Outcome } from '../invocation.ts';
import { isPublished } from '../result/publish.ts';
import type { Upload } from '../upload.ts';
import type { OpenUpload } from './open-upload.ts';

/** Makes a large file a job of as many chunks as its first puzzles tell. */
export async function splitFile(
  invocation: Invocation,
  upload: Upload,
  { begun, head, facts, plan }: OpenUpload,
  dedicated: boolean,
): Promise<Outcome> {
  if (await isPublished(invocation, upload)) return { outcome: 'ignored', reason: 'it was solved before' };
  const rate = sampleRate(plan, head);
  refuseTooLarge(upload.bytes, rate, invocation.settings.memorySize);
  return planJob(invocation, { upload, facts, plan, begun, rate, dedicated });
}
