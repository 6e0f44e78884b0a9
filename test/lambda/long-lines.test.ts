import { afterEach, describe, expect, test, vi } from 'vitest';
import { someOf } from '../cases.ts';
import { cloud, PUZZLE, pipeline, SOLUTION, sharePipeline } from './shared-pipeline.ts';
import { solved } from './solved-by-library.ts';

sharePipeline();

const MiB = 1024 * 1024;

/** A file with this line between puzzles. */
const around = (line: string) => `${`${PUZZLE}\n`.repeat(300)}${line}\n${`${PUZZLE}\n`.repeat(100)}`;
/** Lines that are longer than a record may be. */
const LONG = {
  'a comment': `#${'c'.repeat(3 * MiB)}`,
  'no puzzle': 'z'.repeat(3 * MiB),
  'a puzzle and a text': `${PUZZLE} ${'t'.repeat(3 * MiB)}`,
  blanks: ' '.repeat(3 * MiB),
};

/** Puts the clock forward, past every deadline, when this many bytes of an object have been read. */
function passTimeWithin(bytes: number): void {
  let passed = 0;
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + passed);
  async function* slow(body: AsyncIterable<Uint8Array>) {
    let read = 0;
    for await (const piece of body) {
      yield piece;
      read += piece.length;
      if (read > bytes) passed = 1e9;
    }
  }
  pipeline.cloud = {
    ...cloud,
    isSlowedDown: () => false,
    readObject: async (...args) => {
      const open = await cloud.readObject(...args);
      return { ...open, body: slow(open.body) };
    },
  };
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe.each(someOf(Object.entries(LONG), 2))('a long line: %s', (name, line) => {
  const text = around(line);
  const key = `${name}.txt`;

  test('belongs to the chunk that it begins in, wherever the file is cut', async () => {
    const begin = text.indexOf(line);
    const cuts = [begin - 1, begin, begin + 1, begin + MiB, begin + MiB + 1, begin + 2 * MiB];
    await pipeline.run(
      await pipeline.cut(key, text, [...cuts, begin + line.length, begin + line.length + 1]),
    );
    expect((await pipeline.result(key)) === solved(text)).toBe(true);
    expect(await pipeline.report(key)).toMatchObject({ status: 'done', solved: 400 });
    expect(await pipeline.leftovers()).toEqual([]);
  });

  test.each([
    ['in which a small file runs out of time', false],
    ['in which a chunk runs out of time', true],
  ])('%s is sent as another message, complete', async (_, asChunk) => {
    if (!asChunk) await pipeline.upload(key, text);
    const records = asChunk ? await pipeline.cut(key, text, [100]) : await pipeline.receive();
    passTimeWithin(2 * MiB);
    const [task] = await pipeline.run(records.slice(-1));
    expect(task?.outcome?.outcome).toBe('enqueued');
    vi.restoreAllMocks();
    pipeline.cloud = cloud;
    await pipeline.run(records.slice(0, -1));
    await pipeline.drain();
    expect((await pipeline.result(key)) === solved(text)).toBe(true);
    expect(await pipeline.leftovers()).toEqual([]);
  });
});

test('a first line that is longer than the head does not cause more chunks than its bytes require', async () => {
  const text = `${PUZZLE} ${'t'.repeat(17 * MiB)}\n${PUZZLE}\n`;
  await pipeline.upload('first.txt', text);
  const [task] = await pipeline.run(await pipeline.receive());
  expect(task?.outcome).toMatchObject({ outcome: 'enqueued', reason: 'cut into 2 chunks' });
  await pipeline.drain();
  const result = await pipeline.result('first.txt');
  expect(result!.endsWith(`\n${SOLUTION}\n`)).toBe(true);
  expect(result).toHaveLength(text.length);
  expect(await pipeline.leftovers()).toEqual([]);
});

test('a last line without a line feed is complete in the result if it ends where a piece of it does', async () => {
  // a line as long as the longest record plus three blocks of 256 KiB
  const text = `${PUZZLE}\n${'z'.repeat(MiB + 3 * 256 * 1024)}`;
  await pipeline.upload('last.txt', text);
  await pipeline.run(await pipeline.receive());
  const chunks = await pipeline.cut('last-of-chunks.txt', text, [50]);
  await pipeline.run(chunks);
  for (const key of ['last.txt', 'last-of-chunks.txt']) {
    const result = await pipeline.result(key);
    expect(result).toHaveLength(text.length);
    expect(result!.startsWith(`${SOLUTION}\ninvalid `)).toBe(true);
    expect(await pipeline.report(key)).toMatchObject({ puzzles: 2, solved: 1, invalid: 1 });
  }
});

test('comments in which the first chunk runs out of time stay with the header below them', async () => {
  const text = `${`# ${'c'.repeat(998)}\n`.repeat(700)}id,puzzle\n${`1,${PUZZLE}\n`.repeat(20_000)}`;
  const records = await pipeline.cut('header.csv', text, []);
  passTimeWithin(300_000);
  const [task] = await pipeline.run(records);
  expect(task?.outcome?.reason).toMatch(/^the rest was sent as \d\d+ messages$/);
  vi.restoreAllMocks();
  pipeline.cloud = cloud;
  await pipeline.drain();
  expect(await pipeline.report('header.csv')).toMatchObject({ status: 'done', puzzles: 20_000, invalid: 0 });
  expect(await pipeline.result('header.csv')).toContain('\nid,puzzle,solution,status\n');
  expect(await pipeline.leftovers()).toEqual([]);
});
