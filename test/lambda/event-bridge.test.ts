import { expect, test } from 'vitest';
import { parseMessage, UnknownMessage } from '../../lambda/invocation/message.ts';

const event = (detail: object, type = 'Object Created') =>
  JSON.stringify({ version: '0', source: 'aws.s3', 'detail-type': type, detail });

test('an event of EventBridge names its upload by its unencoded key', () => {
  const object = { key: 'a+b %20/ü.txt', size: 7, etag: 'e', sequencer: '00AB' };
  expect(parseMessage(event({ bucket: { name: 'archive' }, object }))).toEqual({
    kind: 'uploads',
    uploads: [{ bucket: 'archive', key: 'a+b %20/ü.txt', etag: 'e', bytes: 7, sequencer: '00AB' }],
  });
});

test('other events of S3 contain no upload', () => {
  expect(parseMessage(event({}, 'Object Deleted'))).toEqual({ kind: 'uploads', uploads: [] });
});

test('an event that names no upload is an unknown message', () => {
  expect(() => parseMessage(event({ bucket: { name: 'archive' } }))).toThrow(UnknownMessage);
});
