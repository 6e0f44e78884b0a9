import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openFile, planFile } from '../../core/files/index.ts';
import type { Cloud } from '../../lambda/aws/cloud.ts';
import { ObjectUnreadable, translateRead } from '../../lambda/aws/errors.ts';
import { type Deed, Pipeline } from './fixture.ts';

const PUZZLE = '4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......';
const SOLUTION = '417369825632158947958724316825437169791586432346912758289643571573291684164875293';
const LINES = ['1...............', '..3.............', '11..............', '.2..............', ''].join('\n');

let pipeline: Pipeline;
let cloud: Cloud;
beforeAll(async () => {
  pipeline = await Pipeline.start();
  cloud = pipeline.cloud;
});
afterAll(() => pipeline.close());
beforeEach(() => {
  pipeline.cloud = cloud;
});

function solved(text: string): string {
  const head = Buffer.from(text);
  const solver = openFile(planFile({ head, complete: true, name: 'f.txt', given: [] }));
  return Buffer.concat([...solver.push(head), ...solver.end()].map((piece) => Buffer.from(piece))).toString();
}

const outcomes = (deeds: readonly Deed[]) => deeds.map(({ outcome }) => outcome?.outcome);

const broken =
  (message: string): Cloud['readObject'] =>
  () =>
    Promise.reject(new Error(message));

describe('work that has expired, as after two redrives', () => {
  test('is no work that is done: the file is planned anew', async () => {
    const chunks = await pipeline.cut('expired.txt', LINES, [20, 40]);
    await pipeline.run(chunks.slice(0, 2));
    await pipeline.expireWork();
    expect(outcomes(await pipeline.run(chunks.slice(2)))).toEqual(['expired']);
    await pipeline.drain();
    expect(await pipeline.result('expired.txt')).toBe(solved(LINES));
    expect(await pipeline.report('expired.txt')).toMatchObject({ status: 'done', puzzles: 4 });
    expect(await pipeline.leftovers()).toEqual([]);
  });

  test('is planned anew once, however many chunks ask for it', async () => {
    const chunks = await pipeline.cut('once.txt', LINES, [10, 20, 30, 40]);
    await pipeline.expireWork();
    expect(new Set(outcomes(await pipeline.run(chunks)))).toEqual(new Set(['expired']));
    const files = await pipeline.receive();
    expect(files.length).toBe(5);
    const planned = await pipeline.run(files, { deadline: 0 });
    const waiting = files.filter((_, index) => planned[index]?.error);
    expect(outcomes(planned).filter((outcome) => outcome === 'enqueued')).toEqual(['enqueued']);
    expect(new Set(outcomes(await pipeline.run(waiting, { isRedelivery: true })))).toEqual(
      new Set(['ignored']),
    );
    await pipeline.drain();
    expect(await pipeline.result('once.txt')).toBe(solved(LINES));
    expect(await pipeline.leftovers()).toEqual([]);
  });

  test('of an upload that is gone or was overwritten is not planned anew', async () => {
    const gone = await pipeline.cut('gone.txt', LINES, [20]);
    const over = await pipeline.cut('over.txt', LINES, [20]);
    for (const [chunks, change, outcome] of [
      [gone, () => pipeline.remove('gone.txt', Pipeline.SILENT), 'gone'],
      [over, () => pipeline.upload('over.txt', PUZZLE, { bucket: Pipeline.SILENT }), 'superseded'],
    ] as const) {
      // the chunk has read its lines before
      pipeline.cloud = {
        ...cloud,
        putObject: async (...args) => {
          const etag = await cloud.putObject(...args);
          await pipeline.expireWork();
          await change();
          return etag;
        },
      };
      expect(outcomes(await pipeline.run(chunks.slice(0, 1)))).toEqual([outcome]);
    }
    expect(await pipeline.receive()).toEqual([]);
  });
});

describe('messages of another version', () => {
  /** As they were sent before messages carried one, and as a later one may be. */
  const others = (body: string) => {
    const { version: _, kind, ...rest } = JSON.parse(body) as Record<string, unknown>;
    return [
      { job: kind, ...rest },
      { version: 2, kind: 'part', upload: rest.upload, lines: [1, 2] },
    ].map((message) => JSON.stringify(message));
  };

  test.each([0, 1])('have their file planned anew (%#)', async (which) => {
    const key = `version-${which}.txt`;
    const chunks = await pipeline.cut(key, LINES, [20, 40]);
    await pipeline.expireWork();
    const old = chunks.map((chunk) => ({ ...chunk, body: others(chunk.body)[which]! }));
    expect(outcomes(await pipeline.run(old))).toEqual(['solved', 'solved', 'solved']);
    expect(await pipeline.result(key)).toBe(solved(LINES));
    expect(await pipeline.leftovers()).toEqual([]);
  });
});

describe('the last delivery', () => {
  const last = { isRedelivery: true, isLastDelivery: true };

  test('that fails says so in a report, which a redrive replaces', async () => {
    await pipeline.upload('failed.txt', `${PUZZLE}\n`);
    const records = await pipeline.receive();
    pipeline.cloud = { ...cloud, readObject: broken('SlowDown') };
    const [deed] = await pipeline.run(records, last);
    expect(deed?.error?.message).toBe('SlowDown');
    expect(await pipeline.report('failed.txt')).toMatchObject({
      status: 'failed',
      reason: 'SlowDown',
      advice: expect.stringMatching(/redrive/),
      input: { key: 'failed.txt' },
    });
    pipeline.cloud = cloud;
    await pipeline.run(records);
    expect(await pipeline.report('failed.txt')).toMatchObject({ status: 'done', solved: 1 });
    expect(await pipeline.result('failed.txt')).toBe(`${SOLUTION}\n`);
  });

  test('says so before it begins, since a function that is killed says nothing', async () => {
    await pipeline.upload('killed.txt', `${PUZZLE}\n`);
    const records = await pipeline.receive();
    await pipeline.kill(records, (name) => name === 'readObject', last);
    expect(await pipeline.report('killed.txt')).toMatchObject({
      status: 'failed',
      reason: '10 deliveries ended without a result',
    });
    await pipeline.run(records, last);
    expect(await pipeline.report('killed.txt')).toMatchObject({ status: 'done' });
  });

  test('of a chunk fails the file, and a redrive of the chunk ends it well', async () => {
    const chunks = await pipeline.cut('chunk.txt', LINES, [20, 40]);
    await pipeline.run(chunks.slice(0, 2));
    pipeline.cloud = { ...cloud, readObject: broken('ServiceUnavailable') };
    await pipeline.run(chunks.slice(2), last);
    pipeline.cloud = cloud;
    expect(await pipeline.report('chunk.txt')).toMatchObject({ status: 'failed' });
    await pipeline.run(chunks.slice(2));
    expect(await pipeline.report('chunk.txt')).toMatchObject({ status: 'done', puzzles: 4 });
    expect(await pipeline.leftovers()).toEqual([]);
  });

  test('of a file that was solved before changes nothing', async () => {
    await pipeline.upload('solved.txt', `${PUZZLE}\n`);
    const records = await pipeline.receive();
    await pipeline.run(records);
    await pipeline.run(records, last);
    expect(await pipeline.report('solved.txt')).toMatchObject({ status: 'done' });
  });
});

describe('an upload that cannot be read for good', () => {
  test.each([
    ['InvalidObjectState', /cannot: .* is archived: restore it/],
    ['AccessDenied', /cannot: .*KMS key/],
  ])('%s is a rejection', async (name, reason) => {
    const key = `${name}.txt`;
    await pipeline.upload(key, PUZZLE);
    const answer = Object.assign(new Error('Access Denied'), { name });
    const refused = translateRead(answer, { bucket: Pipeline.UPLOADS, key });
    expect(refused).toBeInstanceOf(ObjectUnreadable);
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

  test('is told from work that cannot be read: that is for a person to mend', async () => {
    const chunks = await pipeline.cut('work.txt', LINES, [20]);
    pipeline.cloud = {
      ...cloud,
      readObject: (ref, range) =>
        ref.bucket === Pipeline.WORK
          ? Promise.reject(new ObjectUnreadable(ref, 'may not be read'))
          : cloud.readObject(ref, range),
    };
    const deeds = await pipeline.run(chunks);
    expect(deeds.filter(({ error }) => error).length).toBeGreaterThan(0);
    expect(await pipeline.report('work.txt')).toBeUndefined();
    pipeline.cloud = cloud;
    await pipeline.run(chunks);
    await pipeline.drain();
  });
});

describe('a rejected upload', () => {
  test('over a good one says whose result still stands there', async () => {
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

  test('is not joined by the result of an older one that ends later', async () => {
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
      await new Promise((resolve) => setTimeout(resolve, 600));
    }
    expect(outcomes(await pipeline.run(older))).toEqual(['superseded']);
    expect(await pipeline.report('order.txt')).toMatchObject({ status: 'rejected' });
    expect(await pipeline.result('order.txt')).toBeUndefined();
  });

  test('in chunks, too', async () => {
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

test('rejections are reported with reports switched off, and what is solved later replaces them', async () => {
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

test('a file may ask for no more than the owner of the pipeline lets it', async () => {
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
    reason: 'expected limit=10 or less, as the owner of this pipeline says, got 11',
  });
  expect(await bounded.report('budget.txt')).toMatchObject({ status: 'rejected' });
  expect(await bounded.report('fine.txt')).toMatchObject({ status: 'done', solutions: 10 });
  expect(await bounded.report('silent.txt')).toMatchObject({ status: 'done', solutions: 10 });
  await bounded.close();
});

describe('a file that kills the function', () => {
  test('among a hundred: the others are solved on their second delivery', async () => {
    const keys = Array.from({ length: 99 }, (_, index) => `hundred/${index}.txt`);
    for (const key of [...keys.slice(0, 50), 'hundred/poison.txt', ...keys.slice(50)]) {
      await pipeline.upload(key, `${PUZZLE}\n`);
    }
    const poisonous = (name: keyof Cloud, [ref]: unknown[]) =>
      name === 'readObject' && (ref as { key: string }).key === 'hundred/poison.txt';
    const records = await pipeline.receive();
    await pipeline.kill(records, poisonous);
    const solvedAtFirst = (await Promise.all(keys.map((key) => pipeline.report(key)))).filter(
      (report) => report !== undefined,
    );
    expect(solvedAtFirst.length).toBeLessThan(99);
    // the second delivery, of all of them
    const redelivered = { isRedelivery: true };
    await pipeline.kill(records, poisonous, redelivered);
    for (const record of await pipeline.receive()) {
      if (record.body.includes('poison')) await pipeline.kill([record], poisonous);
      else await pipeline.run([record]);
    }
    const reports = await Promise.all(keys.map((key) => pipeline.report(key)));
    expect(reports.filter((report) => report?.status !== 'done')).toEqual([]);
    expect(await pipeline.report('hundred/poison.txt')).toBeUndefined();
  });

  test('by itself is tried where it is: there is nobody else to spare', async () => {
    await pipeline.upload('single.txt', `${PUZZLE}\n`);
    const records = await pipeline.receive();
    expect(outcomes(await pipeline.run(records, { isRedelivery: true }))).toEqual(['solved']);
  });
});
