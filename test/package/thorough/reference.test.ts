import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { node, ROOT } from '../installed.ts';

// it reads the whole program with a compiler that takes its time
vi.setConfig({ testTimeout: 240_000 });

test('the API reference has words for every public name, and none of its links leads nowhere', async () => {
  const typedoc = join(ROOT, 'typedoc/node_modules/typedoc/bin/typedoc');
  const args = [typedoc, '--options', 'typedoc/typedoc.json', '--emit', 'none', '--logLevel', 'Warn'];
  expect(await node(ROOT, args)).toEqual({ code: 0, stdout: '', stderr: '' });
});
