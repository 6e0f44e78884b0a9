import { describe, expect, test } from 'vitest';
import { ASSUMED } from '../../bench/cost/rates.ts';
import { PUZZLE_BYTES, workOfLargeFile } from '../../bench/cost/work.ts';
import { someOf } from '../cases.ts';
import { Pipeline } from './fixture.ts';
import { NO_SOLUTION, PUZZLE, pipeline, sharePipeline } from './shared-pipeline.ts';
import { ALL_KINDS, solved } from './solved-by-library.ts';

sharePipeline();

function many(lines: number): string {
  const line = (index: number) => (index % 1000 === 7 ? NO_SOLUTION : index % 5000 === 8 ? '.1' : PUZZLE);
  return Array.from({ length: lines }, (_, index) => `${line(index)}\n`).join('');
}

describe('a file cut into chunks', () => {
  test('has the same result as the uncut file, wherever it is cut', async () => {
    const offsets = Array.from({ length: ALL_KINDS.length - 1 }, (_, index) => index + 1);
    const chunks = await pipeline.cut('bytes.txt', ALL_KINDS, offsets);
    expect(chunks.length).toBe(ALL_KINDS.length);
    await pipeline.run(chunks);
    expect(await pipeline.result('bytes.txt')).toBe(solved(ALL_KINDS));
    expect(await pipeline.report('bytes.txt')).toMatchObject({
      puzzles: 4,
      solved: 2,
      invalid: 2,
      problems: [
        { line: 4, status: 'invalid' },
        { line: 5, status: 'invalid' },
      ],
    });
    expect(await pipeline.leftovers()).toEqual([]);
  });

  test('has the same result as the uncut file when cut once, at any byte', async () => {
    for (const at of someOf(Array.from(ALL_KINDS, (_, i) => i).slice(1), 40)) {
      await pipeline.run(await pipeline.cut(`at-${at}.txt`, ALL_KINDS, [at]));
      expect(await pipeline.result(`at-${at}.txt`)).toBe(solved(ALL_KINDS));
    }
    expect(await pipeline.leftovers()).toEqual([]);
  });

  test('costs three GETs, one HEAD, one PUT, one LIST and one copy for each chunk', async () => {
    const text = many(270_000);
    await pipeline.upload('budget.txt', text);
    pipeline.calls = {};
    await pipeline.run(await pipeline.receive());
    const { sendMessages: _, ...planning } = pipeline.calls;
    // reads the head; checks whether the file was solved before; writes the manifest, and again when all messages are sent
    expect(planning).toEqual({ readObject: 1, headObject: 1, putObject: 2 });
    // two chunks, or four that are still large enough to be copied if the machine is slow at the moment
    const chunks = await pipeline.receive();
    const count = chunks.length;
    expect(count).toBeGreaterThanOrEqual(2);
    pipeline.calls = {};
    await pipeline.run(chunks.slice(1));
    const each = { readObject: 2 * (count - 1), headObject: count - 1, putObject: count - 1 };
    expect(pipeline.calls).toEqual({ ...each, listObjects: count - 1, signedHead: count - 1 });
    pipeline.calls = {};
    await pipeline.run(chunks.slice(0, 1));
    expect(pipeline.calls).toEqual({
      // the manifest before and after, the chunk's range, and the details of each chunk for the report
      readObject: 3 + count,
      // the chunk's result, the assembly lock, the multipart upload's name, the report
      putObject: 4,
      // to see that the job is complete; to delete its objects
      listObjects: 2,
      createMultipart: 1,
      copyPart: count,
      completeMultipart: 1,
      // to abort those of earlier attempts
      listMultiparts: 1,
      // nothing is sent
      signedHead: 1,
      // whether it was cancelled, before and after; whether the file was assembled before, whether a newer upload was rejected, whether the upload exists, whether the result is complete
      headObject: 6,
      // the manifest, the objects that were listed before, then all others
      deleteObjects: 3,
    });
    // the model behind docs/scale.md counts the same requests
    const model = workOfLargeFile(count * 1e6, 1e6 * PUZZLE_BYTES, {
      ...ASSUMED,
      ...{ measured: '', puzzlesPerSecond: 1, secondsPerSmallFile: 1, coldStartSeconds: 1 },
    });
    expect(model.s3Reads).toBe(2 + 3 * (count - 1) + (3 + count) + 6);
    expect(model.s3Writes).toBe(2 + 2 * (count - 1) + 4 + 2 + 1 + count + 1 + 1);
    expect((await pipeline.result('budget.txt')) === solved(text)).toBe(true);
    const report = await pipeline.report('budget.txt');
    expect(report).toMatchObject({ puzzles: 270_000, noSolution: 270, invalid: 54, chunks: count });
    expect((report!.problems as { line: number }[]).map(({ line }) => line).slice(0, 4)).toEqual([
      8, 9, 1008, 2008,
    ]);
    expect(report!.peakMemoryMiB).toBeLessThan(512);
    expect(await pipeline.leftovers()).toEqual([]);
  });

  test('reports its problems with the lines of the file, however many chunks there are', async () => {
    const text = `${PUZZLE}\n\n53..7\n`.repeat(60);
    const offsets = Array.from({ length: 40 }, (_, index) => (index + 1) * 100);
    await pipeline.run(await pipeline.cut('problems.txt', text, offsets));
    const report = await pipeline.report('problems.txt');
    expect(report).toMatchObject({ puzzles: 120, invalid: 60, chunks: 41 });
    expect((report!.problems as { line: number }[]).map(({ line }) => line)).toEqual(
      Array.from({ length: 60 }, (_, index) => 3 * index + 3),
    );
  });

  test('is read further if a line is longer than the bytes read beyond a chunk', async () => {
    const long = `${PUZZLE} ${'x'.repeat(100_000)}`;
    const text = `${PUZZLE}\n${long}\n${PUZZLE}\n`;
    await pipeline.run(await pipeline.cut('long.txt', text, [100, 60_000]));
    expect((await pipeline.result('long.txt')) === solved(text)).toBe(true);
  });

  test('is planned and solved even if more comments precede its first record than are read at first', async () => {
    const text = `${'# a comment\n'.repeat(50_000)}puzzle,solution\n${`${PUZZLE},\n`.repeat(210_000)}`;
    await pipeline.upload('commented.csv', text);
    pipeline.calls = {};
    expect(await pipeline.run(await pipeline.receive())).toMatchObject([
      { outcome: { outcome: 'enqueued', reason: expect.stringMatching(/^cut into/) } },
    ]);
    // the head: 192 KiB, then twice and four times as many
    expect(pipeline.calls.readObject).toBe(3);
    await pipeline.drain();
    expect(await pipeline.report('commented.csv')).toMatchObject({
      status: 'done',
      format: 'csv',
      puzzles: 210_000,
      solved: 210_000,
    });
    expect(await pipeline.leftovers()).toEqual([]);
  });

  test('is rejected with the limit if its first record is beyond it', async () => {
    await pipeline.upload('remarks.txt', `${'# a comment\n'.repeat(1_500_000)}${PUZZLE}\n`);
    expect(await pipeline.run(await pipeline.receive())).toMatchObject([
      { outcome: { outcome: 'rejected' } },
    ]);
    expect(await pipeline.report('remarks.txt')).toMatchObject({
      reason: expect.stringMatching(
        /nothing but comments in the first 1048576 bytes, where the first puzzle must begin:/,
      ),
    });
  });

  test('is not planned again when its event arrives twice', async () => {
    await pipeline.upload('planned.txt', many(210_000));
    const event = await pipeline.receive();
    await pipeline.run(event);
    await pipeline.drain();
    pipeline.calls = {};
    expect(await pipeline.run(event)).toMatchObject([{ outcome: { outcome: 'ignored' } }]);
    expect(pipeline.calls).toEqual({ readObject: 1, headObject: 2 });
    expect(await pipeline.leftovers()).toEqual([]);
  });

  test('is not joined again if a function died before it wrote the report', async () => {
    const chunks = await pipeline.cut('joined.txt', ALL_KINDS, [20]);
    await pipeline.run(chunks.slice(1));
    let isJoined = false;
    await pipeline.kill(chunks.slice(0, 1), (name) => {
      const isKilled = isJoined;
      isJoined ||= name === 'completeMultipart';
      return isKilled;
    });
    const etag = (await pipeline.object('joined.txt'))!.etag;
    pipeline.calls = {};
    expect(await pipeline.run(chunks.slice(0, 1), { isRedelivery: true })).toMatchObject([
      { outcome: { outcome: 'solved' } },
    ]);
    expect(pipeline.calls.createMultipart).toBeUndefined();
    expect(await pipeline.report('joined.txt')).toMatchObject({
      status: 'done',
      puzzles: 4,
      output: { etag, bytes: solved(ALL_KINDS).length },
    });
    expect(await pipeline.leftovers()).toEqual([]);
  });

  test('is not affected by chunks that are delivered twice, before and after its end', async () => {
    const chunks = await pipeline.cut('twice.txt', ALL_KINDS, [20, 40]);
    await pipeline.run([...chunks, ...chunks]);
    await pipeline.run(chunks);
    expect(await pipeline.result('twice.txt')).toBe(solved(ALL_KINDS));
    expect(await pipeline.leftovers()).toEqual([]);
  });
});

describe('an upload that is overwritten or deleted while it is solved', () => {
  test('ends silently and leaves nothing', async () => {
    const [first, ...others] = await pipeline.cut('over.txt', ALL_KINDS, [20, 40]);
    await pipeline.run([first!]);
    await pipeline.upload('over.txt', `${PUZZLE}\n`, { bucket: Pipeline.SILENT });
    const tasks = await pipeline.run(others);
    expect(tasks.map(({ outcome }) => outcome?.outcome)).toEqual(['superseded', 'superseded']);
    expect(await pipeline.result('over.txt')).toBeUndefined();
    expect(await pipeline.leftovers()).toEqual([]);
  });

  test('keeps the newer result if all chunks are solved', async () => {
    const chunks = await pipeline.cut('late.txt', ALL_KINDS, [20]);
    await pipeline.run(chunks.slice(1));
    const { cloud } = pipeline;
    pipeline.cloud = {
      ...cloud,
      listObjects: async (bucket, prefix) => {
        pipeline.cloud = cloud;
        await pipeline.upload('late.txt', `${PUZZLE}\n`);
        await pipeline.drain();
        return cloud.listObjects(bucket, prefix);
      },
    };
    expect(await pipeline.run(chunks.slice(0, 1))).toMatchObject([{ outcome: { outcome: 'superseded' } }]);
    expect(await pipeline.result('late.txt')).toBe(solved(`${PUZZLE}\n`));
    expect(await pipeline.leftovers()).toEqual([]);
  });

  test('ends with no result if it was deleted', async () => {
    const chunks = await pipeline.cut('deleted.txt', ALL_KINDS, [20, 40]);
    await pipeline.run(chunks.slice(0, 1));
    await pipeline.remove('deleted.txt', Pipeline.SILENT);
    await pipeline.run(chunks.slice(1));
    expect(await pipeline.result('deleted.txt')).toBeUndefined();
    expect(await pipeline.report('deleted.txt')).toBeUndefined();
    expect(await pipeline.leftovers()).toEqual([]);
  });
});
