import { OptionError, RejectedFile } from '../../core/files/index.ts';
import { ObjectGone, ObjectReplaced, ObjectUnreadable } from '../aws/errors.ts';
import type { Invocation, Outcome } from '../invocation.ts';
import type { Upload } from '../upload.ts';
import { noteStaleResult } from './note-stale-result.ts';
import { Superseded } from './publish.ts';
import { reportRejected } from './report.ts';

/**
 * Turns an error that is final about an upload into its outcome: a file that cannot be read or solved gets a report that
 * says why; one that is gone, or has a newer version, only a line in the log.
 * @throws every other error: it is for a later delivery
 */
export async function reportRejection(
  invocation: Invocation,
  upload: Upload,
  error: unknown,
): Promise<Outcome> {
  const outcome = await outcomeOf(invocation, upload, error);
  if (outcome.outcome === 'superseded') await noteStaleResult(invocation, upload);
  return outcome;
}

async function outcomeOf(invocation: Invocation, upload: Upload, error: unknown): Promise<Outcome> {
  const rejected = rejectionOf(error, upload);
  try {
    if (rejected) return await reportRejected(invocation, upload, rejected);
    throw error;
  } catch (last) {
    // the report, too, may meet that of a newer upload
    if (last instanceof Superseded) return { outcome: 'superseded', reason: last.message };
    if (last instanceof ObjectReplaced && last.bucket === upload.bucket) {
      return { outcome: 'superseded', reason: last.message };
    }
    if (last instanceof ObjectGone && last.bucket === upload.bucket) {
      return { outcome: 'gone', reason: last.message };
    }
    throw last;
  }
}

/** What of an error is the file's own fault, if anything. Our own buckets must be readable: that is for a person to mend. */
function rejectionOf(error: unknown, upload: Upload): RejectedFile | undefined {
  if (error instanceof RejectedFile) return error;
  if (error instanceof OptionError) return new RejectedFile(error.message);
  if (error instanceof ObjectUnreadable && error.bucket === upload.bucket) {
    return new RejectedFile(`expected an upload that can be read, got one that cannot: ${error.message}`);
  }
  return undefined;
}
