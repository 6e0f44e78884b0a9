// The files that tests of formats solve, those that their property tests draw included: the tests run, and record-files.ts
// keeps what they pass to solveBytes and planOf.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesBelow, type InputFile } from './inputs.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Runs the tests. Whether they pass does not matter here. */
export async function filesOfTests(seed: number): Promise<InputFile[]> {
  const folder = mkdtempSync(join(tmpdir(), 'files-of-tests-'));
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
  try {
    await new Promise((resolve) => child.on('close', resolve));
    const files = filesBelow(folder).map(({ name, bytes }) => ({
      name: name.replace(/^[^/]*/, 'tests'),
      bytes,
    }));
    if (files.length === 0) throw new Error('expected files of tests, got none');
    return files;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
