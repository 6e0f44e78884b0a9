// npm run test:browser: slow tests in Chromium

import { defineConfig, mergeConfig } from 'vitest/config';
import { settings } from './vitest.config.ts';

export default mergeConfig(
  settings,
  defineConfig({ test: { include: ['test/**/*.browser.ts'], globalSetup: ['test/site/build-once.ts'] } }),
);
