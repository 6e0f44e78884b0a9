import { describe, expect, test } from 'vitest';
import type { Cloud } from '../../lambda/aws/cloud.ts';
import { Pipeline } from './fixture.ts';
import { alarmByHand, hanging } from './hanging.ts';
import { cloud, PUZZLE, pipeline, SOLUTION, sharePipeline } from './shared-pipeline.ts';
import { ALL_KINDS, solved } from './solved-by-library.ts';

sharePipeline();

/** A file that arrives in several pieces. */
const MANY = `${PUZZLE}\n`.repeat(5000);
/** A file of over 16 MiB that cannot be cut, since it consists of grids. */
const LONG_STREAM = `# ${'remark '.repeat(400)}\n1...\n....\n..3.\n....\n\n`.repeat(6000);

/** Makes some reads hang after `after` bytes, and then rings the alarm. @returns the alarm, for the context of the invocation */
function hang(after: number, when: Parameters<typeof hanging>[1]['when']) {
  const { alarm, ring } = alarmByHand();
  pipeline.cloud = hanging(cloud, { when, after, onHang: ring });
  return { alarm };
}

describe('a file whose bytes arrive too slowly', () => {
  test.each([
    ['at its front', 1000],
    ['beyond its head', 300_000],
  ])('%s, gets an invocation of its own and delays no neighbour', async (where, after) => {
    const neighbours = Array.from({ length: 5 }, (_, index) => `${where}/neighbour-${index}.txt`);
    const slow = `${where}/slow.txt`;
    for (const key of [slow, ...neighbours]) await pipeline.upload(key, MANY);
    const { alarm, ring } = alarmByHand();
    // the time is over when the other files are done
    let reported = 0;
    const onReport = () => ++reported === neighbours.length && ring();
    const putObject: Cloud['putObject'] = async (...args) => {
      const etag = await cloud.putObject(...args);
      if (args[0].key.endsWith('.report.json')) onReport();
      return etag;
    };
    pipeline.cloud = {
      ...hanging(cloud, { when: ({ key }) => key === slow, after, onHang: () => {} }),
      putObject,
    };
    const tasks = await pipeline.run(await pipeline.receive(), { alarm });
    pipeline.cloud = cloud;
    expect(tasks.find(({ key }) => key === slow)).toMatchObject({
      outcome: { outcome: 'enqueued', reason: expect.stringMatching(/^slow read: expected 410000 bytes/) },
    });
    for (const key of neighbours) expect(await pipeline.report(key)).toMatchObject({ status: 'done' });
    await pipeline.drain();
    expect(await pipeline.report(slow)).toMatchObject({ status: 'done', puzzles: 5000 });
    expect(await pipeline.leftovers()).toEqual([]);
  });

  test('in an invocation of its own is retried, and finally reported as failed for that reason', async () => {
    await pipeline.upload('slower.txt', MANY);
    const slowly = hang(1000, ({ key }) => key === 'slower.txt');
    await pipeline.run(await pipeline.receive(), slowly);
    const [dedicated] = await pipeline.receive();
    const [task] = await pipeline.run([dedicated!], slowly);
    expect(task?.error).toMatchObject({ name: 'SlowRead' });
    expect(await pipeline.report('slower.txt')).toBeUndefined();
    await pipeline.run([dedicated!], { ...slowly, isRedelivery: true, deliveriesLeft: 0 });
    expect(await pipeline.report('slower.txt')).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(
        /^slow read: expected 410000 bytes of uploads\/slower.txt in time, got 1000 in /,
      ),
    });
    pipeline.cloud = cloud;
    await pipeline.run([dedicated!]);
    expect(await pipeline.report('slower.txt')).toMatchObject({ status: 'done' });
  });

  test('is not rejected for it if it cannot be cut', async () => {
    await pipeline.upload('stream.txt', LONG_STREAM);
    await pipeline.run(await pipeline.receive());
    const [dedicated] = await pipeline.receive();
    const [task] = await pipeline.run(
      [dedicated!],
      hang(12_000_000, ({ key }) => key === 'stream.txt'),
    );
    expect(task?.error).toMatchObject({ name: 'SlowRead' });
    expect(await pipeline.report('stream.txt')).toBeUndefined();
    expect(await pipeline.leftovers()).toEqual([]);
    pipeline.cloud = cloud;
    await pipeline.run([dedicated!]);
    expect(await pipeline.report('stream.txt')).toMatchObject({ status: 'done', puzzles: 6000 });
  });
});

describe('a chunk whose bytes arrive too slowly', () => {
  const ofFile = ({ key }: { key: string }) => key.startsWith('chunk');

  test('is retried if no line of it arrived', async () => {
    const [first, second] = await pipeline.cut('chunk-front.txt', ALL_KINDS, [20]);
    const [task] = await pipeline.run([second!], hang(1, ofFile));
    expect(task?.error).toMatchObject({ name: 'SlowRead' });
    expect(await pipeline.receive()).toEqual([]);
    pipeline.cloud = cloud;
    await pipeline.run([first!, second!]);
    expect(await pipeline.result('chunk-front.txt')).toBe(solved(ALL_KINDS));
  });

  test('keeps the solved lines, and sends the rest as another message', async () => {
    const [chunk] = await pipeline.cut('chunk-rest.txt', MANY, []);
    const [task] = await pipeline.run([chunk!], hang(350_000, ofFile));
    expect(task?.outcome).toMatchObject({ outcome: 'enqueued' });
    expect(task?.outcome?.tally?.puzzles).toBeGreaterThan(0);
    pipeline.cloud = cloud;
    await pipeline.drain();
    expect(await pipeline.report('chunk-rest.txt')).toMatchObject({ status: 'done', puzzles: 5000 });
    expect((await pipeline.result('chunk-rest.txt')) === `${SOLUTION}\n`.repeat(5000)).toBe(true);
    expect(await pipeline.leftovers()).toEqual([]);
  });

  test('is retried completely if only comments arrived, since the header below them belongs to the first chunk', async () => {
    const text = `${`# ${'c'.repeat(998)}\n`.repeat(700)}id,puzzle\n1,${PUZZLE}\n`;
    const [chunk] = await pipeline.cut('chunk-header.csv', text, []);
    const [task] = await pipeline.run([chunk!], hang(600_000, ofFile));
    expect(task?.error).toMatchObject({ name: 'SlowRead' });
    pipeline.cloud = cloud;
    await pipeline.run([chunk!], { isRedelivery: true });
    expect((await pipeline.result('chunk-header.csv'))!.slice(700_700)).toBe(
      `id,puzzle,solution,status\n1,${PUZZLE},${SOLUTION},solved\n`,
    );
    expect(await pipeline.leftovers()).toEqual([]);
  });

  test('completes its job if an earlier delivery solved all of it and died while assembling', async () => {
    const [chunk] = await pipeline.cut('chunk-lock.txt', MANY, []);
    await pipeline.kill([chunk!], (name) => name === 'createMultipart');
    // not marked as a redelivery, since a redrive resets the receive count
    await pipeline.run([chunk!], hang(350_000, ofFile));
    pipeline.cloud = cloud;
    await pipeline.drain();
    expect(await pipeline.report('chunk-lock.txt')).toMatchObject({ status: 'done', puzzles: 5000 });
    expect((await pipeline.result('chunk-lock.txt')) === `${SOLUTION}\n`.repeat(5000)).toBe(true);
    expect(await pipeline.leftovers()).toEqual([]);
  });

  test('is not rejected for it at its last message: a later delivery may be faster', async () => {
    const [chunk] = await pipeline.cut('chunk-last.txt', MANY, []);
    const last = { ...chunk!, body: JSON.stringify({ ...JSON.parse(chunk!.body), hop: 3 }) };
    const [task] = await pipeline.run([last], hang(350_000, ofFile));
    expect(task?.error).toMatchObject({ name: 'SlowRead' });
    expect(await pipeline.report('chunk-last.txt')).toBeUndefined();
    pipeline.cloud = cloud;
    await pipeline.run([last]);
    expect(await pipeline.report('chunk-last.txt')).toMatchObject({ status: 'done', puzzles: 5000 });
  });
});

test.each<[string, (key: string, from: number) => boolean]>([
  ['manifest', (key) => key.endsWith('/manifest.json')],
  ['details', (key, from) => key.includes('/ranges/') && from > 0],
])('an object of a job, its %s, that arrives too slowly fails the message', async (name, isIt) => {
  const chunks = await pipeline.cut(`job-${name}.txt`, ALL_KINDS, [20]);
  await pipeline.run(chunks.slice(1));
  const [task] = await pipeline.run(
    chunks.slice(0, 1),
    hang(1, ({ bucket, key }, range) => bucket === Pipeline.WORK && isIt(key, range?.from ?? 0)),
  );
  expect(task?.error).toMatchObject({ name: 'SlowRead' });
  pipeline.cloud = cloud;
  await pipeline.run(chunks.slice(0, 1), { isRedelivery: true });
  expect(await pipeline.result(`job-${name}.txt`)).toBe(solved(ALL_KINDS));
  expect(await pipeline.leftovers()).toEqual([]);
});
