import { Duration } from 'aws-cdk-lib';
import { expect, test } from 'vitest';
import { checkProps } from '../../lib/check-props.ts';
import type { SudokuPipelineProps } from '../../lib/sudoku-pipeline-props.ts';

const REFUSED: [SudokuPipelineProps, string][] = [
  [{ variant: 'jigsaw' as 'x' }, 'variant must be classic or x, got jigsaw'],
  [{ solutions: 'some' as 'all' }, 'solutions must be first or unique or count or all, got some'],
  [{ output: 'xml' as 'csv' }, 'output must be same or csv or jsonl, got xml'],
  [{ limit: 0 }, 'limit must be a whole number from 1 to 4294967295, got 0'],
  [{ budget: 1.5 }, 'budget must be a whole number from 0 to 4294967295, got 1.5'],
  [{ limit: 20, maxLimit: 10 }, 'limit must be at most maxLimit, 10, got 20'],
  [{ maxBudget: -1 }, 'maxBudget must be a whole number from 0 to 4294967295, got -1'],
  [{ memorySize: 128 }, 'memorySize must be a whole number from 512 to 10240 MiB, got 128'],
  [{ timeout: Duration.minutes(16) }, 'timeout must be a whole number from 5 to 900 seconds, got 960'],
  [{ timeout: Duration.millis(5500) }, 'timeout must be a whole number from 5 to 900 seconds, got 5.5'],
  [
    { uploadWindow: Duration.minutes(6) },
    'uploadWindow must be a whole number from 0 to 300 seconds, got 360',
  ],
  [
    { reports: false, htmlReports: true },
    'htmlReports must not be true where reports is false: there is nothing to make pages of',
  ],
  [{ uploadConcurrency: 1 }, 'uploadConcurrency must be a whole number from 2 to 1000, got 1'],
  [
    // a message may wait 4 days in its queue and 14 in the dead letters, and then still needs its upload
    { uploadExpiration: Duration.days(17) },
    'uploadExpiration must be a whole number from 18 to 36500 days, got 17',
  ],
  [
    { resultExpiration: Duration.days(0) },
    'resultExpiration must be a whole number from 1 to 36500 days, got 0',
  ],
];

test.each(REFUSED)('%j is refused with the value and the allowed range', (props, message) => {
  expect(() => checkProps(props)).toThrow(new RangeError(message));
});

test('values at the ends of their ranges are taken', () => {
  checkProps({});
  checkProps({
    limit: 1,
    budget: 0,
    memorySize: 512,
    timeout: Duration.seconds(5),
    uploadWindow: Duration.seconds(0),
    uploadConcurrency: 2,
    chunkConcurrency: 2,
    uploadExpiration: Duration.days(18),
  });
  checkProps({
    limit: 2 ** 32 - 1,
    budget: 2 ** 32 - 1,
    memorySize: 10_240,
    timeout: Duration.minutes(15),
    uploadWindow: Duration.minutes(5),
    uploadConcurrency: 1000,
    chunkConcurrency: 1000,
    resultExpiration: Duration.days(36_500),
  });
});
