import { expect, test } from 'vitest';
import type { UploadContext } from '../../../lambda/context.ts';
import { sendStartedEvent } from '../../../lambda/file/solve-file.ts';

const upload = { bucket: 'b', key: 'k.txt', etag: 'e', bytes: 820, sequencer: '1' };
const throttled = new Error('ThrottlingException');

/** Sends the event to an EventBridge that refuses it. @returns the warnings */
async function warningsOfRefusal(startedEvents: boolean): Promise<unknown[]> {
  const warnings: unknown[] = [];
  const putEvent = async () => {
    throw throttled;
  };
  const context = {
    cloud: { putEvent },
    settings: { startedEvents, serviceName: 's' },
    warn: (...warning: unknown[]) => warnings.push(warning),
  };
  await sendStartedEvent(context as unknown as UploadContext, upload);
  return warnings;
}

test('an event that could not be sent is only a warning', async () => {
  expect(await warningsOfRefusal(true)).toEqual([[expect.stringMatching(/was not sent/), throttled, upload]]);
});

test('no event is sent by default', async () => {
  expect(await warningsOfRefusal(false)).toEqual([]);
});
