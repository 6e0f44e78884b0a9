// The configuration of Vitest for files-of-tests.ts: the tests of formats, in which record-files.ts keeps what they solve.

import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['test/core/formats/**/*.test.ts'],
    globalSetup: ['test/run-set-up.ts'],
    setupFiles: ['test/file-set-up.ts', fileURLToPath(new URL('record-files.ts', import.meta.url))],
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
