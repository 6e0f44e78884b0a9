// npm test: all tests but the slow ones of the package and of browsers

import { defaultExclude, defineConfig, mergeConfig } from 'vitest/config';

/** Slow tests of the package, which only npm run test:package runs. */
export const THOROUGH = 'test/package/thorough/*.test.ts';

/**
 * Test files that share processes and the modules loaded there: loading those, such as the CDK, takes longer than most tests.
 * None of them replaces a module.
 */
const SHARED = [
  'test/lib/**/!(template-lint).test.ts',
  'test/core/formats/{links,records,rules}/*.test.ts',
  'test/core/puzzle/*.test.ts',
];

export const settings = defineConfig({
  test: {
    // by default, one core is reserved for the main process; many tests wait for child processes, so it would be idle
    maxWorkers: '100%',
    globalSetup: ['test/run-set-up.ts'],
    setupFiles: ['test/file-set-up.ts'],
    // only for tests that hang: on a busy machine, seconds become minutes
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 200_000 } },
  },
});

export default mergeConfig(
  settings,
  defineConfig({
    test: {
      exclude: [...defaultExclude, THOROUGH],
      projects: [
        { extends: true, test: { name: 'shared', include: SHARED, isolate: false } },
        { extends: true, test: { name: 'alone', include: ['test/**/*.test.ts'], exclude: SHARED } },
      ],
    },
  }),
);
