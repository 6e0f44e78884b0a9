import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The command line's compiled modules, where Node itself keeps them for the next start. */
const COMPILE_CACHE = 'node-compile-cache';

/** Gives the whole test run a temporary folder of its own, and fails the run if a test has left anything in it. */
export default function setUp(): () => void {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sudoku-test-run-')));
  // the processes of the tests, and those that they start, inherit it
  process.env.TMPDIR = folder;
  return () => {
    const left = readdirSync(folder).filter((name) => name !== COMPILE_CACHE);
    rmSync(folder, { recursive: true, force: true });
    if (left.length > 0) {
      throw new Error(`expected nothing in the temporary folder after the tests, got ${left.join(', ')}`);
    }
  };
}
