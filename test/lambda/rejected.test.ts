import { afterEach, describe, expect, test, vi } from 'vitest';
import { StorageError, translateRead } from '../../lambda/aws/errors.ts';
import { UNCHECKED_TIME } from '../../lambda/result/publish.ts';
import { FOREIGN_FILES } from '../core/files/foreign-files.ts';
import { Pipeline } from './fixture.ts';
import { cloud, LINES, outcomes, PUZZLE, pipeline, SOLUTION, sharePipeline } from './shared-pipeline.ts';

sharePipeline();
afterEach(() => vi.useRealTimers());

test('an upload of another kind is rejected with the same reason as on the command line', async () => {
  const { name, file, says } = FOREIGN_FILES[0]!;
  await pipeline.upload(name, file);
  expect(outcomes(await pipeline.drain())).toEqual(['rejected']);
  expect(await pipeline.report(name)).toMatchObject({
    status: 'rejected',
    reason: expect.stringContaining(says),
  });
});

describe('an upload that no retry can read', () => {
  test.each([
    ['InvalidObjectState', /cannot be read: .* is archived: restore it/],
    ['AccessDenied', /cannot be read: .*KMS key/],
  ])('is rejected for %s', async (name, reason) => {
    const key = `${name}.txt`;
    await pipeline.upload(key, PUZZLE);
    const answer = Object.assign(new Error('Access Denied'), { name });
    const refused = translateRead(answer, { bucket: Pipeline.UPLOADS, key });
    expect(refused).toMatchObject({ name: 'ObjectUnreadable' });
    pipeline.cloud = {
      ...cloud,
      readObject: (ref, range) =>
        ref.key === key ? Promise.reject(refused as Error) : cloud.readObject(ref, range),
    };
    expect(outcomes(await pipeline.drain())).toEqual(['rejected']);
    expect(await pipeline.report(key)).toMatchObject({
      status: 'rejected',
      reason: expect.stringMatching(reason),
    });
  });

  test('is not rejected if it is the work of a job that cannot be read: a person must repair that', async () => {
    const chunks = await pipeline.cut('work.txt', LINES, [20]);
    pipeline.cloud = {
      ...cloud,
      readObject: (ref, range) =>
        ref.bucket === Pipeline.WORK
          ? Promise.reject(new StorageError('ObjectUnreadable', ref, 'may not be read'))
          : cloud.readObject(ref, range),
    };
    const tasks = [];
    for (const chunk of chunks) tasks.push(...(await pipeline.run([chunk])));
    expect(tasks.map(({ outcome, error }) => outcome?.outcome ?? error?.name)).toEqual([
      'ObjectUnreadable',
      'ObjectUnreadable',
    ]);
    expect(await pipeline.report('work.txt')).toBeUndefined();
    pipeline.cloud = cloud;
    await pipeline.run(chunks, { isRedelivery: true });
    expect(await pipeline.report('work.txt')).toMatchObject({ status: 'done', puzzles: 4 });
    expect(await pipeline.leftovers()).toEqual([]);
  });
});

describe('a rejected upload', () => {
  test('may be one whose second line of options only a chunk can see', async () => {
    const puzzles = '1...............\n'.repeat(20_000);
    const file = `${puzzles}#! sudoku variant=x\n1...............\n`;
    const tasks = await pipeline.run(await pipeline.cut('late-options.txt', file, [270_000]));
    expect(outcomes(tasks)).toEqual(['part', 'rejected']);
    expect(await pipeline.report('late-options.txt')).toMatchObject({
      status: 'rejected',
      reason: expect.stringContaining(
        'got "#! sudoku variant=x" below it, in line 4118 of those that begin after byte 270000',
      ),
    });
    expect(await pipeline.result('late-options.txt')).toBeUndefined();
  });

  test('is not even read if its event says that it is too large', async () => {
    await pipeline.upload('huge.txt', PUZZLE);
    const [record] = await pipeline.receive();
    const event = JSON.parse(record!.body) as { Records: { s3: { object: { size: number } } }[] };
    event.Records[0]!.s3.object.size = 6 * 1024 ** 4;
    pipeline.calls = {};
    const tasks = await pipeline.run([{ ...record!, body: JSON.stringify(event) }]);
    expect(outcomes(tasks)).toEqual(['rejected']);
    expect(pipeline.calls.readObject).toBeUndefined();
    expect(await pipeline.report('huge.txt')).toMatchObject({
      reason: 'expected a file of at most 5 TiB, got one of 6.0 TiB: upload it in pieces',
    });
  });

  test('names the earlier upload whose result still exists at its key', async () => {
    await pipeline.upload('stale.txt', `${PUZZLE}\n`);
    await pipeline.drain();
    const { etag } = (await pipeline.report('stale.txt'))!.input as { etag: string };
    await pipeline.upload('stale.txt', 'Dear Sir or Madam,\n');
    await pipeline.drain();
    expect(await pipeline.result('stale.txt')).toBe(`${SOLUTION}\n`);
    expect(await pipeline.report('stale.txt')).toMatchObject({
      status: 'rejected',
      staleResult: { uploadEtag: etag },
    });
  });

  test('does not get the result of an older upload that ends later', async () => {
    await pipeline.upload('order.txt', `${PUZZLE}\n`.repeat(2));
    const older = await pipeline.receive();
    let overtaken = false;
    pipeline.cloud = {
      ...cloud,
      readObject: async (ref, range) => {
        const open = await cloud.readObject(ref, range);
        if (overtaken || ref.key !== 'order.txt') return open;
        overtaken = true;
        return { ...open, body: slowly(open.body) };
      },
    };
    async function* slowly(body: AsyncIterable<Uint8Array>) {
      yield* body;
      pipeline.cloud = cloud;
      await pipeline.upload('order.txt', 'Dear Sir or Madam,\n');
      await pipeline.drain();
      vi.useFakeTimers({ now: Date.now() + UNCHECKED_TIME + 1, toFake: ['Date'] });
    }
    expect(outcomes(await pipeline.run(older))).toEqual(['superseded']);
    vi.useRealTimers();
    expect(await pipeline.report('order.txt')).toMatchObject({ status: 'rejected' });
    expect(await pipeline.result('order.txt')).toBeUndefined();
  });

  test('gets a note of the result of an older upload that was written at the same moment', async () => {
    await pipeline.upload('race.txt', `${PUZZLE}\n`);
    const { etag } = (await pipeline.object('race.txt', Pipeline.UPLOADS))!;
    const older = await pipeline.receive();
    let overtaken = false;
    pipeline.cloud = {
      ...cloud,
      // the newer upload is rejected just before the older one's result is written
      putObject: async (target, body, condition) => {
        if (overtaken) return cloud.putObject(target, body, condition);
        overtaken = true;
        pipeline.cloud = cloud;
        await pipeline.upload('race.txt', 'Dear Sir or Madam,\n');
        await pipeline.drain();
        expect(await pipeline.report('race.txt')).not.toHaveProperty('staleResult');
        return cloud.putObject(target, body, condition);
      },
    };
    const [task] = await pipeline.run(older);
    expect(task).toMatchObject({ error: undefined, outcome: { outcome: 'superseded' } });
    expect(await pipeline.result('race.txt')).toBe(`${SOLUTION}\n`);
    expect(await pipeline.report('race.txt')).toMatchObject({
      status: 'rejected',
      staleResult: { uploadEtag: etag },
    });
  });

  test('gets the note also if the older one was killed in between', async () => {
    await pipeline.upload('cut.txt', `${PUZZLE}\n`);
    const { etag } = (await pipeline.object('cut.txt', Pipeline.UPLOADS))!;
    const older = await pipeline.receive();
    let writes = 0;
    await pipeline.kill(older, (name) => name === 'putObject' && ++writes === 2);
    // its result exists, but the invocation that rejects the newer upload does not see it
    await pipeline.upload('cut.txt', 'Dear Sir or Madam,\n');
    pipeline.cloud = { ...cloud, headObject: async () => undefined };
    await pipeline.drain();
    pipeline.cloud = cloud;
    expect(await pipeline.report('cut.txt')).not.toHaveProperty('staleResult');
    expect(outcomes(await pipeline.run(older, { isRedelivery: true }))).toEqual(['superseded']);
    expect(await pipeline.report('cut.txt')).toMatchObject({ staleResult: { uploadEtag: etag } });
  });

  test('gets the note also if the older one was solved in chunks', async () => {
    const chunks = await pipeline.cut('chunks.txt', LINES, [20]);
    pipeline.cloud = {
      ...cloud,
      createMultipart: async (target) => {
        pipeline.cloud = cloud;
        await pipeline.upload('chunks.txt', 'Dear Sir or Madam,\n');
        await pipeline.drain();
        return cloud.createMultipart(target);
      },
    };
    expect(outcomes(await pipeline.run(chunks))).toContain('superseded');
    expect(await pipeline.report('chunks.txt')).toMatchObject({ status: 'rejected' });
    expect(await pipeline.result('chunks.txt')).toBeUndefined();
    expect(await pipeline.leftovers()).toEqual([]);
  });
});

test('rejections are reported even with reports switched off, and a later result replaces them', async () => {
  const quiet = await Pipeline.start({ REPORTS: 'off' });
  await quiet.upload('quiet.txt', 'Dear Sir or Madam,\n');
  await quiet.drain();
  expect(await quiet.report('quiet.txt')).toMatchObject({ status: 'rejected' });
  await quiet.upload('quiet.txt', `${PUZZLE}\n`);
  await quiet.drain();
  expect(await quiet.report('quiet.txt')).toMatchObject({ status: 'done' });
  await quiet.upload('other.txt', `${PUZZLE}\n`);
  await quiet.drain();
  expect(await quiet.report('other.txt')).toBeUndefined();
  await quiet.close();
});

test('a file cannot request more than the pipeline’s owner allows', async () => {
  const bounded = await Pipeline.start({ MAX_LIMIT: '10', MAX_BUDGET: '100' });
  const ask = (key: string, options: string) =>
    bounded.upload(key, `#! sudoku ${options}\n${'.'.repeat(16)}\n`);
  await ask('limit.txt', 'solutions=all limit=11');
  await ask('budget.txt', 'budget=101');
  await ask('fine.txt', 'solutions=count limit=10 budget=100');
  await ask('silent.txt', 'solutions=count');
  await bounded.drain();
  expect(await bounded.report('limit.txt')).toMatchObject({
    status: 'rejected',
    reason: 'expected limit=10 or less, the maximum of this pipeline (maxLimit), got 11',
  });
  expect(await bounded.report('budget.txt')).toMatchObject({ status: 'rejected' });
  expect(await bounded.report('fine.txt')).toMatchObject({ status: 'done', solutions: 10 });
  expect(await bounded.report('silent.txt')).toMatchObject({ status: 'done', solutions: 10 });
  await bounded.close();
});

test('the list of a file’s solutions may not outgrow it by more than the owner allows, from 16 MiB on', async () => {
  const bounded = await Pipeline.start({ MAX_GROWTH: '1000' });
  const list = (key: string, puzzles: number) =>
    bounded.upload(key, `#! sudoku solutions=all limit=10000\n${`${'.'.repeat(81)}\n`.repeat(puzzles)}`);
  // a list has more than 1.6 MiB
  await list('short.txt', 8);
  await list('long.txt', 12);
  const ends = outcomes(await bounded.drain());
  expect(new Set(ends.filter((end) => end !== 'enqueued'))).toEqual(new Set(['rejected', 'solved']));
  expect(await bounded.report('short.txt')).toMatchObject({ status: 'done', solutions: 80_000 });
  expect(await bounded.report('long.txt')).toMatchObject({
    status: 'rejected',
    reason:
      'expected a result of at most 16 MiB, or 1000 bytes for each of the 1020 bytes of the upload, the maximum of this pipeline (maxGrowth); got a longer one: give the file a lower limit, or upload it in pieces',
  });
  expect(await bounded.result('long.txt')).toBeUndefined();
  expect(await bounded.leftovers()).toEqual([]);
  await bounded.close();
});

test('the default budget is bounded as well, whatever the limit: in lines, in tables, in chunks', async () => {
  const bounded = await Pipeline.start({ MAX_BUDGET: '1' });
  const puzzle = '8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..';
  const hard = `${puzzle}\n${puzzle}\n`;
  await bounded.upload('lines.txt', hard);
  await bounded.upload('counted.txt', `#! sudoku solutions=count limit=4000000000\n${'.'.repeat(81)}\n`);
  await bounded.drain();
  await bounded.run(await bounded.cut('cut.txt', hard, [puzzle.length + 1]));
  expect(await bounded.report('lines.txt')).toMatchObject({
    status: 'done',
    unsolved: 2,
    budgets: { '9x9': 1 },
  });
  expect(await bounded.report('counted.txt')).toMatchObject({ status: 'done', unsolved: 1 });
  expect(await bounded.report('cut.txt')).toMatchObject({ status: 'done', unsolved: 2 });
  await bounded.close();
});
