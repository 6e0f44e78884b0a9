// The configuration of Vitest for files-of-tests.ts.

import { fileURLToPath } from 'node:url';
import { mergeConfig } from 'vitest/config';
import { settings } from '../../vitest.config.ts';

export default mergeConfig(settings, {
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['test/core/formats/**/*.test.ts'],
    setupFiles: [fileURLToPath(new URL('record-files.ts', import.meta.url))],
  },
});
