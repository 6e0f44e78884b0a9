// One name leads through all lines, events and the report of a file, and the seconds of the lines are those of the report.
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BusEvent } from '../../lambda/aws/cloud.ts';
import { jobPrefix } from '../../lambda/invocation/upload.ts';
import { type FinishedTask, Pipeline } from './fixture.ts';
import { LINES } from './shared-pipeline.ts';

let pipeline: Pipeline;
beforeAll(async () => {
  pipeline = await Pipeline.start({ TENANT: 'first-folder', FILE_EVENTS: 'started done failed' });
});
afterAll(() => pipeline.close());

const secondsIn = (tasks: readonly FinishedTask[]) =>
  tasks.reduce((sum, { labels }) => sum + (labels?.seconds ?? 0), 0);

/** Runs work whose requests take some milliseconds each, so that there is time to sum up. */
async function slowly<Result>(work: (events: BusEvent[]) => Promise<Result>): Promise<Result> {
  const { cloud } = pipeline;
  const events: BusEvent[] = [];
  const wait = () => {
    const end = performance.now() + 15;
    while (performance.now() < end);
  };
  pipeline.cloud = {
    ...cloud,
    putEvent: async (event) => void events.push(event),
    readObject: (...args) => {
      wait();
      return cloud.readObject(...args);
    },
  };
  try {
    return await work(events);
  } finally {
    pipeline.cloud = cloud;
  }
}

test('all lines of a job share one id, also if it is killed and delivered again, and their seconds are the report’s', async () => {
  await slowly(async (events) => {
    const key = 'acme/job.txt';
    await pipeline.upload(key, LINES.repeat(200));
    // it has no time, which makes it a job
    const tasks = await pipeline.run(await pipeline.receive(), { available: 0 });
    const chunks = await pipeline.receive();
    expect(chunks.length).toBeGreaterThan(0);
    await pipeline.kill(chunks, (name) => name === 'putObject');
    tasks.push(...(await pipeline.run(chunks, { isRedelivery: true, delivery: 2 })));
    tasks.push(...(await pipeline.drain()));
    expect(tasks.map(({ outcome }) => outcome?.outcome)).toContain('solved');
    const report = (await pipeline.report(key)) as { job: string; cost: { lambdaSeconds: number } };
    const labels = tasks.map((task) => task.labels);
    expect(new Set(labels.map((each) => each?.job))).toEqual(new Set([report.job]));
    expect(new Set(labels.map((each) => each?.tenant))).toEqual(new Set(['acme']));
    expect(labels.at(-1)).toMatchObject({ range: expect.stringMatching(/^\d+-\d+$/), delivery: 2 });
    expect(report).toMatchObject({ status: 'done', tenant: 'acme' });
    expect(report.cost.lambdaSeconds).toBeGreaterThan(0.03);
    expect(secondsIn(tasks)).toBeCloseTo(report.cost.lambdaSeconds, 2);
    expect(events.map(({ type, detail }) => [type, (detail as typeof report).job])).toEqual([
      ['File Started', report.job],
      ['File Finished', report.job],
    ]);
  });
});

test('what was spent before a file was handed over is in its report', async () => {
  await slowly(async () => {
    const key = 'acme/handed-over.txt.gz';
    await pipeline.upload(key, gzipSync(LINES));
    const tasks = await pipeline.run(await pipeline.receive(), { available: 0 });
    expect(tasks).toMatchObject([{ outcome: { outcome: 'enqueued' } }]);
    tasks.push(...(await pipeline.drain()));
    const { cost } = (await pipeline.report(key)) as { cost: { lambdaSeconds: number; invocations: number } };
    expect(cost.invocations).toBe(2);
    expect(secondsIn(tasks)).toBeCloseTo(cost.lambdaSeconds, 2);
    const [first] = tasks;
    expect(first?.labels?.seconds).toBeGreaterThan(0.01);
  });
});

test('a report without a result has the id, too', async () => {
  await pipeline.upload('acme/letter.txt', 'Dear Sir or Madam,\n');
  const [{ labels } = { labels: undefined }] = await pipeline.drain();
  expect(await pipeline.report('acme/letter.txt')).toMatchObject({ job: labels?.job, tenant: 'acme' });
  expect(jobPrefix({ bucket: 'b', key: 'k', etag: 'e', bytes: 1, sequencer: '' })).toMatch(/^[0-9a-f]{32}$/);
});
