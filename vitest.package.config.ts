// npm run test:package: slow tests of the installed package

import { defineConfig, mergeConfig } from 'vitest/config';
import { settings, THOROUGH } from './vitest.config.ts';

export default mergeConfig(settings, defineConfig({ test: { include: [THOROUGH] } }));
