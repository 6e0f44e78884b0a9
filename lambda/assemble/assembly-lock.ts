import type { ByteRange } from '../aws/cloud.ts';
import { collect } from '../aws/collect.ts';
import { ObjectChanged, PreconditionFailed } from '../aws/errors.ts';
import type { Job } from '../invocation.ts';
import { jobId, type Upload } from '../upload.ts';

const claimKey = (job: string): string => `${job}/assembler.json`;

/**
 * Claims the assembling of a job for the message of a range, since chunks that end together all see the job complete. The
 * claim outlives a function that dies: it is the message's, which will be delivered again.
 * @returns whether it is this message's, by this delivery or an earlier one
 */
export async function claimAssembly(
  { cloud, settings }: Job,
  upload: Upload,
  range: ByteRange,
): Promise<boolean> {
  const target = {
    bucket: settings.workBucket,
    key: claimKey(jobId(upload)),
    contentType: 'application/json',
  };
  const claim = Buffer.from(JSON.stringify([range.from, range.to]));
  try {
    await cloud.putObject(target, claim, { absent: true });
    return true;
  } catch (error) {
    if (!(error instanceof PreconditionFailed)) throw error;
  }
  try {
    const { body } = await cloud.readObject(target);
    return claim.equals(await collect(body));
  } catch (error) {
    // the job has been closed in between
    if (error instanceof ObjectChanged) return false;
    throw error;
  }
}
