import { OptionError, RejectedFile, rejection } from '../../core/files/index.ts';
import { ObjectChanged } from '../aws/errors.ts';
import type { Invocation, Outcome } from '../invocation.ts';
import type { Upload } from '../upload.ts';
import { Superseded } from './publish.ts';
import { inputOf, writeReport } from './report.ts';

/**
 * Turns an error that is final about an upload into its outcome: a file that cannot be solved gets a report that says why,
 * one that is gone or has a newer version ends silently.
 * @throws every other error: it is for a later delivery
 */
export async function reportRejection(
  invocation: Invocation,
  upload: Upload,
  error: unknown,
): Promise<Outcome> {
  try {
    if (error instanceof RejectedFile) return await reject(invocation, upload, error);
    if (error instanceof OptionError)
      return await reject(invocation, upload, new RejectedFile(error.message));
    throw error;
  } catch (last) {
    // the report, too, may meet that of a newer upload
    if (last instanceof ObjectChanged || last instanceof Superseded) {
      return { outcome: 'superseded', reason: last.message };
    }
    throw last;
  }
}

async function reject(invocation: Invocation, upload: Upload, error: RejectedFile): Promise<Outcome> {
  const unreported = await writeReport(invocation, upload, rejection(inputOf(upload), error));
  return { outcome: 'rejected', reason: unreported ? `${error.message} (${unreported})` : error.message };
}
