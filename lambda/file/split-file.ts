import { enqueueRest, firstHop } from '../chunks/enqueue.ts';
import { openJob } from '../chunks/manifest.ts';
import { sampleRate } from '../chunks/sizing.ts';
import type { Invocation, Outcome } from '../invocation.ts';
import { isPublished } from '../result/publish.ts';
import type { Upload } from '../upload.ts';
import type { OpenUpload } from './open-upload.ts';

/** Plans a large file: writes its manifest and sends one message a chunk. */
export async function splitFile(
  invocation: Invocation,
  upload: Upload,
  { head, facts, plan }: OpenUpload,
  dedicated: boolean,
): Promise<Outcome> {
  const begun = Date.now();
  if (await isPublished(invocation, upload)) return { outcome: 'ignored', reason: 'it was solved before' };
  const rate = sampleRate(plan, head);
  await openJob(invocation, upload, facts, plan, begun);
  const count = await enqueueRest(invocation, {
    upload,
    plan,
    range: { from: 0, to: upload.bytes },
    hop: firstHop(dedicated),
    rate,
    uncut: rate.bytes,
  });
  return { outcome: 'enqueued', reason: `cut into ${count} chunks` };
}
