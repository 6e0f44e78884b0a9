import { expect, test } from 'vitest';
import { BufferedWriter, Writeback } from '../../../bin/files/buffered-writer.ts';

const MEGABYTE = 1024 * 1024;

/** Resolves when pending promises have been handled. */
const eventsHandled = () => new Promise(setImmediate);

/** A writer whose writes end when `endOne` is called. */
function slowWriter() {
  const written: string[] = [];
  const ends: (() => void)[] = [];
  const behind = new BufferedWriter((bytes) => {
    written.push(Buffer.from(bytes).toString());
    return new Promise((resolve) => ends.push(resolve));
  });
  return { behind, written, endOne: () => ends.shift()!() };
}

test('writes at once if nothing is being written, and collects later pieces meanwhile', async () => {
  const { behind, written, endOne } = slowWriter();
  await behind.write(Buffer.from('a'));
  expect(written).toEqual(['a']);
  await behind.write(Buffer.from('b'));
  await behind.write(Buffer.from('c'));
  expect(written).toEqual(['a']);
  const flushed = behind.flush();
  endOne();
  await eventsHandled();
  expect(written).toEqual(['a', 'bc']);
  endOne();
  await flushed;
});

test('a thousand writers of short results take little memory', async () => {
  const before = process.memoryUsage().arrayBuffers;
  const writers = Array.from({ length: 1000 }, () => new BufferedWriter(async () => {}));
  for (const writer of writers) await writer.write(Buffer.alloc(100));
  await Promise.all(writers.map((writer) => writer.flush()));
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * MEGABYTE);
  expect(writers).toHaveLength(1000);
});

test('writes pieces of all lengths in their order', async () => {
  const written: Buffer[] = [];
  const writer = new BufferedWriter(async (bytes) => {
    await eventsHandled();
    written.push(Buffer.from(bytes));
  });
  const pieces = [1, 4095, 4096, 4097, 1, 20_000, 65_535, 65_536, 3, MEGABYTE, 70_000, 5000].map(
    (length, i) => Buffer.alloc(length, `${i}`),
  );
  for (const piece of pieces) await writer.write(piece);
  await writer.flush();
  expect(Buffer.concat(written).equals(Buffer.concat(pieces))).toBe(true);
});

test('waits while a megabyte is already waiting', async () => {
  const { behind, written, endOne } = slowWriter();
  await behind.write(Buffer.from('a'));
  const piece = 'x'.repeat(MEGABYTE / 32);
  for (let i = 0; i < 32; i++) await behind.write(Buffer.from(piece));
  const full = behind.write(Buffer.from('z'));
  let isDone = false;
  void full.then(() => {
    isDone = true;
  });
  await eventsHandled();
  expect(isDone).toBe(false);
  expect(written).toEqual(['a']);
  endOne();
  await full;
  endOne();
  await eventsHandled();
  expect(written.length).toBe(3);
  endOne();
  await behind.flush();
  expect(written.join('')).toBe(`a${'x'.repeat(MEGABYTE)}z`);
});

test('writes a long piece without a copy, after all pieces before it', async () => {
  const { behind, written, endOne } = slowWriter();
  await behind.write(Buffer.from('a'));
  await behind.write(Buffer.from('b'));
  const long = Buffer.alloc(MEGABYTE, 'x');
  let isDone = false;
  const taken = behind.write(long).then(() => {
    isDone = true;
  });
  endOne();
  await eventsHandled();
  expect(written).toEqual(['a', 'b']);
  long.fill('y'); // it has not been copied
  endOne();
  await eventsHandled();
  expect(written).toEqual(['a', 'b', 'y'.repeat(MEGABYTE)]);
  expect(isDone).toBe(false);
  endOne();
  await taken;
  await behind.write(Buffer.from('c'));
  expect(written.at(-1)).toBe('c');
  endOne();
  await behind.flush();
});

test('throws the error of a failed write from the next write that waits, and from flush', async () => {
  const behind = new BufferedWriter(() => Promise.reject(new Error('disk full')));
  await behind.write(Buffer.from('a'));
  await expect(behind.flush()).rejects.toThrow('disk full');
  await expect(behind.write(Buffer.alloc(2 * MEGABYTE))).rejects.toThrow('disk full');
});

/** A write-back whose syncs end when the test resolves them. */
function busy() {
  const begun: PromiseWithResolvers<void>[] = [];
  const back = new Writeback(() => {
    const next = Promise.withResolvers<void>();
    begun.push(next);
    return next.promise;
  });
  return { back, begun };
}

test('writes a file back in steps of 16 MiB, one at a time', async () => {
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

test('waits at the end for what is being written back', async () => {
  const { back, begun } = busy();
  back.wrote(16 * MEGABYTE);
  let ended = false;
  const end = back.end().then(() => {
    ended = true;
  });
  await eventsHandled();
  expect(ended).toBe(false);
  begun[0]!.resolve();
  await end;
});

test('throws the error of a full disk at the next write, and at the end', async () => {
  const { back, begun } = busy();
  back.wrote(16 * MEGABYTE);
  begun[0]!.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }));
  await expect(back.end()).rejects.toThrow('full');
  expect(() => back.wrote(1)).toThrow('full');
});

test('ignores that a file system cannot write back', async () => {
  const { back, begun } = busy();
  back.wrote(16 * MEGABYTE);
  begun[0]!.reject(Object.assign(new Error(), { code: 'EINVAL' }));
  await back.end();
  back.wrote(1);
});
