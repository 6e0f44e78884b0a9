import { randomInt } from 'node:crypto';
import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The command line's compiled modules, where Node itself keeps them for the next start. */
const COMPILE_CACHE = 'node-compile-cache';

/** What the processes of the tests, and those that they start, find in their environment. */
export default function setUp(): () => void {
  process.env.FUZZ_SEED ??= String(randomInt(2 ** 31));
  console.log(`Properties are tested with FUZZ_SEED=${process.env.FUZZ_SEED}`);
  return useTemporaryFolder();
}

/** Gives the run a temporary folder of its own, and fails it if a test has left anything there. */
function useTemporaryFolder(): () => void {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sudoku-test-run-')));
  process.env.TMPDIR = folder;
  return () => {
    const left = readdirSync(folder).filter((name) => name !== COMPILE_CACHE);
    rmSync(folder, { recursive: true, force: true });
    if (left.length > 0) {
      throw new Error(`expected nothing in the temporary folder after the tests, got ${left.join(', ')}`);
    }
  };
}
