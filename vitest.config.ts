import { defaultExclude, defineConfig, mergeConfig } from 'vitest/config';

/** Tests that npm test has no time for: npm run test:package. */
export const THOROUGH = 'test/package/thorough/*.test.ts';

export const settings = defineConfig({
  test: {
    // many tests wait for timers and child processes: leaving a core to the main process, as the
    // default does, leaves one of two idle
    maxWorkers: '100%',
    globalSetup: ['test/run-set-up.ts'],
    // the first CDK synth of a process takes several seconds
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // what takes milliseconds may take seconds where many share a machine
    expect: { poll: { timeout: 20_000 } },
  },
});

export default mergeConfig(
  settings,
  defineConfig({ test: { include: ['test/**/*.test.ts'], exclude: [...defaultExclude, THOROUGH] } }),
);
