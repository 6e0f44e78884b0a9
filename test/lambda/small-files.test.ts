import { describe, expect, test } from 'vitest';
import { Pipeline } from './fixture.ts';
import { NO_SOLUTION, PUZZLE, pipeline, SOLUTION, sharePipeline } from './shared-pipeline.ts';

sharePipeline();

test('the result has the key and the content type of the upload, and names it', async () => {
  await pipeline.upload('a/puzzles.txt', `${PUZZLE}\n`, { contentType: 'text/plain; charset=us-ascii' });
  const [task] = await pipeline.drain();
  expect(task).toMatchObject({ outcome: { outcome: 'solved', tally: { puzzles: 1, solved: 1 } } });
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

test('while S3 throttles, four files are processed at the same time', async () => {
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

describe('files that cannot be solved get a report with the reason and no result, and are not retried', () => {
  const cases: [name: string, body: Uint8Array | string, metadata: Record<string, string>, reason: RegExp][] =
    [
      ['noise.bin', Uint8Array.from({ length: 5000 }, (_, index) => (index * 7919) % 251), {}, /expected/],
      ['prose.txt', 'Dear Sir or Madam,\n', {}, /expected .* got/],
      ['option.txt', `${PUZZLE}\n`, { 'sudoku-variant': 'y' }, /variant.*classic.*"y"/],
      ['misspelt.txt', `${PUZZLE}\n`, { 'sudoku-varient': 'x' }, /expected.*variant.*"varient"/],
      ['other.report.json', `${PUZZLE}\n`, {}, /reserved for reports/],
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

test('options are read from the metadata', async () => {
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

test('with reports switched off only a result is written', async () => {
  const quiet = await Pipeline.start({ REPORTS: 'off' });
  await quiet.upload('quiet.txt', `${PUZZLE}\n`);
  await quiet.drain();
  expect(await quiet.result('quiet.txt')).toBe(`${SOLUTION}\n`);
  expect(await quiet.report('quiet.txt')).toBeUndefined();
  await quiet.close();
});
