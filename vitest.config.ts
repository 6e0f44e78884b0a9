// Which tests run together: `npm test` runs the projects `shared` and `alone`; `npm run test:package` and
// `npm run test:browser` run the slow ones of the installed package and of browsers.

import { defaultExclude, defineConfig } from 'vitest/config';

const PACKAGE = [
  'test/package/thorough/*.test.ts',
  // whole stacks in a local cloud, and the rules of CloudFormation: slow, and rarely red
  'test/checks/aws.test.ts',
  'test/lib/template-lint.test.ts',
];

/**
 * Folders whose test files share processes and the modules loaded there: loading those, such as the commands, the CDK and the
 * clients of AWS, takes longer than most tests.
 */
const SHARED = 'test/{bench,bin,build,checks,core,lambda,lib,local,site}/**/*.test.ts';

/** Files in these folders that replace modules, or that measure the memory or time of their process. */
const MEASURED = [
  'test/bin/remote/doctor-unfinished.test.ts',
  'test/core/files/{blank-lines,compression,kernel-memory,linear-time}.test.ts',
  'test/core/formats/json-depth.test.ts',
  'test/core/formats/shared/format.test.ts',
  'test/core/solver/large/engine.test.ts',
  'test/lambda/large-files.test.ts',
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
      {
        extends: true,
        test: {
          name: 'shared',
          include: [SHARED],
          exclude: [...defaultExclude, ...MEASURED, ...PACKAGE],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          include: ['test/{package,surfaces}/**/*.test.ts', 'test/*.test.ts', ...MEASURED],
          exclude: [...defaultExclude, ...PACKAGE],
        },
      },
      { extends: true, test: { name: 'package', include: PACKAGE } },
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
