// The files that tests of formats solve, those that their property tests draw included: the tests run, and record-files.ts
// keeps what they pass to solveBytes and planOf.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesBelow, type InputFile } from './inputs.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The files in a folder, or, if there is no such folder, those of the tests, which are kept there. Whether the tests pass does not
 * matter here.
 */
export async function filesOfTests(folder: string, seed: number): Promise<InputFile[]> {
  if (!existsSync(folder)) await runTests(folder, seed);
  return filesBelow(folder).map(({ name, bytes }) => ({ name: name.replace(/^[^/]*/, 'tests'), bytes }));
}

async function runTests(folder: string, seed: number): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const config = join(ROOT, 'checks/old-tree/record-files.config.ts');
  const vitest = fileURLToPath(import.meta.resolve('vitest/package.json')).replace(
    'package.json',
    'vitest.mjs',
  );
  const child = spawn(process.execPath, [vitest, 'run', '--config', config, '--silent', '--reporter=dot'], {
    cwd: ROOT,
    env: { ...process.env, FILES_OF_TESTS: folder, FUZZ_SEED: String(seed) },
    stdio: 'ignore',
  });
  await once(child, 'close');
}
