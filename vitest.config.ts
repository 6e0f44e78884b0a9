import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // the first CDK synth of a process takes several seconds
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
