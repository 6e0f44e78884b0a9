import { defineConfig, mergeConfig } from 'vitest/config';
import { settings, THOROUGH } from './vitest.config.ts';

// npm run test:package: the package as users have it, in all that npm test has no time for
export default mergeConfig(settings, defineConfig({ test: { include: [THOROUGH] } }));
