import { expect, test } from 'vitest';
import type { Settings } from '../../../lambda/invocation/settings.ts';
import { resultTarget } from '../../../lambda/result/output-refs.ts';

const settings = { outputBucket: 'out', outputPrefix: '' } as Settings;
const upload = { bucket: 'in', key: 'k', etag: 'e', bytes: 1, sequencer: '1' };

test('a result has the content type and encoding of its upload if they can be signed', () => {
  const typeOf = (contentType: string) =>
    resultTarget(settings, upload, { contentType, contentEncoding: 'gzip' }, { output: 'same' }, 'gzip');
  const type = 'text/plain; charset="utf-8"';
  expect(typeOf(type)).toMatchObject({ contentType: type, contentEncoding: 'gzip' });
  // Node decodes headers as Latin-1: each byte of UTF-8 becomes a character
  expect(typeOf('text/plain; name="puzzl\u00c3\u00a9s"').contentType).toBeUndefined();
});
