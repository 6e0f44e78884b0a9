import { defineConfig, mergeConfig } from 'vitest/config';
import { settings } from './vitest.config.ts';

// npm run test:browser: what is driven in a browser and takes longer than npm test may
export default mergeConfig(settings, defineConfig({ test: { include: ['test/**/*.browser.ts'] } }));
