// Why the message of a dead letter failed, as far as reports and objects show it, and what ends the wait for a new
// report.
import type { S3Client } from '@aws-sdk/client-s3';
import type { AnyReport } from '../../../core/files/index.ts';
import { isTooLong, reportRef, resultRef } from '../../../lambda/result/output-refs.ts';
import { isFrom } from '../../../lambda/result/publish.ts';
import { concernsAllObjects, isRefusal, statusOf, toUserError } from '../errors.ts';
import { bareEtag, findObject, headObject } from '../objects.ts';
import { BadReport, type StoredReport, storedReport } from '../report.ts';
import type { DeployedPipeline } from '../stack.ts';
import type { DeadLetter } from './dead-letters.ts';

type Upload = DeadLetter['uploads'][number];

/**
 * Why a message failed, by the report on its file; without a report, whether its upload still exists.
 * @returns undefined for a message without uploads
 */
export async function deadLetterReason(
  s3: S3Client,
  pipeline: DeployedPipeline,
  { uploads: [upload] }: Pick<DeadLetter, 'uploads'>,
): Promise<string | undefined> {
  if (upload === undefined) return undefined;
  let found: StoredReport | undefined;
  try {
    found = await storedReport(s3, pipeline, upload.key);
  } catch (error) {
    if (error instanceof BadReport) return error.message;
    if (!isRefusal(error) || concernsAllObjects(error)) throw error;
    return (toUserError(error) as Error).message;
  }
  if (found && bareEtag(found.report.input.etag) === bareEtag(upload.etag)) {
    const { report } = found;
    if (report.status === 'failed') return report.reason;
    return report.status === 'done'
      ? 'it was solved since then'
      : `it was rejected since then: ${report.reason}`;
  }
  if (!reportRef(pipeline, upload) && (await hasResult(s3, pipeline, upload)))
    return 'it was solved since then';
  return `${lackOf(pipeline, upload, found)}, and ${await stateOf(s3, upload)}`;
}

/** Why no report says how the work on an upload ended. */
function lackOf(pipeline: DeployedPipeline, upload: Upload, found: StoredReport | undefined): string {
  if (found) return 'the report is on another upload of the key';
  const isPossible = reportRef(pipeline, upload) !== undefined;
  return isPossible ? 'there is no report' : 'there is no report: the key has no room for the name of one';
}

/** Whether an upload has its result. */
async function hasResult(s3: S3Client, pipeline: DeployedPipeline, upload: Upload): Promise<boolean> {
  const ref = resultRef(pipeline, upload);
  const head = isTooLong(ref) ? undefined : await headObject(s3, ref.bucket, ref.key);
  return head !== undefined && isFrom(head.Metadata ?? {}, upload);
}

/** Whether an upload still exists, in words. */
async function stateOf(s3: S3Client, upload: Upload): Promise<string> {
  try {
    const loss = await lossOf(s3, upload);
    return (
      loss ??
      'the upload is unchanged: the function could not write a report; see sudoku watch --since 60 --status failed'
    );
  } catch (error) {
    if (statusOf(error) === 403)
      return `you lack the permission to list ${upload.bucket}, where the upload was`;
    // such as a missing bucket, or one in another region; the other letters are still listed
    if (!isRefusal(error)) throw error;
    return `the upload cannot be checked: ${(toUserError(error) as Error).message}`;
  }
}

/** Why there will be no report on an upload; undefined while it exists. */
async function lossOf(s3: S3Client, { bucket, key, etag }: Upload): Promise<string | undefined> {
  const object = await findObject(s3, bucket, key);
  if (!object) return 'the upload is gone';
  return object.etag === bareEtag(etag) ? undefined : 'the upload was overwritten';
}

/** The report that ends the wait without a new one: the old report, or a failure if no new one can follow. */
export async function endWithoutReport(
  s3: S3Client,
  upload: Upload,
  old: AnyReport | undefined,
): Promise<AnyReport | undefined> {
  const { key, etag } = upload;
  if (old && old.status !== 'failed' && bareEtag(old.input.etag) === bareEtag(etag)) return old;
  const reason = await lossOf(s3, upload).catch((error: unknown) => {
    // the bucket may be readable by the function only
    if (isRefusal(error)) return undefined;
    throw error;
  });
  if (reason === undefined) return undefined;
  return { status: 'failed', input: { key, etag }, reason, advice: 'upload the file again' };
}
