import { describe, expect, test } from 'vitest';
import { planFile } from '../../../core/files/index.ts';
import {
  MAX_HELD,
  MAX_HOPS,
  parseMessage,
  UnknownMessage,
  writeMessage,
} from '../../../lambda/invocation/message.ts';
import { STORED_VERSION } from '../../../lambda/invocation/stored-version.ts';
import { MAX_OBJECT_BYTES } from '../../../lambda/invocation/upload.ts';

const upload = { bucket: 'b', key: 'k.csv', etag: 'e', bytes: 1000, sequencer: '01' };
const head = Buffer.from('id,puzzle\n1,1...............\n');
const plan = planFile({ head, complete: true, name: 'k.csv', given: [] });
const chunk = { kind: 'chunk', upload, plan, range: { from: 0, to: 1000 }, output: 5000, hop: 1 } as const;
const notification = {
  Records: [
    {
      eventName: 'ObjectCreated:Put',
      s3: { bucket: { name: 'b' }, object: { key: 'k.csv', size: 1000, eTag: 'e', sequencer: '01' } },
    },
  ],
};
const event = {
  source: 'aws.s3',
  'detail-type': 'Object Created',
  detail: { bucket: { name: 'b' }, object: { key: 'k.csv', size: 1000, etag: 'e', sequencer: '01' } },
};

/** What SNS sends to a queue without raw message delivery. */
const bySns = (message: object) => ({
  Type: 'Notification',
  TopicArn: 'arn:aws:sns:us-east-1:123456789012:uploads',
  Subject: 'Amazon S3 Notification',
  Message: JSON.stringify(message),
});

const VALID: [string, object][] = [
  ['a notification of S3', notification],
  ['an event of EventBridge', event],
  ['a notification of S3 in one of SNS', bySns(notification)],
  ['an event of EventBridge in a notification of SNS', bySns(event)],
  ['a file', JSON.parse(writeMessage({ kind: 'file', upload }))],
  ['a chunk', JSON.parse(writeMessage(chunk))],
  ['an assembly', JSON.parse(writeMessage({ kind: 'assemble', upload, hop: 1 }))],
];

/** The paths of all members of a value, at any depth. */
function pathsIn(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => [
    [name],
    ...pathsIn(item).map((path) => [name, ...path]),
  ]);
}

/** A copy with another value for one member. */
function withMember(value: object, path: readonly string[], item: unknown): object {
  const copy = structuredClone(value) as Record<string, unknown>;
  const owner = path.slice(0, -1).reduce((at, name) => at[name] as Record<string, unknown>, copy);
  owner[path.at(-1)!] = item;
  return copy;
}

test.each(VALID)('%s is parsed to what was written', (_, message) => {
  expect(parseMessage(JSON.stringify(message))).toMatchObject(
    'version' in message ? { kind: (message as { kind?: string }).kind, upload } : { uploads: [upload] },
  );
});

test('the test event of S3 names no upload, also in a notification of SNS', () => {
  const tested = { Service: 'Amazon S3', Event: 's3:TestEvent', Bucket: 'b' };
  for (const message of [tested, bySns(tested)])
    expect(parseMessage(JSON.stringify(message))).toEqual({ kind: 'uploads', uploads: [] });
});

test.each<[string, object, string]>([
  [
    'no event of S3',
    bySns({ text: 'hello' }),
    'Message: expected an S3 event with Records, got another object',
  ],
  ['a text', { ...bySns({}), Message: 'hello' }, 'Message: expected JSON, got "hello"'],
  ['no message', { Type: 'Notification' }, 'Message: expected a text, got nothing'],
  ['a damaged event of S3', bySns({ Records: [{}] }), 'Records[0].eventName: expected a text, got nothing'],
  ['a message of the function', bySns(JSON.parse(writeMessage(chunk))), 'got another object'],
  ['another notification of SNS', bySns(bySns(notification)), 'got another object'],
])(
  'a notification of SNS with %s is refused with a reason that names raw message delivery',
  (_, message, reason) => {
    const parse = () => parseMessage(JSON.stringify(message));
    expect(parse).toThrow(UnknownMessage);
    expect(parse).toThrow(reason);
    expect(parse).toThrow(/^in a notification of SNS: .*; with raw message delivery, its subscription would/);
  },
);

test('a chunk contains its entire plan', () => {
  expect(parseMessage(writeMessage(chunk))).toEqual(chunk);
});

describe.each(VALID)('of %s', (_, message) => {
  const junk = [null, [], {}, [null], 'x'.repeat(5000), '', '\ud800', -1, 1.5, 1e300, true, undefined];
  test.each(pathsIn(message).map((path) => [path.join('.'), path] as const))(
    'any value of %s is either read or refused in words, and never breaks the reader',
    (name, path) => {
      const isRead = name !== 'TopicArn' && name !== 'Subject';
      let refused = 0;
      for (const item of junk) {
        try {
          parseMessage(JSON.stringify(withMember(message, path, item)));
        } catch (error) {
          expect(error, `${name} = ${JSON.stringify(item)}`).toBeInstanceOf(UnknownMessage);
          expect((error as Error).message).toMatch(/expected .*, got /s);
          expect((error as Error).message.length).toBeLessThan(500);
          refused++;
        }
      }
      expect(refused > 0).toBe(isRead);
    },
  );
});

const bad: [string, object, string][] = [
  [
    'an empty upload',
    { version: STORED_VERSION, kind: 'file', upload: {} },
    'upload.bucket: expected a bucket',
  ],
  [
    'an unknown kind',
    { version: STORED_VERSION, kind: 'nothing', upload: {} },
    'kind: expected "file" or "chunk"',
  ],
  [
    'no kind of ours',
    { version: STORED_VERSION, kind: 'uploads', uploads: [] },
    'kind: expected "file" or "chunk"',
  ],
  [
    'another version without an upload',
    { version: 7 },
    'expected an S3 event with Records, got an object with version',
  ],
  ['another version with half an upload', { version: 7, upload: { key: 'k' } }, 'upload.bucket: expected'],
  [
    'an empty key',
    withMember({ ...chunk, version: STORED_VERSION }, ['upload', 'key'], ''),
    'upload.key: expected a key',
  ],
  [
    'a key over 1,024 bytes',
    withMember({ ...chunk, version: STORED_VERSION }, ['upload', 'key'], 'ü'.repeat(513)),
    'upload.key: expected a key of 1 to 1024 bytes of UTF-8',
  ],
  [
    'a size beyond the largest object',
    withMember({ ...chunk, version: STORED_VERSION }, ['upload', 'bytes'], MAX_OBJECT_BYTES + 1),
    `upload.bytes: expected an integer from 0 to ${MAX_OBJECT_BYTES}`,
  ],
  [
    'a range beyond the object',
    { ...chunk, version: STORED_VERSION, range: { from: 500, to: 1001 } },
    'range: expected one within the 1000 bytes of the upload, got 500 to 1001',
  ],
  [
    'an empty range',
    { ...chunk, version: STORED_VERSION, range: { from: 500, to: 500 } },
    'range: expected one within the 1000 bytes of the upload, got 500 to 500',
  ],
  [
    'held up too often',
    { kind: 'file', upload, held: MAX_HELD + 1, version: STORED_VERSION },
    `held: expected an integer from 1 to ${MAX_HELD}`,
  ],
  [
    'too many hops',
    { ...chunk, version: STORED_VERSION, hop: MAX_HOPS + 1 },
    `hop: expected an integer from 1 to ${MAX_HOPS}`,
  ],
  [
    'an unknown format',
    withMember({ ...chunk, version: STORED_VERSION }, ['plan', 'format'], 'tarball'),
    'plan.format: expected "npy" or "',
  ],
  [
    'an option that does not exist',
    withMember({ ...chunk, version: STORED_VERSION }, ['plan', 'options', 'speed'], 9),
    'plan.options: options: expected an option of variant, solutions',
  ],
  [
    'a limit out of bounds',
    withMember({ ...chunk, version: STORED_VERSION }, ['plan', 'options', 'limit'], 0),
    'plan.options: options.limit: expected a whole number from 1 to 4294967295, got "0"',
  ],
  [
    'a state of another format',
    withMember({ ...chunk, version: STORED_VERSION }, ['plan', 'format'], 'lines'),
    'plan.state.size: expected an integer from 0 to 36, got nothing',
  ],
  [
    'a file that cannot be cut',
    withMember({ ...chunk, version: STORED_VERSION }, ['plan', 'splittable'], false),
    'plan.splittable: expected true in a chunk, got false',
  ],
  [
    'a compressed file that is cut',
    withMember({ ...chunk, version: STORED_VERSION }, ['plan', 'compression'], 'gzip'),
    'plan.splittable: expected false',
  ],
];

test.each(bad)('%s is rejected with the name of the member', (_, message, reason) => {
  const parse = () => parseMessage(JSON.stringify(message));
  expect(parse).toThrow(UnknownMessage);
  expect(parse).toThrow(reason);
});

test('of a message of another version, only the upload is read', () => {
  expect(parseMessage(JSON.stringify({ version: 99, kind: 'news', upload }))).toEqual({
    kind: 'foreign',
    upload,
  });
});

test('what was spent travels in messages, which stay valid without it and with members of later versions', () => {
  const spent = {
    milliseconds: 5,
    seconds: 7,
    invocations: 1,
    requests: { s3Writes: 1, s3Reads: 2, sqs: 3 },
  };
  const message = { kind: 'file', upload, spent } as const;
  expect(parseMessage(writeMessage(message))).toEqual(message);
  expect(parseMessage(writeMessage({ kind: 'file', upload }))).toEqual({ kind: 'file', upload });
  const later = { ...message, version: STORED_VERSION, invented: true, spent: { ...spent, invented: 1 } };
  expect(parseMessage(JSON.stringify(later))).toEqual(message);
  const wrong = { kind: 'file', upload, version: STORED_VERSION, spent: { ...spent, seconds: -1 } };
  expect(() => parseMessage(JSON.stringify(wrong))).toThrow(
    'spent.seconds: expected a number from 0 on, got -1',
  );
});
