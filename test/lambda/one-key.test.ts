import { describe, expect, test } from 'vitest';
import { StorageError } from '../../lambda/aws/errors.ts';
import { Pipeline } from './fixture.ts';
import { NO_SOLUTION, PUZZLE, pipeline, SOLUTION, sharePipeline } from './shared-pipeline.ts';

sharePipeline();

describe('uploads of one key', () => {
  test('one that was overwritten before it was read is superseded, a deleted one is gone, and neither has a report', async () => {
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
    // the newer upload is solved after the older invocation has read its file
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
    const tasks = await pipeline.run([first!]);
    pipeline.cloud = cloud;
    expect(tasks).toMatchObject([{ outcome: { outcome: 'superseded', reason: /newer/ } }]);
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

  test('a second delivery of a message changes nothing', async () => {
    await pipeline.upload('twice.txt', `${PUZZLE}\n`);
    const records = await pipeline.receive();
    await pipeline.run(records);
    const before = [await pipeline.object('twice.txt'), await pipeline.report('twice.txt')];
    expect(await pipeline.run(records)).toMatchObject([{ outcome: { outcome: 'solved' } }]);
    expect([await pipeline.object('twice.txt'), await pipeline.report('twice.txt')]).toEqual(before);
  });

  test('a write that other writes overtake repeatedly is left to a later delivery', async () => {
    await pipeline.upload('contested.txt', `${PUZZLE}\n`);
    const records = await pipeline.receive();
    const { cloud } = pipeline;
    pipeline.cloud = {
      ...cloud,
      putObject: (ref) => Promise.reject(new StorageError('PreconditionFailed', ref)),
    };
    expect((await pipeline.run(records))[0]?.error?.message).toMatch(/changed before each of 5 attempts/);
    pipeline.cloud = cloud;
    await pipeline.run(records);
    expect(await pipeline.result('contested.txt')).toBe(`${SOLUTION}\n`);
  });
});
