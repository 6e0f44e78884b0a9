// Sends events about files to EventBridge: started, done, failed.
import type { Identity, Tally } from '../../core/files/index.ts';
import type { ObjectRef } from '../aws/cloud.ts';
import { labelsOf, type UploadContext } from './context.ts';
import type { Upload } from './upload.ts';

// Must match the construct's rules in lib/events.ts.
const SOURCE = 'sudoku-batch';

/** Longest reason in an event, in characters; the report has all of it. */
const MAX_REASON = 1000;

/** How the work on a file ended, in an event's detail. */
type FinishedDetail =
  | {
      readonly status: 'done';
      readonly result: Identity;
      readonly report?: ObjectRef | undefined;
      readonly tally: Tally;
    }
  | {
      /**
       * `rejected`: it cannot be solved. `failed`: its message goes to the dead letters, or the upload is gone. `cancelled`: its
       * owner has stopped it.
       */
      readonly status: 'rejected' | 'failed' | 'cancelled';
      readonly reason: string;
      readonly report?: ObjectRef | undefined;
    };

/** Sends the event that the work on a file has started, if the owner has switched it on. */
export async function sendStartedEvent(context: UploadContext, upload: Upload): Promise<void> {
  if (!context.settings.events.has('started')) return;
  await send(context, upload, 'File Started', {});
}

/**
 * Sends the event that a file is finished, if the owner has switched it on. It follows the report, and may be sent again if a
 * message is delivered twice.
 */
export async function sendFinishedEvent(
  context: UploadContext,
  upload: Upload,
  finished: FinishedDetail,
): Promise<void> {
  if (!context.settings.events.has(finished.status === 'done' ? 'done' : 'failed')) return;
  const detail =
    finished.status === 'done'
      ? { status: finished.status, result: finished.result, counts: countsOf(finished.tally) }
      : { status: finished.status, reason: finished.reason.slice(0, MAX_REASON) };
  const { report } = finished;
  await send(context, upload, 'File Finished', { ...detail, ...(report && { report }) });
}

const countsOf = ({ puzzles, solved, noSolution, notUnique, invalid, unsolved, unsupported }: Tally) => ({
  ...{ puzzles, solved, noSolution, notUnique, invalid, unsolved, unsupported },
});

/** Sends an event, in which bucket and object are as in S3's own. A failure to send it does not affect the file. */
async function send(
  { cloud, settings, warn }: UploadContext,
  upload: Upload,
  type: 'File Started' | 'File Finished',
  more: object,
): Promise<void> {
  const { bucket, key, etag, bytes, sequencer } = upload;
  const object = { key, size: bytes, etag, sequencer };
  const { serviceName: service } = settings;
  const labels = labelsOf(settings, upload);
  const detail = { service, ...labels, bucket: { name: bucket }, object, ...more };
  await cloud.putEvent({ source: SOURCE, type, detail }).catch((error: unknown) => {
    warn(`the event '${type}' was not sent`, error, upload);
  });
}
