import { sendChunks } from '../chunks/enqueue.ts';
import { openJob } from '../chunks/manifest.ts';
import { chunkBytes, cut, sampleRate } from '../chunks/sizing.ts';
import type { Job } from '../invocation.ts';
import type { Outcome } from '../outcome.ts';
import { isFinished } from '../result/is-published.ts';
import type { Upload } from '../upload.ts';
import type { OpenUpload } from './open-upload.ts';

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
