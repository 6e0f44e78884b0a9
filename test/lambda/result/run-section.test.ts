import { describe, expect, test } from 'vitest';
import { noRequests } from '../../../lambda/invocation/meter.ts';
import { MAX_SPANS, runSectionOf, type SolvedJob } from '../../../lambda/result/run-section.ts';

const BEGUN = 1_000_000;
const span = (begun: number, done: number, s3Writes = 1, s3Reads = 1, sqs = 0) => ({
  begun: BEGUN + begun,
  done: BEGUN + done,
  requests: { s3Writes, s3Reads, sqs },
});
const earlier = { milliseconds: 0, seconds: 0, invocations: 0, requests: noRequests() };
const taken = { earlier, begun: BEGUN, milliseconds: 750, memory: 2048, sharers: 1 };

describe('the run section of a report', () => {
  test('is the sum over planning, chunks and assembling', () => {
    const job: SolvedJob = {
      chunks: 2,
      invocations: 3,
      planning: span(0, 500, 2, 3, 1),
      spans: [span(600, 1600, 2, 1), span(700, 1700, 2, 1)],
      assembled: BEGUN + 2000,
      memory: 4096,
      spent: [],
    };
    const { timeline, cost, ...run } = runSectionOf({ ...taken, last: span(1700, 2200, 5, 4), job }, 1024);
    expect(timeline).toEqual({
      planned: 0.5,
      chunks: [
        [0.6, 1.6],
        [0.7, 1.7],
      ],
      assembled: 2,
    });
    expect(run).toEqual({
      chunks: 2,
      solvingSeconds: 0.75,
      peakMemoryMiB: 4,
      requests: { s3Writes: 11, s3Reads: 9, sqs: 1 },
    });
    // 3 GB-seconds, 3 invocations, 11 and 9 requests to S3, 7 to SQS
    const dollars = 3 * 0.0000133334 + 3 * 0.2e-6 + 11 * 5e-6 + 9 * 0.4e-6 + 7 * 0.4e-6;
    expect(cost).toEqual({
      dollars: Number(dollars.toPrecision(3)),
      invocations: 3,
      lambdaSeconds: 3,
      memoryMiB: 1024,
    });
  });

  test('is a share of the invocation for one of several files, without a timeline', () => {
    const last = { ...span(0, 1000, 2, 1), sharers: 4 };
    const run = runSectionOf({ ...taken, sharers: 4, last }, 1769);
    expect(run.cost).toMatchObject({ invocations: 0.25, lambdaSeconds: 0.25 });
    expect(run).not.toHaveProperty('timeline');
  });

  test('covers a job whose chunks recorded no spans', () => {
    const job = {
      chunks: 9,
      invocations: 10,
      planning: undefined,
      spans: [],
      assembled: BEGUN + 10,
      memory: 1,
      spent: [],
    };
    expect(runSectionOf({ ...taken, last: span(5, 10), job }, 1769)).toMatchObject({
      chunks: 9,
      timeline: { planned: 0, chunks: [], assembled: 0.01 },
    });
  });

  test('is bounded, however many chunks there are', () => {
    const spans = Array.from({ length: 9000 }, (_, i) => span(i, i + 100));
    const job = {
      chunks: 9000,
      invocations: 9001,
      planning: span(0, 0),
      spans,
      assembled: BEGUN + 9100,
      memory: 1,
      spent: [],
    };
    const { chunks } = runSectionOf({ ...taken, last: span(9100, 9100), job }, 1769).timeline!;
    expect(chunks).toHaveLength(MAX_SPANS);
    expect([chunks[0], chunks.at(-1)]).toEqual([
      [0, 0.129],
      [8.97, 9.099],
    ]);
  });
});
