import { expect, test } from 'vitest';
import { BufferedWriter, Writeback } from '../../../bin/solve/output.ts';

const MEGABYTE = 1024 * 1024;

/** Writes that end when told to. */
function slowWriter() {
  const written: string[] = [];
  const ends: (() => void)[] = [];
  const behind = new BufferedWriter((bytes) => {
    written.push(Buffer.from(bytes).toString());
    return new Promise((resolve) => ends.push(resolve));
  });
  return { behind, written, endOne: () => ends.shift()!() };
}

test('writes at once where nothing is being written, and collects what comes meanwhile', async () => {
  const { behind, written, endOne } = slowWriter();
  await behind.write(Buffer.from('a'));
  expect(written).toEqual(['a']);
  await behind.write(Buffer.from('b'));
  await behind.write(Buffer.from('c'));
  expect(written).toEqual(['a']);
  const flushed = behind.flush();
  endOne();
  await expect.poll(() => written).toEqual(['a', 'bc']);
  endOne();
  await flushed;
});

test('waits where a megabyte waits already', async () => {
  const { behind, written, endOne } = slowWriter();
  await behind.write(Buffer.from('a'));
  const piece = 'x'.repeat(MEGABYTE / 32);
  for (let i = 0; i < 32; i++) await behind.write(Buffer.from(piece));
  const full = behind.write(Buffer.from('z'));
  let isTaken = false;
  void full.then(() => {
    isTaken = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(isTaken).toBe(false);
  expect(written).toEqual(['a']);
  endOne();
  await full;
  endOne();
  await expect.poll(() => written.length).toBe(3);
  endOne();
  await behind.flush();
  expect(written.join('')).toBe(`a${'x'.repeat(MEGABYTE)}z`);
});

test('a long piece is written from where it stands, after all before it, and taken when it is written', async () => {
  const { behind, written, endOne } = slowWriter();
  await behind.write(Buffer.from('a'));
  await behind.write(Buffer.from('b'));
  const long = Buffer.alloc(MEGABYTE, 'x');
  let isTaken = false;
  const taken = behind.write(long).then(() => {
    isTaken = true;
  });
  endOne();
  await expect.poll(() => written).toEqual(['a', 'b']);
  long.fill('y'); // nothing has copied it
  endOne();
  await expect.poll(() => written).toEqual(['a', 'b', 'y'.repeat(MEGABYTE)]);
  expect(isTaken).toBe(false);
  endOne();
  await taken;
  await behind.write(Buffer.from('c'));
  expect(written.at(-1)).toBe('c');
  endOne();
  await behind.flush();
});

test('a write that fails is told by the next one that has to wait, and by flush', async () => {
  const behind = new BufferedWriter(() => Promise.reject(new Error('disk full')));
  await behind.write(Buffer.from('a'));
  await expect(behind.flush()).rejects.toThrow('disk full');
  await expect(behind.write(Buffer.alloc(2 * MEGABYTE))).rejects.toThrow('disk full');
});

/** One whose disk is busy until it is told to be done. */
function busy() {
  const begun: PromiseWithResolvers<void>[] = [];
  const back = new Writeback(() => {
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
