import { afterAll, vi } from 'vitest';
import { cleanUps } from './clean-ups.ts';

// Some test files share their process with others (vitest.config.ts), so each leaves the process as it was.

const environment = { ...process.env };

afterAll(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
  vi.useRealTimers();
  vi.restoreAllMocks();
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
});
