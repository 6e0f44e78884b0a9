// Which tests run together: `npm test` runs the projects `shared` and `alone`; `npm run test:package` and
// `npm run test:browser` run the slow ones of the installed package and of browsers.

import { defaultExclude, defineConfig } from 'vitest/config';

const PACKAGE = 'test/package/thorough/*.test.ts';

/**
 * Test files that share processes and the modules loaded there: loading those, such as the CDK, takes longer than most tests.
 * None of them replaces a module.
 */
const SHARED = [
  'test/lib/**/!(template-lint).test.ts',
  'test/core/formats/{links,records,rules}/*.test.ts',
  'test/core/puzzle/*.test.ts',
];

export default defineConfig({
  test: {
    // by default, one core is reserved for the main process; many tests wait for child processes, so it would be idle
    maxWorkers: '100%',
    globalSetup: ['test/run-set-up.ts'],
    setupFiles: ['test/file-set-up.ts'],
    // only for tests that hang: on a busy machine, seconds become minutes
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 200_000 } },
    projects: [
      { extends: true, test: { name: 'shared', include: SHARED, isolate: false } },
      {
        extends: true,
        test: {
          name: 'alone',
          include: ['test/**/*.test.ts'],
          exclude: [...defaultExclude, ...SHARED, PACKAGE],
        },
      },
      { extends: true, test: { name: 'package', include: [PACKAGE] } },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/**/*.browser.ts'],
          globalSetup: ['test/site/build-once.ts'],
        },
      },
    ],
  },
});
