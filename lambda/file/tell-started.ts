import type { Invocation } from '../invocation.ts';
import type { Upload } from '../upload.ts';

/** What the construct's rules ask for; lib/event-patterns.ts has the same words. */
const SOURCE = 'sudoku-batch';
const TYPE = 'File Started';

/**
 * Tells of a file that is begun with, in the words of S3's own events, where the owner has asked for it. A file is not
 * worth less for an event that could not be sent.
 */
export async function tellStarted({ cloud, settings, warn }: Invocation, upload: Upload): Promise<void> {
  const { startedEvents, serviceName } = settings;
  if (!startedEvents) return;
  const { bucket, key, etag, bytes, sequencer } = upload;
  const object = { key, size: bytes, etag, sequencer };
  const detail = { service: serviceName, bucket: { name: bucket }, object };
  await cloud.putEvent({ source: SOURCE, type: TYPE, detail }).catch((error: unknown) => {
    warn('EventBridge was not told that the file is begun with', error, upload);
  });
}
