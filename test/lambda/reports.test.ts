import { Ajv } from 'ajv';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import schema from '../../core/files/report.schema.json' with { type: 'json' };
import { MAX_PAGE_BYTES } from '../../core/report/render-page.ts';
import { Pipeline } from './fixture.ts';

const PUZZLE = '4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......';
const NONE = '12.3....4.......';
const TEXT = `${PUZZLE}\n# a comment\n${NONE}\n.1\n1...............\n`.repeat(20);

const validate = new Ajv({ strict: false }).compile(schema);
const faults = (report: unknown) => (validate(report) ? [] : validate.errors);

let pipeline: Pipeline;
beforeAll(async () => {
  pipeline = await Pipeline.start({ HTML_REPORTS: 'on' });
});
afterAll(() => pipeline.close());
beforeEach(() => {
  pipeline.calls = {};
});

/** Members of a report that depend on the run. */
const OF_THE_RUN = new Set([
  ...['input', 'output', 'seconds', 'puzzlesPerSecond', 'solvingSeconds'],
  ...['peakMemoryMiB', 'chunks', 'timeline', 'requests', 'cost'],
  ...['date', 'job'],
]);

const figures = (report: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(report).filter(([name]) => !OF_THE_RUN.has(name)));

describe('the reports of the function', () => {
  test('have the same figures however the file was cut, and match the schema', async () => {
    await pipeline.upload('whole.txt', TEXT);
    await pipeline.drain();
    const whole = await pipeline.report('whole.txt');
    expect(faults(whole)).toEqual([]);
    expect(whole).toMatchObject({ puzzles: 80, chunks: 1 });
    for (const offsets of [[1], [100, 101, 1500], Array.from({ length: 30 }, (_, i) => 50 * (i + 1))]) {
      const key = `cut-${offsets.length}.txt`;
      await pipeline.run(await pipeline.cut(key, TEXT, offsets));
      const cut = await pipeline.report(key);
      expect(faults(cut)).toEqual([]);
      expect(figures(cut!)).toEqual(figures(whole!));
      expect((cut!.timeline as { chunks: unknown[] }).chunks).toHaveLength(offsets.length + 1);
    }
  });

  test('count the requests', async () => {
    await pipeline.upload('small.txt', TEXT);
    const small = await pipeline.receive();
    pipeline.calls = {};
    await pipeline.run(small);
    // a GET; PUTs of the result, the report and its page
    expect(pipeline.calls).toEqual({ readObject: 1, putObject: 3 });
    expect((await pipeline.report('small.txt'))!.requests).toEqual({ s3Writes: 3, s3Reads: 1, sqs: 0 });

    const chunks = await pipeline.cut('large.txt', TEXT, [500, 1000]);
    for (const chunk of chunks) await pipeline.run([chunk]);
    const { readObject = 0, headObject = 0, deleteObjects = 0, signedHead: _, ...writes } = pipeline.calls;
    // deletions are free and not counted
    expect(deleteObjects).toBeGreaterThan(0);
    const { requests } = (await pipeline.report('large.txt')) as { requests: Record<string, number> };
    expect(requests.s3Reads).toBe(readObject + headObject);
    // the manifest was written before these calls
    expect(requests.s3Writes).toBe(Object.values(writes).reduce((sum, count) => sum + count) + 1);
  });

  test('are preceded by pages if the owner has switched them on', async () => {
    const written: string[] = [];
    const { cloud } = pipeline;
    pipeline.cloud = new Proxy(cloud, {
      get: (target, name: keyof typeof cloud) => {
        if (name !== 'putObject') return target[name];
        return (...args: Parameters<typeof cloud.putObject>) => {
          written.push(args[0].key);
          return target.putObject(...args);
        };
      },
    });
    await pipeline.upload('seen.txt', TEXT);
    await pipeline.upload('list.txt', 'Bread, 2 loaves\n');
    await pipeline.drain();
    pipeline.cloud = cloud;
    expect(written).toEqual(
      expect.arrayContaining(['seen.txt', 'seen.txt.report.html', 'seen.txt.report.json']),
    );
    expect(written.indexOf('seen.txt.report.html')).toBeLessThan(written.indexOf('seen.txt.report.json'));
    const page = await pipeline.object('seen.txt.report.html');
    expect(page).toMatchObject({ contentType: 'text/html; charset=utf-8' });
    expect(page!.bytes.length).toBeLessThan(MAX_PAGE_BYTES);
    expect(page!.text).toContain('"puzzles":80');
    expect(await pipeline.result('list.txt.report.html')).toContain('"status":"rejected"');
  });

  test('reserve their keys', async () => {
    await pipeline.upload('x.report.html', TEXT);
    await pipeline.drain();
    expect(await pipeline.report('x.report.html')).toMatchObject({
      status: 'rejected',
      reason: expect.stringContaining('without .report.html at its end'),
    });
  });
});
