// `sudoku cancel`: marks uploads as cancelled, so that the function stops the work on them, and deletes them.
import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import pMap from 'p-map';
import { visible } from '../../../core/formats/shared/bytes.ts';
import type { ObjectRef } from '../../../lambda/aws/cloud.ts';
import { cancelMarkKey, MARKED_UPLOAD, secondsSince1970 } from '../../../lambda/invocation/cancellation.ts';
import { Exit } from '../../cli/exit.ts';
import { countText, ProgressLog } from '../../cli/terminal.ts';
import { noCounts, unsolvedObjects } from '../backfill/unsolved-objects.ts';
import type { Clients } from '../clients.ts';
import { isMissing, problemWithObject, statusOf } from '../errors.ts';
import { findObject, type ListedObject } from '../objects.ts';
import type { DeployedPipeline } from '../stack.ts';

export interface CancelOptions {
  /** of the sources of the pipeline */
  readonly objects: readonly ObjectRef[];
  /** all objects of a source whose keys begin with `key` */
  readonly below: ObjectRef | undefined;
  /** whether uploads are kept; those of other sources always are */
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
  const { objects, below, json } = options;
  const { uploadBucket } = pipeline;
  const log = new ProgressLog(process.stderr, json);
  let exit: Exit = Exit.allSolved;
  let cancelled = 0;
  const print = ({ bucket, key }: ObjectRef, outcome: CancelOutcome, reason?: string) => {
    if (outcome === 'unknown' || outcome === 'error') exit = Exit.failure;
    if (outcome === 'cancelled' || outcome === 'replaced') cancelled++;
    const text = outcome === 'error' ? reason : IN_WORDS[outcome];
    const source = bucket === uploadBucket ? {} : { bucket };
    const name = bucket === uploadBucket ? key : `s3://${bucket}/${key}`;
    const event = { event: 'file', ...source, key, outcome, reason };
    process.stdout.write(`${json ? JSON.stringify(event) : visible(`${name}: ${text}`)}\n`);
  };
  const cancel = async (bucket: string, object: ListedObject) => {
    const ref = { bucket, key: object.key };
    try {
      print(ref, await cancelUpload(clients, pipeline, bucket, object, options));
    } catch (error) {
      print(ref, 'error', problemWithObject(error));
    }
  };
  for (const ref of objects) {
    const object = await findObject(clients.s3, ref.bucket, ref.key);
    const { value: unsolved } = await unsolvedBelow(clients, pipeline, ref).next();
    if (!object) print(ref, 'unknown');
    else if (unsolved?.key !== ref.key) print(ref, 'done');
    else await cancel(ref.bucket, unsolved);
  }
  if (below) {
    const each = (object: ListedObject) => cancel(below.bucket, object);
    await pMap(unsolvedBelow(clients, pipeline, below), each, { concurrency: AT_ONCE });
  }
  if (json) process.stdout.write(`${JSON.stringify({ event: 'summary', cancelled })}\n`);
  else if (!options.dryRun) log.step(`${countText(cancelled, 'upload')} cancelled`);
  return exit;
}

/** Objects of a source whose keys begin with `key`, without those that have a result or a final report. */
const unsolvedBelow = (
  { s3 }: Pick<Clients, 's3'>,
  { uploadBucket, uploadSuffix, outputBucket, outputPrefix, reports }: DeployedPipeline,
  { bucket, key: prefix }: ObjectRef,
) =>
  unsolvedObjects(
    {
      ...{ s3, bucket, prefix, suffix: bucket === uploadBucket ? uploadSuffix : '', force: false },
      ...{ startAfter: undefined, inventory: undefined, outputBucket, outputPrefix, reports },
    },
    noCounts(),
  );

/** Marks an upload before it deletes it: the mark alone suffices, whatever happens to the rest. */
async function cancelUpload(
  { s3 }: Pick<Clients, 's3'>,
  { uploadBucket, uploadPrefix, workBucket }: DeployedPipeline,
  Bucket: string,
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
  // the bucket may also be an added source, with another prefix
  if (keep || Bucket !== uploadBucket || !key.startsWith(uploadPrefix)) return 'cancelled';
  try {
    await s3.send(new DeleteObjectCommand({ Bucket, Key: key, IfMatch: `"${etag}"` }));
    return 'cancelled';
  } catch (error) {
    if (isMissing(error)) return 'cancelled';
    if (statusOf(error) === 412) return 'replaced';
    throw error;
  }
}
