import { defaultExclude, defineConfig, mergeConfig } from 'vitest/config';

/** Slow tests of the package, which only npm run test:package runs. */
export const THOROUGH = 'test/package/thorough/*.test.ts';

export const settings = defineConfig({
  test: {
    // by default, one core is reserved for the main process; many tests wait for child processes, so it would be idle
    maxWorkers: '100%',
    globalSetup: ['test/run-set-up.ts'],
    // only for tests that hang: on a busy machine, seconds become minutes
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // on a shared machine, milliseconds can become seconds
    expect: { poll: { timeout: 20_000 } },
  },
});

export default mergeConfig(
  settings,
  defineConfig({ test: { include: ['test/**/*.test.ts'], exclude: [...defaultExclude, THOROUGH] } }),
);
