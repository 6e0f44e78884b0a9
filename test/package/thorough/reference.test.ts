import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { constructApi } from '../../../build/construct-api.ts';
import { node, ROOT } from '../installed.ts';

// TypeDoc compiles the entire program, which is slow
vi.setConfig({ testTimeout: 240_000 });

test('the API reference documents every public name and has no broken links', async () => {
  const typedoc = join(ROOT, 'build/typedoc/node_modules/typedoc/bin/typedoc');
  const args = [typedoc, '--options', 'build/typedoc/typedoc.json', '--emit', 'none', '--logLevel', 'Warn'];
  expect(await node(ROOT, args)).toEqual({ code: 0, stdout: '', stderr: '' });
});

test('docs/construct.md is current (npm run docs)', async () => {
  expect(readFileSync(join(ROOT, 'docs/construct.md'), 'utf8')).toBe(await constructApi());
});
