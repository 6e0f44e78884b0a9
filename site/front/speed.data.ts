// Loaded by VitePress while it builds the front page.
import { readFileSync } from 'node:fs';
import { speedChart, speedsOf } from './speed.ts';

export default {
  watch: ['../../docs/benchmark.md'],
  load() {
    const speeds = speedsOf(readFileSync(new URL('../../docs/benchmark.md', import.meta.url), 'utf8'));
    const fastest = Number(speeds[0]!.rate.replaceAll(',', ''));
    return { chart: speedChart(speeds), millions: (fastest / 1e6).toFixed(1) };
  },
};
