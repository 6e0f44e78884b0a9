import { expect, test } from 'vitest';
import { lockAssembly } from '../../../lambda/assemble/assembly-lock.ts';
import { PreconditionFailed } from '../../../lambda/aws/errors.ts';
import { type Invocation, timesOf } from '../../../lambda/invocation.ts';

const upload = { bucket: 'b', key: 'k.txt', etag: 'e', bytes: 1000, sequencer: '01' };
const range = { from: 0, to: 1000 };

/** Takes the lock of the plan of moment 7 where one stands already. */
async function lockOver(standing: string): Promise<boolean> {
  const cloud = {
    async putObject(_target: unknown, _body: Uint8Array, condition: { absent?: true }) {
      if (condition.absent) throw new PreconditionFailed({ bucket: 'w', key: 'lock' } as never);
      return 'new';
    },
    readObject: async () => ({ body: body(), bytes: Buffer.byteLength(standing), etag: 'old' }),
  };
  async function* body() {
    if (standing) yield Buffer.from(standing);
  }
  const invocation = { cloud, settings: { workBucket: 'w' }, ...timesOf(60_000) };
  return lockAssembly(invocation as unknown as Invocation, upload, range, 7);
}

test('a lock of the same plan is somebody else’s', async () => {
  expect(await lockOver('[1000,2000,7]')).toBe(false);
});

test('one’s own is held', async () => {
  expect(await lockOver('[0,1000,7]')).toBe(true);
});

test.each(['[1000,2000,6]', 'null', '{}', '[[]]', '["a"]', 'hello', ''])(
  'a lock of an earlier plan, and what is none, is taken over: %s',
  async (standing) => {
    expect(await lockOver(standing)).toBe(true);
  },
);
