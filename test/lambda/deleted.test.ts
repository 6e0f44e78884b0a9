// Uploads that are deleted while they are solved get no result and no report.
import { gzipSync } from 'node:zlib';
import type { SQSRecord } from 'aws-lambda';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { UNCHECKED_TIME } from '../../lambda/result/publish.ts';
import { Pipeline } from './fixture.ts';
import { cloud, LINES, outcomes, PUZZLE, pipeline, sharePipeline, uploaded } from './shared-pipeline.ts';

sharePipeline();
afterEach(() => void vi.useRealTimers());

/** Files that take minutes. */
const KINDS: Readonly<Record<string, (key: string) => Promise<SQSRecord[]>>> = {
  'a small file': (key) => uploaded(key, LINES),
  'a file that cannot be cut': (key) => uploaded(key, gzipSync(LINES)),
  'a file that is rejected': (key) => uploaded(key, 'Dear Sir or Madam,\n'),
  'a file in chunks': (key) => pipeline.cut(key, LINES, [20, 40]),
};

/** Does something, and lets minutes pass, after the last of the messages has read its upload. */
function afterReading(key: string, messages: number, change: () => Promise<void>): void {
  let reads = 0;
  pipeline.cloud = {
    ...cloud,
    async readObject(...args) {
      const open = await cloud.readObject(...args);
      if (args[0].key !== key || ++reads !== messages) return open;
      await change();
      vi.useFakeTimers({ now: Date.now() + UNCHECKED_TIME + 1, toFake: ['Date'] });
      return open;
    },
  };
}

describe.each(Object.entries(KINDS))('%s', (kind, deliver) => {
  const bucket = kind.includes('chunks') ? Pipeline.SILENT : Pipeline.UPLOADS;

  test.each([
    ['deleted', 'gone', (key: string) => pipeline.remove(key, bucket)],
    ['overwritten', 'superseded', (key: string) => pipeline.upload(key, `${PUZZLE}\n`, { bucket })],
  ])('that is %s after it was read gets neither a result nor a report', async (name, outcome, change) => {
    const key = `${kind}/${name}.txt`;
    const records = await deliver(key);
    afterReading(key, records.length, () => change(key));
    expect(outcomes(await pipeline.run(records))).toContain(outcome);
    expect(await pipeline.object(key)).toBeUndefined();
    expect(await pipeline.report(key)).toBeUndefined();
    expect(await pipeline.leftovers()).toEqual([]);
  });
});

test('a file that a defect keeps from being solved gets no report either once it is deleted', async () => {
  const records = await uploaded('defect.txt', LINES);
  pipeline.cloud = {
    ...cloud,
    async readObject() {
      await pipeline.remove('defect.txt');
      vi.useFakeTimers({ now: Date.now() + UNCHECKED_TIME + 1, toFake: ['Date'] });
      throw new TypeError('a defect');
    },
  };
  expect(outcomes(await pipeline.run(records, { isRedelivery: true }))).toEqual(['gone']);
  expect(await pipeline.report('defect.txt')).toBeUndefined();
});
