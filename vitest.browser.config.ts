import { defineConfig, mergeConfig } from 'vitest/config';
import { settings } from './vitest.config.ts';

// npm run test:browser: slow tests in Chromium
export default mergeConfig(
  settings,
  defineConfig({ test: { include: ['test/**/*.browser.ts'], globalSetup: ['test/site/build-once.ts'] } }),
);
