import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The folder for the caches of the command line and of browsers. */
const CACHE = 'cache';

/** What tests may leave: caches, also of compiled code of other programs. */
const CACHES = [CACHE, 'node-compile-cache'];

/** Sets the environment of all test processes and of the processes that they start. */
export default function setUp(): () => void {
  // the day: each day tests other cases, and a build that was green for its author is so for others that day
  process.env.FUZZ_SEED ??= new Date().toISOString().slice(0, 10).replaceAll('-', '');
  console.log(`Properties are tested with FUZZ_SEED=${process.env.FUZZ_SEED}`);
  // the CDK's validation of a template takes seconds in each process; test/lib/template-lint.test.ts and npm run synth have it
  process.env.CDK_VALIDATION ??= 'false';
  return useTemporaryFolder();
}

/** Gives the run its own temporary folder, and fails the run if a test leaves anything there. */
function useTemporaryFolder(): () => void {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sudoku-test-run-')));
  process.env.TMPDIR = folder;
  const cache = join(folder, CACHE);
  mkdirSync(cache, { mode: 0o700 });
  process.env.XDG_CACHE_HOME = cache;
  return () => {
    const left = readdirSync(folder).filter((name) => !CACHES.includes(name));
    rmSync(folder, { recursive: true, force: true });
    if (left.length > 0) {
      throw new Error(`expected nothing in the temporary folder after the tests, got ${left.join(', ')}`);
    }
  };
}
