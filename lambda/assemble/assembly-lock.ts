import type { ByteRange } from '../aws/cloud.ts';
import { collect } from '../aws/collect.ts';
import { ObjectGone, PreconditionFailed } from '../aws/errors.ts';
import type { Invocation } from '../invocation.ts';
import { jobId, type Upload } from '../upload.ts';

const lockKey = (id: string): string => `${id}/assembler.json`;

/**
 * Locks the assembling of a job for the message of a range, since chunks that end together all see the job complete. The
 * lock outlives a function that dies: it is the message's, which will be delivered again.
 * @returns whether the message holds it, by this delivery or an earlier one
 */
export async function lockAssembly(
  { cloud, settings }: Invocation,
  upload: Upload,
  range: ByteRange,
): Promise<boolean> {
  const target = {
    bucket: settings.workBucket,
    key: lockKey(jobId(upload)),
    contentType: 'application/json',
  };
  const owner = Buffer.from(JSON.stringify([range.from, range.to]));
  try {
    await cloud.putObject(target, owner, { absent: true });
    return true;
  } catch (error) {
    if (!(error instanceof PreconditionFailed)) throw error;
  }
  try {
    const { body } = await cloud.readObject(target);
    return owner.equals(await collect(body));
  } catch (error) {
    // the job has been closed in between
    if (error instanceof ObjectGone) return false;
    throw error;
  }
}
