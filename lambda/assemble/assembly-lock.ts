import { amount, listOf, parseJson, ShapeError } from '../../core/options/shape.ts';
import type { ByteRange, WriteCondition } from '../aws/cloud.ts';
import { ObjectGone, PreconditionFailed } from '../aws/errors.ts';
import { type Invocation, lastRead } from '../invocation.ts';
import { readAll } from '../read-in-time.ts';
import { jobId, type Upload } from '../upload.ts';

const lockKey = (id: string): string => `${id}/assembler.json`;

/**
 * Locks the assembling of a job for the message of a range, since chunks that end together all see the job complete. The
 * lock outlives a function that dies: it is the message's, which will be delivered again. It does not outlive the plan: one
 * that is left from before the work expired belongs to nobody any more.
 * @param begun of the job's manifest
 * @returns whether the message holds it, by this delivery or an earlier one
 */
export async function lockAssembly(
  invocation: Invocation,
  upload: Upload,
  range: ByteRange,
  begun: number,
): Promise<boolean> {
  const { cloud, settings } = invocation;
  const target = {
    bucket: settings.workBucket,
    key: lockKey(jobId(upload)),
    contentType: 'application/json',
  };
  const owner = JSON.stringify([range.from, range.to, begun]);
  const put = (condition: WriteCondition) => cloud.putObject(target, Buffer.from(owner), condition);
  try {
    await put({ absent: true });
    return true;
  } catch (error) {
    if (!(error instanceof PreconditionFailed)) throw error;
  }
  try {
    const { content, etag } = await readAll(invocation, target, lastRead(invocation));
    const standing = content.toString();
    if (standing === owner) return true;
    if (begunIn(standing) === begun) return false;
    await put({ etag });
    return true;
  } catch (error) {
    // the job has been closed in between, or somebody else has taken the lock
    if (error instanceof ObjectGone || error instanceof PreconditionFailed) return false;
    throw error;
  }
}

/** Of the plan that a lock was taken under; undefined for what is no lock, which belongs to nobody. */
function begunIn(lock: string): number | undefined {
  try {
    return listOf(amount, 3)(parseJson(lock, 'lock'), 'lock')[2];
  } catch (error) {
    if (error instanceof ShapeError) return undefined;
    throw error;
  }
}
