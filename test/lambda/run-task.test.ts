import type { SQSRecord } from 'aws-lambda';
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
import { solved } from './solved-by-library.ts';

sharePipeline();

/** The context of a redelivery. */
const redelivery = (deliveriesLeft: number) => ({ isRedelivery: true, deliveriesLeft });
const fail = async (records: readonly SQSRecord[], delivery: object) => {
  pipeline.cloud = { ...cloud, readObject: broken('ServiceUnavailable') };
  await pipeline.run(records, delivery);
  pipeline.cloud = cloud;
};

describe('the last delivery of a message', () => {
  test('writes a failed report, which a redrive replaces', async () => {
    await pipeline.upload('failed.txt', `${PUZZLE}\n`);
    const records = await pipeline.receive();
    pipeline.cloud = { ...cloud, readObject: broken('SlowDown') };
    const [task] = await pipeline.run(records, redelivery(0));
    expect(task?.error?.message).toBe('SlowDown');
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

  test('writes the failed report before it starts, since a killed function writes nothing', async () => {
    await pipeline.upload('killed.txt', `${PUZZLE}\n`);
    const records = await pipeline.receive();
    await pipeline.kill(records, (name) => name === 'readObject', redelivery(0));
    expect(await pipeline.report('killed.txt')).toMatchObject({
      status: 'failed',
      reason: '10 deliveries ended without a result',
    });
    await pipeline.run(records, redelivery(0));
    expect(await pipeline.report('killed.txt')).toMatchObject({ status: 'done' });
  });

  test('fails the file if it is about a chunk, and a redrive of the chunk completes the file', async () => {
    const chunks = await pipeline.cut('chunk.txt', LINES, [20, 40]);
    await pipeline.run(chunks.slice(0, 2));
    pipeline.cloud = { ...cloud, readObject: broken('ServiceUnavailable') };
    await pipeline.run(chunks.slice(2), redelivery(0));
    pipeline.cloud = cloud;
    expect(await pipeline.report('chunk.txt')).toMatchObject({ status: 'failed' });
    await pipeline.run(chunks.slice(2));
    expect(await pipeline.report('chunk.txt')).toMatchObject({ status: 'done', puzzles: 4 });
    expect(await pipeline.leftovers()).toEqual([]);
  });

  test('reports that an upload could not be sent to an invocation of its own', async () => {
    const keys = ['unsent.txt', 'unsent too.txt'];
    for (const key of keys) await pipeline.upload(key, `${PUZZLE}\n`);
    const records = await pipeline.receive();
    pipeline.cloud = { ...cloud, sendMessages: () => Promise.reject(new Error('SQS is down')) };
    await pipeline.run(records, redelivery(0));
    for (const key of keys) {
      const reason = 'it could not be given an invocation of its own: SQS is down';
      expect(await pipeline.report(key)).toMatchObject({ status: 'failed', reason });
    }
    pipeline.cloud = cloud;
    for (const record of records) await pipeline.run([record]);
  });

  test('reports that an upload is gone, and does not advise a redrive', async () => {
    await pipeline.upload('gone.txt', `${PUZZLE}\n`);
    const records = await pipeline.receive();
    await pipeline.remove('gone.txt');
    expect(outcomes(await pipeline.run(records, redelivery(0)))).toEqual(['gone']);
    expect(await pipeline.report('gone.txt')).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/does not exist any more/),
      advice: 'upload it again',
    });
  });

  test('leaves no work of a chunk whose upload is gone', async () => {
    const [chunk] = await pipeline.cut('gone in chunks.txt', LINES, [20]);
    await pipeline.remove('gone in chunks.txt', Pipeline.SILENT);
    expect(outcomes(await pipeline.run([chunk!], redelivery(0)))).toEqual(['gone']);
    expect(await pipeline.report('gone in chunks.txt')).toMatchObject({
      reason: `${Pipeline.SILENT}/gone in chunks.txt does not exist any more`,
    });
    expect(await pipeline.leftovers()).toEqual([]);
  });

  test('writes no report for a folder', async () => {
    await pipeline.upload('folder/', '');
    expect(outcomes(await pipeline.run(await pipeline.receive(), redelivery(0)))).toEqual(['ignored']);
    expect(await pipeline.report('folder/')).toBeUndefined();
  });

  test('writes no failed report beside a good result if reports are switched off', async () => {
    const chunks = await pipeline.cut('late.txt', LINES, [20]);
    const silent = { settings: { ...pipeline.settings, reports: false } };
    await pipeline.run(chunks, silent);
    expect(outcomes(await pipeline.run(chunks.slice(1), { ...silent, ...redelivery(0) }))).toEqual([
      'ignored',
    ]);
    expect(await pipeline.report('late.txt')).toBeUndefined();
    expect(await pipeline.result('late.txt')).toBe(solved(LINES));
  });

  test('does not replace the report of a solved file', async () => {
    await pipeline.upload('solved.txt', `${PUZZLE}\n`);
    const records = await pipeline.receive();
    await pipeline.run(records);
    await pipeline.run(records, redelivery(0));
    expect(await pipeline.report('solved.txt')).toMatchObject({ status: 'done' });
  });
});

describe('a file that kills the function', () => {
  test('does not keep the others of its batch from being solved on their second delivery', async () => {
    const keys = Array.from({ length: 39 }, (_, index) => `batch/${index}.txt`);
    for (const key of [...keys.slice(0, 20), 'batch/poison.txt', ...keys.slice(20)]) {
      await pipeline.upload(key, `${PUZZLE}\n`);
    }
    const poisonous = (name: keyof Cloud, [ref]: unknown[]) =>
      name === 'readObject' && (ref as { key: string }).key === 'batch/poison.txt';
    const records = await pipeline.receive();
    await pipeline.kill(records, poisonous);
    const solvedAtFirst = (await Promise.all(keys.map((key) => pipeline.report(key)))).filter(
      (report) => report !== undefined,
    );
    expect(solvedAtFirst.length).toBeLessThan(39);
    // the second delivery of all messages
    const redelivered = { isRedelivery: true };
    await pipeline.kill(records, poisonous, redelivered);
    for (const record of await pipeline.receive()) {
      if (record.body.includes('poison')) await pipeline.kill([record], poisonous);
      else await pipeline.run([record]);
    }
    const reports = await Promise.all(keys.map((key) => pipeline.report(key)));
    expect(reports.filter((report) => report?.status !== 'done')).toEqual([]);
    expect(await pipeline.report('batch/poison.txt')).toBeUndefined();
  });

  test('is retried in place if it is alone in its batch', async () => {
    await pipeline.upload('single.txt', `${PUZZLE}\n`);
    const records = await pipeline.receive();
    expect(outcomes(await pipeline.run(records, { isRedelivery: true }))).toEqual(['solved']);
  });
});

describe('the last three deliveries', () => {
  test('write a failed report with the number of deliveries left, which throttled invocations may use up', async () => {
    await pipeline.upload('throttled.txt', `${PUZZLE}\n`);
    const records = await pipeline.receive();
    await fail(records, redelivery(3));
    expect(await pipeline.report('throttled.txt')).toBeUndefined();
    await fail(records, redelivery(2));
    // the two remaining deliveries are throttled, so they run no code, and the message is in the dead letters
    expect(await pipeline.report('throttled.txt')).toMatchObject({
      status: 'failed',
      reason: 'ServiceUnavailable',
      advice: expect.stringMatching(/^its message is delivered 2 times more, .* dead letters: redrive it$/),
      deliveriesLeft: 2,
    });
    await pipeline.run(records);
    expect(await pipeline.report('throttled.txt')).toMatchObject({ status: 'done' });
    expect(await pipeline.result('throttled.txt')).toBe(`${SOLUTION}\n`);
  });

  test('write the failed report before they start, in case the function is killed and the rest is throttled', async () => {
    await pipeline.upload('killed.txt', `${PUZZLE}\n`);
    const records = await pipeline.receive();
    await pipeline.kill(records, (name) => name === 'readObject', redelivery(2));
    expect(await pipeline.report('killed.txt')).toMatchObject({
      status: 'failed',
      reason: '8 deliveries ended without a result',
    });
    await pipeline.run(records);
  });

  test('delete the failed report if they send the work as other messages', async () => {
    await pipeline.upload('left.txt', LINES);
    const records = await pipeline.receive();
    await fail(records, redelivery(2));
    const [task] = await pipeline.run(records, { ...redelivery(1), deadline: 0, available: 0 });
    expect(task?.outcome).toMatchObject({ outcome: 'enqueued' });
    expect(await pipeline.report('left.txt')).toBeUndefined();
    await pipeline.drain();
    expect(await pipeline.report('left.txt')).toMatchObject({ status: 'done', puzzles: 4 });
    expect(await pipeline.leftovers()).toEqual([]);
  });

  test('delete the failed report if the batch can be split after all', async () => {
    const keys = ['parted.txt', 'parted too.txt'];
    for (const key of keys) await pipeline.upload(key, `${PUZZLE}\n`);
    const records = await pipeline.receive();
    pipeline.cloud = { ...cloud, sendMessages: broken('SQS is down') };
    await pipeline.run(records, redelivery(1));
    expect(await pipeline.report('parted.txt')).toMatchObject({ status: 'failed' });
    pipeline.cloud = cloud;
    await pipeline.run(records, redelivery(0));
    for (const key of keys) expect(await pipeline.report(key)).toBeUndefined();
    await pipeline.drain();
    for (const key of keys) expect(await pipeline.report(key)).toMatchObject({ status: 'done' });
  });

  test('delete the page along with the failed report', async () => {
    const settings = { ...pipeline.settings, htmlReports: true };
    const chunks = await pipeline.cut('page.txt', LINES, [20]);
    await fail(chunks.slice(0, 1), { ...redelivery(1), settings });
    expect(await pipeline.result('page.txt.report.html')).toContain('"status":"failed"');
    await pipeline.run(chunks.slice(0, 1), { ...redelivery(0), settings });
    expect(await pipeline.report('page.txt')).toBeUndefined();
    expect(await pipeline.result('page.txt.report.html')).toBeUndefined();
    await pipeline.run(chunks.slice(1), { settings });
  });
});

describe('the last delivery of a chunk', () => {
  test('keeps the failed report of the planner that could not send the other chunks', async () => {
    // long enough for two chunks
    await pipeline.upload('unsent.txt', `${PUZZLE}\n`.repeat(210_000));
    const planner = await pipeline.receive();
    const sendMessages: Cloud['sendMessages'] = async (url, bodies) => {
      await cloud.sendMessages(url, bodies.slice(0, 1));
      throw new Error('SQS is down');
    };
    pipeline.cloud = { ...cloud, sendMessages };
    await pipeline.run(planner, redelivery(0));
    pipeline.cloud = cloud;
    expect(outcomes(await pipeline.run(await pipeline.receive(), redelivery(0)))).toEqual(['part']);
    // the chunks that were not sent wait for a redrive
    expect(await pipeline.report('unsent.txt')).toMatchObject({ status: 'failed' });
    await pipeline.run(planner, { isRedelivery: true });
    await pipeline.drain();
    expect(await pipeline.report('unsent.txt')).toMatchObject({ status: 'done', puzzles: 210_000 });
  });

  test('deletes its failed report when it succeeds while other chunks wait', async () => {
    const chunks = await pipeline.cut('well.txt', LINES, [20, 40]);
    expect(outcomes(await pipeline.run(chunks.slice(0, 1), redelivery(0)))).toEqual(['part']);
    expect(await pipeline.report('well.txt')).toBeUndefined();
    await pipeline.run(chunks.slice(1));
    expect(await pipeline.report('well.txt')).toMatchObject({ status: 'done', puzzles: 4 });
    expect(await pipeline.leftovers()).toEqual([]);
  });

  test('deletes its failed report when it sends the rest as other messages', async () => {
    const [chunk] = await pipeline.cut('rest.txt', LINES, []);
    expect(outcomes(await pipeline.run([chunk!], { ...redelivery(0), deadline: 0 }))).toEqual(['enqueued']);
    expect(await pipeline.report('rest.txt')).toBeUndefined();
    await pipeline.drain();
    expect(await pipeline.report('rest.txt')).toMatchObject({ status: 'done' });
    expect(await pipeline.leftovers()).toEqual([]);
  });

  test('keeps the failed report of another chunk when it succeeds', async () => {
    const chunks = await pipeline.cut('two.txt', LINES, [20, 40]);
    await pipeline.kill(chunks.slice(0, 1), (name) => name === 'readObject', redelivery(0));
    await pipeline.run(chunks.slice(1, 2), redelivery(0));
    expect(await pipeline.report('two.txt')).toMatchObject({ status: 'failed' });
    // not marked as a redelivery, since a redrive resets the receive count
    await pipeline.run(chunks.slice(0, 1));
    expect(await pipeline.report('two.txt')).toBeUndefined();
    await pipeline.run(chunks.slice(2));
    expect(await pipeline.report('two.txt')).toMatchObject({ status: 'done' });
    expect(await pipeline.leftovers()).toEqual([]);
  });

  test('keeps its failed report if it fails while another chunk deletes its own', async () => {
    const chunks = await pipeline.cut('race.txt', LINES, [20, 40]);
    pipeline.cloud = {
      ...cloud,
      deleteObject: async (ref, condition) => {
        pipeline.cloud = cloud;
        await pipeline.kill(chunks.slice(1, 2), (name) => name === 'readObject', redelivery(0));
        return cloud.deleteObject(ref, condition);
      },
    };
    await pipeline.run(chunks.slice(0, 1), redelivery(0));
    expect(await pipeline.report('race.txt')).toMatchObject({
      status: 'failed',
      reason: 'bytes 20 to 40: 10 deliveries ended without a result',
    });
    await pipeline.run(chunks.slice(1));
    expect(await pipeline.report('race.txt')).toMatchObject({ status: 'done' });
  });

  test('solves the chunk even if the failed report cannot be deleted', async () => {
    const chunks = await pipeline.cut('denied.txt', LINES, [20]);
    pipeline.cloud = { ...cloud, deleteObject: broken('AccessDenied') };
    expect(outcomes(await pipeline.run(chunks.slice(0, 1), redelivery(0)))).toEqual(['part']);
    pipeline.cloud = cloud;
    await pipeline.run(chunks.slice(1));
    expect(await pipeline.report('denied.txt')).toMatchObject({ status: 'done' });
    expect(await pipeline.leftovers()).toEqual([]);
  });
});

test('keeps the report of a newer upload that arrives while a failed report is deleted', async () => {
  await pipeline.upload('newer.txt', LINES, { bucket: Pipeline.UPLOADS });
  const records = await pipeline.receive();
  await fail(records, redelivery(1));
  pipeline.cloud = {
    ...cloud,
    deleteObject: async (ref, condition) => {
      pipeline.cloud = cloud;
      await pipeline.upload('newer.txt', 'Dear Sir or Madam,\n');
      await pipeline.drain();
      return cloud.deleteObject(ref, condition);
    },
  };
  await pipeline.run(records, { ...redelivery(0), deadline: 0, available: 0 });
  expect(await pipeline.report('newer.txt')).toMatchObject({ status: 'rejected' });
  await pipeline.drain();
  expect(await pipeline.report('newer.txt')).toMatchObject({ status: 'rejected' });
});

describe('with reports switched off', () => {
  const silently = () => ({ settings: { ...pipeline.settings, reports: false } });

  test('a redrive replaces the failed report of a delivery that was killed after it wrote the result', async () => {
    const chunks = await pipeline.cut('between.txt', LINES, [20]);
    await pipeline.run(chunks.slice(0, 1), silently());
    let isJoined = false;
    const afterResult = (name: keyof Cloud) => {
      const isKilled = isJoined;
      isJoined ||= name === 'completeMultipart';
      return isKilled;
    };
    await pipeline.kill(chunks.slice(1), afterResult, { ...redelivery(0), ...silently() });
    expect(await pipeline.report('between.txt')).toMatchObject({ status: 'failed' });
    await pipeline.run(chunks.slice(1), { ...silently(), isRedelivery: true });
    expect(await pipeline.report('between.txt')).toMatchObject({ status: 'done', puzzles: 4 });
    expect(await pipeline.leftovers()).toEqual([]);
  });

  test('a rejected upload leaves no report beside the result of a newer one', async () => {
    await pipeline.upload('overtaken.txt', 'Dear Sir or Madam,\n');
    const records = await pipeline.receive();
    const readObject: Cloud['readObject'] = async (...asked) => {
      pipeline.cloud = cloud;
      const open = await cloud.readObject(...asked);
      await pipeline.upload('overtaken.txt', `${PUZZLE}\n`);
      await pipeline.drain(silently());
      return open;
    };
    pipeline.cloud = { ...cloud, readObject };
    expect(outcomes(await pipeline.run(records, silently()))).toEqual(['superseded']);
    expect(await pipeline.result('overtaken.txt')).toBe(`${SOLUTION}\n`);
    expect(await pipeline.report('overtaken.txt')).toBeUndefined();
  });

  test('a failed report that is written while a newer upload is solved is deleted', async () => {
    await pipeline.upload('replaced.txt', 'Dear Sir or Madam,\n');
    const records = await pipeline.receive();
    const putObject: Cloud['putObject'] = async (...asked) => {
      pipeline.cloud = cloud;
      await pipeline.upload('replaced.txt', `${PUZZLE}\n`);
      await pipeline.drain(silently());
      return cloud.putObject(...asked);
    };
    pipeline.cloud = { ...cloud, putObject };
    expect(outcomes(await pipeline.run(records, { ...redelivery(0), ...silently() }))).toEqual([
      'superseded',
    ]);
    expect(await pipeline.report('replaced.txt')).toBeUndefined();
  });
});
