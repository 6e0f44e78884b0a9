import { isFinished } from './finished.ts';
import { sendChunks } from './hand-on.ts';
import type { Job } from './job.ts';
import { openJob } from './manifest.ts';
import type { OpenUpload } from './open-upload.ts';
import type { Outcome } from './outcome.ts';
import { chunkBytes, cut, sampleRate } from './sizing.ts';
import type { Upload } from './upload.ts';

/** Plans a large file: writes its manifest and sends one message a chunk. */
export async function divide(
  job: Job,
  upload: Upload,
  { head, facts, plan }: OpenUpload,
  alone: boolean,
): Promise<Outcome> {
  const begun = Date.now();
  if (await isFinished(job, upload)) return { outcome: 'ignored', reason: 'it was solved before' };
  const rate = sampleRate(plan, head);
  const ranges = cut(
    { from: 0, to: upload.bytes },
    chunkBytes(upload.bytes, rate, job.available),
    rate.bytes,
  );
  await openJob(job, upload, facts, plan, begun);
  await sendChunks(job, upload, plan, alone ? 2 : 1, ranges);
  return { outcome: 'handed-on', reason: `cut into ${ranges.length} chunks` };
}
