import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { skippedUpload } from '../../lambda/admission.ts';
import { writeMessage } from '../../lambda/invocation/message.ts';
import type { Upload } from '../../lambda/invocation/upload.ts';
import { Pipeline } from './fixture.ts';

const PUZZLE = '4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......\n';

describe('skippedUpload', () => {
  const settings = {
    outputBucket: 'mine',
    outputPrefix: 'solved/',
    sources: [
      { bucket: 'uploads', prefix: '', suffix: '' },
      { bucket: 'mine', prefix: 'in/', suffix: '.txt' },
      { bucket: 'mine', prefix: 'more/', suffix: '' },
    ],
  };

  test.each<[string, string, string | undefined]>([
    ['uploads', 'any/key', undefined],
    ['mine', 'in/a.txt', undefined],
    ['mine', 'more/a.csv', undefined],
    ['mine', 'in/a.csv', 'refused'],
    ['mine', 'other/a.txt', 'refused'],
    ['mine', 'solved/in/a.txt', 'ignored'],
    ['uploads2', 'any/key', 'refused'],
    ['upload', 'any/key', 'refused'],
    ['', 'in/a.txt', 'refused'],
  ])('of %s %s is %s', (bucket, key, outcome) => {
    const upload = { bucket, key, etag: 'e', bytes: 1, sequencer: '1' };
    expect(skippedUpload(upload, settings)?.outcome).toBe(outcome);
  });
});

describe('messages', () => {
  let pipeline: Pipeline;
  beforeAll(async () => {
    pipeline = await Pipeline.start({ MAX_LIMIT: '10' });
  });
  afterAll(() => pipeline.close());
  afterEach(async () => expect(await pipeline.leftovers()).toEqual([]));

  const foreign = (key: string): Upload => ({
    ...{ bucket: 'foreign', key, etag: 'e', bytes: 82 },
    // newer than any event of S3
    sequencer: 'FFFFFFFFFFFFFFFFFFFF',
  });
  const event = ({ bucket, key, etag, bytes, sequencer }: Upload) => {
    const object = { key, eTag: etag, size: bytes, sequencer };
    return JSON.stringify({
      Records: [{ eventName: 'ObjectCreated:Put', s3: { bucket: { name: bucket }, object } }],
    });
  };
  const overEventBridge = ({ bucket, key, etag, bytes, sequencer }: Upload) =>
    JSON.stringify({
      ...{ source: 'aws.s3', 'detail-type': 'Object Created' },
      detail: { bucket: { name: bucket }, object: { key, etag, size: bytes, sequencer } },
    });

  test.each<[string, (upload: Upload) => string]>([
    ['an event of S3', event],
    ['an event of EventBridge', overEventBridge],
    ['a file', (upload) => writeMessage({ kind: 'file', upload })],
    ['an assembly', (upload) => writeMessage({ kind: 'assemble', upload })],
    ['a file, by another version', (upload) => JSON.stringify({ version: 0, kind: 'file', upload })],
  ])('about a bucket that is no source, %s, have no effect', async (_, write) => {
    await pipeline.upload('mine.txt', PUZZLE);
    await pipeline.drain();
    const before = await pipeline.object('mine.txt.report.json');
    expect(before!.text).toContain('"done"');
    pipeline.calls = {};
    await pipeline.send(write(foreign('mine.txt')));
    // the last delivery of a file of the pipeline would begin with a `failed` report
    const tasks = await pipeline.drain({ deliveriesLeft: 0 });
    expect(tasks).toMatchObject([
      {
        key: 'mine.txt',
        outcome: {
          outcome: 'refused',
          reason: 'expected a file of a source of this pipeline, got one of foreign',
        },
      },
    ]);
    expect(pipeline.calls).toEqual({});
    expect(await pipeline.object('mine.txt.report.json')).toEqual(before);
  });

  test('about the work bucket do not solve its objects', async () => {
    await pipeline.upload('work.txt', PUZZLE, { bucket: Pipeline.WORK });
    const { etag } = (await pipeline.object('work.txt', Pipeline.WORK))!;
    await pipeline.send(event({ ...foreign('work.txt'), bucket: Pipeline.WORK, etag }));
    expect(await pipeline.drain()).toMatchObject([{ outcome: { outcome: 'refused' } }]);
    expect(await pipeline.result('work.txt')).toBeUndefined();
    expect(await pipeline.report('work.txt')).toBeUndefined();
    await pipeline.remove('work.txt', Pipeline.WORK);
  });

  test('of one batch are refused independently', async () => {
    await pipeline.upload('good.txt', PUZZLE);
    await pipeline.send(event(foreign('bad.txt')));
    const tasks = await pipeline.run(await pipeline.receive());
    const ends = tasks.map(({ key, outcome }) => `${key} ${outcome?.outcome}`);
    expect(ends.sort()).toEqual(['bad.txt refused', 'good.txt solved']);
  });

  describe('of chunks', () => {
    const raised = (body: string, limit: number) => {
      const message = JSON.parse(body) as { plan: { options: object } };
      message.plan.options = { ...message.plan.options, solutions: 'all', limit };
      return JSON.stringify(message);
    };

    test('that request more than the owner allows are refused, and do not affect the job', async () => {
      const [first, second] = await pipeline.cut('forged.txt', PUZZLE.repeat(4), [164]);
      const forged = { ...first!, body: raised(first!.body, 11) };
      expect(await pipeline.run([forged])).toMatchObject([
        {
          outcome: {
            outcome: 'refused',
            reason: expect.stringMatching(
              /^expected limit=10 or less, .*, got 11, .* does not belong to its job$/,
            ),
          },
        },
      ]);
      expect(await pipeline.report('forged.txt')).toBeUndefined();
      await pipeline.run([first!]);
      await pipeline.run([second!]);
      expect(await pipeline.report('forged.txt')).toMatchObject({ status: 'done', puzzles: 4 });
    });

    test('that were planned before the owner lowered a bound are rejected with a report that names the bound', async () => {
      const [first] = await pipeline.cut('planned.txt', PUZZLE.repeat(4), [164], { limit: '9' });
      const settings = { ...pipeline.settings, bounds: { limit: 8 } };
      expect(await pipeline.run([first!], { settings })).toMatchObject([
        { outcome: { outcome: 'rejected' } },
      ]);
      expect(await pipeline.report('planned.txt')).toMatchObject({
        status: 'rejected',
        reason: expect.stringContaining('expected limit=8 or less'),
      });
    });

    test('that expect more output than fits into memory are solved within the memory', async () => {
      const [only] = await pipeline.cut('roomy.txt', PUZZLE, []);
      const body = JSON.stringify({ ...JSON.parse(only!.body), output: 2 ** 45 });
      expect(await pipeline.run([{ ...only!, body }])).toMatchObject([{ outcome: { outcome: 'solved' } }]);
    });
  });
});
