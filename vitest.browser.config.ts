import { mergeConfig } from 'vitest/config';
import common from './vitest.config.ts';

// What is driven in a browser and takes longer than `npm test` may: `npm run test:browser`
export default mergeConfig(
  { ...common, test: { ...common.test, include: [] } },
  { test: { include: ['test/**/*.browser.ts'] } },
);
