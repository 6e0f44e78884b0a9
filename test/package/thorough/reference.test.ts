import { join } from 'node:path';
import { expect, test } from 'vitest';
import { node, ROOT } from '../installed.ts';

test('the API reference has words for every public name, and none of its links leads nowhere', async () => {
  const typedoc = join(ROOT, 'typedoc/node_modules/typedoc/bin/typedoc');
  const args = [typedoc, '--options', 'typedoc/typedoc.json', '--emit', 'none', '--logLevel', 'Warn'];
  expect(await node(ROOT, args)).toEqual({ code: 0, stdout: '', stderr: '' });
});
