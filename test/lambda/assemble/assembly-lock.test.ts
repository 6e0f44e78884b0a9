import { expect, test } from 'vitest';
import { lockAssembly } from '../../../lambda/assemble/assemble.ts';
import { PreconditionFailed } from '../../../lambda/aws/errors.ts';
import type { UploadContext } from '../../../lambda/context.ts';
import { timesOf } from '../../../lambda/time.ts';

const upload = { bucket: 'b', key: 'k.txt', etag: 'e', bytes: 1000, sequencer: '01' };
const range = { from: 0, to: 1000 };

/** Takes the lock of the plan of moment 7 where one stands already. */
async function lockOver(existing: string): Promise<boolean> {
  const cloud = {
    async putObject(_target: unknown, _body: Uint8Array, condition: { absent?: true }) {
      if (condition.absent) throw new PreconditionFailed({ bucket: 'w', key: 'lock' } as never);
      return 'new';
    },
    readObject: async () => ({ body: body(), bytes: Buffer.byteLength(existing), etag: 'old' }),
  };
  async function* body() {
    if (existing) yield Buffer.from(existing);
  }
  const context = { cloud, settings: { workBucket: 'w' }, ...timesOf(60_000) };
  return lockAssembly(context as unknown as UploadContext, upload, range, 7);
}

test('a lock of the same plan is somebody else’s', async () => {
  expect(await lockOver('[1000,2000,7]')).toBe(false);
});

test('one’s own is held', async () => {
  expect(await lockOver('[0,1000,7]')).toBe(true);
});

test.each(['[1000,2000,6]', 'null', '{}', '[[]]', '["a"]', 'hello', ''])(
  'a lock of an earlier plan, and what is none, is taken over: %s',
  async (existing) => {
    expect(await lockOver(existing)).toBe(true);
  },
);
