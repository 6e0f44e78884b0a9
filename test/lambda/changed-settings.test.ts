import type { SQSRecord } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Cloud } from '../../lambda/aws/cloud.ts';
import type { Settings } from '../../lambda/invocation/settings.ts';
import { Pipeline } from './fixture.ts';

const PUZZLE = '4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......\n';

let pipeline: Pipeline;
let cloud: Cloud;
beforeAll(async () => {
  pipeline = await Pipeline.start();
  cloud = pipeline.cloud;
});
afterAll(() => pipeline.close());
afterEach(async () => expect(await pipeline.leftovers()).toEqual([]));

/** Runs a last delivery with these settings that fails and leaves a `failed` report. */
async function fail(records: readonly SQSRecord[], settings: Settings): Promise<void> {
  pipeline.cloud = { ...cloud, readObject: () => Promise.reject(new Error('S3 is down')) };
  const kept = records.map((record) => ({ ...record, receiptHandle: '' }));
  await pipeline.run(kept, { settings, deliveriesLeft: 0 });
  pipeline.cloud = cloud;
}

const page = (key: string) => pipeline.result(`${key}.report.html`);

describe('once pages are switched off', () => {
  const withPages = () => ({ ...pipeline.settings, htmlReports: true });

  test('no page reports the failure of a file that was solved since', async () => {
    await pipeline.upload('solved.txt', PUZZLE);
    const records = await pipeline.receive();
    await fail(records, withPages());
    expect(await page('solved.txt')).toContain('S3 is down');
    await pipeline.run(records, { isRedelivery: true });
    expect(await pipeline.report('solved.txt')).toMatchObject({ status: 'done' });
    expect(await page('solved.txt')).toBeUndefined();
  });

  test('the page of a failed older upload is deleted with its report', async () => {
    await pipeline.upload('again.txt', PUZZLE);
    const records = await pipeline.receive();
    await fail(records, withPages());
    for (const record of records) await pipeline.delete(record);
    await pipeline.upload('again.txt', `${PUZZLE}${PUZZLE}`);
    await pipeline.drain();
    expect(await pipeline.report('again.txt')).toMatchObject({ status: 'done', puzzles: 2 });
    expect(await page('again.txt')).toBeUndefined();
  });

  test('no page reports a failure while work goes on', async () => {
    const chunks = await pipeline.cut('chunks.txt', PUZZLE.repeat(4), [164]);
    await fail(chunks.slice(0, 1), withPages());
    expect(await page('chunks.txt')).toContain('bytes 0 to 164');
    await pipeline.run(chunks.slice(0, 1));
    expect(await pipeline.report('chunks.txt')).toBeUndefined();
    expect(await page('chunks.txt')).toBeUndefined();
    await pipeline.run(chunks.slice(1));
    expect(await pipeline.report('chunks.txt')).toMatchObject({ status: 'done' });
  });

  test('a result whose key ends like a page’s is kept', async () => {
    await pipeline.upload('twin.txt.report.html', PUZZLE);
    await pipeline.drain();
    const result = await page('twin.txt');
    await pipeline.upload('twin.txt', PUZZLE);
    const records = await pipeline.receive();
    await fail(records, pipeline.settings);
    await pipeline.run(records, { isRedelivery: true });
    expect(await pipeline.report('twin.txt')).toMatchObject({ status: 'done' });
    expect(await page('twin.txt')).toBe(result);
  });
});

describe('once results have another prefix', () => {
  const elsewhere = () => ({ ...pipeline.settings, outputPrefix: 'new/' });

  test('the failed report of a job does not remain at the old one', async () => {
    const chunks = await pipeline.cut('moved.txt', PUZZLE.repeat(4), [164]);
    await fail(chunks.slice(0, 1), pipeline.settings);
    expect(await pipeline.report('moved.txt')).toMatchObject({ status: 'failed' });
    await pipeline.run(chunks, { settings: elsewhere() });
    expect(await pipeline.report('new/moved.txt')).toMatchObject({ status: 'done', puzzles: 4 });
    expect(await pipeline.report('moved.txt')).toBeUndefined();
  });

  test('a job succeeds even if the function may not access the old one', async () => {
    const chunks = await pipeline.cut('denied.txt', PUZZLE.repeat(4), [164]);
    await fail(chunks.slice(0, 1), pipeline.settings);
    pipeline.cloud = { ...cloud, deleteObject: () => Promise.reject(new Error('AccessDenied')) };
    const tasks = await pipeline.run(chunks, { settings: elsewhere() });
    pipeline.cloud = cloud;
    expect(tasks.at(-1)).toMatchObject({ outcome: { outcome: 'solved' } });
    expect(await pipeline.report('new/denied.txt')).toMatchObject({ status: 'done' });
  });
});
