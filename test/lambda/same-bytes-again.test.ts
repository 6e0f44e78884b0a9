import { gzipSync } from 'node:zlib';
import type { SQSRecord } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Cloud, WriteCondition } from '../../lambda/aws/cloud.ts';
import { Pipeline } from './fixture.ts';
import { NO_SOLUTION, PUZZLE, SOLUTION } from './shared-pipeline.ts';

const A = `${PUZZLE}\n${PUZZLE}\n`;
const B = `${NO_SOLUTION}\n${NO_SOLUTION}\n`;
const RESULT_OF_A = `${SOLUTION}\n${SOLUTION}\n`;

/** A cloud that runs other work right before the first write that replaces a result; `killed`: it answers nothing after that write. */
function overtaken(cloud: Cloud, key: string, work: () => Promise<void>, killed: boolean): Cloud {
  let isOver = false;
  let isDead = false;
  return new Proxy(cloud, {
    get: (target, name: keyof Cloud) => {
      if (name === 'isSlowedDown') return () => target.isSlowedDown();
      return async (...args: unknown[]) => {
        if (isDead) throw new Error('killed');
        const { key: written } = (args[0] ?? {}) as { key?: string };
        const condition = args[2] as WriteCondition | undefined;
        const call = target[name] as (...args: unknown[]) => Promise<unknown>;
        const isWrite = name === 'putObject' || name === 'completeMultipart';
        if (isOver || !isWrite || written !== key || !condition || 'absent' in condition)
          return call(...args);
        isOver = true;
        await work();
        const answer = await call(...args);
        isDead = killed;
        return answer;
      };
    },
  });
}

let sequencer = 10;

/** Ways to upload a file. Each returns its messages. */
const KINDS: Readonly<
  Record<string, (pipeline: Pipeline, name: string, content: string) => Promise<[key: string, SQSRecord[]]>>
> = {
  async 'a small file'(pipeline, name, content) {
    await pipeline.upload(`${name}.txt`, content);
    return [`${name}.txt`, await pipeline.receive()];
  },
  async 'a compressed file'(pipeline, name, content) {
    await pipeline.upload(`${name}.txt.gz`, gzipSync(content));
    return [`${name}.txt.gz`, await pipeline.receive()];
  },
  async 'a file in chunks'(pipeline, name, content) {
    return [`${name}.txt`, await pipeline.cut(`${name}.txt`, content, [82], {}, String(sequencer++))];
  },
};

describe.each(['on', 'off'])('with reports %s', (REPORTS) => {
  let pipeline: Pipeline;
  beforeAll(async () => {
    pipeline = await Pipeline.start({ REPORTS });
  });
  afterAll(() => pipeline.close());

  describe.each(Object.entries(KINDS))('%s whose bytes return after another one', (kind, upload) => {
    test.each([
      ['', false],
      [', and whose function is killed right after that', true],
    ])('gets its result back from the other one that replaces it late%s', async (_, killed) => {
      const name = `${kind} ${killed}`;
      const solve = async (content: string) => {
        const [key, records] = await upload(pipeline, name, content);
        for (const record of records) await pipeline.run([record]);
        return key;
      };
      await solve(A);
      const [key, late] = await upload(pipeline, name, B);
      const { cloud } = pipeline;
      pipeline.cloud = overtaken(
        cloud,
        key,
        async () => {
          // the other one is completed before this one looks for open multipart uploads
          pipeline.cloud = { ...cloud, listMultiparts: async () => [] };
          await solve(A);
        },
        killed,
      );
      const before = await pipeline.object(key);
      for (const record of late) await pipeline.run([{ ...record, receiptHandle: '' }]);
      pipeline.cloud = cloud;
      // otherwise nothing was late
      expect(await pipeline.object(key)).not.toEqual(before);
      await pipeline.run(late, { isRedelivery: true });
      const tasks = await pipeline.drain();
      expect(tasks.filter(({ error }) => error)).toEqual([]);
      const solved = await pipeline.object(key);
      expect(solved?.bytes).toEqual(before!.bytes);
      if (!key.endsWith('.gz')) expect(solved?.text).toBe(RESULT_OF_A);
      expect(await pipeline.report(key)).toEqual(
        REPORTS === 'off' ? undefined : expect.objectContaining({ status: 'done', solved: 2 }),
      );
      expect(await pipeline.leftovers()).toEqual([]);
    });
  });
});
