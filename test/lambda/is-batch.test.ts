import { expect, test } from 'vitest';
import { isBatch, messagesOf } from '../../lambda/queue-batch.ts';

const message = { messageId: 'm', body: '{}', attributes: { ApproximateReceiveCount: '1' } };

test.each<[string, unknown, boolean]>([
  ['messages of a queue', { Records: [message, message] }, true],
  ['what S3 sends itself', { Records: [{ eventSource: 'aws:s3', s3: {} }] }, false],
  ['a message among others', { Records: [message, null] }, false],
  ['no records', { Records: [] }, false],
  ['puzzles', { puzzles: [] }, false],
  ['nothing', null, false],
])('%s', (_, event, expected) => {
  expect(isBatch(event)).toBe(expected);
});

test('the function that works on files takes messages only', () => {
  expect(messagesOf({ Records: [message] })).toEqual([message]);
  for (const event of [{ puzzles: [] }, { Records: [{ s3: {} }] }, null, 'text']) {
    expect(() => messagesOf(event)).toThrow(/^expected messages of a queue, got an event with /);
  }
});
