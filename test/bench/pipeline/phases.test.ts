import { expect, test } from 'vitest';
import { phasesOf } from '../../../bench/pipeline/phases.ts';

const request = (
  operation: string,
  bucket: string,
  key: string,
  begun: number,
  ended: number,
  caller?: string,
) => ({
  caller,
  operation,
  bucket,
  key,
  begun,
  ended,
});

const own = (operation: string, bucket: string, key: string, begun: number, ended: number) =>
  request(operation, bucket, key, begun, ended, 'function');

const REQUESTS = [
  request('PutObject', 'in', 'a.txt', 1000, 2000),
  own('GetObject', 'in', 'a.txt', 2100, 2150),
  own('SendMessageBatch', '', '', 2200, 2300),
  own('GetObject', 'in', 'a.txt', 2400, 3000),
  own('GetObject', 'in', 'a.txt', 2450, 3100),
  own('PutObject', 'work', 'job/ranges/1', 3000, 3100),
  own('PutObject', 'work', 'job/ranges/0', 3100, 3300),
  own('CompleteMultipartUpload', 'out', 'a.txt', 3400, 3500),
  own('PutObject', 'out', 'a.txt.report.json', 3600, 3700),
  request('GetObject', 'out', 'a.txt', 3710, 4000),
  request('GetObject', 'out', 'a.txt.report.json', 4000, 4100),
];

test('the phases of a file follow one another from its upload to its download', () => {
  const phases = phasesOf(REQUESTS.toReversed(), 'in');
  expect(phases?.map(({ seconds }) => seconds)).toEqual([1, 0.1, 0.2, 0.1, 0.9, 0.2, 0.2, 0.3]);
});

test('a file that is solved in one piece has no phases', () => {
  const requests = REQUESTS.filter(({ operation }) => operation !== 'SendMessageBatch');
  expect(phasesOf(requests, 'in')).toBeUndefined();
});

test('a missing request of a file that is solved in chunks is an error', () => {
  const requests = REQUESTS.filter(({ operation }) => operation !== 'CompleteMultipartUpload');
  expect(() => phasesOf(requests, 'in')).toThrow(
    'expected a request of a file that is solved in chunks, completion',
  );
});
