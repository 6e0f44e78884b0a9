import type { SQSRecord } from 'aws-lambda';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Cloud } from '../../lambda/aws/cloud.ts';
import { type FinishedTask, Pipeline } from './fixture.ts';

export const PUZZLE = '4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......';
export const SOLUTION = '417369825632158947958724316825437169791586432346912758289643571573291684164875293';
export const NO_SOLUTION =
  '.....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........';
/** Puzzles of 4x4, 17 bytes a line; three can be solved. */
export const LINES = [
  '1...............',
  '..3.............',
  '11..............',
  '.2..............',
  '',
].join('\n');

/** The pipeline of all tests in a file that calls {@link sharePipeline}. Its queues are empty before each test. */
export let pipeline: Pipeline;
/** Its original cloud: tests replace `pipeline.cloud` by one that fails. */
export let cloud: Cloud;

export function sharePipeline(): void {
  beforeAll(async () => {
    pipeline = await Pipeline.start();
    cloud = pipeline.cloud;
  });
  afterAll(() => pipeline.close());
  beforeEach(async () => {
    pipeline.cloud = cloud;
    for (const record of await pipeline.receive()) await pipeline.delete(record);
    pipeline.calls = {};
  });
}

/** Uploads a file to the shared pipeline. @returns its messages */
export const uploaded = async (key: string, content: string | Buffer): Promise<SQSRecord[]> => {
  await pipeline.upload(key, content);
  return pipeline.receive();
};

/** A cloud for a function that is killed at its `last` call: before the request is sent or, if `answered`, before the answer arrives. */
export function dying(cloud: Cloud, last: number, answered: boolean): Cloud {
  let calls = 0;
  return new Proxy(cloud, {
    get: (target, name: keyof Cloud) => {
      if (name === 'isSlowedDown') return () => target.isSlowedDown();
      return async (...args: unknown[]) => {
        calls++;
        const call = target[name] as (...args: unknown[]) => Promise<unknown>;
        if (calls < last) return call(...args);
        if (calls === last && answered) await call(...args);
        throw new Error('killed');
      };
    },
  });
}

export const outcomes = (tasks: readonly FinishedTask[]) => tasks.map(({ outcome }) => outcome?.outcome);

/** A function whose calls fail. */
export const broken = (message: string) => () => Promise.reject(new Error(message));
