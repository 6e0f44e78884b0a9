import { expect, test } from 'vitest';
import { WriteBack } from '../../../bin/solve/write-back.ts';

const MEGABYTE = 1024 * 1024;

/** One whose disk is busy until it is told to be done. */
function busy() {
  const begun: PromiseWithResolvers<void>[] = [];
  const back = new WriteBack(() => {
    const next = Promise.withResolvers<void>();
    begun.push(next);
    return next.promise;
  });
  return { back, begun };
}

test('a file is written back now and then, and one piece after another', async () => {
  const { back, begun } = busy();
  for (let i = 0; i < 15; i++) back.wrote(MEGABYTE);
  expect(begun).toHaveLength(0);
  back.wrote(MEGABYTE);
  expect(begun).toHaveLength(1);
  for (let i = 0; i < 40; i++) back.wrote(MEGABYTE);
  expect(begun).toHaveLength(1);
  begun[0]!.resolve();
  await back.end();
  back.wrote(1);
  expect(begun).toHaveLength(2);
});

test('the end waits for what is being written back', async () => {
  const { back, begun } = busy();
  back.wrote(16 * MEGABYTE);
  let ended = false;
  const end = back.end().then(() => {
    ended = true;
  });
  await new Promise(setImmediate);
  expect(ended).toBe(false);
  begun[0]!.resolve();
  await end;
});

test('a disk that is full is told at the next write, and at the end', async () => {
  const { back, begun } = busy();
  back.wrote(16 * MEGABYTE);
  begun[0]!.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }));
  await expect(back.end()).rejects.toThrow('full');
  expect(() => back.wrote(1)).toThrow('full');
});

test('where nothing can be written back, nothing is', async () => {
  const { back, begun } = busy();
  back.wrote(16 * MEGABYTE);
  begun[0]!.reject(Object.assign(new Error(), { code: 'EINVAL' }));
  await back.end();
  back.wrote(1);
});
