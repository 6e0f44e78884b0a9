import { randomInt } from 'node:crypto';
import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Compiled code: of the command line, and of other programs that tests start. */
const CODE_CACHES = ['sudoku-batch', 'node-compile-cache'];

/** Sets the environment of all test processes and of the processes that they start. */
export default function setUp(): () => void {
  process.env.FUZZ_SEED ??= String(randomInt(2 ** 31));
  console.log(`Properties are tested with FUZZ_SEED=${process.env.FUZZ_SEED}`);
  // the CDK's validation of a template takes seconds in each process; test/lib/template-lint.test.ts and npm run synth have it
  process.env.CDK_VALIDATION ??= 'false';
  return useTemporaryFolder();
}

/** Gives the run its own temporary folder, and fails the run if a test leaves anything there. */
function useTemporaryFolder(): () => void {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sudoku-test-run-')));
  process.env.TMPDIR = folder;
  process.env.XDG_CACHE_HOME = folder;
  return () => {
    const left = readdirSync(folder).filter((name) => !CODE_CACHES.includes(name));
    rmSync(folder, { recursive: true, force: true });
    if (left.length > 0) {
      throw new Error(`expected nothing in the temporary folder after the tests, got ${left.join(', ')}`);
    }
  };
}
