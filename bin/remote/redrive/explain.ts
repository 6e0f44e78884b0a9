import { HeadObjectCommand } from '@aws-sdk/client-s3';
import type { Clients } from '../clients.ts';
import { isMissing, statusOf } from '../errors.ts';
import type { DeployedPipeline } from '../stack.ts';
import { reportOf } from '../status/key-status.ts';
import { bare } from '../submit/parts.ts';
import type { DeadLetter } from './dead-letters.ts';

/**
 * Why a message failed, by the report on its file; where there is none, what is known: whether the upload it is about is
 * still there.
 */
export async function reasonOf(
  clients: Clients,
  pipeline: DeployedPipeline,
  { uploads: [upload] }: Pick<DeadLetter, 'uploads'>,
): Promise<string | undefined> {
  if (upload === undefined) return undefined;
  const found = await reportOf(clients, pipeline, upload.key);
  if (found && bare(found.report.input.etag) === bare(upload.etag)) {
    const { report } = found;
    if (report.status === 'failed') return report.reason;
    return report.status === 'done'
      ? 'it has been solved since'
      : `it has been rejected since: ${report.reason}`;
  }
  const about = found ? 'the report is on another upload of the key' : 'there is no report';
  return `${about}, and ${await fateOf(clients, upload)}`;
}

async function fateOf(
  { s3 }: Clients,
  { bucket, key, etag }: DeadLetter['uploads'][number],
): Promise<string> {
  try {
    const { ETag } = await s3.send(new HeadObjectCommand({ Bucket: bucket, Key: key }));
    if (bare(ETag) !== bare(etag)) return 'the upload was overwritten';
    return 'the upload is as it was: the function could write nothing on it; see sudoku watch --since 60 --status failed';
  } catch (error) {
    if (isMissing(error)) return 'the upload is gone';
    if (statusOf(error) === 403) return `you may not look whether the upload is still in ${bucket}`;
    throw error;
  }
}
