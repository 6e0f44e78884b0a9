import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/run-set-up.ts'],
    // the first CDK synth of a process takes several seconds
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // what takes milliseconds may take seconds where many share a machine
    expect: { poll: { timeout: 20_000 } },
  },
});
