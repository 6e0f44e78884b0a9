// Keeps the files that a test passes to solveBytes and planOf in the folder FILES_OF_TESTS: a few of each test, as property tests
// have hundreds.

import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, vi } from 'vitest';

/** Files of a test that are kept. */
const MOST = 8;

const kept = new Map<string, Set<string>>();

vi.mock('../../test/core/formats/solve-bytes.ts', async (original) => {
  const actual = await original<typeof import('../../test/core/formats/solve-bytes.ts')>();
  return {
    ...actual,
    planOf: (...args: Parameters<typeof actual.planOf>) => {
      keep(args[0]);
      return actual.planOf(...args);
    },
    solveBytes: (...args: Parameters<typeof actual.solveBytes>) => {
      keep(args[0]);
      return actual.solveBytes(...args);
    },
  };
});

function keep(file: string | Uint8Array): void {
  const bytes = typeof file === 'string' ? Buffer.from(file, 'latin1') : file;
  const { testPath = '', currentTestName = '' } = expect.getState();
  const names = kept.get(currentTestName) ?? new Set();
  kept.set(currentTestName, names);
  const name = createHash('sha1').update(bytes).digest('hex').slice(0, 12);
  if (names.size === MOST || names.has(name)) return;
  names.add(name);
  const folder = join(process.env.FILES_OF_TESTS!, basename(testPath, '.test.ts'));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), bytes);
}
