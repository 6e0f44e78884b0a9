import type { SQSRecord } from 'aws-lambda';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { emptyTally } from '../../../core/files/index.ts';
import type { Cloud } from '../../../lambda/aws/cloud.ts';
import type { UploadContext } from '../../../lambda/invocation/context.ts';
import { sendFinishedEvent, sendStartedEvent } from '../../../lambda/invocation/file-events.ts';
import { jobPrefix } from '../../../lambda/invocation/upload.ts';
import { Pipeline } from '../fixture.ts';

const upload = { bucket: 'b', key: 'k.txt', etag: 'e', bytes: 820, sequencer: '1' };
const result = { bucket: 'out', key: 'k.txt', etag: 'f', bytes: 820 };
const report = { bucket: 'out', key: 'k.txt.report.json' };
const tally = { ...emptyTally(), puzzles: 10, solved: 9, noSolution: 1 };

/** Sends all events. @returns those that EventBridge received, and the warnings */
async function allEvents(switchedOn: readonly string[], refusal?: Error) {
  const sent: unknown[] = [];
  const warnings: unknown[] = [];
  const context = {
    cloud: {
      async putEvent(event: unknown) {
        sent.push(event);
        if (refusal) throw refusal;
      },
    },
    settings: { events: new Set(switchedOn), serviceName: 's' },
    warn: (...warning: unknown[]) => warnings.push(warning),
  } as unknown as UploadContext;
  await sendStartedEvent(context, upload);
  await sendFinishedEvent(context, upload, { status: 'done', result, report, tally });
  await sendFinishedEvent(context, upload, { status: 'rejected', reason: 'x'.repeat(5000), report });
  await sendFinishedEvent(context, upload, { status: 'failed', reason: 'S3: 503' });
  return { sent, warnings };
}

const common = {
  service: 's',
  job: jobPrefix(upload),
  bucket: { name: 'b' },
  object: { key: 'k.txt', size: 820, etag: 'e', sequencer: '1' },
};
const outcomes = { solved: 9, noSolution: 1, notUnique: 0, invalid: 0, unsolved: 0, unsupported: 0 };
const counts = { puzzles: 10, ...outcomes };

test.each([
  ['started', [['File Started', common]]],
  ['done', [['File Finished', { ...common, status: 'done', result, counts, report }]]],
  [
    'failed',
    [
      ['File Finished', { ...common, status: 'rejected', reason: 'x'.repeat(1000), report }],
      ['File Finished', { ...common, status: 'failed', reason: 'S3: 503' }],
    ],
  ],
])('only events that are switched on are sent: %s', async (name, expected) => {
  const { sent } = await allEvents([name]);
  expect(sent).toEqual(expected.map(([type, detail]) => ({ source: 'sudoku-batch', type, detail })));
});

test('no event is sent by default', async () => {
  expect((await allEvents([])).sent).toEqual([]);
});

test('an event that could not be sent is only a warning', async () => {
  const throttled = new Error('ThrottlingException');
  expect((await allEvents(['started'], throttled)).warnings).toEqual([
    ["the event 'File Started' was not sent", throttled, upload],
  ]);
});

describe('in a pipeline', () => {
  const PUZZLE = '12.434..2.4343.1\n';
  let pipeline: Pipeline;
  let sent: Record<string, unknown>[];
  beforeAll(async () => {
    pipeline = await Pipeline.start({ FILE_EVENTS: 'done failed' });
    return pipeline.close;
  });
  beforeEach(() => {
    sent = [];
  });

  /** Runs messages, and collects the events. */
  async function run(records: readonly SQSRecord[], more: Partial<Cloud> = {}, deliveriesLeft = 9) {
    const { cloud } = pipeline;
    const putEvent: Cloud['putEvent'] = async ({ detail }) => {
      sent.push(detail as Record<string, unknown>);
    };
    pipeline.cloud = { ...cloud, putEvent, ...more };
    await pipeline.run(records, { deliveriesLeft, isRedelivery: deliveriesLeft < 9 });
    pipeline.cloud = cloud;
  }
  async function received(key: string, text: string): Promise<SQSRecord[]> {
    await pipeline.upload(key, text);
    return pipeline.receive();
  }
  const slowDown: Partial<Cloud> = {
    async readObject() {
      throw new Error('SlowDown');
    },
  };

  test('a solved file sends its counts, and a rejected file its reason', async () => {
    await run(await received('a.txt', PUZZLE));
    await run(await received('b.txt', 'Bread, 2 loaves\n'));
    expect(sent).toMatchObject([
      {
        status: 'done',
        object: { key: 'a.txt', size: 17 },
        result: { key: 'a.txt', bytes: 17 },
        report: { key: 'a.txt.report.json' },
        counts: { puzzles: 1, solved: 1 },
      },
      {
        status: 'rejected',
        object: { key: 'b.txt' },
        reason: expect.stringMatching(/^expected puzzles/),
        report: { key: 'b.txt.report.json' },
      },
    ]);
  });

  test('a file that fails sends an event once, when no delivery is left', async () => {
    const records = await received('c.txt', PUZZLE);
    await run(records, slowDown, 1);
    expect(sent).toEqual([]);
    await run(records, slowDown, 0);
    expect(sent).toMatchObject([{ status: 'failed', object: { key: 'c.txt' }, reason: 'SlowDown' }]);
  });

  test('a file that another delivery has solved does not fail', async () => {
    const records = await received('d.txt', PUZZLE);
    await run(records);
    await run(records, slowDown, 0);
    expect(sent.map(({ status }) => status)).toEqual(['done']);
  });
});
