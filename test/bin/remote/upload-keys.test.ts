// Which keys of its upload bucket a pipeline solves, as the commands know it before anything is sent.
import { expect, test } from 'vitest';
import { refuseUnsolvedKey, type UploadKeys } from '../../../bin/remote/objects.ts';

const KEYS: UploadKeys = {
  ...{ uploadBucket: 'mine', uploadPrefix: '', uploadSuffix: '' },
  ...{ outputBucket: 'results', outputPrefix: '', reports: '' },
};

test.each<[key: string, keys: Partial<UploadKeys>, message: string | undefined]>([
  ['a.txt', {}, undefined],
  ['a.txt.report.json', {}, 'a.txt.report.json: expected a key without .report.json at its end'],
  ['a.txt.report.html', {}, undefined],
  ['a.txt.report.html', { reports: 'html' }, 'expected a key without .report.html at its end'],
  ['a.txt', { uploadPrefix: 'in/' }, 'expected a key that begins with in/, as the pipeline solves no others'],
  ['in/a.txt', { uploadPrefix: 'in/', uploadSuffix: '.csv' }, 'expected a key that ends with .csv'],
  ['out/a.txt', { outputPrefix: 'out/' }, undefined],
  ['out/a.txt', { outputBucket: 'mine', outputPrefix: 'out/' }, 'expected a key outside out/'],
  ['x'.repeat(1021), { outputPrefix: 'out/' }, 'expected a key of at most 1024 bytes with out/ before it'],
])('%s with %j', (key, keys, message) => {
  const refuse = () => refuseUnsolvedKey({ ...KEYS, ...keys }, key);
  if (message === undefined) expect(refuse).not.toThrow();
  else expect(refuse).toThrow(message);
});
