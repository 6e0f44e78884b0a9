import { HEAD_BYTES, RejectedFile } from '../../core/files/index.ts';
import { handOnFile } from '../chunks/enqueue.ts';
import type { Job } from '../invocation.ts';
import type { Outcome } from '../outcome.ts';
import { closeMultiparts } from '../result/close-multiparts.ts';
import { settle } from '../result/report-rejection.ts';
import { isLate } from '../time.ts';
import { REPORT_SUFFIX, type Upload } from '../upload.ts';
import { openUpload } from './open-upload.ts';
import { solveLines } from './solve-lines.ts';
import { solveWhole } from './solve-whole.ts';
import { divide } from './split-file.ts';

/** Files that are solved where their event arrives. Larger ones are cut. */
const WHOLE = 16 * 1024 * 1024;

/**
 * Solves an upload, or finds out who should.
 * @param alone whether the invocation has nothing else to do
 */
export async function solveFile(job: Job, upload: Upload, alone: boolean): Promise<Outcome> {
  const { cloud, settings } = job;
  const ignored = reasonToIgnore(upload, settings.outputBucket);
  if (ignored) return { outcome: 'ignored', reason: ignored };
  return settle(job, upload, async () => {
    if (upload.key.endsWith(REPORT_SUFFIX)) {
      // its result would stand where the report of another upload belongs
      throw new RejectedFile(
        `expected a key without ${REPORT_SUFFIX} at its end: such keys are kept for reports`,
      );
    }
    const leave = async (reason: string): Promise<Outcome> => {
      await handOnFile(job, upload);
      return { outcome: 'handed-on', reason };
    };
    if (job.again) await closeMultiparts(cloud, { bucket: settings.outputBucket, key: upload.key });
    if (!alone && isLate(job)) return leave('too late to begin');
    const large = upload.bytes > WHOLE;
    const open = await openUpload(
      cloud,
      settings,
      upload,
      large && !alone ? { from: 0, to: HEAD_BYTES } : undefined,
    );
    try {
      if (open.plan.splittable)
        return large ? await divide(job, upload, open, alone) : await solveLines(job, upload, open, alone);
      if (large && !alone) return await leave('it cannot be cut');
      return (await solveWhole(job, upload, open, alone)) ?? (await leave('it takes long and cannot be cut'));
    } finally {
      await open.close();
    }
  });
}

/** Why an event is no upload, if it is none. */
function reasonToIgnore({ bucket, key, bytes }: Upload, outputBucket: string): string | undefined {
  if (bucket === outputBucket)
    return 'it is in the output bucket: each result would be solved again, without end';
  if (key.endsWith('/') && bytes === 0) return 'it is a folder as consoles make them, no file';
  return undefined;
}
