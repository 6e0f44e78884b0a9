import { fstatSync, statSync } from 'node:fs';

const STDIN = 0;

/** Bytes of all inputs, `-` being standard input; undefined if only reading can tell. */
export function totalBytes(inputs: readonly string[]): number | undefined {
  let sum = 0;
  for (const path of inputs) {
    const stats = path === '-' ? fstatSync(STDIN) : statSync(path, { throwIfNoEntry: false });
    if (stats && !stats.isFile()) return undefined;
    sum += stats?.size ?? 0; // what is not there is reported when its turn comes
  }
  return sum;
}
