import type { Clients } from '../clients.ts';
import { concernsAll, described, isRefusal, statusOf } from '../errors.ts';
import { listedObject } from '../listed-object.ts';
import { type AnyReport, BadReport } from '../report.ts';
import type { DeployedPipeline } from '../stack.ts';
import { reportOf, type StandingReport } from '../status/key-status.ts';
import { bare } from '../submit/parts.ts';
import type { DeadLetter } from './dead-letters.ts';

type Upload = DeadLetter['uploads'][number];

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
  let found: StandingReport | undefined;
  try {
    found = await reportOf(clients, pipeline, upload.key);
  } catch (error) {
    if (error instanceof BadReport) return error.message;
    // of a key that is too long for a report, for one
    if (!isRefusal(error) || concernsAll(error)) throw error;
    return (described(error) as Error).message;
  }
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

async function fateOf(clients: Clients, upload: Upload): Promise<string> {
  try {
    const loss = await lossOf(clients, upload);
    return (
      loss ??
      'the upload is as it was: the function could write nothing on it; see sudoku watch --since 60 --status failed'
    );
  } catch (error) {
    if (statusOf(error) === 403) return `you may not look whether the upload is still in ${upload.bucket}`;
    // of a bucket that is not there, or in another region: the other letters are listed all the same
    if (!isRefusal(error)) throw error;
    return `the upload cannot be looked at: ${(described(error) as Error).message}`;
  }
}

/** Why there will be no report on an upload; undefined while it is there. */
async function lossOf(clients: Clients, { bucket, key, etag }: Upload): Promise<string | undefined> {
  const standing = await listedObject(clients, bucket, key);
  if (!standing) return 'the upload is gone';
  return standing.etag === bare(etag) ? undefined : 'the upload was overwritten';
}

/** What ends the wait for a report on an upload that has none yet: the one that was there before, or that none can come. */
export async function endWithoutReport(
  clients: Clients,
  upload: Upload,
  standing: AnyReport | undefined,
): Promise<AnyReport | undefined> {
  const { key, etag } = upload;
  if (standing && standing.status !== 'failed' && bare(standing.input.etag) === bare(etag)) return standing;
  const reason = await lossOf(clients, upload).catch((error: unknown) => {
    // in a bucket that only the function reads
    if (isRefusal(error)) return undefined;
    throw error;
  });
  return reason === undefined ? undefined : { status: 'failed', input: { key, etag }, reason };
}
