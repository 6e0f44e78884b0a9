import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PreconditionFailed } from '../../lambda/aws/errors.ts';
import { Pipeline } from './fixture.ts';

const PUZZLE = '4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......';
const SOLUTION = '417369825632158947958724316825437169791586432346912758289643571573291684164875293';
const NO_SOLUTION = '.....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........';

let pipeline: Pipeline;
beforeAll(async () => {
  pipeline = await Pipeline.start();
});
afterAll(() => pipeline.close());
beforeEach(async () => {
  for (const record of await pipeline.receive()) await pipeline.run([{ ...record, body: '{"Records":[]}' }]);
  pipeline.calls = {};
});

test('the solved twin has the key and the content type of the upload, and names it', async () => {
  await pipeline.upload('a/puzzles.txt', `${PUZZLE}\n`, { contentType: 'text/plain; charset=us-ascii' });
  const [deed] = await pipeline.drain();
  expect(deed).toMatchObject({ outcome: { outcome: 'solved', tally: { puzzles: 1, solved: 1 } } });
  const twin = await pipeline.object('a/puzzles.txt');
  expect(twin).toMatchObject({ text: `${SOLUTION}\n`, contentType: 'text/plain; charset=us-ascii' });
  const report = await pipeline.report('a/puzzles.txt');
  expect(report).toMatchObject({
    status: 'done',
    puzzles: 1,
    solved: 1,
    input: { bucket: Pipeline.UPLOADS, key: 'a/puzzles.txt', bytes: 82 },
    output: { bucket: Pipeline.OUTPUT, key: 'a/puzzles.txt', bytes: 82 },
  });
  expect(twin?.metadata).toEqual({
    'upload-etag': (report!.input as { etag: string }).etag,
    'upload-sequencer': expect.stringMatching(/^[0-9A-F]+$/),
  });
});

test('a file costs one GET and two PUTs', async () => {
  await pipeline.upload('costs.txt', `${PUZZLE}\n`);
  await pipeline.drain();
  expect(pipeline.calls).toEqual({ readObject: 1, putObject: 2 });
});

test('while S3 asks to slow down, four files are worked on at once', async () => {
  const keys = Array.from({ length: 12 }, (_, index) => `slow/${index}.txt`);
  for (const key of keys) await pipeline.upload(key, `${PUZZLE}\n`);
  const records = await pipeline.receive();
  const { cloud } = pipeline;
  const atWork = new Set<string>();
  let most = 0;
  pipeline.cloud = {
    ...cloud,
    isSlowedDown: () => true,
    async readObject(ref, range) {
      most = Math.max(most, atWork.add(ref.key).size);
      return cloud.readObject(ref, range).finally(() => atWork.delete(ref.key));
    },
  };
  await pipeline.run(records);
  pipeline.cloud = cloud;
  expect(most).toBe(4);
  for (const key of keys) expect(await pipeline.result(key)).toBe(`${SOLUTION}\n`);
});

describe('keys', () => {
  const keys = [
    'with space.txt',
    'a+b.txt',
    '100%.txt',
    '%2B.txt',
    'ünï/çødé 数独.txt',
    "it's (1)!*.txt",
    'a//b',
  ];
  test.each(keys)('%s', async (key) => {
    await pipeline.upload(key, `${PUZZLE}\n`);
    await pipeline.drain();
    expect(await pipeline.result(key)).toBe(`${SOLUTION}\n`);
    expect(await pipeline.report(key)).toMatchObject({ input: { key } });
  });
});

describe('files that cannot be solved get a report that says why, no result, and are not tried again', () => {
  const cases: [name: string, body: Uint8Array | string, metadata: Record<string, string>, reason: RegExp][] =
    [
      ['empty.txt', '', {}, /empty/],
      ['noise.bin', Uint8Array.from({ length: 5000 }, (_, index) => (index * 7919) % 251), {}, /expected/],
      ['prose.txt', 'Dear Sir or Madam,\n', {}, /expected .* got/],
      ['option.txt', `${PUZZLE}\n`, { 'sudoku-variant': 'y' }, /variant.*classic.*"y"/],
      ['misspelt.txt', `${PUZZLE}\n`, { 'sudoku-varient': 'x' }, /expected.*variant.*"varient"/],
      ['other.report.json', `${PUZZLE}\n`, {}, /kept for reports/],
    ];
  test.each(cases)('%s', async (key, body, metadata, reason) => {
    await pipeline.upload(key, body, { metadata });
    expect(await pipeline.drain()).toMatchObject([{ outcome: { outcome: 'rejected' } }]);
    expect(await pipeline.report(key)).toMatchObject({
      status: 'rejected',
      input: { key },
      reason: expect.stringMatching(reason),
    });
    expect(await pipeline.result(key)).toBeUndefined();
  });
});

test('options come from the metadata', async () => {
  await pipeline.upload('count.txt', `${PUZZLE}\n${NO_SOLUTION}\n`, {
    metadata: { 'sudoku-solutions': 'unique' },
  });
  await pipeline.drain();
  expect(await pipeline.result('count.txt')).toBe(`${SOLUTION}\n${'no-solution'.padEnd(81)}\n`);
  expect(await pipeline.report('count.txt')).toMatchObject({
    options: { solutions: 'unique' },
    noSolution: 1,
  });
});

describe('messages', () => {
  test('S3 announces itself with a test event, which is nothing to do', async () => {
    await pipeline.send(JSON.stringify({ Service: 'Amazon S3', Event: 's3:TestEvent', Bucket: 'b' }));
    expect(await pipeline.drain()).toEqual([]);
  });

  const unknown: [string, RegExp][] = [
    ['hello', /expected JSON, got "hello"/],
    ['[1]', /expected an S3 event/],
    ['{"foo":1}', /got an object with foo/],
    ['{"Records":[{"eventName":"ObjectCreated:Put"}]}', /expected a record with/],
    ['{"Records":[null]}', /expected a record with/],
    [
      '{"Records":[{"eventName":"ObjectCreated:Put","s3":{"bucket":{"name":"b"},"object":{"key":"k"}}}]}',
      /expected s3.object.eTag in the event of k, got none/,
    ],
    [
      '{"Records":[{"eventName":"ObjectCreated:Put","s3":{"bucket":{"name":"b"},"object":{"key":"%E0","eTag":"e"}}}]}',
      /expected a form-encoded key, got "%E0"/,
    ],
  ];
  test.each(unknown)('%s fails, with the reason, and so ends in the dead letters', async (body, reason) => {
    await pipeline.send(body);
    const [record] = await pipeline.receive();
    const [deed] = await pipeline.run([record!]);
    expect(deed?.error).toMatchObject({ name: 'UnknownMessage', message: expect.stringMatching(reason) });
    await pipeline.run([{ ...record!, body: '{"Records":[]}' }]);
  });

  test('removals are no uploads', async () => {
    const object = { key: 'gone.txt', sequencer: '1' };
    await pipeline.send(
      JSON.stringify({
        Records: [{ eventName: 'ObjectRemoved:Delete', s3: { bucket: { name: 'b' }, object } }],
      }),
    );
    expect(await pipeline.drain()).toEqual([]);
  });

  test('one message may bring several files', async () => {
    await pipeline.upload('one.txt', `${PUZZLE}\n`);
    await pipeline.upload('two.txt', `${NO_SOLUTION}\n`);
    const [one, two] = await pipeline.receive();
    const Records = [one!, two!].flatMap(({ body }) => (JSON.parse(body) as { Records: unknown[] }).Records);
    const deeds = await pipeline.run([{ ...one!, body: JSON.stringify({ Records }) }]);
    expect(new Set(deeds.map(({ key }) => key))).toEqual(new Set(['one.txt', 'two.txt']));
    expect(await pipeline.result('two.txt')).toBe(`${'no-solution'.padEnd(81)}\n`);
    await pipeline.run([two!]);
  });

  test('a failure fails its own message only', async () => {
    for (const key of ['fine.txt', 'broken.txt', 'also-fine.txt']) await pipeline.upload(key, `${PUZZLE}\n`);
    const cloud = pipeline.cloud;
    pipeline.cloud = {
      ...cloud,
      readObject: (ref, range) =>
        ref.key === 'broken.txt' ? Promise.reject(new Error('SlowDown')) : cloud.readObject(ref, range),
    };
    const records = await pipeline.receive();
    const deeds = await pipeline.run(records);
    pipeline.cloud = cloud;
    expect(deeds.filter(({ error }) => error)).toMatchObject([
      { key: 'broken.txt', error: { message: 'SlowDown' } },
    ]);
    expect(await pipeline.result('fine.txt')).toBe(`${SOLUTION}\n`);
    expect(await pipeline.result('also-fine.txt')).toBe(`${SOLUTION}\n`);
    await pipeline.run(records.filter(({ body }) => body.includes('broken.txt')));
    expect(await pipeline.result('broken.txt')).toBe(`${SOLUTION}\n`);
  });

  test('an upload into the output bucket would never end: it is left alone', async () => {
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

  test('folders that consoles make are no files', async () => {
    await pipeline.upload('folder/', '');
    expect(await pipeline.drain()).toMatchObject([{ outcome: { outcome: 'ignored' } }]);
    expect(await pipeline.report('folder/')).toBeUndefined();
  });
});

describe('uploads of one key', () => {
  test('one that was overwritten before it was read is superseded, one that was deleted is gone: no report', async () => {
    await pipeline.upload('over.txt', `${PUZZLE}\n`);
    const [old] = await pipeline.receive();
    await pipeline.upload('over.txt', `${NO_SOLUTION}\n`);
    expect(await pipeline.run([old!])).toMatchObject([{ outcome: { outcome: 'superseded' } }]);
    expect(await pipeline.result('over.txt')).toBeUndefined();
    const [recent] = await pipeline.receive();
    await pipeline.remove('over.txt');
    expect(await pipeline.run([recent!])).toMatchObject([{ outcome: { outcome: 'gone' } }]);
    expect(await pipeline.report('over.txt')).toBeUndefined();
  });

  test('an older one never replaces the result of a newer one', async () => {
    await pipeline.upload('order.txt', `${PUZZLE}\n`);
    const [first] = await pipeline.receive();
    const older = { bucket: Pipeline.UPLOADS, key: 'order.txt' };
    // the older invocation has read its file when the newer one begins and ends
    const { cloud } = pipeline;
    let overtaken = false;
    pipeline.cloud = {
      ...cloud,
      readObject: async (ref, range) => {
        const open = await cloud.readObject(ref, range);
        if (!overtaken && ref.key === older.key) {
          overtaken = true;
          await pipeline.upload('order.txt', `${NO_SOLUTION}\n`);
          await pipeline.drain();
        }
        return open;
      },
    };
    const deeds = await pipeline.run([first!]);
    pipeline.cloud = cloud;
    expect(deeds).toMatchObject([{ outcome: { outcome: 'superseded', reason: /newer/ } }]);
    expect(await pipeline.result('order.txt')).toBe(`${'no-solution'.padEnd(81)}\n`);
    expect(await pipeline.report('order.txt')).toMatchObject({ noSolution: 1 });
  });

  test('a newer one replaces the result of an older one', async () => {
    await pipeline.upload('again.txt', `${PUZZLE}\n`);
    await pipeline.drain();
    await pipeline.upload('again.txt', `${NO_SOLUTION}\n`);
    await pipeline.drain();
    expect(await pipeline.result('again.txt')).toBe(`${'no-solution'.padEnd(81)}\n`);
    expect(await pipeline.report('again.txt')).toMatchObject({ noSolution: 1 });
  });

  test('a message delivered twice changes nothing', async () => {
    await pipeline.upload('twice.txt', `${PUZZLE}\n`);
    const records = await pipeline.receive();
    await pipeline.run(records);
    const before = [await pipeline.object('twice.txt'), await pipeline.report('twice.txt')];
    expect(await pipeline.run(records)).toMatchObject([{ outcome: { outcome: 'solved' } }]);
    expect([await pipeline.object('twice.txt'), await pipeline.report('twice.txt')]).toEqual(before);
  });

  test('a write that somebody overtakes again and again is left to a later delivery', async () => {
    await pipeline.upload('contested.txt', `${PUZZLE}\n`);
    const records = await pipeline.receive();
    const { cloud } = pipeline;
    pipeline.cloud = { ...cloud, putObject: () => Promise.reject(new PreconditionFailed('contested')) };
    expect((await pipeline.run(records))[0]?.error?.message).toMatch(/changed at each of 5 tries/);
    pipeline.cloud = cloud;
    await pipeline.run(records);
    expect(await pipeline.result('contested.txt')).toBe(`${SOLUTION}\n`);
  });
});

test('with reports switched off there is a result only', async () => {
  const quiet = await Pipeline.start({ REPORTS: 'off' });
  await quiet.upload('quiet.txt', `${PUZZLE}\n`);
  await quiet.drain();
  expect(await quiet.result('quiet.txt')).toBe(`${SOLUTION}\n`);
  expect(await quiet.report('quiet.txt')).toBeUndefined();
  await quiet.close();
});
