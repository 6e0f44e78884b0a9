import { describe, expect, test } from 'vitest';
import { Pipeline } from './fixture.ts';
import { NO_SOLUTION, PUZZLE, pipeline, SOLUTION, sharePipeline } from './shared-pipeline.ts';

sharePipeline();

describe('messages', () => {
  test('a test event of S3 is ignored', async () => {
    await pipeline.send(JSON.stringify({ Service: 'Amazon S3', Event: 's3:TestEvent', Bucket: 'b' }));
    expect(await pipeline.drain()).toEqual([]);
  });

  const unknown: [string, RegExp][] = [
    ['hello', /expected JSON, got "hello"/],
    ['[1]', /^expected an object, got \[1\]$/],
    ['{"foo":1}', /got an object with foo/],
    [
      '{"Records":[{"eventName":"ObjectCreated:Put"}]}',
      /^Records\[0\]\.s3: expected an object, got nothing$/,
    ],
    ['{"Records":[null]}', /^Records\[0\]: expected an object, got null$/],
    [
      '{"Records":[{"eventName":"ObjectCreated:Put","s3":{"bucket":{"name":"b"},"object":{"key":"k"}}}]}',
      /^Records\[0\]\.s3\.object\.eTag: expected an ETag of 1 to 256 characters of ASCII, got nothing$/,
    ],
    [
      '{"Records":[{"eventName":"ObjectCreated:Put","s3":{"bucket":{"name":"b"},"object":{"key":"%E0","eTag":"e"}}}]}',
      /expected a form-encoded key, got "%E0"/,
    ],
  ];
  test.each(unknown)('%s fails with the reason, and so ends in the dead letters', async (body, reason) => {
    await pipeline.send(body);
    const [record] = await pipeline.receive();
    const [task] = await pipeline.run([record!]);
    expect(task?.error).toMatchObject({ name: 'UnknownMessage', message: expect.stringMatching(reason) });
    await pipeline.run([{ ...record!, body: '{"Records":[]}' }]);
  });

  test('removals are not uploads', async () => {
    const object = { key: 'gone.txt', sequencer: '1' };
    await pipeline.send(
      JSON.stringify({
        Records: [{ eventName: 'ObjectRemoved:Delete', s3: { bucket: { name: 'b' }, object } }],
      }),
    );
    expect(await pipeline.drain()).toEqual([]);
  });

  test('one message may contain several files', async () => {
    await pipeline.upload('one.txt', `${PUZZLE}\n`);
    await pipeline.upload('two.txt', `${NO_SOLUTION}\n`);
    const [one, two] = await pipeline.receive();
    const Records = [one!, two!].flatMap(({ body }) => (JSON.parse(body) as { Records: unknown[] }).Records);
    const tasks = await pipeline.run([{ ...one!, body: JSON.stringify({ Records }) }]);
    expect(new Set(tasks.map(({ key }) => key))).toEqual(new Set(['one.txt', 'two.txt']));
    expect(await pipeline.result('two.txt')).toBe(`${'no-solution'.padEnd(81)}\n`);
    await pipeline.run([two!]);
  });

  test('a failure affects only its own message', async () => {
    for (const key of ['fine.txt', 'broken.txt', 'also-fine.txt']) await pipeline.upload(key, `${PUZZLE}\n`);
    const cloud = pipeline.cloud;
    pipeline.cloud = {
      ...cloud,
      readObject: (ref, range) =>
        ref.key === 'broken.txt' ? Promise.reject(new Error('SlowDown')) : cloud.readObject(ref, range),
    };
    const records = await pipeline.receive();
    const tasks = await pipeline.run(records);
    pipeline.cloud = cloud;
    expect(tasks.filter(({ error }) => error)).toMatchObject([
      { key: 'broken.txt', error: { message: 'SlowDown' } },
    ]);
    expect(await pipeline.result('fine.txt')).toBe(`${SOLUTION}\n`);
    expect(await pipeline.result('also-fine.txt')).toBe(`${SOLUTION}\n`);
    await pipeline.run(records.filter(({ body }) => body.includes('broken.txt')));
    expect(await pipeline.result('broken.txt')).toBe(`${SOLUTION}\n`);
  });

  test('an upload into the output bucket is ignored, since solving it would never end', async () => {
    await pipeline.upload('loop.txt', `${PUZZLE}\n`, { bucket: Pipeline.OUTPUT });
    const record = {
      eventName: 'ObjectCreated:Put',
      s3: {
        bucket: { name: Pipeline.OUTPUT },
        object: { key: 'loop.txt', eTag: 'e', size: 82, sequencer: '1' },
      },
    };
    await pipeline.send(JSON.stringify({ Records: [record] }));
    expect(await pipeline.drain()).toMatchObject([{ outcome: { outcome: 'ignored' } }]);
  });

  test('folders that consoles create are ignored', async () => {
    await pipeline.upload('folder/', '');
    expect(await pipeline.drain()).toMatchObject([{ outcome: { outcome: 'ignored' } }]);
    expect(await pipeline.report('folder/')).toBeUndefined();
  });
});
