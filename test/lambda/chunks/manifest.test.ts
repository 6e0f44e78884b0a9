import { expect, test } from 'vitest';
import { planFile } from '../../../core/files/index.ts';
import { type Manifest, parseManifest } from '../../../lambda/chunks/manifest.ts';
import { STORED_VERSION } from '../../../lambda/invocation/stored-version.ts';
import { jobId } from '../../../lambda/invocation/upload.ts';

const upload = { bucket: 'b', key: 'k.txt', etag: 'e', bytes: 1000, sequencer: '01' };
const ID = jobId(upload);
const head = Buffer.from('1...............\n');
const manifest: Manifest = {
  version: STORED_VERSION,
  upload,
  contentType: 'text/plain',
  plan: planFile({ head, complete: true, name: 'k.txt', given: [] }),
  begun: 7,
  opener: 'me',
  sent: true,
  planning: { begun: 7, done: 9, requests: { s3Writes: 1, s3Reads: 2, sqs: 3 } },
};

test('a manifest is parsed to what was written', () => {
  expect(parseManifest(JSON.stringify(manifest), ID)).toEqual(manifest);
});

test.each<[string, unknown, RegExp]>([
  ['no JSON', '{', /manifest of job \w+-\d+: expected JSON, got "\{"$/],
  ['null', 'null', /manifest of job \w+-\d+: expected an object, got null$/],
  ['another version', { ...manifest, version: 2 }, /\.version: expected an integer from \d+ to \d+, got 2$/],
  ['no plan', { ...manifest, plan: undefined }, /\.plan: expected an object, got nothing$/],
  ['no upload', { ...manifest, upload: { ...upload, key: '' } }, /\.upload\.key: expected a key .*, got ""$/],
  [
    'a time that is none',
    { ...manifest, begun: 'today' },
    /\.begun: expected a number from 0 on, got "today"$/,
  ],
  [
    'another upload',
    { ...manifest, upload: { ...upload, key: 'other' } },
    /: expected the upload of this job/,
  ],
])('%s is rejected with the name of the member', (_, given, reason) => {
  const json = typeof given === 'string' ? given : JSON.stringify(given);
  expect(() => parseManifest(json, ID)).toThrow(reason);
});
