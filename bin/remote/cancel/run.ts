// `sudoku cancel`: marks uploads as cancelled, so that the function stops the work on them, and deletes them.
import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import pMap from 'p-map';
import { visible } from '../../../core/formats/shared/bytes.ts';
import { cancelMarkKey, MARKED_UPLOAD, secondsSince1970 } from '../../../lambda/invocation/cancellation.ts';
import { Exit } from '../../cli/exit.ts';
import { countText, ProgressLog } from '../../cli/terminal.ts';
import { noCounts, unsolvedObjects } from '../backfill/unsolved-objects.ts';
import type { Clients } from '../clients.ts';
import { isMissing, problemWithObject, statusOf } from '../errors.ts';
import { findObject, type ListedObject } from '../objects.ts';
import type { DeployedPipeline } from '../stack.ts';

export interface CancelOptions {
  readonly keys: readonly string[];
  readonly prefix: string | undefined;
  /** whether the uploads are kept */
  readonly keep: boolean;
  readonly dryRun: boolean;
  readonly json: boolean;
}

/** How the cancelling of an upload ended. */
type CancelOutcome = 'cancelled' | 'would be cancelled' | 'done' | 'replaced' | 'unknown' | 'error';

const IN_WORDS: Readonly<Record<Exclude<CancelOutcome, 'error'>, string>> = {
  cancelled: 'cancelled',
  'would be cancelled': 'would be cancelled',
  done: 'done already, so there is nothing to cancel',
  replaced: 'cancelled; a newer upload has replaced it and is solved',
  unknown: 'no such upload',
};

/** Uploads that are cancelled at the same time. */
const AT_ONCE = 8;

/** @returns failure if there is no such upload, or a request failed */
export async function runCancel(
  clients: Pick<Clients, 's3'>,
  pipeline: DeployedPipeline,
  options: CancelOptions,
): Promise<Exit> {
  const { keys, prefix, json } = options;
  const log = new ProgressLog(process.stderr, json);
  let exit: Exit = Exit.allSolved;
  let cancelled = 0;
  const print = (key: string, outcome: CancelOutcome, reason?: string) => {
    if (outcome === 'unknown' || outcome === 'error') exit = Exit.failure;
    if (outcome === 'cancelled' || outcome === 'replaced') cancelled++;
    const text = outcome === 'error' ? reason : IN_WORDS[outcome];
    const line = json ? JSON.stringify({ event: 'file', key, outcome, reason }) : visible(`${key}: ${text}`);
    process.stdout.write(`${line}\n`);
  };
  const cancel = async (object: ListedObject) => {
    try {
      print(object.key, await cancelUpload(clients, pipeline, object, options));
    } catch (error) {
      print(object.key, 'error', problemWithObject(error));
    }
  };
  for (const key of keys) {
    const object = await findObject(clients.s3, pipeline.uploadBucket, key);
    const { value: unsolved } = await unsolvedBelow(clients, pipeline, key).next();
    if (!object) print(key, 'unknown');
    else if (unsolved?.key !== key) print(key, 'done');
    else await cancel(unsolved);
  }
  if (prefix !== undefined) {
    await pMap(unsolvedBelow(clients, pipeline, prefix), cancel, { concurrency: AT_ONCE });
  }
  if (json) process.stdout.write(`${JSON.stringify({ event: 'summary', cancelled })}\n`);
  else if (!options.dryRun) log.step(`${countText(cancelled, 'upload')} cancelled`);
  return exit;
}

/** Uploads whose keys begin with a prefix, without those that have a result or a final report. */
const unsolvedBelow = ({ s3 }: Pick<Clients, 's3'>, pipeline: DeployedPipeline, prefix: string) =>
  unsolvedObjects(
    {
      ...{ s3, bucket: pipeline.uploadBucket, prefix, suffix: pipeline.uploadSuffix, force: false },
      ...{ startAfter: undefined, inventory: undefined },
      ...{ outputBucket: pipeline.outputBucket, outputPrefix: pipeline.outputPrefix },
      reports: pipeline.reports,
    },
    noCounts(),
  );

/** Marks an upload before it deletes it: the mark alone suffices, whatever happens to the rest. */
async function cancelUpload(
  { s3 }: Pick<Clients, 's3'>,
  { uploadBucket: Bucket, workBucket }: DeployedPipeline,
  { key, etag, modified }: ListedObject,
  { keep, dryRun }: CancelOptions,
): Promise<CancelOutcome> {
  if (dryRun) return 'would be cancelled';
  await s3.send(
    new PutObjectCommand({
      Bucket: workBucket,
      Key: cancelMarkKey({ bucket: Bucket, key, etag }),
      Body: new Uint8Array(),
      Metadata: { [MARKED_UPLOAD]: String(secondsSince1970(Number(modified))) },
    }),
  );
  if (keep) return 'cancelled';
  try {
    await s3.send(new DeleteObjectCommand({ Bucket, Key: key, IfMatch: `"${etag}"` }));
    return 'cancelled';
  } catch (error) {
    if (isMissing(error)) return 'cancelled';
    if (statusOf(error) === 412) return 'replaced';
    throw error;
  }
}
