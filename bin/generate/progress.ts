import type { WriteStream } from 'node:tty';
import { counted, liveLine } from '../cli/terminal.ts';
import type { Collected } from './collect.ts';

/** Shows how far an order is met: in place on a terminal, a line every few seconds elsewhere. Returns what stops it. */
export function showProgress(collected: Collected, count: number, stream: WriteStream): () => void {
  const start = performance.now();
  return liveLine(() => describe(collected, count, (performance.now() - start) / 1000), stream);
}

export function describe({ made, tries }: Collected, count: number, seconds: number): string {
  const rate = made / Math.max(seconds, 0.001);
  const left = made > 0 ? ` · ${Math.ceil((count - made) / rate).toLocaleString('en')} s left` : '';
  const share = made > 0 ? `one in ${(tries / made).toFixed(1)} tries` : counted(tries, 'try', 'tries');
  return `${made.toLocaleString('en')} of ${counted(count, 'puzzle')} · ${share} · ${Math.round(rate).toLocaleString('en')}/s${left}`;
}

/** Why it was given up. */
export function describeEnd({ made, tries, barren, doubles, misses }: Collected, count: number): string {
  const lacking = Object.entries(misses).map(([miss, times]) => `${times.toLocaleString('en')} by ${miss}`);
  if (doubles > 0) lacking.push(`${doubles.toLocaleString('en')} made before`);
  return (
    `gave up after ${counted(barren, 'try', 'tries')} without a puzzle: ${made.toLocaleString('en')} of ${count.toLocaleString('en')} made; ` +
    `of ${counted(tries, 'try', 'tries')} failed ${lacking.join(', ')}`
  );
}
