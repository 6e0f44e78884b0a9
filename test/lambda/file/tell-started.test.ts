import { expect, test } from 'vitest';
import { tellStarted } from '../../../lambda/file/tell-started.ts';
import type { Invocation } from '../../../lambda/invocation.ts';

const upload = { bucket: 'b', key: 'k.txt', etag: 'e', bytes: 820, sequencer: '1' };
const throttled = new Error('ThrottlingException');

/** Begins with a file where EventBridge refuses all events, and gives the warnings. */
async function refused(startedEvents: boolean): Promise<unknown[]> {
  const warnings: unknown[] = [];
  const putEvent = async () => {
    throw throttled;
  };
  const invocation = {
    cloud: { putEvent },
    settings: { startedEvents, serviceName: 's' },
    warn: (...warning: unknown[]) => warnings.push(warning),
  };
  await tellStarted(invocation as unknown as Invocation, upload);
  return warnings;
}

test('an event that could not be sent is a warning, and the file goes on', async () => {
  expect(await refused(true)).toEqual([
    [expect.stringMatching(/EventBridge was not told/), throttled, upload],
  ]);
});

test('nothing is sent where nobody asked for it', async () => {
  expect(await refused(false)).toEqual([]);
});
