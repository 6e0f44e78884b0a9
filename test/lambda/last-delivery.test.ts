import { describe, expect, test } from 'vitest';
import type { Cloud } from '../../lambda/aws/cloud.ts';
import { Pipeline } from './fixture.ts';
import {
  broken,
  cloud,
  LINES,
  outcomes,
  PUZZLE,
  pipeline,
  SOLUTION,
  sharePipeline,
} from './shared-pipeline.ts';

sharePipeline();

describe('the last delivery', () => {
  const last = { isRedelivery: true, deliveriesLeft: 0 };

  test('that fails says so in a report, which a redrive replaces', async () => {
    await pipeline.upload('failed.txt', `${PUZZLE}\n`);
    const records = await pipeline.receive();
    pipeline.cloud = { ...cloud, readObject: broken('SlowDown') };
    const [deed] = await pipeline.run(records, last);
    expect(deed?.error?.message).toBe('SlowDown');
    expect(await pipeline.report('failed.txt')).toMatchObject({
      status: 'failed',
      reason: 'SlowDown',
      advice: expect.stringMatching(/redrive/),
      input: { key: 'failed.txt' },
    });
    pipeline.cloud = cloud;
    await pipeline.run(records);
    expect(await pipeline.report('failed.txt')).toMatchObject({ status: 'done', solved: 1 });
    expect(await pipeline.result('failed.txt')).toBe(`${SOLUTION}\n`);
  });

  test('says so before it begins, since a function that is killed says nothing', async () => {
    await pipeline.upload('killed.txt', `${PUZZLE}\n`);
    const records = await pipeline.receive();
    await pipeline.kill(records, (name) => name === 'readObject', last);
    expect(await pipeline.report('killed.txt')).toMatchObject({
      status: 'failed',
      reason: '10 deliveries ended without a result',
    });
    await pipeline.run(records, last);
    expect(await pipeline.report('killed.txt')).toMatchObject({ status: 'done' });
  });

  test('of a chunk fails the file, and a redrive of the chunk ends it well', async () => {
    const chunks = await pipeline.cut('chunk.txt', LINES, [20, 40]);
    await pipeline.run(chunks.slice(0, 2));
    pipeline.cloud = { ...cloud, readObject: broken('ServiceUnavailable') };
    await pipeline.run(chunks.slice(2), last);
    pipeline.cloud = cloud;
    expect(await pipeline.report('chunk.txt')).toMatchObject({ status: 'failed' });
    await pipeline.run(chunks.slice(2));
    expect(await pipeline.report('chunk.txt')).toMatchObject({ status: 'done', puzzles: 4 });
    expect(await pipeline.leftovers()).toEqual([]);
  });

  test('that cannot even send an upload to an invocation of its own says so', async () => {
    const keys = ['unsent.txt', 'unsent too.txt'];
    for (const key of keys) await pipeline.upload(key, `${PUZZLE}\n`);
    const records = await pipeline.receive();
    pipeline.cloud = { ...cloud, sendMessages: () => Promise.reject(new Error('SQS is down')) };
    await pipeline.run(records, last);
    for (const key of keys) {
      const reason = 'it could not be given an invocation of its own: SQS is down';
      expect(await pipeline.report(key)).toMatchObject({ status: 'failed', reason });
    }
    pipeline.cloud = cloud;
    for (const record of records) await pipeline.run([record]);
  });

  test('of an upload that is gone says so, and that there is nothing to redrive', async () => {
    await pipeline.upload('gone.txt', `${PUZZLE}\n`);
    const records = await pipeline.receive();
    await pipeline.remove('gone.txt');
    expect(outcomes(await pipeline.run(records, last))).toEqual(['gone']);
    expect(await pipeline.report('gone.txt')).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/does not exist any more/),
      advice: 'upload it again',
    });
  });

  test('of a chunk whose upload is gone leaves none of its work', async () => {
    const [chunk] = await pipeline.cut('gone in chunks.txt', LINES, [20]);
    await pipeline.remove('gone in chunks.txt', Pipeline.SILENT);
    expect(outcomes(await pipeline.run([chunk!], last))).toEqual(['gone']);
    expect(await pipeline.report('gone in chunks.txt')).toMatchObject({
      reason: `${Pipeline.SILENT}/gone in chunks.txt does not exist any more`,
    });
    expect(await pipeline.leftovers()).toEqual([]);
  });

  test('of what is no upload reports nothing', async () => {
    await pipeline.upload('folder/', '');
    expect(outcomes(await pipeline.run(await pipeline.receive(), last))).toEqual(['ignored']);
    expect(await pipeline.report('folder/')).toBeUndefined();
  });

  test('of a chunk that comes after the end writes no failure beside a good result, without reports', async () => {
    const chunks = await pipeline.cut('late.txt', LINES, [20]);
    const silent = { settings: { ...pipeline.settings, reports: false } };
    await pipeline.run(chunks, silent);
    expect(outcomes(await pipeline.run(chunks.slice(1), { ...silent, ...last }))).toEqual(['ignored']);
    expect(await pipeline.report('late.txt')).toBeUndefined();
    expect(await pipeline.result('late.txt')).toBeDefined();
  });

  test('of a file that was solved before changes nothing', async () => {
    await pipeline.upload('solved.txt', `${PUZZLE}\n`);
    const records = await pipeline.receive();
    await pipeline.run(records);
    await pipeline.run(records, last);
    expect(await pipeline.report('solved.txt')).toMatchObject({ status: 'done' });
  });
});

describe('a file that kills the function', () => {
  test('among a hundred: the others are solved on their second delivery', async () => {
    const keys = Array.from({ length: 99 }, (_, index) => `hundred/${index}.txt`);
    for (const key of [...keys.slice(0, 50), 'hundred/poison.txt', ...keys.slice(50)]) {
      await pipeline.upload(key, `${PUZZLE}\n`);
    }
    const poisonous = (name: keyof Cloud, [ref]: unknown[]) =>
      name === 'readObject' && (ref as { key: string }).key === 'hundred/poison.txt';
    const records = await pipeline.receive();
    await pipeline.kill(records, poisonous);
    const solvedAtFirst = (await Promise.all(keys.map((key) => pipeline.report(key)))).filter(
      (report) => report !== undefined,
    );
    expect(solvedAtFirst.length).toBeLessThan(99);
    // the second delivery, of all of them
    const redelivered = { isRedelivery: true };
    await pipeline.kill(records, poisonous, redelivered);
    for (const record of await pipeline.receive()) {
      if (record.body.includes('poison')) await pipeline.kill([record], poisonous);
      else await pipeline.run([record]);
    }
    const reports = await Promise.all(keys.map((key) => pipeline.report(key)));
    expect(reports.filter((report) => report?.status !== 'done')).toEqual([]);
    expect(await pipeline.report('hundred/poison.txt')).toBeUndefined();
  });

  test('by itself is tried where it is: there is nobody else to spare', async () => {
    await pipeline.upload('single.txt', `${PUZZLE}\n`);
    const records = await pipeline.receive();
    expect(outcomes(await pipeline.run(records, { isRedelivery: true }))).toEqual(['solved']);
  });
});
