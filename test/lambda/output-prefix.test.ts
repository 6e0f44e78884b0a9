import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Pipeline } from './fixture.ts';

const PUZZLE = '4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......\n';
const SOLUTION = '417369825632158947958724316825437169791586432346912758289643571573291684164875293\n';

let pipeline: Pipeline;
// the hardest case: results are written to the bucket of the uploads, where each causes an event
beforeAll(async () => {
  pipeline = await Pipeline.start({ OUTPUT_BUCKET: Pipeline.UPLOADS, OUTPUT_PREFIX: 'solved/' });
});
afterAll(() => pipeline.close());

const existing = async (key: string) => (await pipeline.object(key, Pipeline.UPLOADS))?.text;

describe('with an output prefix in the bucket of the uploads', () => {
  test('result and report are written below it, and their own events are ignored', async () => {
    await pipeline.upload('in/a.txt', PUZZLE);
    const tasks = await pipeline.drain();
    expect(tasks.map(({ key, outcome }) => [key, outcome?.outcome])).toEqual([
      ['in/a.txt', 'solved'],
      ['solved/in/a.txt', 'ignored'],
      ['solved/in/a.txt.report.json', 'ignored'],
    ]);
    expect(tasks[1]!.outcome!.reason).toContain('results are written there');
    expect(await existing('solved/in/a.txt')).toBe(SOLUTION);
    expect(JSON.parse((await existing('solved/in/a.txt.report.json'))!)).toMatchObject({
      status: 'done',
      input: { key: 'in/a.txt' },
      output: { bucket: Pipeline.UPLOADS, key: 'solved/in/a.txt' },
    });
    expect(await existing('in/a.txt')).toBe(PUZZLE);
  });

  test('the results of a file in chunks and of a compressed file are written below it', async () => {
    for (const record of await pipeline.cut('cut.txt', PUZZLE.repeat(4), [100, 200]))
      await pipeline.run([record]);
    expect(await existing('solved/cut.txt')).toBe(SOLUTION.repeat(4));
    await pipeline.upload('whole.txt.gz', gzipSync(PUZZLE));
    await pipeline.drain();
    const { bytes } = (await pipeline.object('solved/whole.txt.gz', Pipeline.UPLOADS))!;
    expect(gunzipSync(bytes).toString()).toBe(SOLUTION);
    expect(await pipeline.leftovers()).toEqual([]);
  });

  test('the report of a rejected or failed file is written below it', async () => {
    await pipeline.upload('list.txt', 'Bread, 2 loaves\n');
    await pipeline.drain();
    expect(await existing('solved/list.txt.report.json')).toContain('"rejected"');
    await pipeline.upload('hopeless.txt', PUZZLE);
    const { cloud } = pipeline;
    pipeline.cloud = { ...cloud, readObject: () => Promise.reject(new Error('S3 is down')) };
    await pipeline.run(await pipeline.receive(), { deliveriesLeft: 0 });
    pipeline.cloud = cloud;
    expect(await existing('solved/hopeless.txt.report.json')).toContain('S3 is down');
  });

  test('an older upload does not overwrite the result of a newer one', async () => {
    await pipeline.drain();
    await pipeline.upload('twice.txt', PUZZLE);
    const [first] = await pipeline.receive();
    await pipeline.upload('twice.txt', `${PUZZLE}${PUZZLE}`);
    await pipeline.drain();
    expect(await pipeline.run([first!])).toMatchObject([{ outcome: { outcome: 'superseded' } }]);
    expect(await existing('solved/twice.txt')).toBe(SOLUTION.repeat(2));
  });

  test('a key that is too long with it is rejected, and the log says that there is no report', async () => {
    await pipeline.drain();
    await pipeline.upload('k'.repeat(1020), PUZZLE);
    const [task] = await pipeline.drain();
    expect(task!.outcome).toMatchObject({
      outcome: 'rejected',
      reason: expect.stringMatching(/at most 1024 bytes with solved\/ before it.*no report/),
    });
  });
});
