import { expect, test } from 'vitest';
import { failedMessages } from '../../../local/mapping/failures.ts';

const BATCH = ['one', 'two', 'three'];

// https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html, "Success and failure conditions"
test.each([
  ['an empty list', '{"batchItemFailures":[]}', []],
  ['a null list', '{"batchItemFailures":null}', []],
  ['an empty response', '{}', []],
  ['a null response', 'null', []],
  ['one of them', '{"batchItemFailures":[{"itemIdentifier":"two"}]}', ['two']],
  ['one of them twice', '{"batchItemFailures":[{"itemIdentifier":"two"},{"itemIdentifier":"two"}]}', ['two']],
  ['invalid JSON', '{"batchItemFailures":', BATCH],
  ['an empty identifier', '{"batchItemFailures":[{"itemIdentifier":""}]}', BATCH],
  ['a null identifier', '{"batchItemFailures":[{"itemIdentifier":null}]}', BATCH],
  ['a misnamed identifier', '{"batchItemFailures":[{"id":"two"}]}', BATCH],
  ['an unknown message', '{"batchItemFailures":[{"itemIdentifier":"four"}]}', BATCH],
  [
    'an unknown message beside a known one',
    '{"batchItemFailures":[{"itemIdentifier":"one"},{"itemIdentifier":"4"}]}',
    BATCH,
  ],
  ['a list that is none', '{"batchItemFailures":"two"}', BATCH],
  ['a text', '"done"', BATCH],
])('%s', (_, payload, failed) => {
  expect([...failedMessages(payload, BATCH)]).toEqual(failed);
});
