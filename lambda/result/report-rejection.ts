import { OptionError, RejectedFile, rejection } from '../../core/files/index.ts';
import { ObjectChanged } from '../aws/errors.ts';
import type { Job } from '../invocation.ts';
import type { Outcome } from '../outcome.ts';
import type { Upload } from '../upload.ts';
import { Superseded } from './publish.ts';
import { writeReport } from './write-report.ts';

/**
 * Turns what is final about an upload into its outcome: a file that cannot be solved gets a report that says why, one that
 * is gone or has a newer version ends silently. Every other error is for a later delivery.
 */
export async function settle(job: Job, upload: Upload, work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RejectedFile) return ended(() => reject(job, upload, error));
    if (error instanceof OptionError)
      return ended(() => reject(job, upload, new RejectedFile(error.message)));
    return ended(() => Promise.reject(error));
  }
}

async function ended(last: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await last();
  } catch (error) {
    if (error instanceof ObjectChanged || error instanceof Superseded) {
      return { outcome: 'superseded', reason: error.message };
    }
    throw error;
  }
}

async function reject(job: Job, upload: Upload, error: RejectedFile): Promise<Outcome> {
  const unreported = await writeReport(job, upload, rejection(inputOf(upload), error));
  return { outcome: 'rejected', reason: unreported ? `${error.message} (${unreported})` : error.message };
}

/** The upload, as reports name it. */
export const inputOf = ({ bucket, key, etag, bytes }: Upload) => ({ bucket, key, etag, bytes });
