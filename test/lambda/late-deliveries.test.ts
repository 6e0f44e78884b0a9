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

sharePipeline();

const late = (deliveriesLeft: number) => ({ isRedelivery: true, deliveriesLeft });
const fail = async (records: readonly SQSRecord[], delivery: object) => {
  pipeline.cloud = { ...cloud, readObject: broken('ServiceUnavailable') };
  await pipeline.run(records, delivery);
  pipeline.cloud = cloud;
};

describe('the last three deliveries', () => {
  test('say that they failed, and how many are left: throttled invocations may use up those', async () => {
    await pipeline.upload('throttled.txt', `${PUZZLE}\n`);
    const records = await pipeline.receive();
    await fail(records, late(3));
    expect(await pipeline.report('throttled.txt')).toBeUndefined();
    await fail(records, late(2));
    // the two others reach no function: the message is in the dead letters by then
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

  test('say so before they begin: a killed one whose successors are throttled says no more', async () => {
    await pipeline.upload('killed.txt', `${PUZZLE}\n`);
    const records = await pipeline.receive();
    await pipeline.kill(records, (name) => name === 'readObject', late(2));
    expect(await pipeline.report('killed.txt')).toMatchObject({
      status: 'failed',
      reason: '8 deliveries ended without a result',
    });
    await pipeline.run(records);
  });

  test('take it back where they leave the work to other messages', async () => {
    await pipeline.upload('left.txt', LINES);
    const records = await pipeline.receive();
    await fail(records, late(2));
    const [deed] = await pipeline.run(records, { ...late(1), deadline: 0, available: 0 });
    expect(deed?.outcome).toMatchObject({ outcome: 'enqueued' });
    expect(await pipeline.report('left.txt')).toBeUndefined();
    await pipeline.drain();
    expect(await pipeline.report('left.txt')).toMatchObject({ status: 'done', puzzles: 4 });
    expect(await pipeline.leftovers()).toEqual([]);
  });

  test('take it back where a batch can be parted after all', async () => {
    const keys = ['parted.txt', 'parted too.txt'];
    for (const key of keys) await pipeline.upload(key, `${PUZZLE}\n`);
    const records = await pipeline.receive();
    pipeline.cloud = { ...cloud, sendMessages: broken('SQS is down') };
    await pipeline.run(records, late(1));
    expect(await pipeline.report('parted.txt')).toMatchObject({ status: 'failed' });
    pipeline.cloud = cloud;
    await pipeline.run(records, late(0));
    for (const key of keys) expect(await pipeline.report(key)).toBeUndefined();
    await pipeline.drain();
    for (const key of keys) expect(await pipeline.report(key)).toMatchObject({ status: 'done' });
  });

  test('with a page for each report, take both back', async () => {
    const settings = { ...pipeline.settings, htmlReports: true };
    const chunks = await pipeline.cut('page.txt', LINES, [20]);
    await fail(chunks.slice(0, 1), { ...late(1), settings });
    expect(await pipeline.result('page.txt.report.html')).toContain('"status":"failed"');
    await pipeline.run(chunks.slice(0, 1), { ...late(0), settings });
    expect(await pipeline.report('page.txt')).toBeUndefined();
    expect(await pipeline.result('page.txt.report.html')).toBeUndefined();
    await pipeline.run(chunks.slice(1), { settings });
  });
});

describe('the last delivery of a chunk', () => {
  test('that ends well takes back no failure of whoever was to send the others', async () => {
    // of two chunks at least
    await pipeline.upload('unsent.txt', `${PUZZLE}\n`.repeat(210_000));
    const planner = await pipeline.receive();
    const sendMessages: Cloud['sendMessages'] = async (url, bodies) => {
      await cloud.sendMessages(url, bodies.slice(0, 1));
      throw new Error('SQS is down');
    };
    pipeline.cloud = { ...cloud, sendMessages };
    await pipeline.run(planner, late(0));
    pipeline.cloud = cloud;
    expect(outcomes(await pipeline.run(await pipeline.receive(), late(0)))).toEqual(['part']);
    // the chunks that were not sent wait for a redrive
    expect(await pipeline.report('unsent.txt')).toMatchObject({ status: 'failed' });
    await pipeline.run(planner, { isRedelivery: true });
    await pipeline.drain();
    expect(await pipeline.report('unsent.txt')).toMatchObject({ status: 'done', puzzles: 210_000 });
  });

  test('that ends well while others wait leaves no report that the file failed', async () => {
    const chunks = await pipeline.cut('well.txt', LINES, [20, 40]);
    expect(outcomes(await pipeline.run(chunks.slice(0, 1), late(0)))).toEqual(['part']);
    expect(await pipeline.report('well.txt')).toBeUndefined();
    await pipeline.run(chunks.slice(1));
    expect(await pipeline.report('well.txt')).toMatchObject({ status: 'done', puzzles: 4 });
    expect(await pipeline.leftovers()).toEqual([]);
  });

  test('that leaves the rest to other messages neither', async () => {
    const [chunk] = await pipeline.cut('rest.txt', LINES, []);
    expect(outcomes(await pipeline.run([chunk!], { ...late(0), deadline: 0 }))).toEqual(['enqueued']);
    expect(await pipeline.report('rest.txt')).toBeUndefined();
    await pipeline.drain();
    expect(await pipeline.report('rest.txt')).toMatchObject({ status: 'done' });
    expect(await pipeline.leftovers()).toEqual([]);
  });

  test('that ends well takes back no other chunk’s failure, killed or not', async () => {
    const chunks = await pipeline.cut('two.txt', LINES, [20, 40]);
    await pipeline.kill(chunks.slice(0, 1), (name) => name === 'readObject', late(0));
    await pipeline.run(chunks.slice(1, 2), late(0));
    expect(await pipeline.report('two.txt')).toMatchObject({ status: 'failed' });
    // redriven, it is a new message
    await pipeline.run(chunks.slice(0, 1));
    expect(await pipeline.report('two.txt')).toBeUndefined();
    await pipeline.run(chunks.slice(2));
    expect(await pipeline.report('two.txt')).toMatchObject({ status: 'done' });
    expect(await pipeline.leftovers()).toEqual([]);
  });

  test('that fails while another one takes its own report back has the last word', async () => {
    const chunks = await pipeline.cut('race.txt', LINES, [20, 40]);
    pipeline.cloud = {
      ...cloud,
      deleteObject: async (ref, condition) => {
        pipeline.cloud = cloud;
        await pipeline.kill(chunks.slice(1, 2), (name) => name === 'readObject', late(0));
        return cloud.deleteObject(ref, condition);
      },
    };
    await pipeline.run(chunks.slice(0, 1), late(0));
    expect(await pipeline.report('race.txt')).toMatchObject({
      status: 'failed',
      reason: 'bytes 20 to 40: 10 deliveries ended without a result',
    });
    await pipeline.run(chunks.slice(1));
    expect(await pipeline.report('race.txt')).toMatchObject({ status: 'done' });
  });

  test('whose report cannot be taken back is solved all the same', async () => {
    const chunks = await pipeline.cut('denied.txt', LINES, [20]);
    pipeline.cloud = { ...cloud, deleteObject: broken('AccessDenied') };
    expect(outcomes(await pipeline.run(chunks.slice(0, 1), late(0)))).toEqual(['part']);
    pipeline.cloud = cloud;
    await pipeline.run(chunks.slice(1));
    expect(await pipeline.report('denied.txt')).toMatchObject({ status: 'done' });
    expect(await pipeline.leftovers()).toEqual([]);
  });
});

test('an upload that comes while the report of another one’s failure is taken back keeps its own', async () => {
  await pipeline.upload('newer.txt', LINES, { bucket: Pipeline.UPLOADS });
  const records = await pipeline.receive();
  await fail(records, late(1));
  pipeline.cloud = {
    ...cloud,
    deleteObject: async (ref, condition) => {
      pipeline.cloud = cloud;
      await pipeline.upload('newer.txt', 'Dear Sir or Madam,\n');
      await pipeline.drain();
      return cloud.deleteObject(ref, condition);
    },
  };
  await pipeline.run(records, { ...late(0), deadline: 0, available: 0 });
  expect(await pipeline.report('newer.txt')).toMatchObject({ status: 'rejected' });
  await pipeline.drain();
  expect(await pipeline.report('newer.txt')).toMatchObject({ status: 'rejected' });
});

describe('without reports', () => {
  const silently = () => ({ settings: { ...pipeline.settings, reports: false } });

  test('a delivery that is killed after the result leaves no failure beside it once it is redriven', async () => {
    const chunks = await pipeline.cut('between.txt', LINES, [20]);
    await pipeline.run(chunks.slice(0, 1), silently());
    let isJoined = false;
    const afterResult = (name: keyof Cloud) => {
      const isKilled = isJoined;
      isJoined ||= name === 'completeMultipart';
      return isKilled;
    };
    await pipeline.kill(chunks.slice(1), afterResult, { ...late(0), ...silently() });
    expect(await pipeline.report('between.txt')).toMatchObject({ status: 'failed' });
    await pipeline.run(chunks.slice(1), { ...silently(), isRedelivery: true });
    expect(await pipeline.report('between.txt')).toMatchObject({ status: 'done', puzzles: 4 });
    expect(await pipeline.leftovers()).toEqual([]);
  });

  test('an upload that is rejected after a newer one was solved leaves no report beside its result', async () => {
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

  test('a failure that is told of while a newer upload is being solved is taken back', async () => {
    await pipeline.upload('replaced.txt', 'Dear Sir or Madam,\n');
    const records = await pipeline.receive();
    const putObject: Cloud['putObject'] = async (...asked) => {
      pipeline.cloud = cloud;
      await pipeline.upload('replaced.txt', `${PUZZLE}\n`);
      await pipeline.drain(silently());
      return cloud.putObject(...asked);
    };
    pipeline.cloud = { ...cloud, putObject };
    expect(outcomes(await pipeline.run(records, { ...late(0), ...silently() }))).toEqual(['superseded']);
    expect(await pipeline.report('replaced.txt')).toBeUndefined();
  });
});
