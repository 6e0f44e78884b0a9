import { expect, test } from 'vitest';
import { resumable } from '../../../lambda/aws/objects.ts';

const BYTES = Buffer.from('0123456789');

/** Opens bodies that break: the n-th after `after[n]` bytes, by an error or by ending. */
function breaking(after: readonly number[], how: 'error' | 'end') {
  const opened: number[] = [];
  let connection = 0;
  const open = (at: number): AsyncIterable<Uint8Array> => {
    opened.push(at);
    const last = after[connection++];
    return (async function* () {
      for (let sent = 0, here = at; here < 8; sent++, here++) {
        if (sent === last) {
          if (how === 'end') return;
          throw new Error('aborted');
        }
        yield BYTES.subarray(here, here + 1);
      }
    })();
  };
  return { opened, open };
}

async function read(after: readonly number[], how: 'error' | 'end') {
  const { opened, open } = breaking(after, how);
  const pieces: Uint8Array[] = [];
  const body = resumable(open(2), { from: 2, to: 8 }, async (at) => open(at));
  for await (const piece of body) pieces.push(piece);
  return { opened, text: Buffer.concat(pieces).toString() };
}

test.each(['error', 'end'] as const)('continues where a body ended too early (by an %s)', async (how) => {
  expect(await read([3, 1], how)).toEqual({ text: '234567', opened: [2, 5, 6] });
});

test('opens an object once if its body does not break', async () => {
  expect(await read([], 'end')).toEqual({ text: '234567', opened: [2] });
});

test('fails after repeated breaks without progress', async () => {
  await expect(read([1, 0, 0, 0, 0, 0, 0, 0], 'error')).rejects.toThrow(
    /broke 6 times at byte 3, expected 8/,
  );
});

test('passes on what the reader throws', async () => {
  const { opened, open } = breaking([], 'error');
  const body = resumable(open(2), { from: 2, to: 8 }, async (at) => open(at));
  await expect(
    (async () => {
      for await (const _ of body) throw new Error('mine');
    })(),
  ).rejects.toThrow('mine');
  expect(opened).toEqual([2]);
});
