import { HTML_REPORT_SUFFIX, REPORT_SUFFIX } from '../../core/options/report-suffix.ts';
import type { ByteRange } from '../aws/cloud.ts';
import { PreconditionFailed } from '../aws/errors.ts';
import type { Invocation } from '../invocation.ts';
import { failingKey, failingPrefix } from '../result/failure.ts';
import { reportRef, resultRef } from '../result/places.ts';
import { isFailure, isFrom } from '../result/publish.ts';
import type { Upload } from '../upload.ts';
import { type ReadingDelivery, readManifest } from './manifest.ts';

type Called = ReadingDelivery;

/**
 * Takes back the report that an upload failed where what failed has been done since, or is for others to do: no report is
 * the right one while work goes on. That of another chunk which failed stays. If it cannot be done, the work is not worse
 * for it: the report stays until the file is done.
 * @param range the chunk, where one failed
 */
export async function withdrawFailure(
  invocation: Called & Pick<Invocation, 'warn'>,
  upload: Upload,
  range?: ByteRange,
): Promise<void> {
  try {
    await deleteReports(invocation, upload, range);
  } catch (error) {
    const { key } = resultRef(invocation.settings, upload);
    invocation.warn(`the report that ${key} failed could not be taken back`, error, upload);
  }
}

async function deleteReports(delivery: Called, upload: Upload, range: ByteRange | undefined): Promise<void> {
  const { cloud, settings } = delivery;
  const { workBucket } = settings;
  if (range) {
    await cloud.deleteObjects(workBucket, [failingKey(upload, range)]);
    // whoever was to send the others may have failed as well, of which there is no note
    if ((await readManifest(delivery, upload))?.manifest.sent === false) return;
  }
  // there may be a page of before pages were switched off
  for (const suffix of [REPORT_SUFFIX, HTML_REPORT_SUFFIX]) {
    const ref = reportRef(settings, upload, suffix);
    const standing = ref && (await cloud.headObject(ref));
    if (!standing || !isFrom(standing.metadata, upload) || !isFailure(standing.metadata)) return;
    // after the look at the report: whoever fails from now on writes another one over it
    if ((await cloud.listObjects(workBucket, failingPrefix(upload))).length > 0) return;
    try {
      await cloud.deleteObject(ref, standing);
    } catch (error) {
      if (!(error instanceof PreconditionFailed)) throw error;
    }
  }
}
